/** Values that are cut into pages. */
import { BULK_BYTES, LIST_BATCH, PAGE_BYTES } from "../kv/bounds.ts";
import { bytesAt, type Write } from "../commit/job.ts";
import type { Kv } from "../kv/kv.ts";

/** Pages in which `size` bytes lie: one at least. */
export const pagesIn = (size: number): number => Math.max(1, Math.ceil(size / PAGE_BYTES));

/** The rows of all pages, as many together as one bulk job takes. */
export function* pageWrites(bytes: Uint8Array, keyOf: (page: number) => Deno.KvKey): Generator<Write[]> {
  const perJob = Math.floor(BULK_BYTES / PAGE_BYTES);
  const writes = Array.from(
    { length: pagesIn(bytes.length) },
    (_, page) => bytesAt(keyOf(page), bytes.slice(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)),
  );
  while (writes.length > 0) yield writes.splice(0, perJob);
}

/** The bytes under `prefix` with the pages 0 … `pages`−1; null when one is missing or the size is another. */
export async function readPages(
  kv: Kv,
  prefix: Deno.KvKey,
  pages: number,
  size: number,
): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  let next = 0;
  const selector = { start: [...prefix, 0], end: [...prefix, pages] };
  for await (const { key, value } of kv.list(selector, { batchSize: Math.min(LIST_BATCH, 100) })) {
    if (!(value instanceof Uint8Array) || key.at(-1) !== next++ || offset + value.length > size) return null;
    bytes.set(value, offset);
    offset += value.length;
  }
  return next === pages && offset === size ? bytes : null;
}
