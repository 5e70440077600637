import assert from "node:assert/strict";
import { kindOf, topic } from "../../../../actors/providers/practice/talk.ts";

Deno.test("what a text is about is said at its beginning: a long one is not read to its end", () => {
  const until = (words: number) => `Rye ${"and so on, ".repeat(words)} extraordinary sourdoughs`;
  assert.equal(topic(until(10)), "extraordinary sourdoughs");
  assert.equal(topic(until(10_000)), "Rye");
});

Deno.test("what a person said is told apart by what it wants to be answered with", () => {
  const said = {
    "": "empty",
    "Hello, you two!": "greeting",
    "Hi. Which of the many kinds of bread keeps longest?": "question",
    "Who are you?": "who",
    "Thanks a lot.": "thanks",
    "Should we open on Sundays?": "decision",
    "Names for a bakery?": "ideas",
    "How does bread rise?": "how",
    "Bread rises.": "statement",
  };
  for (const [text, kind] of Object.entries(said)) assert.equal(kindOf(text), kind, text);
});
