/** What a search found, by conversation. */
import assert from "node:assert/strict";
import type { SearchHit } from "../../../projections/shapes/views.ts";
import { groupedHits } from "../../../ui/sidebar/hit_groups.ts";

const hit = (conversationId: string, messageId: string | null): SearchHit => ({
  conversationId,
  messageId,
  seq: 1,
  title: `Of ${conversationId}`,
  author: messageId === null ? null : { kind: "agent", id: "a", name: "Ada" },
  at: "2026-01-01T00:00:00.000Z",
  snippet: "bread",
  marks: [[0, 5]],
});

Deno.test("hits stand below their conversation, told once, in the order in which they were found", () => {
  const hits = [hit("c1", null), hit("c2", "m9"), hit("c1", "m1"), hit("c1", "m2")];
  const told = groupedHits(hits).map(({ title, named, said }) => [
    title,
    named !== undefined,
    said.map(({ messageId }) => messageId),
  ]);
  assert.deepEqual(told, [["Of c1", true, ["m1", "m2"]], ["Of c2", false, ["m9"]]]);
  assert.deepEqual(groupedHits([]), []);
});
