/** Rows beside the log: secrets, sessions, tokens, how much of a conversation was said elsewhere, who has read it, the last
 * backup. Never exported, never streamed. */
import { LIST_BATCH, VALUE_BYTES } from "../kv/bounds.ts";
import type { Write } from "../commit/job.ts";
import { sideKey } from "../kv/keys.ts";
import { type Entry, getAll } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import type { SideKind, SideRows } from "../types.ts";

/** The id travels with the value, because a key may hold only its hash. */
interface Row {
  readonly id: string;
  readonly value: unknown;
}

/** Only this file writes these rows. */
const stored = (value: unknown) => (value ?? undefined) as Row | undefined;

async function rowsOf(entries: AsyncIterable<Entry>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const entry of entries) {
    const row = stored(entry.value);
    if (row) rows.push(row);
  }
  return rows;
}

export function sideRows(parts: Parts, kind: SideKind): SideRows {
  // Deno checks the size itself; in a batch we count it as a whole value.
  const rowOf = (id: string, value: unknown): Write => ({
    key: sideKey(kind, id),
    value: { id, value } satisfies Row,
    bytes: VALUE_BYTES,
  });
  return {
    async get(id) {
      return stored((await parts.kv.get(sideKey(kind, id))).value)?.value ?? undefined;
    },
    async getAll(ids) {
      const entries = await getAll(parts.kv, ids.map((id) => sideKey(kind, id)));
      return entries.map(({ value }) => stored(value)?.value ?? undefined);
    },
    async set(id, value) {
      await parts.commits.commit({ writes: [rowOf(id, value)] });
    },
    async update(id, change) {
      for (;;) {
        const found = await parts.kv.get(sideKey(kind, id));
        const value = change(stored(found.value)?.value);
        if (value === undefined) return false;
        const outcome = await parts.commits.commit({ checks: [found], writes: [rowOf(id, value)] });
        // Otherwise somebody else was first, or this very change landed unacknowledged: look again.
        if (outcome.status === "committed") return true;
      }
    },
    async delete(id) {
      await parts.commits.commit({ writes: [{ key: sideKey(kind, id), remove: true }] });
    },
    async list() {
      return await rowsOf(parts.kv.list({ prefix: [kind] }, { batchSize: LIST_BATCH }));
    },
    async between(from, until, limit) {
      const range = { start: sideKey(kind, from), end: sideKey(kind, until) };
      return await rowsOf(parts.kv.list(range, { limit }));
    },
  };
}
