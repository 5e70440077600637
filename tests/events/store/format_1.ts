/** The golden store of format 1, and what the release that wrote it told of it: see tests/events/record_store.ts. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { upcast } from "../../../events/catalog/upcast.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { originPosition } from "../../../events/store/position.ts";

const golden = (name: string) =>
  gunzipSync(Deno.readFileSync(new URL(`../../golden/${name}`, import.meta.url)));

export const writeFormer = (path: string): Promise<void> => Deno.writeFile(path, golden("format_1.db.gz"));

/** An event with its stream, without what is another in each form. */
export type Told = Readonly<Record<string, unknown>> & { readonly stream: string; readonly seq: number };

function plain({ stream, event }: { stream: string; event: object }): Told {
  const { prev: _prev, salt: _salt, position: _position, ...rest } = event as Record<string, unknown>;
  // As it goes over the wire: fields that are not there are no fields.
  return JSON.parse(JSON.stringify({ ...rest, stream }));
}

/** All events of the golden store in their order, as they were told, in their present versions. */
export function toldBefore(): Told[] {
  const told: (AnyEvent & { stream: string })[] = JSON.parse(
    new TextDecoder().decode(golden("format_1.json.gz")),
  );
  return told.map(({ stream, ...event }) => plain({ stream, event: upcast(event) }));
}

/** All events of a store in their order. */
export async function toldNow(log: StoreLog): Promise<Told[]> {
  const events = await log.order.page(originPosition(log.epoch), 1_000_000);
  return events.map(plain);
}

/** Every row of a store of any form, by its key. */
export async function rowsOf(path: string): Promise<Map<string, { key: Deno.KvKey; value: unknown }>> {
  const kv = await Deno.openKv(path);
  try {
    const rows = new Map<string, { key: Deno.KvKey; value: unknown }>();
    for await (const { key, value } of kv.list({ prefix: [] })) rows.set(JSON.stringify(key), { key, value });
    return rows;
  } finally {
    kv.close();
  }
}

/** Changes one row of a closed store; undefined removes it. */
export async function changeRow(
  path: string,
  key: Deno.KvKey,
  change: (value: never) => unknown,
): Promise<void> {
  const kv = await Deno.openKv(path);
  try {
    const { value, versionstamp } = await kv.get(key);
    assert.ok(versionstamp !== null, "there is no such row");
    const after = change(value as never);
    await (after === undefined ? kv.delete(key) : kv.set(key, after));
  } finally {
    kv.close();
  }
}
