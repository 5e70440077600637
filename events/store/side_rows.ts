/** Rows beside the log: secrets, sessions, tokens, how much of a conversation was said elsewhere. Never exported, never streamed. */
import { LIST_BATCH, VALUE_BYTES } from "./bounds.ts";
import { claim, sideKey } from "./keys.ts";
import type { Parts } from "./parts.ts";
import type { SideKind, SideRows } from "./types.ts";

/** The id travels with the value, because a key may hold only its hash. */
interface Row {
  readonly id: string;
  readonly value: unknown;
}

/** Only this file writes these rows. */
const stored = (value: unknown) => (value ?? undefined) as Row | undefined;

export function sideRows(parts: Parts, kind: SideKind): SideRows {
  return {
    async get(id) {
      return stored((await parts.kv.get(sideKey(kind, id))).value)?.value ?? undefined;
    },
    async set(id, value) {
      const key = sideKey(kind, id);
      const row: Row = { id, value };
      // Deno checks the size itself; in a batch we count it as a whole value.
      await parts.commits.commit({
        checks: [],
        writes: [{ key, value: row, bytes: VALUE_BYTES }],
        claims: [claim(key)],
      });
    },
    async update(id, change) {
      const key = sideKey(kind, id);
      for (;;) {
        const { value: found, versionstamp } = await parts.kv.get(key);
        const value = change(stored(found)?.value);
        if (value === undefined) return false;
        const row: Row = { id, value };
        const outcome = await parts.commits.commit({
          checks: [{ key, versionstamp }],
          writes: [{ key, value: row, bytes: VALUE_BYTES }],
          claims: [claim(key)],
        });
        // Otherwise somebody else was first, or this very change landed unacknowledged: look again.
        if (outcome.status === "committed") return true;
      }
    },
    async delete(id) {
      const key = sideKey(kind, id);
      await parts.commits.commit({ checks: [], writes: [{ key, remove: true }], claims: [claim(key)] });
    },
    async list() {
      const rows: { id: string; value: unknown }[] = [];
      for await (const entry of parts.kv.list({ prefix: [kind] }, { batchSize: LIST_BATCH })) {
        const row = stored(entry.value);
        if (row) rows.push(row);
      }
      return rows;
    },
  };
}
