/** What was read before the stream began is read again only where something may lie between the two. */
import assert from "node:assert/strict";
import { EarlyReads } from "../../../ui/state/early_reads.ts";

Deno.test("what stands where the stream begins need not be asked for again; what stands elsewhere, or failed, is", () => {
  const early = new EarlyReads();
  early.sent("a")("e.5");
  early.sent("b")("e.4");
  early.sent("c")("e.5");
  early.sent("c")(null);
  const isThere = early.begins("e.5");
  assert.deepEqual(["a", "b", "c", "never asked for"].map(isThere), [true, false, false, false]);
});

Deno.test("what is on its way is waited for, and asked for again where it stood elsewhere", () => {
  for (const [position, again] of [["e.5", false], ["e.4", true], [null, true]] as const) {
    const early = new EarlyReads();
    const isBehind = early.sent("a");
    assert.equal(early.begins("e.5")("a"), true);
    assert.equal(isBehind(position), again);
    assert.equal(early.sent("a")("e.4"), false, "asked for while the stream tells what happens");
  }
});

Deno.test("a stream that lost its place begins again, and what was read before is early again", () => {
  const early = new EarlyReads();
  early.begins("e.5");
  early.sent("a")("e.6");
  early.lost();
  early.sent("b")("f.1");
  const isThere = early.begins("f.1");
  assert.deepEqual(["a", "b"].map(isThere), [false, true]);
});

Deno.test("what a stream that is not there yet tells only of the last moments is asked for again, also where it is on its way", () => {
  const early = new EarlyReads();
  early.sent("a")("e.5");
  const answers = early.sent("b");
  early.missed("a");
  early.missed("b");
  answers("e.5");
  const isThere = early.begins("e.5");
  assert.deepEqual(["a", "b"].map(isThere), [false, false]);
});
