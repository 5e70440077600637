/** Words as people count them. */
import assert from "node:assert/strict";
import { saidWords, wordCount } from "../../../ui/message/said_words.ts";

Deno.test("words are counted as people count them, in writing without spaces too", () => {
  assert.deepEqual(saidWords("The page — opens, with **three** prices."), [
    "The",
    "page",
    "opens",
    "with",
    "three",
    "prices",
  ]);
  assert.deepEqual(saidWords("It’s 1.1% of well-known 12,000 a_b"), [
    "It’s",
    "1.1",
    "of",
    "well-known",
    "12,000",
    "a_b",
  ]);
  for (const text of ["It’s 1.1% of well-known 12,000 a_b", "one", "one two", "今日は天気がいいです"]) {
    assert.equal(wordCount(text), saidWords(text).length, text);
  }
  assert.equal(wordCount("# A heading\n\n- one\n- two\n\n---"), 4);
  assert.equal(wordCount(""), 0);
  assert.ok(saidWords("今日は天気がいいです").length > 2);
});
