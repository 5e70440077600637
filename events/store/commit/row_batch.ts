/** Rows for another store, in commits of a bounded size. */
import { BULK_BYTES, REMOVE_KEYS, VALUE_BYTES } from "../kv/bounds.ts";
import type { Write } from "./job.ts";
import { keyBytes } from "../kv/keys.ts";
import type { Parts } from "./parts.ts";

/** Bytes of keys in one commit: names from outside may be long. */
const BATCH_KEY_BYTES = 60_000;

export class RowBatch {
  #writes: Write[] = [];
  #bytes = 0;
  #keys = 0;

  constructor(readonly parts: Pick<Parts, "commits">) {}

  async set(key: Deno.KvKey, value: unknown): Promise<void> {
    // Never too small.
    const bytes = value instanceof Uint8Array
      ? value.length
      : typeof value === "string"
      ? 2 * value.length + 16
      : value === true
      ? 10
      : VALUE_BYTES;
    const size = keyBytes(key);
    const full = this.#bytes + bytes > BULK_BYTES || this.#keys + size > BATCH_KEY_BYTES;
    if (full || this.#writes.length === REMOVE_KEYS) await this.flush();
    this.#writes.push({ key, value, bytes });
    this.#bytes += bytes;
    this.#keys += size;
  }

  async flush(): Promise<void> {
    const writes = this.#writes;
    this.#writes = [];
    this.#bytes = 0;
    this.#keys = 0;
    if (writes.length > 0) await this.parts.commits.commit({ writes });
  }
}
