/** Messages that were found, a line a conversation. */
import "../page.ts";
import assert from "node:assert/strict";
import { linesOf } from "../../../ui/palette/message_hits.ts";

const hit = (conversationId: string, messageId: string | null) => ({
  conversationId,
  messageId,
  seq: 1,
  title: "Bread",
  author: null,
  at: "2026-01-01T00:00:00.000Z",
  snippet: "bread",
  marks: [],
});

Deno.test("each conversation has one line with how many more there are; titles have none", () => {
  const lines = linesOf([hit("a", null), hit("a", "1"), hit("b", "2"), hit("a", "3"), hit("a", "4")]);
  assert.deepEqual(lines.map(({ hit, more }) => [hit.messageId, more]), [["1", 2], ["2", 0]]);
  const many = Array.from({ length: 9 }, (_, at) => hit(`c${at}`, `m${at}`));
  assert.equal(linesOf(many).length, 5);
});
