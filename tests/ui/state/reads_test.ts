import "../page.ts";
import assert from "node:assert/strict";
import { clockwork, serving } from "../browser.ts";
import { heardRead, reads, see, seen } from "../../../ui/state/reads.ts";

Deno.test("a mark moves on and never back, whoever tells of it, and what changes nothing is told to nobody", () => {
  reads.value = new Map();
  seen([["a", 5], ["b", 2]]);
  const before = reads.value;
  seen([["a", 4], ["b", 2], ["c", 0]]);
  assert.equal(reads.value, before);
  heardRead({ conversationId: "a", by: "local", seq: 7 });
  heardRead({ conversationId: "a", by: "token_1", seq: 99 });
  assert.deepEqual([...reads.value], [["a", 7], ["b", 2]]);
});

Deno.test("what one sees is said to the server once, and counts here at once", () => {
  using server = serving(() => Response.json({ seq: 12 }));
  using clock = clockwork();
  see("z", 12);
  see("z", 12);
  see("z", 3);
  assert.equal(reads.value.get("z"), 12);
  assert.equal(server.asked.length, 0, "in a task of its own");
  clock.ring();
  assert.deepEqual(server.asked.map(({ method, path, body }) => [method, path, body]), [
    ["POST", "/api/conversations/z/read", { seq: 12 }],
  ]);
  assert.equal(server.asked[0]?.headers.get("accept-language"), "en", "in the language of the page");
});
