/** Whether a panel was worth it: its answer beside that of one of its agents alone, judged by who knows not which is which. */
import assert from "node:assert/strict";
import { builtIn } from "../../events/catalog/built_in_panels.ts";
import { compared, ready } from "../comparing.ts";
import { TestServer } from "./harness.ts";

const seatsOf = (agentIds: readonly string[]) => [
  ...agentIds.map((agentId) => ({ role: "member", agentId })),
  { role: "chair", agentId: agentIds[0] },
];

interface Turn {
  readonly id: string;
  readonly messageId: string;
  readonly panel?: unknown;
}

interface Seat {
  readonly agentId: string;
  readonly name: string;
  readonly panel?: readonly { readonly role: string; readonly agentId: string }[];
}

Deno.test("a panel and one of its agents alone answer under letters; what people find is kept, with what the panel cost more", async () => {
  await using server = await TestServer.start();
  const { path, agentIds } = await compared(server, ["researcher", "critic", "editor"]);
  const aloneId = agentIds[1] ?? "";
  const panel = { format: "council", seats: seatsOf(agentIds) };
  const ask = (more: object = {}) =>
    server.call("POST", `${path}/comparisons/panels`, {
      question: "Which bread keeps longest?",
      panel,
      aloneId,
      ...more,
    });
  assert.equal((await ask({ aloneId: "agent_none" })).status, 422);
  assert.equal((await ask({ panel: { ...panel, seats: panel.seats.slice(0, 3) } })).status, 422, "no chair");
  const results: unknown[] = [];
  for (const wins of [true, false]) {
    const started = await ask();
    assert.equal(started.status, 201, started.text);
    const at = `${path}/comparisons/${started.json.comparisonId}`;
    const found = await ready(server, at);
    assert.equal(found.panel, builtIn("council")?.name);
    assert.deepEqual(
      found.answers.map(({ letter, gap }: { letter: string; gap: boolean }) => [letter, gap]),
      [
        ["A", false],
        ["B", false],
      ],
    );
    assert.ok(found.shared.requests > agentIds.length && found.shared.same === found.shared.requests);
    const judged = async () => (await server.system.judged()).panels;
    assert.equal((await judged()).length, results.length, "nothing before it is revealed");
    await server.call("POST", `${at}/vote`, { best: wins ? 0 : 1 });
    const { revealed, answers } = (await server.call("POST", `${at}/reveal`)).json.comparison;
    assert.equal(revealed.verified, true);
    const seated: readonly Seat[] = revealed.seated;
    const ofPanel = seated.findIndex((one) => one.panel);
    assert.deepEqual(seated[ofPanel]?.panel?.map(({ role, agentId }) => ({ role, agentId })), panel.seats);
    assert.deepEqual([seated[ofPanel]?.name, seated[1 - ofPanel]?.agentId], [found.panel, aloneId]);
    const { fold } = (await server.call("GET", `/api/conversations/${revealed.roomId}?view=fold`)).json;
    const told = (await server.call("GET", `/api/conversations/${revealed.roomId}/messages`)).json.items;
    const [alone] = Object.values(fold.turns as Record<string, Turn>).filter((turn) => !turn.panel);
    const contentOf = (id = "") => told.find((one: { id: string }) => one.id === id)?.content;
    assert.equal(contentOf(alone?.messageId), answers[1 - ofPanel].content);
    const chair = told.filter((one: { turnId?: string }) =>
      one.turnId !== undefined && one.turnId !== alone?.id
    ).at(-1);
    assert.ok(chair.content.startsWith(answers[ofPanel].content), "of the brief its answer alone");
    assert.ok(chair.content.length > answers[ofPanel].content.length, "of which there is more");
    const [result] = (await judged()).slice(-1);
    assert.ok(result);
    const best = wins ? 0 : 1;
    assert.deepEqual([result.id, result.formatId], [started.json.comparisonId, "council"]);
    assert.deepEqual(result.votes, {
      won: best === ofPanel ? 1 : 0,
      lost: best === ofPanel ? 0 : 1,
      tied: 0,
      none: 0,
    });
    assert.ok(result.panel.tokens > result.alone.tokens && result.alone.tokens > 0);
    results.push(result);
    assert.deepEqual(await judged(), results);
  }
});

