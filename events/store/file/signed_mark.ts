/**
 * The last checkpoint, in a file of its own beside the store: a store that was cut off or put back to an earlier day is
 * whole in itself, and does not hold it. It is written after the checkpoint is durable, so it may be behind by one that a
 * kill came after, but never ahead.
 */
import type { CheckpointId } from "../../catalog/checkpoint.ts";
import type { MarkFile } from "./mark.ts";

interface Written extends CheckpointId {
  /** An earlier one that the store did not hold; kept until somebody accepts it. */
  readonly lost?: CheckpointId;
}

export interface SignedMarkPorts {
  readonly file: MarkFile;
  /** The last one of the store. */
  newest(): Promise<CheckpointId | null>;
  /** Whether the store holds it. */
  holds(id: CheckpointId): Promise<boolean>;
}

export class SignedMark {
  constructor(readonly ports: SignedMarkPorts) {}

  /** The checkpoint that the store once had and has not; null where none is known. */
  async lost(): Promise<CheckpointId | null> {
    const written = await this.#written();
    if (!written) return null;
    return written.lost ?? (await this.ports.holds(written) ? null : { n: written.n, hash: written.hash });
  }

  /** There is a new one. What is lost stays known. Never throws: a mark that cannot be written is behind. */
  async reached(): Promise<void> {
    await this.#write(await this.lost() ?? undefined);
  }

  /** What was lost is no longer told: somebody has seen it and goes on. */
  async accept(): Promise<void> {
    await this.#write();
  }

  async #write(lost?: CheckpointId): Promise<void> {
    try {
      // Another process may have written an older one behind a newer: whoever comes last looks again.
      for (let newest = await this.ports.newest(), done = ""; newest && newest.hash !== done;) {
        await this.ports.file.write(
          JSON.stringify({ ...newest, ...(lost ? { lost } : {}) } satisfies Written),
        );
        done = newest.hash;
        newest = await this.ports.newest();
      }
    } catch {
      // The store itself says when its disk is full.
    }
  }

  async #written(): Promise<Written | null> {
    return readMark(await this.ports.file.read().catch(() => null));
  }
}

/** What a file says; null for nothing that can be read. */
export function readMark(text: string | null): Written | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (!isId(value)) return null;
    const { n, hash } = value;
    return { n, hash, ...("lost" in value && isId(value.lost) ? { lost: value.lost } : {}) };
  } catch {
    return null;
  }
}

const isId = (value: unknown): value is CheckpointId =>
  typeof value === "object" && value !== null && "n" in value && Number.isSafeInteger(value.n) &&
  "hash" in value && typeof value.hash === "string";
