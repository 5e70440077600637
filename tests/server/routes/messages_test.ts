/** Checkboxes of messages: the answer has what was changed. */
import assert from "node:assert/strict";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { seenInTurns, TURNS_AT_ONCE } from "../../../server/routes/messages.ts";
import { longConversation } from "../../bench/long_conversation.ts";
import { TestServer } from "../harness.ts";

Deno.test("checkboxes that stood so already are no change, and the answer says so as the contract has it", async () => {
  await using server = await TestServer.start();
  const { conversation: { id } } = (await server.call("POST", "/api/conversations", { message: "Hi" })).json;
  const path = `/api/conversations/${id}`;
  const [{ id: messageId }] = (await server.call("GET", path)).json.messages;
  const change = async (included: boolean) =>
    (await server.call("PATCH", `${path}/messages`, { changes: [{ messageId, included }] })).json.changed;
  assert.deepEqual(await change(true), []);
  assert.deepEqual(await change(false), [{ messageId, included: true }]);
});

Deno.test("who saw a message of a long talk is looked for some turns at a time", async () => {
  const state = foldAll(conversation, conversation.initial("long"), longConversation(150));
  let rests = 0;
  const seen = await seenInTurns(state, "message_1", () => Promise.resolve(void rests++));
  assert.equal(seen.length, 600);
  assert.equal(rests, 600 / TURNS_AT_ONCE - 1);
});
