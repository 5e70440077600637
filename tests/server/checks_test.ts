/** Checks over HTTP: named, what they cost told before, run once, set beside what was, and told of an agent's versions. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

async function talk(server: TestServer) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "critic" };
  const agentId: string = (await server.call("POST", "/api/agents", agent)).json.id;
  const made = await server.call("POST", "/api/conversations", {
    agentIds: [agentId],
    message: "Which bread?",
  });
  const id: string = made.json.conversation.id;
  await server.settled(id);
  const path = `/api/conversations/${id}`;
  await server.call("POST", `${path}/messages`, { content: "And why this one?" });
  await server.settled(id);
  const messages = (await server.call("GET", `${path}/messages`)).json.items;
  const participant = (await server.call("GET", path)).json.participants[0].id;
  const run = async (body: object, key: string) => {
    const started = await server.call("POST", `${path}/checks/runs`, body, { "idempotency-key": key });
    if (started.status === 201) await server.settled(started.json.conversationId);
    return started;
  };
  return { provider, agentId, id, path, messages, participant, run };
}

const limit = { tokens: 100_000 };

Deno.test("a conversation becomes a named check, is run once under one key, and each side is told beside the other", async () => {
  await using server = await TestServer.start();
  const { id, path, messages, run, participant } = await talk(server);
  assert.equal(
    (await server.call("POST", `${path}/check`, { name: "Bread" })).status,
    422,
    "nothing is expected",
  );
  assert.equal((await run({ agents: {}, limit }, "none")).status, 422);
  const text = messages[1].content.slice(0, 30);
  await server.call("POST", `${path}/expectations`, { messageId: messages[1].id, kind: "says", text });
  await server.call("POST", `${path}/expectations`, {
    messageId: messages[2].id,
    kind: "says_not",
    text: "zebra",
  });
  assert.equal((await server.call("POST", `${path}/check`, { name: " Bread " })).json.name, "Bread");
  assert.deepEqual(
    (await server.call("GET", "/api/checks")).json.items.map((
      one: { conversationId: string; name: string },
    ) => [
      one.conversationId,
      one.name,
    ]),
    [[id, "Bread"]],
  );
  const cost = (await server.call("POST", `${path}/checks/cost`, { agents: {} })).json;
  assert.deepEqual([cost.questions, cost.answers, cost.usd], [2, 2, 0]);
  assert.ok(cost.tokens > 0);

  const first = await run({ agents: {}, limit }, "one");
  assert.equal(first.status, 201, first.text);
  assert.equal((await run({ agents: {}, limit }, "one")).json.conversationId, first.json.conversationId);
  const second = await run({
    agents: { [participant]: { model: "echo", systemPrompt: "Say it again." } },
    limit,
  }, "two");
  const runs = (await server.call("GET", `${path}/checks/runs`)).json.items;
  const short = (
    one: { conversationId: string; status: string; held: number; failed: number; asked: number },
  ) => [
    one.conversationId,
    one.status,
    one.asked,
    one.held,
    one.failed,
  ];
  assert.deepEqual(runs.map(short), [
    [second.json.conversationId, "ended", 2, 1, 1],
    [first.json.conversationId, "ended", 2, 2, 0],
  ]);
  assert.deepEqual(runs[0].agents.map((one: { model: string; changed?: true }) => [one.model, one.changed]), [
    [
      "echo",
      true,
    ],
  ]);
  const rows = (await server.call("GET", "/api/conversations")).json.items;
  assert.ok(!rows.some((row: { id: string }) => row.id === first.json.conversationId), "runs are put away");

  const beside = (await server.call("GET", `${path}/checks/runs/${second.json.conversationId}`)).json;
  type Line = { before: { outcome: string }; after: { outcome: string }; answers: number[] };
  assert.deepEqual(
    beside.lines.map(({ before, after, answers }: Line) => [before.outcome, after.outcome, answers]),
    [["held", "failed", [0]], ["held", "held", [1]]],
  );
  assert.equal(beside.answers[0].before.text, messages[1].content);
  assert.notEqual(beside.answers[0].after.text, messages[1].content);
  assert.equal(beside.answers[1].question.text, "And why this one?");
  const against = `${path}/checks/runs/${second.json.conversationId}?against=${first.json.conversationId}`;
  assert.equal((await server.call("GET", against)).json.against, first.json.conversationId);
  assert.equal((await server.call("GET", `${path}/checks/runs/${id}`)).status, 404, "not any conversation");
  assert.equal(
    (await server.call("GET", `${against.split("?")[0]}?against=${"conversation_welcome"}`)).status,
    404,
  );
  await server.call("DELETE", `/api/conversations/${first.json.conversationId}`);
  for (const one of [`${path}/checks/runs/${first.json.conversationId}`, against]) {
    assert.equal((await server.call("GET", one)).status, 404, "a run that was deleted since");
  }
  await server.call("POST", `${path}/check`, { name: "" });
  assert.deepEqual((await server.call("GET", "/api/checks")).json.items, []);
});

Deno.test("a version of an agent tells what was changed in it, and carries the runs in which it answered as it is", async () => {
  await using server = await TestServer.start();
  const { agentId, path, run, participant } = await talk(server);
  await server.call("POST", `${path}/expectations`, { kind: "says_not", text: "zebra" });
  await server.call("POST", `${path}/check`, { name: "Bread" });
  await run({ agents: {}, limit }, "one");
  await run({ agents: { [participant]: { systemPrompt: "Otherwise." } }, limit }, "two");
  await server.call("PATCH", `/api/agents/${agentId}`, {
    systemPrompt: "Be brief.",
    params: { temperature: 0 },
  });
  await run({ agents: {}, limit }, "three");
  const { items } = (await server.call("GET", `/api/agents/${agentId}/versions`)).json;
  type Version = {
    version: number;
    changed: { field: string; after: string }[];
    runs: { name: string; run: { held: number } }[];
  };
  assert.deepEqual(
    items.map(({ version, changed, runs }: Version) => [
      version,
      changed.map(({ field, after }) => [field, after]),
      runs.map(({ name, run }) => [name, run.held]),
    ]),
    [
      [2, [["systemPrompt", '"Be brief."'], ["params.temperature", "0"]], [["Bread", 1]]],
      [1, [], [["Bread", 1]]],
    ],
  );
  assert.equal((await server.call("GET", "/api/agents/agent_none/versions")).status, 404);
});

Deno.test("what is erased in a check is not asked in a run that has not come to it", async () => {
  await using server = await TestServer.start();
  const { path, messages, run } = await talk(server);
  await server.call("POST", `${path}/expectations`, { kind: "says_not", text: "zebra" });
  await server.call("DELETE", `${path}/messages/${messages[2].id}/content`);
  const refused = await run({ agents: {}, limit }, "one");
  assert.deepEqual([refused.status, refused.json.detail], [
    422,
    "The words of a question were erased, so it cannot be asked again.",
  ]);
});

Deno.test("who judges is chosen before, its cost is told, and what it said is told as its own, with what it saw", async () => {
  await using server = await TestServer.start();
  const { provider, path, messages, run } = await talk(server);
  const made = { name: "Jo", providerId: provider, model: "editor" };
  const judge: string = (await server.call("POST", "/api/agents", made)).json.id;
  const word = /\p{L}{6,}/u.exec(messages[1].content)?.[0] ?? "";
  const like = (messageId: string, text: string) =>
    server.call("POST", `${path}/expectations`, { messageId, kind: "like", text });
  await like(messages[1].id, `It says ${word}.`);
  await like(messages[3].id, "Quokkas zigzag.");
  const cost = async (body: object) => (await server.call("POST", `${path}/checks/cost`, body)).json;
  const [without, judged] = [await cost({ agents: {} }), await cost({ agents: {}, judge })];
  assert.deepEqual([without.verdicts, judged.verdicts, judged.usd], [0, 2, 0]);
  assert.ok(judged.tokens > without.tokens + 200, "rule, question and answer, and the judge’s task");
  assert.equal(
    (await server.call("POST", `${path}/checks/cost`, { agents: {}, judge: "agent_no" })).status,
    422,
  );
  assert.equal((await run({ agents: {}, judge: "agent_no", limit }, "no")).status, 422);

  const [open, done] = [
    await run({ agents: {}, limit }, "one"),
    await run({ agents: {}, judge, limit }, "two"),
  ];
  const { items } = (await server.call("GET", `${path}/checks/runs`)).json;
  type Run = { judge: { name: string; model: string } | null; held: number; failed: number; open: number };
  assert.deepEqual(
    items.map(({ judge, held, failed, open }: Run) => [judge?.name, judge?.model, held, failed, open]),
    [
      ["Jo", "editor", 1, 1, 0],
      [undefined, undefined, 0, 0, 2],
    ],
  );
  const results = async (id: string) => (await server.call("GET", `${path}/checks?run=${id}`)).json.results;
  type Told = {
    why: string;
    verdicts: { holds: boolean | null; reason: string; turnId: string; messageId: string }[];
  };
  assert.deepEqual((await results(open.json.conversationId)).map(({ why }: Told) => why), [
    "not_judged",
    "not_judged",
  ]);
  const [held, failed]: Told[] = await results(done.json.conversationId);
  assert.equal(held?.verdicts[0]?.reason, `The answer says “${word.toLowerCase()}”.`);
  assert.deepEqual([failed?.why, failed?.verdicts[0]?.holds], ["unlike", false]);
  const at = `/api/conversations/${done.json.conversationId}`;
  const saw = await server.call("GET", `${at}/turns/${held?.verdicts[0]?.turnId}/request`);
  assert.equal(saw.json.calls[0].proof, "proven");
  assert.equal((await server.call("GET", `${at}/messages`)).json.items.length, 4, "a verdict is no message");
  const used = (await server.call("GET", `/api/usage?conversationId=${done.json.conversationId}`)).json;
  assert.equal(used.total.turns, 4, "but counted as used");
  const { fold } = (await server.call("GET", `${at}?view=fold`)).json;
  assert.deepEqual(fold.participants.map(({ name }: { name: string }) => name), ["Ada"]);
  const verdict = held?.verdicts[0] ?? assert.fail("there is none");
  const erased = await server.call("DELETE", `${at}/messages/${verdict.messageId}/content`);
  assert.equal(erased.status, 200, erased.text);
  const [gone]: Told[] = await results(done.json.conversationId);
  assert.deepEqual([gone?.why, gone?.verdicts], ["judge_failed", [{ ...verdict, holds: null, reason: "" }]]);
  assert.ok(!(await server.call("GET", `${at}/events`)).text.includes(verdict.reason));
  await server.call("DELETE", `/api/agents/${judge}`);
  assert.equal((await run({ agents: {}, judge, limit }, "three")).status, 422);
});
