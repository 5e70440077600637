import assert from "node:assert/strict";
import type { ToolUse } from "../../../projections/shapes/folds.ts";
import { type Part, partsOf } from "../../../projections/conversation/parts.ts";

const use = (callId: string, offset?: number, attempt = 1): ToolUse => ({
  attempt,
  round: 1,
  callId,
  tool: "ring",
  args: "{}",
  ...(offset === undefined ? {} : { offset }),
});
const plain = (parts: readonly Part[]) =>
  parts.map((part) => part.kind === "text" ? part.text : part.uses.map(({ callId }) => callId));

// Shows S4-33.
Deno.test("what was said before a tool stands before it, what came after behind it", () => {
  const text = "Shall I?\n\nDone.\n\nReally.";
  assert.deepEqual(plain(partsOf(text, [use("a", 8), use("b", 8), use("c", 15)])), [
    "Shall I?",
    ["a", "b"],
    "\n\nDone.",
    ["c"],
    "\n\nReally.",
  ]);
});

Deno.test("an answer that is still written has its tools where its text ends so far", () => {
  assert.deepEqual(plain(partsOf("Shall", [use("a", 8)])), ["Shall", ["a"]]);
  assert.deepEqual(plain(partsOf("", [use("a", 8)])), [["a"]]);
  assert.deepEqual(
    plain(partsOf("Shall I?", [use("a", 8)])),
    ["Shall I?", ["a"]],
    "nothing behind what waits",
  );
});

Deno.test("without tools there is one part, without anything none; blanks make none", () => {
  assert.deepEqual(plain(partsOf("Hello")), ["Hello"]);
  assert.deepEqual(partsOf(""), []);
  assert.deepEqual(plain(partsOf("\n\n", [use("a", 0)])), [["a"]]);
});

Deno.test("calls of earlier attempts were taken over by the last and are not told twice", () => {
  assert.deepEqual(plain(partsOf("Shall I?", [use("old", 8), use("new", 8, 2)])), ["Shall I?", ["new"]]);
});

Deno.test("where nobody noted the place of a call, it stands first, and no text is lost or told twice", () => {
  assert.deepEqual(plain(partsOf("Done.", [use("a")])), [["a"], "Done."]);
  const odd = [use("a", 4), use("b", 2), use("c", 99)];
  assert.deepEqual(plain(partsOf("One two", odd)), ["One ", ["a", "b"], "two", ["c"]]);
});
