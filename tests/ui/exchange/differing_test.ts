/** Which words of two texts differ. */
import assert from "node:assert/strict";
import { differing, type Range } from "../../../ui/exchange/differing.ts";

const marked = (pieces: readonly string[], ranges: readonly Range[][]) =>
  pieces.flatMap((text, index) => (ranges[index] ?? []).map(([from, to]) => text.slice(from, to)));
const both = (left: string[], right: string[]) => {
  const found = differing(left, right);
  return [marked(left, found.left), marked(right, found.right)];
};

Deno.test("words that only one text has are told, as whole words, whatever their case", () => {
  assert.deepEqual(both(["The page opens with three prices."], ["the page ends with one price."]), [
    ["opens", "three prices"],
    ["ends", "one price"],
  ]);
  assert.deepEqual(both(["Same words."], ["Same, words!"]), [[], []]);
});

Deno.test("a small word between two that differ is marked with them", () => {
  assert.deepEqual(both(["no reason to pick one at all"], ["many to choose from at all"]), [
    ["no reason to pick one"],
    ["many to choose from"],
  ]);
});

Deno.test("no mark goes over the end of a piece", () => {
  assert.deepEqual(both(["one", "two"], ["three", "four"]), [["one", "two"], ["three", "four"]]);
  assert.deepEqual(both([], ["all"]), [[], ["all"]]);
});

Deno.test("texts with too little in common have nothing marked, in a bounded time", () => {
  const words = (of: string) => [Array.from({ length: 2_000 }, (_, n) => `${of}${n}`).join(" ")];
  assert.deepEqual(both(words("a"), words("b")), [[], []]);
});
