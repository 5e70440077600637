/** Standing turns over HTTP: a budget first, then what is said, when, and what became of it. */
import assert from "node:assert/strict";
import { verify } from "../../events/store/verify/verify.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { renamed } from "../events/exported.ts";
import { TestServer, WELCOME } from "./harness.ts";

const BUDGET = { daily: { tokens: 100_000, usd: 5 } };
const MORNING = {
  when: { kind: "times", days: [1, 2, 3, 4, 5], time: "08:00", zone: "Europe/Berlin" },
  instruction: "What is new?",
  runTokens: 5_000,
  runsPerDay: 3,
};
const OF_IT = `/api/conversations/${WELCOME}/schedules`;

Deno.test("the first schedule asks for the budget of the day; then it is set, listed, changed, paused, run and removed", async () => {
  await using server = await TestServer.start();
  const refused = await server.call("POST", OF_IT, MORNING);
  assert.deepEqual([refused.status, refused.json.detail], [
    409,
    "Say first how much all that runs without a person may use on a day.",
  ]);
  assert.deepEqual((await server.call("PATCH", "/api/daily-budget", BUDGET)).json.daily, BUDGET.daily);
  const made = await server.call("POST", OF_IT, MORNING);
  assert.equal(made.status, 201);
  assert.match(made.json.next, /T0[67]:00:00.000Z$/);
  const one = `${OF_IT}/${made.json.id}`;
  assert.deepEqual((await server.call("GET", OF_IT)).json.items, [made.json]);
  const all = (await server.call("GET", "/api/schedules")).json;
  assert.deepEqual([all.items.length, all.items[0].schedule.id, all.budget.daily], [
    1,
    made.json.id,
    BUDGET.daily,
  ]);
  const row = (await server.call("GET", "/api/conversations")).json.items.find(({ id }: { id: string }) =>
    id === WELCOME
  );
  assert.deepEqual(row.planned, [{ id: made.json.id, next: made.json.next }]);

  const later = await server.call("PATCH", one, { when: { ...MORNING.when, time: "09:30" }, runsPerDay: 1 });
  assert.deepEqual([later.json.when.time, later.json.instruction, later.json.runsPerDay], [
    "09:30",
    "What is new?",
    1,
  ]);
  const paused = (await server.call("PATCH", one, { paused: true })).json;
  assert.deepEqual([paused.paused, paused.why, paused.next], [true, "person", null]);
  assert.equal((await server.call("PATCH", one, { instruction: "And now?" })).json.paused, true);
  assert.ok((await server.call("PATCH", one, { paused: false })).json.next);

  const begun = await server.call("POST", `${one}/run`, {});
  assert.equal(begun.status, 200);
  const messages = (await server.call("GET", `/api/conversations/${WELCOME}/messages`)).json.items;
  const said = messages.find(({ id }: { id: string }) => id === begun.json.messageId);
  assert.deepEqual([said.content, said.authorName], ["And now?", "Schedule"]);
  assert.equal((await server.call("DELETE", one)).status, 204);
  assert.equal((await server.call("DELETE", one)).status, 204, "removing what was removed is fine");
  assert.deepEqual((await server.call("GET", OF_IT)).json.items, []);
  assert.equal((await server.call("POST", `${one}/run`, {})).status, 404);
  assert.equal((await server.call("PATCH", one, { paused: true })).status, 404);
});

Deno.test("what is no schedule is refused with the field that is wrong", async () => {
  await using server = await TestServer.start();
  await server.call("PATCH", "/api/daily-budget", BUDGET);
  const wrong = async (change: object) => {
    const { status, json } = await server.call("POST", OF_IT, { ...MORNING, ...change });
    return [status, json.errors?.[0]?.path];
  };
  assert.deepEqual(await wrong({ when: { ...MORNING.when, zone: "Mars/Olympus" } }), [422, "when.zone"]);
  assert.deepEqual(await wrong({ when: { kind: "every", minutes: 4 } }), [422, "when.minutes"]);
  assert.deepEqual(await wrong({ when: { kind: "watch", minutes: 14 } }), [422, "when.minutes"]);
  assert.deepEqual(await wrong({ when: { kind: "watch", minutes: 15 } }), [422, "address"]);
  assert.deepEqual(await wrong({ instruction: " " }), [422, "instruction"]);
  assert.deepEqual(await wrong({ runTokens: 0 }), [422, "runTokens"]);
  assert.deepEqual(await wrong({ runsPerDay: 289 }), [422, "runsPerDay"]);
  for (const daily of [{ tokens: 0, usd: 1 }, { tokens: 1, usd: 0 }, { tokens: 1 }]) {
    assert.equal((await server.call("PATCH", "/api/daily-budget", { daily })).status, 422);
  }
});

Deno.test("what was to be said can be erased with its schedule, and with a message that said it", async () => {
  await using server = await TestServer.start();
  // What an agent quotes of it is the agent's: nobody is to be quick enough.
  const { items: agents } = (await server.call("GET", "/api/agents")).json;
  for (const { id } of agents) await server.call("PATCH", `/api/agents/${id}`, { model: "skip" });
  await server.call("PATCH", "/api/daily-budget", BUDGET);
  const { json: { id } } = await server.call("POST", OF_IT, { ...MORNING, instruction: "CANARY" });
  const { json: other } = await server.call("POST", OF_IT, { ...MORNING, instruction: "SECOND" });
  const exported = async () => (await server.call("GET", `/api/conversations/${WELCOME}/export`)).text;
  assert.match(await exported(), /CANARY/);
  assert.equal((await server.call("DELETE", `${OF_IT}/${id}?erase=true`)).status, 204);
  assert.doesNotMatch(await exported(), /CANARY/);
  const { json: { messageId } } = await server.call("POST", `${OF_IT}/${other.id}/run`, {});
  const path = `/api/conversations/${WELCOME}/messages/${messageId}/content`;
  assert.equal((await server.call("DELETE", path)).status, 200);
  assert.doesNotMatch(await exported(), /SECOND/);
  assert.deepEqual((await server.call("GET", OF_IT)).json.items, [], "what has no words says nothing");
});

Deno.test("a fork and what comes with a file bring their schedules paused, and say so", async () => {
  await using server = await TestServer.start();
  await server.call("PATCH", "/api/daily-budget", BUDGET);
  await server.call("POST", OF_IT, MORNING);
  const { seq } = (await server.call("GET", `/api/conversations/${WELCOME}`)).json;
  const fork =
    (await server.call("POST", `/api/conversations/${WELCOME}/fork`, { seq })).json.conversation.id;
  const file = (await server.call("GET", `/api/conversations/${WELCOME}/export`)).text;
  const brought = "conversation_brought";
  assert.equal((await server.call("POST", "/api/import", renamed(file, WELCOME, brought))).status, 201);
  for (const id of [fork, brought]) {
    const [one] = (await server.call("GET", `/api/conversations/${id}/schedules`)).json.items;
    assert.deepEqual([one.paused, one.why, one.next], [true, "imported", null], id);
  }
  const { json } = await server.call("GET", "/api/schedules");
  assert.equal(
    json.items.filter(({ schedule }: { schedule: { next: string | null } }) => schedule.next).length,
    1,
  );
  // Each has the row by which what says something by itself is found.
  assert.deepEqual(
    json.items.map(({ conversationId }: { conversationId: string }) => conversationId).sort(),
    [brought, fork, WELCOME].sort(),
  );
  assert.deepEqual((await verify(server.store, derivedRows)).problems, []);
});
