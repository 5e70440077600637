import assert from "node:assert/strict";
import { Fishbowl } from "../../../server/client/client.ts";
import { TestServer } from "../harness.ts";
import { agent, appOf, until } from "../programs.ts";

Deno.test("a question that waits for the answers under way is waited for, until nobody is asked any more", async () => {
  await using server = await TestServer.start();
  const agentIds = [await agent(server, "slow", "hang-middle")];
  const app = appOf(server);
  let looks = 0;
  const looked = Promise.withResolvers<void>();
  const client = new Fishbowl({
    url: "http://localhost:8000",
    async fetch(url, init) {
      const answer = await app(url, init);
      if (`${url}`.endsWith("?view=fold") && ++looks === 2) looked.resolve();
      return answer;
    },
  });
  const { conversation: { id } } = await client.start({ agentIds });
  await server.call("PATCH", `/api/conversations/${id}`, { onNewMessage: "queue" });
  const state = async () => (await server.system.conversation(id)) ?? assert.fail("there is none");
  const waits = (count: number) => until(server, async () => (await state()).queue.length === count);

  await client.post(id, { content: "First?" });
  const second = client.ask(id, "Second?");
  await waits(1);
  const third = client.ask(id, "Third?");
  await waits(2);
  await looked.promise;
  // The first is stopped: the second speaks.
  await client.stop(id);
  await waits(1);
  await server.call("PATCH", `/api/conversations/${id}`, { mode: "manual" });
  assert.deepEqual(await third, []);
  await client.stop(id);
  assert.deepEqual((await second).map(({ authorName }) => authorName), ["slow"]);
});
