/** What is committed with the events of a conversation. */
import assert from "node:assert/strict";
import { commitOf } from "../../../../actors/conversation/carry_out/carry_out.ts";
import type { NewConversationEvent } from "../../../../events/catalog/conversation.ts";

const REQUESTED = { type: "DeletionRequested", data: { until: "2026-01-02T00:00:00.000Z" } };
const DELETED = { type: "ConversationDeleted", data: {} };

Deno.test("a conversation that is deleted for good has its stream closed, one that can be had back has not", () => {
  const closes = (...events: readonly object[]) =>
    commitOf({ before: null, after: null }, events as NewConversationEvent[], []).closes;
  assert.equal(closes(REQUESTED), false);
  assert.equal(closes(DELETED), true);
  assert.equal(closes(REQUESTED, DELETED), true);
});
