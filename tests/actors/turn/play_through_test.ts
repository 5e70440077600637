/** What a panel or a comparison would use, told before: as much as it then does, and nothing is kept of telling it. */
import assert from "node:assert/strict";
import { joiningOf } from "../../../actors/conversation/rules/joining.ts";
import type { Playing } from "../../../actors/conversation/commands.ts";
import { builtIn } from "../../../events/catalog/built_in_panels.ts";
import { PANEL_TURNS } from "../../../events/catalog/limits.ts";
import { estimateTokens } from "../../../projections/context/tokens.ts";
import { turnsOf } from "../../../projections/panels/formats.ts";
import { inWorld, ROOM, Room } from "../world.ts";

/** Tokens of each answer. */
const USUAL = 400;
const answer = { text: "rye ".repeat(USUAL).trimEnd() };
const scripts = { ada: Array(9).fill(answer), bob: Array(9).fill(answer), cleo: Array(9).fill(answer) };
const AGENTS = [
  { name: "Ada", model: "script:ada" },
  { name: "Bob", model: "script:bob" },
  { name: "Cleo", model: "script:cleo" },
];

const format = (id: string) => builtIn(id) ?? assert.fail(`no ${id}`);
const COUNCIL = {
  format: format("council"),
  seats: [
    ...["agent_1", "agent_2", "agent_3"].map((agentId) => ({ role: "member", agentId })),
    { role: "chair", agentId: "agent_1" },
  ],
};

async function told(room: Room, playing: Playing) {
  const found = await room.engine.system.foreseenOf(playing);
  return found.ok ? found.turns : assert.fail(found.detail);
}

Deno.test("what a panel is told to use before is what its requests then are, stage by stage, and nothing is kept of telling it", () =>
  inWorld({ scripts }, async (world, room) => {
    await room.open(AGENTS);
    await room.post("I like salt.");
    const before = await room.rest();
    const [asked, seq] = [world.mock.requests().length, before.seq];
    const content = "Which bread keeps longest?";
    const playing = { of: ROOM, post: { content, panel: COUNCIL } };
    const [foreseen, beside] = await Promise.all([told(room, playing), told(room, playing)]);
    assert.deepEqual(beside, foreseen, "who asks in the same moment is told the same");
    assert.deepEqual([world.mock.requests().length, (await room.state()).seq], [asked, seq]);
    assert.ok(foreseen.every(({ output, usd }) => output === USUAL && usd === 0));
    await room.do({ type: "post", content, panel: COUNCIL });
    const state = await room.rest();
    const turns = Object.values(state.turns).filter(({ panel }) => panel);
    assert.equal(foreseen.length, turns.length);
    for (const [at, turn] of turns.entries()) {
      const request = await room.engine.system.requestOf(ROOM, turn.id);
      const real = estimateTokens(request?.calls[0]?.body ?? "");
      const { input = 0 } = foreseen[at] ?? {};
      assert.ok(input > real * 0.8 && input <= real * 1.1, `turn ${at}: ${input} told, ${real} sent`);
    }
    const [alone, , , critique, , , verdict] = foreseen.map(({ input }) => input);
    assert.ok((critique ?? 0) > (alone ?? 0) + 2 * USUAL, "a critique is shown the answers of the others");
    assert.ok((verdict ?? 0) > (critique ?? 0) + 2 * USUAL, "who writes is shown all that was said");
  }));

Deno.test("a panel in a conversation that begins with it comes to every turn of its format, of the largest also", () =>
  inWorld({}, async (_, room) => {
    await room.open(AGENTS);
    const { agents } = await room.engine.system.workspace();
    const joined = Object.values(agents).map(joiningOf);
    const start = (panel: typeof COUNCIL): Playing => ({
      start: {
        type: "start",
        title: "",
        mode: "parallel",
        settings: {},
        agents: joined,
        message: { content: "?", panel },
      },
    });
    assert.equal((await told(room, start(COUNCIL))).length, 7);
    const delphi = format("delphi");
    const [first] = delphi.stages;
    const largest = {
      format: {
        ...delphi,
        roles: [{ id: "one", name: "One", many: true as const }],
        stages: Array.from({ length: 10 }, (_, at) => ({
          ...first ?? assert.fail("no stage"),
          id: `s${at}`,
          who: ["one"],
        })),
      },
      seats: Array.from({ length: 20 }, () => ({ role: "one", agentId: "agent_1" })),
    };
    assert.equal(turnsOf(largest.format, largest.seats), PANEL_TURNS);
    assert.equal((await told(room, start(largest))).length, PANEL_TURNS);
  }));

Deno.test("in a comparison each is told of with the question alone, and a panel that is judged with the agent beside it", () =>
  inWorld({ scripts }, async (_, room) => {
    await room.open(AGENTS);
    await room.post(`I like ${"salt ".repeat(900)}`);
    await room.rest();
    const { agents } = await room.engine.system.workspace();
    const [content, joined] = ["Which?", Object.values(agents).map(joiningOf)];
    const compared = await told(room, { of: ROOM, room: { agents: joined, content } });
    assert.equal(compared.length, 3);
    assert.ok(compared.every(({ input, output }) => input < 200 && output === USUAL), "the talk is not sent");
    const judged = { asking: COUNCIL, panelSeat: 0, aloneId: "agent_2" } as const;
    const beside = await told(room, { of: ROOM, room: { agents: joined, content, judged } });
    assert.deepEqual(beside.length, 8);
    assert.equal(
      beside.filter(({ agentId }) => agentId === "agent_2").length,
      3,
      "two seats, and once alone",
    );
  }));

Deno.test("what waits in the conversation is no part of it, and what could not be asked is told as that", () =>
  inWorld({ scripts, tokenMs: 1_000 }, async (_, room) => {
    await room.open(AGENTS);
    await room.do({ type: "change", settings: { onNewMessage: "queue" } });
    await room.post("One");
    await room.post("Two");
    const foreseen = await told(room, { of: ROOM, post: { content: "Three", panel: COUNCIL } });
    assert.equal(foreseen.length, 7);
    await room.do({
      type: "change_participant",
      participantId: (await room.state()).participants[2]?.id ?? "",
      enabled: false,
    });
    const refused = await room.engine.system.foreseenOf({ of: ROOM, post: { content: "?", panel: COUNCIL } });
    assert.match(refused.ok ? "" : refused.detail, /not enabled/);
  }));
