/** Shells on their way into the store. Who asks for the same one meanwhile waits for the same writing. */
import { again } from "../again.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { Environment } from "../environment.ts";
import type { Shell } from "../providers/types.ts";

/** A turn that is stopped must not stop the writing that another waits for. */
const NEVER = new AbortController().signal;

export class ShellBlobs {
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(readonly log: Pick<EventLog, "putBlob">, readonly environment: Environment) {}

  /** The SHA-256 under which the shell is in the store. */
  put(shell: Shell): Promise<string> {
    const text = JSON.stringify(shell);
    const known = this.#underWay.get(text);
    if (known) return known;
    const putting = again(
      this.environment,
      NEVER,
      () => this.log.putBlob(new TextEncoder().encode(text), "application/json"),
    ).then(({ sha256 }) => sha256).finally(() => this.#underWay.delete(text));
    this.#underWay.set(text, putting);
    return putting;
  }
}
