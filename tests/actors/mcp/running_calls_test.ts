/** Questions of servers of tools: in both eras they reach whoever made the call, and nobody else. */
import assert from "node:assert/strict";
import { connect, type Connection } from "../../../actors/mcp/connection.ts";
import type { Ask } from "../../../actors/mcp/running_calls.ts";
import type { Served } from "./fake_mcp.ts";
import { newerAsking, olderAsking, WHERE } from "./asking_servers.ts";

const NEVER = new AbortController().signal;

async function connected({ url }: Served): Promise<Connection & AsyncDisposable> {
  const connection = await connect({ url, header: null, changed: () => {}, signal: NEVER });
  return { ...connection, [Symbol.asyncDispose]: () => connection.close() };
}

async function book(connection: Connection, ask?: Ask, args: Record<string, unknown> = {}): Promise<string> {
  const tool = { name: "book", parameters: {} };
  const given = await connection.call(tool, args, NEVER, ask ? { ask } : {});
  return (given as { content: { text: string }[] }).content[0]?.text ?? "";
}

const VALUES = { city: "Oslo", nights: 3, breakfast: false };

for (const [era, serve] of [["newer", newerAsking], ["older", olderAsking]] as const) {
  Deno.test(`a server of the ${era} era asks while its tool runs, and is given what was said, or that nothing is`, async () => {
    await using server = serve();
    await using connection = await connected(server);
    const asked: unknown[] = [];
    const gave = await book(connection, (sent) => {
      asked.push(sent);
      return Promise.resolve({ action: "accept", values: VALUES });
    });
    const [sent] = asked as { message: string; requestedSchema: { properties: object } }[];
    assert.equal(sent?.message, WHERE.message);
    assert.deepEqual(
      Object.keys(sent?.requestedSchema.properties ?? {}),
      Object.keys(WHERE.requestedSchema.properties),
    );
    assert.match(gave, /"city":"Oslo","nights":3,"breakfast":false/);
    assert.match(await book(connection, () => Promise.resolve({ action: "decline" })), /"action":"decline"/);
    assert.match(await book(connection), /"action":"cancel"/, "nobody is there");
  });
}

Deno.test("of calls that run at once each is asked what its own server call wants, whatever comes first", async () => {
  await using server = olderAsking({ asks: ({ who }) => ({ ...WHERE, message: `For ${who}?` }) });
  await using connection = await connected(server);
  const both = Promise.withResolvers<void>();
  const heard: string[] = [];
  const ask = (who: string): Ask => async (sent) => {
    heard.push(`${who}: ${(sent as { message: string }).message}`);
    if (heard.length === 2) both.resolve();
    await both.promise;
    return { action: "accept", values: { ...VALUES, city: who } };
  };
  const gave = await Promise.all(["ann", "bob"].map((who) => book(connection, ask(who), { who })));
  assert.deepEqual(heard.toSorted(), ["ann: For ann?", "bob: For bob?"]);
  assert.match(gave[0] ?? "", /"city":"ann"/);
  assert.match(gave[1] ?? "", /"city":"bob"/);
});

Deno.test("a server that takes its question back is heard, and the question is over before the call is", async () => {
  const withdraws = Promise.withResolvers<void>();
  await using server = olderAsking({ withdraws: withdraws.promise });
  await using connection = await connected(server);
  const order: string[] = [];
  const gave = await book(connection, async (_, gone) => {
    withdraws.resolve();
    await new Promise((resolve) => gone.addEventListener("abort", resolve));
    // As long as the log takes to be told.
    await new Promise((resolve) => setTimeout(resolve, 0));
    order.push("gone");
    return { action: "cancel" };
  });
  order.push("over");
  assert.match(gave, /withdrawn/);
  assert.deepEqual(order, ["gone", "over"]);
});

Deno.test("what is asked in a form that is not taken is refused, and the call goes on", async () => {
  await using server = olderAsking();
  await using connection = await connected(server);
  assert.match(await book(connection, () => Promise.resolve(null)), /"code":-32602/);
});
