/** Of which texts an event may have made something else. */
import assert from "node:assert/strict";
import { namedBy } from "../../../actors/search/conversation_texts.ts";
import { History } from "../../history.ts";

Deno.test("an event names the messages it is about; where words were erased all of a conversation is taken in anew", () => {
  const history = new History().started().posted("m1", "One").posted("m2", "Two");
  assert.deepEqual(namedBy(history.events), new Set(["m1", "m2"]));
  history.add("ContentErased", { messageId: "m1", seqs: [2] });
  assert.equal(namedBy(history.events.slice(-1)), null);
});
