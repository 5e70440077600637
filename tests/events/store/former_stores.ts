/** The golden stores of earlier formats, and what the releases that wrote them told of them: see tests/events/record_store.ts. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { upcast } from "../../../events/catalog/upcast.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { originPosition } from "../../../events/store/read/position.ts";

const golden = (name: string) =>
  gunzipSync(Deno.readFileSync(new URL(`../../golden/${name}`, import.meta.url)));

/** Their formats; "2_zstd" is format 2 as 0.2.0 wrote it, whose rows are zstd where later ones are deflated. */
export type Former = number | "2_zstd";

export const writeFormer = (path: string, format: Former = 1): Promise<void> =>
  Deno.writeFile(path, golden(`format_${format}.db.gz`));

/** An event with its stream, without what is another in each form. */
export type Told = Readonly<Record<string, unknown>> & { readonly stream: string; readonly seq: number };

function plain({ stream, event }: { stream: string; event: object }): Told {
  const { prev: _prev, salt: _salt, position: _position, ...rest } = event as Record<string, unknown>;
  // As it goes over the wire: fields that are not there are no fields.
  return JSON.parse(JSON.stringify({ ...rest, stream }));
}

/** The hash of a request stands among the words since, where it can be forgotten with them. */
function hashAmongWords(event: AnyEvent): AnyEvent {
  if (event.type !== "ProviderCalled") return event;
  const { sha256, ...data }: Record<string, unknown> = { ...Object(event.data) };
  return { ...event, data: { ...data, sha256: "", plain: sha256 } };
}

/** By their format, read once. */
const before = new Map<Former, readonly Told[]>();

/** All events of a golden store in their order, as they were told, in their present versions. */
export function toldBefore(format: Former = 1): readonly Told[] {
  const all = before.get(format) ?? readBefore(format);
  before.set(format, all);
  return all;
}

function readBefore(format: Former): readonly Told[] {
  const told: (AnyEvent & { stream: string })[] = JSON.parse(
    new TextDecoder().decode(golden(`format_${format}.json.gz`)),
  );
  const present = (event: AnyEvent) => format === 1 ? hashAmongWords(upcast(event)) : upcast(event);
  return told.map(({ stream, ...event }) => plain({ stream, event: present(event) }));
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
