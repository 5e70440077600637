/** Where a long part is cut: nothing is lost, nothing moves, and what was one list goes on as one. */
import assert from "node:assert/strict";
import { seamsOf, SLICE_UNITS } from "../../../ui/rich/seams.ts";

const cut = (text: string): string[] => {
  const seams = seamsOf(text);
  return [...seams, { at: text.length }].map(({ at }, index) => text.slice(seams[index - 1]?.at ?? 0, at));
};
const words = "some *marked* words and `code`. Then more of them ";

const LONG: Readonly<Record<string, string>> = {
  "a line that never ends": words.repeat(2_000),
  "one letter": "a".repeat(100_000),
  "letters of two halves": "😀".repeat(50_000),
  "a paragraph of lines": "a line of words\n".repeat(6_000),
  "a list": Array.from({ length: 3_000 }, (_, n) => `- item ${n} of the *list*`).join("\n"),
  "a list that counts": Array.from({ length: 3_000 }, (_, n) => `${n + 5}. item of the list`).join("\n"),
  "a list within": `So:\n${Array.from({ length: 3_000 }, (_, n) => `* item ${n}\n  - within`).join("\n")}`,
};

Deno.test("a long part is cut into slices that are not much longer than they should be, and none is lost", () => {
  for (const [name, text] of Object.entries(LONG)) {
    const slices = cut(text);
    assert.ok(slices.length > 4, name);
    assert.equal(slices.join(""), text, name);
    for (const slice of slices) assert.ok(slice.length > 0 && slice.length <= 3 * SLICE_UNITS, name);
    for (const slice of slices) assert.ok(slice.isWellFormed(), name);
  }
});

Deno.test("what comes later moves no seam: slices that were made stay as they are while more is written", () => {
  for (const [name, text] of Object.entries(LONG)) {
    const whole = seamsOf(text);
    for (const length of [30_000, 45_001, 77_777]) {
      const early = seamsOf(text.slice(0, length)).filter(({ at }) => at < length - 3 * SLICE_UNITS);
      assert.deepEqual(early, whole.slice(0, early.length), name);
    }
  }
});

Deno.test("lists are cut between their items, and one that counts goes on with its number", () => {
  for (const name of ["a list", "a list that counts", "a list within"]) {
    for (const slice of cut(LONG[name] ?? "").slice(1)) {
      assert.match(slice, /^(?:[-*] item|\d+\. item)/, name);
    }
  }
  const text = LONG["a list that counts"] ?? "";
  for (const { at, start } of seamsOf(text)) assert.equal(parseInt(text.slice(at)), start);
  const ones = "1. item of a list\n".repeat(3_000);
  assert.deepEqual(seamsOf(ones).map(({ at, start }) => (start ?? 0) - at / 18), seamsOf(ones).map(() => 1));
});

Deno.test("marks of a line are closed where it is cut, and what begins behind is no block of its own", () => {
  for (const slice of cut("go on and *say so. Then say* more. of `this. Or that` and ".repeat(2_000))) {
    assert.equal(slice.split("*").length % 2, 1);
    assert.equal(slice.split("`").length % 2, 1);
    assert.match(slice, /^[a-zA-Z]/);
  }
});

Deno.test("what is short, code, quotes and tables stay whole", () => {
  const whole = [
    words,
    "a".repeat(2 * SLICE_UNITS),
    "```ts\n" + "const a = 1;\n".repeat(5_000) + "```",
    "> said\n".repeat(10_000),
    "| a | b |\n|---|---|\n" + "| 1 | 2 |\n".repeat(5_000),
  ];
  for (const text of whole) assert.deepEqual(seamsOf(text), [], text.slice(0, 20));
});
