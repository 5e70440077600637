/** Versions of an answer, keeping one of several, and what a card shows of an answer, by the API. */
import assert from "node:assert/strict";
import { type Answer, TestServer } from "./harness.ts";

async function agents(server: TestServer, ...models: string[]): Promise<string[]> {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const made = models.map((model, n) =>
    server.call("POST", "/api/agents", { name: `Agent ${n + 1}`, providerId: provider, model, color: n + 1 })
  );
  return (await Promise.all(made)).map(({ json }) => json.id);
}

interface Told {
  readonly id: string;
  readonly turnId: string;
  readonly included: boolean;
}

/** A question and its answers at rest. */
async function asked(server: TestServer, ...models: string[]) {
  const agentIds = await agents(server, ...models);
  const made = await server.call("POST", "/api/conversations", { agentIds, message: "Bread?" });
  const id: string = made.json.conversation.id;
  await server.settled(id);
  const path = `/api/conversations/${id}`;
  const read = async () => (await server.call("GET", `${path}/messages`)).json.items;
  const answers = async (): Promise<Told[]> =>
    (await read()).filter(({ role }: { role: string }) => role === "assistant");
  const boxes = async () => Object.fromEntries((await answers()).map(({ id, included }) => [id, included]));
  return { id, path, read, answers, boxes };
}

// Shows P11, S3-1, S2-45.
Deno.test("an answer asked for again is a version, told at both, and counts in place of the first", async () => {
  await using server = await TestServer.start();
  const { id, path, answers } = await asked(server, "echo");
  const [first] = await answers();
  assert.ok(first);
  const again = await server.call("POST", `${path}/turns/${first.turnId}/retry`);
  assert.equal(again.status, 201);
  await server.settled(id);
  const [one, two] = (await server.call("GET", `${path}/messages`)).json.items.slice(1);
  const versions = [first.id, again.json.messageId];
  assert.deepEqual([one.versions, two.versions], [versions, versions]);
  assert.deepEqual([one.versionOf, two.versionOf], [null, first.id]);
  assert.deepEqual([one.included, two.included], [false, true]);
  assert.equal(one.question, two.question);
  const { events } = (await server.call("GET", `${path}/events`)).json;
  const ends = events.findLast(({ type }: { type: string }) => type === "TurnCompleted");
  const left = events.find(({ type }: { type: string }) => type === "InclusionSet");
  assert.equal(left.cause, ends.cause, "in one commit");
});

// Shows P16.
Deno.test("a message tells what a card shows: time, cost, tokens, how it ended, and of which message it is an answer", async () => {
  await using server = await TestServer.start();
  const { path, read } = await asked(server, "echo", "error-401");
  const [mine, good, bad] = await read();
  assert.equal(good.question, mine.id);
  assert.equal(bad.question, mine.id);
  assert.equal(good.finishReason, "stop");
  assert.ok(good.timing.totalMs >= good.timing.firstTextMs);
  assert.equal(good.cost, 0, "practice is free");
  assert.ok(good.usage.output > 0);
  assert.equal(bad.error.code, "auth");
  assert.deepEqual([mine.timing, mine.cost, mine.question, mine.permission], [null, null, null, null]);
  const { headers } = (await server.call("GET", path)).json;
  assert.deepEqual(headers[1].versions, []);
});

// Shows S0-A10.
Deno.test("keeping one answer leaves its siblings out in one commit; what it answers with restores them", async () => {
  await using server = await TestServer.start();
  const { path, answers, boxes } = await asked(server, "echo", "critic", "echo");
  const before = await boxes();
  const [, kept] = await answers();
  const keep = () =>
    server.call("POST", `${path}/messages/${kept?.id}/keep`, undefined, { "idempotency-key": "keep-1" });
  const done = await keep();
  assert.equal(done.status, 200);
  assert.equal(done.json.changed.length, 2);
  assert.deepEqual(Object.values(await boxes()), [false, true, false]);
  const { seq } = (await server.call("GET", path)).json;
  assert.equal(done.json.seq, seq);
  assert.deepEqual((await keep()).json, done.json, "the same key gives the same answer");
  const undo = await server.call("PATCH", `${path}/messages`, { changes: done.json.changed });
  assert.equal(undo.status, 200);
  assert.deepEqual(await boxes(), before);
  assert.deepEqual(undo.json.changed.map((one: Told) => one.included), [false, false]);
});

Deno.test("what cannot be kept, or is no list of checkboxes, is refused and changes nothing", async () => {
  await using server = await TestServer.start();
  const { path, read, boxes } = await asked(server, "echo", "critic");
  const before = await boxes();
  const [mine, one] = await read();
  const status = ({ status }: Answer) => status;
  assert.equal(status(await server.call("POST", `${path}/messages/${mine.id}/keep`)), 422);
  assert.equal(status(await server.call("POST", `${path}/messages/nowhere/keep`)), 404);
  const change = (changes: unknown) => server.call("PATCH", `${path}/messages`, { changes });
  assert.equal(status(await change([])), 422);
  assert.equal(status(await change([{ messageId: one.id, included: "no" }])), 422);
  const off = { messageId: one.id, included: false };
  assert.equal(status(await change([off, off])), 422);
  assert.equal(status(await change([off, { messageId: "nowhere", included: true }])), 404);
  assert.equal(
    status(await change(Array.from({ length: 501 }, (_, n) => ({ ...off, messageId: `m${n}` })))),
    422,
  );
  assert.deepEqual(await boxes(), before);
});
