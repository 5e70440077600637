/** Usage over the API: what was added up as it happened is what the conversations say one by one. */
import assert from "node:assert/strict";
import { called } from "../bench/many_bench.ts";
import { longConversation } from "../bench/long_conversation.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { rowOf } from "../../projections/conversation/list.ts";
import { TestServer } from "./harness.ts";

interface Total {
  readonly key: string;
  readonly turns: number;
  readonly input: number;
  readonly output: number;
}

/** Conversations of one exchange with two agents, straight into the store. */
async function filled(server: TestServer, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const stream = `conversation_${n}`;
    const events = longConversation(1, { agents: 2, units: 20 }).flatMap(called).map((event, index) => ({
      ...event,
      seq: index + 1,
      at: event.at.replace("2026-01-01", `2026-01-0${1 + n % 7}`),
    }));
    const list = rowOf(foldAll(conversation, conversation.initial(stream), events));
    const head = await server.store.head(stream);
    const appending = events.map(({ seq: _, ...event }) => event);
    const result = await server.store.append({ stream, head, events: appending, alongside: { list } });
    assert.ok(result.ok);
    ids.push(stream);
  }
  return ids;
}

const sum = (totals: readonly Total[], of: "turns" | "input" | "output") =>
  totals.reduce((all, total) => all + total[of], 0);

// Shows P16.
Deno.test("usage of all is that of each, by day, agent and model; one by one it is told of the newest", async () => {
  await using server = await TestServer.start();
  const ids = await filled(server, 110);
  assert.ok(await server.system.usage.totals({}), "it is added up by the server itself");
  const { json } = await server.call("GET", "/api/usage");
  const single: Total[] = [];
  const days = new Map<string, number>();
  const known = ["conversation_welcome", ...ids];
  for (const id of known) {
    const one = await server.call("GET", `/api/usage?conversationId=${id}`);
    single.push({ ...one.json.total, key: id });
    for (const { key, turns } of one.json.byDay) days.set(key, (days.get(key) ?? 0) + turns);
  }
  assert.ok(json.total.turns >= 220);
  for (const  of of["turns", "input", "output"] as const) {
    assert.equal(json.total[of], sum(single, of), of);
    for (const by of ["byDay", "byAgent", "byModel"]) {
      assert.equal(sum(json[by], of), json.total[of], `${by} ${of}`);
    }
  }
  const told = new Map(json.byDay.map(({ key, turns }: Total) => [key, turns]));
  assert.deepEqual([...told].sort(), [...days].sort());
  assert.equal(json.byConversation.length, 100);
  for (const { key, turns } of json.byConversation as Total[]) {
    assert.equal(turns, single.find((one) => one.key === key)?.turns, key);
  }
  const part = await server.call("GET", "/api/usage?from=2026-01-02&to=2026-01-03");
  assert.deepEqual(part.json.byDay.map(({ key }: Total) => key), ["2026-01-02", "2026-01-03"]);
});

// Shows P16.
Deno.test("what is deleted is in usage no more, and again when it is had back", async () => {
  await using server = await TestServer.start();
  const [id] = await filled(server, 3);
  const turns = async () => (await server.call("GET", "/api/usage")).json.total.turns;
  const before = await turns();
  assert.equal((await server.call("DELETE", `/api/conversations/${id}`)).status, 204);
  assert.equal(await turns(), before - 2);
  assert.equal((await server.call("POST", `/api/conversations/${id}/restore`)).status, 200);
  assert.equal(await turns(), before);
});
