/** The part of `Deno.Kv` that the store uses, so that a simulated store can stand in for it. */

import { why } from "../errors.ts";

export interface Entry {
  readonly key: Deno.KvKey;
  readonly value: unknown;
  /** Null when the key is absent. */
  readonly versionstamp: string | null;
}

export interface Atomic {
  check(...checks: { key: Deno.KvKey; versionstamp: string | null }[]): this;
  set(key: Deno.KvKey, value: unknown): this;
  delete(key: Deno.KvKey): this;
  commit(): Promise<{ ok: true; versionstamp: string } | { ok: false }>;
}

export interface Kv {
  get(key: Deno.KvKey): Promise<Entry>;
  getMany(keys: readonly Deno.KvKey[]): Promise<Entry[]>;
  list(
    selector: Deno.KvListSelector,
    options?: { limit?: number; reverse?: boolean; batchSize?: number },
  ): AsyncIterable<Entry>;
  atomic(): Atomic;
  watch(keys: readonly Deno.KvKey[]): ReadableStream<Entry[]>;
  commitVersionstamp(): symbol;
  close(): void;
}

/** What a thrown error says about the transaction. `unknown`: it may have landed. */
export type Trouble = "locked" | "full" | "unknown";

export function trouble(error: unknown): Trouble {
  const text = why(error);
  if (/database (table )?is (locked|busy)/i.test(text)) return "locked";
  if (/disk is full|no space left/i.test(text)) return "full";
  return "unknown";
}

/** Whether an error of a reading says that what is stored is damaged; any other may be a matter of the moment. */
export const isDamage = (error: unknown): boolean =>
  error instanceof RangeError || /deserializ|decod/i.test(why(error));

/** A row; null where it is damaged beyond being read. Throws where the store does not answer. */
export async function rowOrDamage(kv: Pick<Kv, "get">, key: Deno.KvKey): Promise<Entry | null> {
  try {
    return await kv.get(key);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Keys a `getMany` takes. */
const GET_MANY = 10;

/** Entries of any number of keys, in their order. */
export async function getAll(kv: Kv, keys: readonly Deno.KvKey[]): Promise<Entry[]> {
  if (keys.length === 1 && keys[0]) return [await kv.get(keys[0])];
  const parts: Promise<Entry[]>[] = [];
  for (let i = 0; i < keys.length; i += GET_MANY) parts.push(kv.getMany(keys.slice(i, i + GET_MANY)));
  return (await Promise.all(parts)).flat();
}
