/** Rows changed as a bad disk or a careless hand changes them: whatever they lie in is opened and closed again. */
import assert from "node:assert/strict";
import type { StoreLog } from "../../../events/store/log.ts";
import { opened } from "../../../events/store/form/value.ts";

/** What lies in a row, as JSON. */
export const textOf = (bytes: unknown): string => {
  assert.ok(bytes instanceof Uint8Array);
  return JSON.stringify(opened(bytes));
};
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Changes the text in a row, and not its stamp, as far as what lies in it tells of that. */
export async function change(log: StoreLog, key: Deno.KvKey, to: (text: string) => string): Promise<void> {
  const { value, versionstamp } = await log.parts.kv.get(key);
  const text = textOf(value).replace(
    /"commits":\[.*?\]\]/,
    (commits) => commits.replaceAll(",null]", `,"${versionstamp}"]`),
  );
  const changed = to(text);
  assert.notEqual(changed, text, text.slice(0, 300));
  await log.parts.kv.atomic().set(key, bytesOf(changed)).commit();
}

export async function remove(log: StoreLog, ...keys: readonly Deno.KvKey[]): Promise<void> {
  const atomic = log.parts.kv.atomic();
  for (const key of keys) atomic.delete(key);
  await atomic.commit();
}
