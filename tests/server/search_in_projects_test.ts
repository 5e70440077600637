/** Searching in a project: what was said there and nowhere else, with an index and without one. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

async function furnished(server: TestServer) {
  const { json: { id: oven } } = await server.call("POST", "/api/projects", { name: "The old oven" });
  const { json: { id: stove } } = await server.call("POST", "/api/projects", { name: "Stove" });
  const talk = async (message: string, projectId?: string): Promise<string> => {
    const body = { agentIds: [], message, ...(projectId === undefined ? {} : { projectId }) };
    return (await server.call("POST", "/api/conversations", body)).json.conversation.id;
  };
  return {
    inOven: [await talk("marzipan first", oven), await talk("marzipan second", oven)],
    inStove: await talk("marzipan third", stove),
    outside: await talk("marzipan fourth"),
    oven,
  };
}
const found = async (server: TestServer, q: string): Promise<string[]> => {
  const { json, status, text } = await server.call(
    "GET",
    `/api/search?q=${encodeURIComponent(q)}&sort=newest`,
  );
  assert.equal(status, 200, text);
  const ids = json.items.map(({ conversationId }: { conversationId: string }) => conversationId);
  return [...new Set<string>(ids)].sort();
};

Deno.test("what is asked of a project is found in its conversations alone, archived ones too, as they are in it now", async () => {
  await using server = await TestServer.start();
  const { inOven, inStove, outside, oven } = await furnished(server);
  assert.deepEqual(await found(server, "marzipan"), [...inOven, inStove, outside].sort());
  assert.deepEqual(await found(server, "marzipan project:oven"), inOven.toSorted());
  assert.deepEqual(await found(server, 'projekt:"old ov" second'), [inOven[1]]);
  assert.deepEqual(await found(server, "marzipan project:nowhere"), []);
  assert.deepEqual(await found(server, "project:stove"), [inStove], "no word is needed");
  await server.call("PATCH", `/api/conversations/${inStove}`, { projectId: oven });
  await server.call("PATCH", `/api/conversations/${inOven[0]}`, { archived: true });
  assert.deepEqual(await found(server, "marzipan project:oven"), [...inOven, inStove].sort());
  assert.deepEqual(await found(server, "marzipan project:stove"), []);
});
