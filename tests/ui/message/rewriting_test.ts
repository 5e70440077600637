/** Words that are being changed: under which key they go. */
import "../page.ts";
import assert from "node:assert/strict";
import { beginChange, changing } from "../../../ui/message/changing.ts";
import { rewrite } from "../../../ui/message/rewriting.ts";

Deno.test("other words are sent under another key, the same words under the same", () => {
  beginChange("conversation_a", "m1", "Why?");
  const first = changing.value;
  assert.deepEqual([first?.conversationId, first?.messageId, first?.text], ["conversation_a", "m1", "Why?"]);
  rewrite("Why?");
  assert.equal(changing.value?.key, first?.key);
  rewrite("Why not?");
  assert.equal(changing.value?.text, "Why not?");
  assert.notEqual(changing.value?.key, first?.key);
});
