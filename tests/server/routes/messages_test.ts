/** Checkboxes of messages: the answer has what was changed. */
import assert from "node:assert/strict";
import { TestServer } from "../harness.ts";

Deno.test("checkboxes that stood so already are no change, and the answer says so as the contract has it", async () => {
  await using server = await TestServer.start();
  const { conversation } = (await server.call("POST", "/api/conversations", { message: "Hi" })).json;
  const path = `/api/conversations/${conversation.id}`;
  const [{ id: messageId }] = (await server.call("GET", path)).json.messages;
  const change = async (included: boolean) =>
    (await server.call("PATCH", `${path}/messages`, { changes: [{ messageId, included }] })).json.changed;
  assert.deepEqual(await change(true), []);
  assert.deepEqual(await change(false), [{ messageId, included: true }]);
});
