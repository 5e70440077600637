/** One conversation that cannot be read keeps nobody from the others, and is named. */
import assert from "node:assert/strict";
import { change } from "../events/store/damage.ts";
import { appended } from "../events/store/given.ts";
import { type Answer, TestServer } from "./harness.ts";

interface Rooms {
  readonly server: TestServer;
  readonly whole: string;
  readonly broken: string;
}

/** Two conversations; of the second, which this server has not looked at yet, an event is missing. */
async function withBroken(body: (rooms: Rooms) => Promise<void>): Promise<void> {
  await using server = await TestServer.start();
  const message = { content: "bread and salt" };
  const created = await server.call("POST", "/api/conversations", { agentIds: [], message });
  const whole: string = created.json.conversation.id;
  const broken = "conversation_broken";
  const row = await server.store.list.get(whole) as Record<string, unknown>;
  const events = await Array.fromAsync(server.store.read(whole));
  await appended(server.store, broken, events.flat(), { alongside: { list: { ...row, id: broken } } });
  await change(server.store, ["at", broken], (text) => text.replace(/"events":\[.*/, '"events":[]}'));
  await body({ server, whole, broken });
}

const told = ({ json, status, text }: Answer): string[] => {
  assert.equal(status, 200, text);
  return json.unreadable ?? [];
};

Deno.test("search and usage leave out a conversation that cannot be read, and say which", () =>
  withBroken(async ({ server, whole, broken }) => {
    assert.deepEqual(told(await server.call("GET", "/api/usage")), [broken]);
    const found = await server.call("GET", "/api/search?q=bread");
    assert.deepEqual(told(found), [broken]);
    assert.deepEqual([
      ...new Set(found.json.items.map((hit: { conversationId: string }) => hit.conversationId)),
    ], [
      whole,
    ]);
    const lines = server.lines.filter(({ event }) => event === "conversation_unreadable");
    assert.ok(lines.length >= 2);
    assert.ok(lines.every(({ conversationId }) => conversationId === broken));
  }));

Deno.test("a list row that is damaged hides no other row, and is named", () =>
  withBroken(async ({ server, whole, broken }) => {
    assert.deepEqual(told(await server.call("GET", "/api/conversations")), []);
    for (const damage of [new Uint8Array([255, 1]), new TextEncoder().encode("{}"), "not bytes"]) {
      await server.store.parts.kv.atomic().set(["at", broken], damage).commit();
      const list = await server.call("GET", "/api/conversations");
      assert.deepEqual(told(list), [broken]);
      assert.ok(list.json.items.some(({ id }: { id: string }) => id === whole));
      assert.deepEqual(told(await server.call("GET", "/api/usage")), [broken]);
    }
  }));

Deno.test("a work row that is damaged keeps no other turn from being found", () =>
  withBroken(async ({ server }) => {
    const { kv } = server.store.parts;
    await kv.atomic().set(["turn", "a", "damaged"], new Uint8Array([1])).commit();
    await kv.atomic().set(
      ["turn", "a", "sound"],
      new TextEncoder().encode('{"attempt":0,"owner":null,"beat":0,"length":0,"reasoningLength":0}'),
    ).commit();
    assert.deepEqual((await server.system.log.work.all()).map(({ turnId }) => turnId), ["sound"]);
  }));
