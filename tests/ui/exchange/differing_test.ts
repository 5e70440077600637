/** Which words of two texts differ. */
import assert from "node:assert/strict";
import { differing, joinedRanges, quotedIn, type Range } from "../../../ui/exchange/differing.ts";

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

Deno.test("a quotation is found word for word, whatever stands between the words, over pieces and without case", () => {
  const pieces = ["Most people never meet ", "the limit", ", so a small notice is enough."];
  assert.deepEqual(quotedIn(pieces, "people never meet THE limit so"), [[[5, 22]], [[0, 9]], [[2, 4]]]);
  assert.deepEqual(quotedIn(["a a a c"], "A a “c”"), [[[2, 7]]], "found though it began in vain");
  assert.equal(quotedIn(["one two"], "two one"), null);
  assert.equal(quotedIn(["one two"], "…"), null, "no words");
});

Deno.test("ranges of several quotations are told in their order, those that overlap as one", () => {
  assert.deepEqual(joinedRanges([[[[4, 8]], []], [[[0, 5]], [[1, 2]]]]), [[[0, 8]], [[1, 2]]]);
  assert.deepEqual(joinedRanges([]), []);
});
