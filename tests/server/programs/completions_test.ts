/** What a call costs while it waits for its answer, and how that ended. */
import assert from "node:assert/strict";
import { finishOf } from "../../../server/programs/completions.ts";
import { TestServer, WELCOME } from "../harness.ts";
import { agent, sdk, until, user } from "../programs.ts";

Deno.test("an answer that was cut says so, also where it ended with calls", () => {
  const cases = [["stop", 0], ["tool_calls", 1], ["tool_use", 2], ["stop", 1], ["length", 1], [
    "max_tokens",
    1,
  ]] as const;
  assert.deepEqual(cases.map(([reason, calls]) => finishOf(reason, calls)), [
    "stop",
    "tool_calls",
    "tool_calls",
    "tool_calls",
    "length",
    "length",
  ]);
});

Deno.test("what happens in another conversation wakes no call", async () => {
  await using server = await TestServer.start();
  await agent(server, "slow", "hang-middle");
  const abort = new AbortController();
  const calling = sdk(server).chat.completions.create(
    { model: "agent/slow", messages: [user("Hi")] },
    { signal: abort.signal },
  ).catch(() => "ended");
  let id = "";
  // All it says before it hangs.
  await until(server, () => {
    const draft = server.system.drafts().find(({ text }) => text.endsWith("like this, but"));
    id = draft?.conversationId ?? "";
    return Promise.resolve(draft !== undefined);
  });
  let looks = 0;
  const { conversation } = server.system;
  Object.assign(server.system, {
    conversation: (one: string) => {
      if (one === id) looks++;
      return conversation(one);
    },
  });
  const posts = 20;
  await server.call("PATCH", `/api/conversations/${WELCOME}`, { mode: "manual" });
  for (let n = 0; n < posts; n++) {
    await server.call("POST", `/api/conversations/${WELCOME}/messages`, { content: `Note ${n}` });
  }
  // News come in their order: when its own has come, all the others came before.
  await server.call("PATCH", `/api/conversations/${id}`, { title: "Of its own" });
  await until(server, () => Promise.resolve(looks > 0));
  assert.ok(looks < posts / 2, `${looks} looks`);
  abort.abort();
  assert.equal(await calling, "ended");
});
