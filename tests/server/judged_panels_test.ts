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
    const judged = async () => (await server.call("GET", "/api/workspace")).json.fold.judgedPanels;
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
