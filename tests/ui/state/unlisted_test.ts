/** The list is fetched for what is new in it, and not for what is hidden. */
import assert from "node:assert/strict";
import { Unlisted } from "../../../ui/state/unlisted.ts";

Deno.test("what is not in the list is fetched once it is there, and never for what is hidden", () => {
  const unlisted = new Unlisted();
  const news = (stream: string, type: string) => unlisted.isNews({ stream, type });
  assert.ok(news("old", "MessagePosted"));
  unlisted.add("long");
  assert.ok(!news("long", "MessagePosted"), "its history is being brought");
  assert.ok(news("long", "DeletionWithdrawn"));
  assert.ok(news("long", "MessagePosted"));
  assert.ok(!news("old", "DeletionRequested"));
  assert.ok(!news("old", "MessagePosted"));
  assert.ok(!news("old", "ConversationDeleted"));
});
