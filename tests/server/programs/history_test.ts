/** How much of a program's history goes into one commit. */
import assert from "node:assert/strict";
import { firstPortion, PORTION, type Sent } from "../../../server/programs/history.ts";

const file = { path: "", name: "a.png", type: "image/png", bytes: new Uint8Array(1) };
const said = (units: number, files = 0): Sent => ({
  role: "user",
  content: "x".repeat(units),
  files: Array.from({ length: files }, () => file),
});
/** One portion behind the other, as they are brought. */
function portions(messages: readonly Sent[]): Sent[][] {
  const all: Sent[][] = [];
  for (let from = 0; from < messages.length; from += all.at(-1)?.length ?? assert.fail("an empty one")) {
    all.push(firstPortion(messages, from));
  }
  return all;
}
const sizes = (messages: readonly Sent[]) => portions(messages).map((portion) => portion.length);

Deno.test("a portion is bounded in messages, in letters and in files; what is too large goes alone, and all in order", () => {
  assert.deepEqual(sizes([]), []);
  assert.deepEqual(sizes(Array.from({ length: PORTION.messages + 1 }, () => said(1))), [PORTION.messages, 1]);
  const half = PORTION.units / 2;
  assert.deepEqual(sizes([said(half), said(half), said(1)]), [2, 1]);
  assert.deepEqual(sizes([said(1), said(9 * half), said(1)]), [1, 1, 1]);
  assert.deepEqual(sizes([said(1, PORTION.files - 1), said(1, 1), said(1, 1)]), [2, 1]);
  const many = Array.from({ length: 1_000 }, (_, n) => said(n));
  assert.deepEqual(portions(many).flat(), many);
});

Deno.test("of calls and results the ids and names count like their words", () => {
  const id = "i".repeat(200);
  const calls = Array.from({ length: 100 }, () => ({ callId: id, tool: "t".repeat(50), args: "{}" }));
  const results = calls.map(({ callId }) => ({ callId, result: "" }));
  const talk = Array.from({ length: 10 }, (): Sent[] => [{ ...said(0), calls }, { ...said(0), results }])
    .flat();
  // 25,200 and 20,000 units.
  assert.deepEqual(sizes(talk), [5, 5, 5, 5]);
});
