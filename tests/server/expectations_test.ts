/** What a conversation is checked for, over HTTP: set, looked at here and in another run, taken back. */
import assert from "node:assert/strict";
import { TestServer, WELCOME } from "./harness.ts";

Deno.test("an expectation is set, told with what holds of it here and in another run, and taken back", async () => {
  await using server = await TestServer.start();
  const at = `/api/conversations/${WELCOME}`;
  await server.call("POST", `${at}/messages`, { content: "Is bread worth baking?" });
  await server.settled(WELCOME);
  const { messages } = (await server.call("GET", at)).json;
  type Told = { id: string; role: string; turnId: string | null; content: string };
  const answer = messages.findLast((one: Told) => one.role === "assistant");
  const made = await server.call("POST", `${at}/expectations`, {
    messageId: answer.id,
    kind: "says",
    text: answer.content.slice(0, 20),
  });
  assert.equal(made.status, 201, made.text);
  const here = (await server.call("GET", `${at}/checks`)).json;
  assert.deepEqual(here.expectations, [made.json]);
  assert.deepEqual([here.run, here.results[0].outcome, here.results[0].messageIds], [WELCOME, "held", [
    answer.id,
  ]]);
  const again = await server.call("POST", `${at}/rerun`, { agents: {} });
  const run = again.json.conversation.id;
  await server.settled(run);
  const there = (await server.call("GET", `${at}/checks?run=${run}`)).json;
  assert.equal(there.run, run);
  assert.notDeepEqual(there.results[0].messageIds, [answer.id]);
  assert.equal((await server.call("GET", `${at}/checks?run=conversation_none`)).status, 404);
  const wrong = await server.call("POST", `${at}/expectations`, { kind: "says" });
  assert.deepEqual([wrong.status, wrong.json.errors?.[0]?.path], [422, "text"]);
  assert.equal((await server.call("POST", `${at}/expectations`, { kind: "tokens", most: 0 })).status, 422);
  const one = `${at}/expectations/${made.json.id}`;
  assert.equal((await server.call("DELETE", one)).status, 204);
  assert.equal((await server.call("DELETE", one)).status, 204, "taking back what was taken back is fine");
  assert.deepEqual((await server.call("GET", `${at}/checks`)).json.results, []);
});
