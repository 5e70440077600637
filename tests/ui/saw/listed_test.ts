/** The rows on the left of the sheet. */
import assert from "node:assert/strict";
import "../page.ts";
import type { Omission } from "../../../projections/shapes/views.ts";
import { listed } from "../../../ui/saw/listed.ts";
import type { SentPiece } from "../../../ui/saw/sent_pieces.ts";
import { History } from "../../history.ts";

const talk = (count: number) => {
  const history = new History().started();
  for (let n = 1; n <= count; n++) history.posted(`m${n}`, "x");
  return history.state();
};
const message = (key: string): SentPiece => ({ kind: "message", key, text: "", start: 0, end: 0, tokens: 1 });
const system: SentPiece = { kind: "instructions", key: "i", text: "", start: 0, end: 0, tokens: 1 };

/** `m1` was sent, `m1 window` was not, and why. */
function told(count: number, ...rows: string[]): string[] {
  const pieces = [system, ...rows.filter((row) => !row.includes(" ")).map(message)];
  const omitted = rows.filter((row) => row.includes(" ")).map((row) => {
    const [messageId = "", why] = row.split(" ");
    return { messageId, why: why as Omission };
  });
  return listed(talk(count), pieces, pieces.map((_, index) => index), omitted).map((row) =>
    row.kind === "sent"
      ? `${row.key} ${row.tokens}`
      : row.kind === "many"
      ? `${row.count} ${row.why}`
      : `-${row.messageId}`
  );
}

Deno.test("what was left out stands where it stands in the talk; what came later is not told", () => {
  assert.deepEqual(told(4, "m1", "m2 excluded", "m3", "m4 after"), ["i 0", "m1 1", "-m2", "m3 2"]);
  assert.deepEqual(told(3, "m1 excluded", "m2", "m3 excluded"), ["i 0", "-m1", "m2 1", "-m3"]);
});

Deno.test("many in a row for a reason that nobody chose are one row; those that somebody left out never", () => {
  const three = (why: string) => ["m1", "m2", "m3"].map((id) => `${id} ${why}`);
  assert.deepEqual(told(4, ...three("window"), "m4"), ["i 0", "3 window", "m4 1"]);
  assert.deepEqual(told(4, ...three("excluded"), "m4"), ["i 0", "-m1", "-m2", "-m3", "m4 1"]);
  assert.deepEqual(told(3, "m1 window", "m2 system", "m3"), ["i 0", "-m1", "-m2", "m3 1"]);
  assert.deepEqual(told(3, "m1 window", "m2 window", "m3"), ["i 0", "-m1", "-m2", "m3 1"], "two are few");
});

Deno.test("where nothing of the talk was sent, what was left out is told all the same", () => {
  assert.deepEqual(told(2, "m1 excluded", "m2 excluded"), ["i 0", "-m1", "-m2"]);
});
