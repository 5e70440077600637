import assert from "node:assert/strict";
import { MESSAGE_CODE_POINTS } from "../../../events/catalog/limits.ts";
import { faultOf } from "../../../ui/message/other_words.ts";

Deno.test("words are sent that are there, are others, and fit; files alone are enough", () => {
  assert.equal(faultOf(" ", "Why?", 0), "empty");
  assert.equal(faultOf(" ", "Why?", 1), null);
  assert.equal(faultOf("Why?", "Why?", 0), "same");
  assert.equal(faultOf("Why not?", "Why?", 0), null);
  assert.equal(faultOf("😀".repeat(MESSAGE_CODE_POINTS), "Why?", 0), null);
  assert.equal(faultOf("😀".repeat(MESSAGE_CODE_POINTS + 1), "Why?", 0), "long");
});
