/** Events of one stream read from the store itself, as by a process that has none of them in memory. */
import assert from "node:assert/strict";
import { EventReader } from "../../../../events/store/read/read.ts";
import { appended, said } from "../given.ts";
import { withLog } from "../with_log.ts";

Deno.test("batches hold what follows, up to the end; whoever has all is given none", () =>
  withLog(async (log) => {
    for (const id of ["m1", "m2", "m3"]) await appended(log, "a", [said(id)]);
    const { parts, blobs } = log.reader;
    const reader = new EventReader(parts, blobs, { fresh: () => [], own: () => [] });
    const read = async (after: number, until?: number) =>
      (await Array.fromAsync(reader.read("a", after, until))).map((batch) => batch.map(({ seq }) => seq));
    assert.deepEqual(await read(0), [[1, 2, 3]]);
    assert.deepEqual(await read(1, 2), [[2]]);
    assert.deepEqual(await read(3), []);
    assert.deepEqual(await read(9), []);
  }));
