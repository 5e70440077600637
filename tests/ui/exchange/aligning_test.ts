/** Two answers laid against each other, part by part. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { draws } from "../../effort.ts";
import { aligned, blocksOf, type Pair, PARTS } from "../../../ui/exchange/aligning.ts";

const inShort = (pairs: readonly Pair[]) =>
  pairs.map((pair) =>
    pair.kind === "left"
      ? `< ${pair.left}`
      : pair.kind === "right"
      ? `> ${pair.right}`
      : `${{ same: "=", different: "±", apart: "/" }[pair.kind]} ${pair.left} | ${pair.right}`
  );

Deno.test("a text falls into headings, paragraphs, whole lists and whole blocks of code", () => {
  const text = [
    "# One",
    "Right below.",
    "",
    "A paragraph",
    "of two lines.",
    "",
    "- a list",
    "",
    "- loose",
    "",
    "  and long",
    "",
    "After it.",
    "",
    "```js",
    "let a;",
    "",
    "# no heading",
    "```",
    "",
    "**Bold alone**",
    "Under it.",
  ].join("\n");
  assert.deepEqual(blocksOf(text), [
    "# One",
    "Right below.",
    "A paragraph\nof two lines.",
    "- a list\n\n- loose\n\n  and long",
    "After it.",
    "```js\nlet a;\n\n# no heading\n```",
    "**Bold alone**",
    "Under it.",
  ]);
});

Deno.test("sections with the same heading stand against each other, whatever they say; what one has alone stands alone", () => {
  const left =
    "Opening words here.\n\n## The headline\n\nFree until it leaves.\n\n## The table\n\nFour rows.\n\n## Next\n\nShip.";
  const right = "## The headline\n\nSay export.\n\nTwice.\n\n## Prices\n\nBelow.\n\n## Next\n\nShip.";
  assert.deepEqual(inShort(aligned(left, right)), [
    "< Opening words here.",
    "± ## The headline\n\nFree until it leaves. | ## The headline\n\nSay export.\n\nTwice.",
    "/ ## The table\n\nFour rows. | ## Prices\n\nBelow.",
    "= ## Next\n\nShip. | ## Next\n\nShip.",
  ]);
});

Deno.test("without headings on both sides paragraphs stand against the ones most like them", () => {
  const left =
    "The page opens with three prices.\n\nNobody has read row eleven of the table.\n\nShip it on Monday.";
  const right = "The page opens with one price.\n\nShip it on Monday!";
  assert.deepEqual(inShort(aligned(left, right)), [
    "± The page opens with three prices. | The page opens with one price.",
    "< Nobody has read row eleven of the table.",
    "= Ship it on Monday. | Ship it on Monday!",
  ]);
  assert.deepEqual(inShort(aligned("## Head\n\nWords one two three.\n\nMore.", "Words one two three.")), [
    "± ## Head\n\nWords one two three. | Words one two three.",
    "< More.",
  ]);
});

Deno.test("parts with nothing in common stand against each other by their place, and what is left over alone", () => {
  assert.deepEqual(
    inShort(
      aligned("Apples grow.\n\nPears fall.\n\nShip it on Monday.", "Bread rises.\n\nShip it on Monday."),
    ),
    [
      "/ Apples grow. | Bread rises.",
      "< Pears fall.",
      "= Ship it on Monday. | Ship it on Monday.",
    ],
  );
});

Deno.test("the same text is the same in every part, nothing at all is no part", () => {
  const text = "# A\n\nOne.\n\n# B\n\nTwo.";
  assert.deepEqual(aligned(text, text).map(({ kind }) => kind), ["same", "same"]);
  assert.deepEqual(aligned("", ""), []);
  assert.deepEqual(inShort(aligned("Alone.", "")), ["< Alone."]);
  assert.deepEqual(inShort(aligned("", "Alone.")), ["> Alone."]);
});

Deno.test("of whatever two texts, every word of both is somewhere, in its order, and parts are bounded", () => {
  const line = fc.constantFrom(
    "# A",
    "## B",
    "words of a paragraph",
    "- item",
    "1. first",
    "",
    "",
    "```",
    "other things",
    "**C**",
  );
  const text = fc.array(line, { maxLength: 200 }).map((lines) => lines.join("\n"));
  const letters = (texts: readonly string[]) => texts.join("").replace(/\s+/g, "");
  fc.assert(
    fc.property(text, text, (left, right) => {
      const pairs = aligned(left, right);
      assert.equal(
        letters(pairs.flatMap((pair) => pair.kind === "right" ? [] : [pair.left])),
        letters([left]),
      );
      assert.equal(
        letters(pairs.flatMap((pair) => pair.kind === "left" ? [] : [pair.right])),
        letters([right]),
      );
      assert.ok(pairs.length <= 2 * PARTS);
    }),
    { numRuns: draws(200) },
  );
});
