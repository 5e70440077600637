/** Every mode with nobody, one, two and twenty agents: it ends, and each turn says why it is there. */
import assert from "node:assert/strict";
import type { Mode } from "../../events/catalog/conversation.ts";
import { MODES } from "../../events/catalog/modes.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { sample } from "../effort.ts";
import { EXPECTED } from "../expected_of_modes.ts";
import { inWorld, type Room } from "./world.ts";

const FEW = [0, 1, 2] as const, MANY = 20;
/** Modes that are tried with many today. */
const IN_CROWDS = sample(MODES);

/** An agent of the roster that nobody turned off. */
const agents = (count: number, mode: Mode) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Agent ${index + 1}`,
    model: mode === "manager" && index === 0 ? "manager" : "echo",
  }));

/** On request and managed need someone at all times: with nobody, whoever is there is turned off. */
async function furnish(room: Room, mode: Mode, count: number): Promise<void> {
  const needs = count === 0 && (mode === "manual" || mode === "manager");
  await room.open(agents(needs ? 1 : count, mode), { mode, rounds: 2 });
  if (!needs) return;
  for (const { id } of (await room.state()).participants) {
    await room.do({ type: "change_participant", participantId: id, enabled: false });
  }
}

function checkReasons(state: ConversationState, mode: Mode): void {
  for (const { reason } of Object.values(state.turns)) {
    const known = EXPECTED[mode].reasons.find(([code]) => code === reason.code);
    assert.ok(known, `${mode}: ${reason.code}`);
    assert.match(reason.text, known[1]);
    if (reason.code === "in_turn") assert.ok(reason.round && reason.rounds === 2);
    if (reason.code === "addressed") assert.ok(state.participants.some((p) => p.number === reason.from));
  }
}

for (const mode of MODES) {
  for (const count of IN_CROWDS.includes(mode) ? [...FEW, MANY] : FEW) {
    // Shows S2-13, S2-54, S0-16.
    Deno.test(`${mode} with ${count} agents ends, and every turn says why`, () =>
      inWorld({ tokenMs: 1 }, async (world, room) => {
        await furnish(room, mode, count);
        await room.post("what do you think?");
        const asked = mode === "manual"
          ? await room.engine.system.execute("conversation_room", { type: "ask_all" }, {
            by: { kind: "user", id: "ann", name: "Ann" },
          })
          : null;
        const state = await room.rest();
        const turns = Object.values(state.turns);
        assert.equal(turns.length, EXPECTED[mode].answers(count));
        assert.ok(turns.every((turn) => turn.status === "completed"));
        assert.deepEqual(state.exchanges, {}, "every exchange is over");
        assert.deepEqual(await room.engine.log.work.all(), [], "nothing waits for anybody");
        assert.equal(world.mock.requests().length, turns.length, "one call a turn");
        checkReasons(state, mode);
        const notices = state.order.filter((id) => state.messages[id]?.notice?.code === "no_agents");
        if (count === 0 && mode !== "manual") assert.equal(notices.length, 1, "one notice says why (C-5)");
        if (count === 0 && mode === "manual") {
          assert.ok(asked && !asked.ok && asked.code === "validation");
          assert.equal(asked.detail, "No agents are enabled for this conversation.");
        }
        const last = state.messages[turns.at(-1)?.messageId ?? ""];
        if (mode === "manager" && count > 0) assert.equal(last?.to, "person", "the manager answers");
      }));
  }
}

// Shows S1-7.
Deno.test("with more colleagues than turns the manager has the last one, hears so, and answers with what it has", () =>
  inWorld({ tokenMs: 1 }, async (_, room) => {
    await room.open(agents(20, "manager"), { mode: "manager" });
    await room.post("what do you think?");
    const state = await room.rest();
    const last = state.messages[state.order.at(-1) ?? ""];
    assert.equal(last?.to, "person");
    assert.match(state.bodies[last?.id ?? ""]?.content ?? "", /\*\*Agent 2\*\*[\s\S]*\*\*Agent 12\*\*/);
    const told = state.messages[state.order.at(-2) ?? ""];
    assert.equal(told?.to, state.manager?.participantId);
    assert.match(state.bodies[told?.id ?? ""]?.content ?? "", /^This is your last turn/);
  }));
