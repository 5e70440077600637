/** One character changed anywhere in structure, words, salt or digest: found, and named where it is. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { opened } from "../../events/store/form/value.ts";
import { eventsKey } from "../../events/store/kv/keys.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { draws } from "../effort.ts";
import { appended, happened, said } from "./store/given.ts";
import { withLog } from "./store/with_log.ts";

const RUNS = 6;
const EVENTS = 5;

Deno.test("a character changed in structure, words, salt or digest is found, and the run of events is named", () =>
  withLog(async (log) => {
    for (let run = 0; run < RUNS; run++) {
      const many = Array.from(
        { length: EVENTS },
        (_, at) => said(`s/${run * EVENTS + at}`, `words ${run} `.repeat(80)),
      );
      await appended(log, "s", many);
    }
    const erasure = happened("s/erase", "ContentErased", { messageId: "m", seqs: [2, 12] });
    await appended(log, "s", [erasure], { alongside: { erases: [0] } });
    await log.erase();
    assert.deepEqual((await verify(log)).problems, []);
    const { kv } = log.parts;
    const rows = await Array.fromAsync(kv.list({ prefix: ["e", "s"] }));
    assert.ok(rows.length > 3);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), async (which, where, by) => {
        const row = rows[which % (rows.length - 1)];
        assert.ok(row);
        const first = Number(row.key[2]);
        const text = JSON.stringify(opened(row.value instanceof Uint8Array ? row.value : new Uint8Array()));
        const begin = text.indexOf('"events":[') + 10;
        // Digits and small letters, so that it is JSON as before.
        const places = [...text.matchAll(/[a-y0-8]/g)].map(({ index }) => index).filter((at) => at > begin);
        const at = places[where % places.length] ?? begin;
        const other = String.fromCharCode(text.charCodeAt(at) + (by > 0 ? 1 : 0));
        const changed = new TextEncoder().encode(text.slice(0, at) + other + text.slice(at + 1));
        await kv.atomic().set(eventsKey("s", first), changed).commit();
        try {
          const { problems } = await verify(log);
          const [found] = problems.filter(({ stream, kind }) => stream === "s" && kind === "chain");
          assert.ok(found, `${text.slice(at - 40, at + 40)} became ${other}`);
          const last = Number(rows[rows.indexOf(row) + 1]?.key[2] ?? Infinity) - 1;
          assert.ok(found.seq !== null && found.seq >= first && found.seq <= last + 1, JSON.stringify(found));
        } finally {
          await kv.atomic().set(row.key, row.value).commit();
        }
      }),
      { numRuns: draws(300), endOnFailure: true },
    );
  }));
