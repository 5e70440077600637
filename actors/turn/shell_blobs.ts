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
/** Shells remembered, about 150 bytes each; a forgotten one costs a read. */
const NAMED = 10_000;
/** A type of our own: no file that a person attached, never served as one. */
const SHELL_TYPE = "application/vnd.fishbowl.shell+json";

export class ShellBlobs {
  readonly #underWay = new Map<string, Promise<string>>();
  readonly #named = new Set<string>();
  /** Put here, whoever names them. */
  readonly #put = new Set<string>();

  constructor(readonly log: Pick<EventLog, "blobs">, readonly environment: Environment) {}

  /** The SHA-256 under which the shell is in the store. */
  put(conversationId: string, shell: Shell): Promise<string> {
    const { bytes, sha256 } = bytesOf(shell);
    if (this.#named.has(`${conversationId}/${sha256}`)) return Promise.resolve(sha256);
    const known = this.#underWay.get(sha256);
    if (known) return known;
    const putting = retry(this.environment, NEVER, () => this.log.blobs.put(bytes, SHELL_TYPE))
      .then(() => {
        keep(this.#put, sha256);
        return sha256;
      }).finally(() => this.#underWay.delete(sha256));
    this.#underWay.set(sha256, putting);
    return putting;
  }

  /** The SHA-256 of a shell that the conversation has named already, and that is therefore there; else null. */
  known(conversationId: string, shell: Shell): string | null {
    const { sha256 } = bytesOf(shell);
    return this.#named.has(`${conversationId}/${sha256}`) ? sha256 : null;
  }

  /**
   * The SHA-256 of a shell that this process has put into the store; else null. It may have gone since with the last conversation
   * that named it: the commit which names it here finds out.
   */
  wasPut(shell: Shell): string | null {
    const { sha256 } = bytesOf(shell);
    return this.#put.has(sha256) ? sha256 : null;
  }

  /** A commit that names it was refused, for whatever reason: it is put again before it is named again. */
  doubt(sha256: string): void {
    this.#put.delete(sha256);
  }

  /** Words were erased somewhere: a shell may have gone with the last event that named it. */
  forget(): void {
    this.#named.clear();
    this.#put.clear();
  }

  /** An event of the conversation names the shell: a deletion elsewhere cannot remove it any more. */
  named(conversationId: string, sha256: string): void {
    keep(this.#named, `${conversationId}/${sha256}`);
  }
}

function keep(names: Set<string>, name: string): void {
  if (names.size >= NAMED) names.clear();
  names.add(name);
}

function bytesOf(shell: Shell): { bytes: Uint8Array; sha256: string } {
  const bytes = new TextEncoder().encode(JSON.stringify(shell));
  return { bytes, sha256: sha256(bytes) };
}
