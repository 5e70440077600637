import assert from "node:assert/strict";
import { GrowingText } from "../../../server/programs/growing_text.ts";

Deno.test("a streamed text is sent once, piece by piece; an attempt that begins anew is noticed, never mixed in", () => {
  const text = new GrowingText();
  assert.deepEqual(["Bread", "Bread", "Bread is"].map((one) => text.grow(one)), ["Bread", "", " is"]);
  assert.equal(text.grow("Cake"), "", "another attempt's words are not sent after the first one's");
  assert.equal(text.continuedBy("Cake is food."), false);
  assert.equal(text.continuedBy("Bread is food."), true);
  assert.equal(text.grow("Bread is food."), " food.");
});
