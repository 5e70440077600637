/** Recorded answers are known again by the bytes they answered, whatever names their cache. */
import assert from "node:assert/strict";
import { requestKey } from "../../../server/checks/recorded_answers.ts";

Deno.test("the key of a cache names a conversation, and makes no request another; a word does", () => {
  const body = (key: string, word: string) =>
    `{"model":"m","prompt_cache_key":"fishbowl-${key}","input":"${word}"}`;
  const [one, two] = ["0".repeat(32), "f".repeat(32)];
  assert.equal(requestKey(body(one, "a")), requestKey(body(two, "a")));
  assert.notEqual(requestKey(body(one, "a")), requestKey(body(one, "b")));
});
