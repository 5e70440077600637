/** An answer in one line. */
import assert from "node:assert/strict";
import { firstLine, firstSentence } from "../../../ui/message/first_sentence.ts";

Deno.test("the first sentence of an answer is what it says first, without the signs of its markup", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["The page opens with three prices. A visitor leaves.", "The page opens with three prices."],
    ["I would not touch the words yet. 1.1% of *whom*? Hm.", "I would not touch the words yet."],
    ["1.1% of **visitors** stay. So", "1.1% of visitors stay."],
    ["One line\nthat goes on\n\nAnother paragraph.", "One line that goes on"],
    ["# What is wrong\n\nNothing is. Go on.", "Nothing is."],
    ["# Only a heading", "Only a heading"],
    ["- First of a list\n- Second of it", "First of a list"],
    ["1. One\n2. Two", "One"],
    ["- [x] Done already", "Done already"],
    ["> Quoted words.\n\nOwn words.", "Quoted words."],
    ["```js\nlet a = 1. + b;\n```\nThat is `a` in code. More.", "That is a in code."],
    ["| a | b |\n|---|---|\n| 1 | 2 |\n\nA table. Yes.", "A table."],
    ["---\n\nAfter a rule.", "After a rule."],
    ["See [the notes](https://notes.example/a_b) first! Then go.", "See the notes first!"],
    ["A name like snake_case_word stays. Yes", "A name like snake_case_word stays."],
    ["“It is done.” She left.", "“It is done.”"],
    ["これは文です。次の文。", "これは文です。"],
    ["", ""],
    ["   \n\n", ""],
    ["```\nonly code\n```", ""],
  ];
  for (const [text, line] of cases) assert.equal(firstSentence(text), line, JSON.stringify(text));
});

Deno.test("a sentence without end is cut, with a sign that it goes on", () => {
  const line = firstSentence("word ".repeat(1_000));
  assert.ok(line.length <= 241 && line.endsWith("word…"), line);
});

Deno.test("a line has as much of the first paragraph as fits", () => {
  assert.equal(
    firstLine("# Head\n\nWith **nothing**. The rival\nis a folder.\n\nMore."),
    "With nothing. The rival is a folder.",
  );
  assert.ok(firstLine("word ".repeat(1_000)).length <= 241);
});
