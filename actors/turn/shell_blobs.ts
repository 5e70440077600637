/**
 * Shells on their way into the store. Who asks for the same one meanwhile waits for the same writing; a shell
 * that a conversation has named stays in the store as long as the conversation, and is not looked for again.
 */
import { sha256 } from "../../events/store/kv/codec.ts";
import { retry } from "../runtime/retry.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Shell } from "../providers/types.ts";

/** A turn that is stopped must not stop the writing that another waits for. */
const NEVER = new AbortController().signal;
/** Named shells remembered, about 150 bytes each; a forgotten one costs a read. */
const NAMED = 10_000;
/** A type of our own: no file that a person attached, never served as one. */
const SHELL_TYPE = "application/vnd.fishbowl.shell+json";

export class ShellBlobs {
  readonly #underWay = new Map<string, Promise<string>>();
  readonly #named = new Set<string>();

  constructor(readonly log: Pick<EventLog, "blobs">, readonly environment: Environment) {}

  /** The SHA-256 under which the shell is in the store. */
  put(conversationId: string, shell: Shell): Promise<string> {
    const { bytes, sha256 } = bytesOf(shell);
    if (this.#named.has(`${conversationId}/${sha256}`)) return Promise.resolve(sha256);
    const known = this.#underWay.get(sha256);
    if (known) return known;
    const putting = retry(this.environment, NEVER, () => this.log.blobs.put(bytes, SHELL_TYPE))
      .then(() => sha256).finally(() => this.#underWay.delete(sha256));
    this.#underWay.set(sha256, putting);
    return putting;
  }

  /** The SHA-256 of a shell that the conversation has named already, and that is therefore there; else null. */
  known(conversationId: string, shell: Shell): string | null {
    const { sha256 } = bytesOf(shell);
    return this.#named.has(`${conversationId}/${sha256}`) ? sha256 : null;
  }

  /** Words were erased somewhere: a shell may have gone with the last event that named it. */
  forget(): void {
    this.#named.clear();
  }

  /** An event of the conversation names the shell: a deletion elsewhere cannot remove it any more. */
  named(conversationId: string, sha256: string): void {
    if (this.#named.size >= NAMED) this.#named.clear();
    this.#named.add(`${conversationId}/${sha256}`);
  }
}

function bytesOf(shell: Shell): { bytes: Uint8Array; sha256: string } {
  const bytes = new TextEncoder().encode(JSON.stringify(shell));
  return { bytes, sha256: sha256(bytes) };
}
