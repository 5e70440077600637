/** Reads a value that was cut into pages. */
import { LIST_BATCH } from "./bounds.ts";
import type { Kv } from "./kv.ts";

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