Deno.test("a judge of two answers is asked where somebody wants it: told in what it costs, shown with the reveal, never before", async () => {
  await using server = await TestServer.start();
  const { path, agentIds } = await compared(server, ["researcher", "critic", "editor"]);
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const made = { name: "Zacharias", providerId: provider, model: "story" };
  const judge: string = (await server.call("POST", "/api/agents", made)).json.id;
  const body = {
    question: 'Which "bread" keeps longest?',
    panel: { format: "council", seats: seatsOf(agentIds) },
    aloneId: agentIds[1],
  };
  const cost = async (more: object) =>
    (await server.call("POST", `${path}/panels/cost`, { ...body, ...more })).json;
  const [people, both] = [await cost({}), await cost({ judge })];
  assert.equal(both.answers, people.answers + 1);
  assert.ok(both.tokens > people.tokens + 500, "it is sent both answers");
  const ask = (more: object) => server.call("POST", `${path}/comparisons/panels`, { ...body, ...more });
  assert.equal((await ask({ judge: "agent_none" })).status, 422);
  const started = await ask({ judge });
  assert.equal(started.status, 201, started.text);
  const at = `${path}/comparisons/${started.json.comparisonId}`;
  const found = await ready(server, at);
  assert.equal(found.revealed, null);
  assert.equal(found.shared.same, found.shared.requests, "who judges was asked something else");
  for (const seen of [at, `${path}?view=fold`, `${path}/events`, "/api/workspace"]) {
    const { text } = await server.call("GET", seen);
    if (seen !== "/api/workspace") assert.ok(!text.includes("Zacharias"), `${seen} before the reveal`);
    assert.ok(!text.includes('"judge":{'), `${seen} before the reveal`);
  }
  const { revealed } = (await server.call("POST", `${at}/reveal`)).json.comparison;
  assert.deepEqual([revealed.judge.name, revealed.judge.model, revealed.judge.best], [
    "Zacharias",
    "story",
    0,
  ]);
  const panelSeat = revealed.seated.findIndex(({ panel }: { panel?: unknown }) => panel);
  const worth = async (query: string) => (await server.call("GET", `/api/worth?${query}`)).json.worth;
  const one = await worth(`comparison=${found.id}`);
  const nobody = { won: 0, lost: 0, tied: 0, none: 0 };
  const judges = { ...nobody, panels: 1, open: 0, [panelSeat === 0 ? "won" : "lost"]: 1 };
  assert.deepEqual(one.judges, judges);
  assert.deepEqual({ ...one, ...nobody }, one, "people are counted apart");
  assert.deepEqual(await worth("format=council"), one);
  assert.deepEqual(await worth(""), one);
  assert.deepEqual([await worth("format=debate"), await worth("comparison=comparison_none")], [null, null]);
  const told = async () => (await server.call("GET", at)).json.revealed.judge;
  const { reason, messageId } = await told();
  const stands = async (where: string) => (await server.call("GET", where)).text.includes(reason);
  assert.ok(reason.length > 9 && !await stands(`${path}/events`), "why stands in the room alone");
  const events = `/api/conversations/${revealed.roomId}/events`;
  assert.ok(await stands(events));
  const answered = found.answers.map(({ content }: { content: string }) => content);
  const room = `/api/conversations/${revealed.roomId}/messages`;
  const question = (await server.call("GET", room)).json.items[0].id;
  const { items } = (await server.call("GET", `${room}/${question}/seen-by`)).json;
  assert.ok(items.some((one: { messageId: string }) => one.messageId === messageId), "it saw the question");
  assert.equal((await server.call("DELETE", `${path}/messages/${found.messageId}/content`)).status, 200);
  assert.equal((await told()).reason, reason, "what it quotes of what is erased is its own");
  assert.equal((await server.call("DELETE", `${room}/${messageId}/content`)).status, 200);
  assert.deepEqual(await told(), { ...revealed.judge, reason: "", erased: true });
  assert.ok(!await stands(events));
  const left = (await server.call("GET", at)).json.answers;
  assert.deepEqual(left.map(({ content }: { content: string }) => content), answered, "answers stay");
  const page = (await server.call("GET", "/api/workspace")).text;
  assert.ok(!page.includes(found.id) && !page.includes("judgedPanels"), "a page is sent nothing of it");
});
