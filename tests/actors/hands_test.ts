/** Raised hands, in the whole engine: what is sent for one, that nobody hears of it, what faults and crashes do. */
import assert from "node:assert/strict";
import { HAND_TOKENS } from "../../events/catalog/limits.ts";
import { handsOf } from "../../projections/conversation/raised_hands.ts";
import { HAND_TEXT } from "../../projections/prompt/hand_text.ts";
import { MockBody } from "../../actors/providers/practice/render_mock.ts";
import { currentTime } from "../../actors/tools/toolbox.ts";
import { sample } from "../effort.ts";
import { killedAt } from "./killed_at.ts";
import type { Scripts } from "./scripts.ts";
import { inWorld, ROOM, Room, type WorldOptions } from "./world.ts";

const LIMIT = { calls: 100 };

/** Agents of scripts in a talk on request, with hands. */
async function open(room: Room, ...names: string[]): Promise<void> {
  await room.open(
    names.map((name) => ({
      name,
      model: `script:${name}`,
      tools: ["current_time"],
      params: { maxTokens: 900 },
    })),
    { mode: "manual" },
  );
  await room.do({ type: "set_hands", ...LIMIT });
}
const withHands = (
  scripts: Scripts,
  test: (world: Parameters<Parameters<typeof inWorld>[1]>[0], room: Room) => Promise<void>,
  options: WorldOptions = {},
) => inWorld({ scripts, tools: [currentTime({ now: () => "2026-01-01T00:00:00.000Z" })], ...options }, test);

Deno.test("a hand is one short call with the talk and one question behind it, proven, counted, and in nobody's context", () =>
  withHands(
    { Ada: [{ text: "I know who tried it." }, { text: "Rye." }], Bob: [{ text: "NOTHING" }] },
    async (world, room) => {
      await open(room, "Ada", "Bob");
      await room.post("Which bread?");
      const state = await room.rest();
      assert.deepEqual(handsOf(state).map(({ is, line }) => [is, line]), [
        ["up", "I know who tried it."],
        ["down", undefined],
      ]);
      const sent = world.mock.requests().map(({ body }) =>
        MockBody.parse(JSON.parse(new TextDecoder().decode(body)))
      );
      assert.equal(sent.length, 2);
      for (const { tools, params, messages } of sent) {
        assert.deepEqual([tools, params["maxTokens"]], [[], HAND_TOKENS], "no tools, and little to say");
        assert.equal(messages.at(-1)?.content, `[Ann]: Which bread?\n\n${HAND_TEXT}`);
      }
      const [ada, bob] = handsOf(state);
      const told = await room.engine.system.requestOf(ROOM, ada?.turnId ?? "");
      assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven"]);
      const first = world.mock.requests().find(({ body }) =>
        new TextDecoder().decode(body).includes("script:Ada")
      );
      assert.equal(told?.calls[0]?.body, new TextDecoder().decode(first?.body));
      const used = [ada, bob].map((hand) => state.messages[hand?.messageId ?? ""]?.usage);
      assert.equal(state.tokens, used.reduce((sum, one) => sum + (one?.input ?? 0) + (one?.output ?? 0), 0));

      await room.do({ type: "ask", agentId: "agent_1" });
      const after = await room.rest();
      assert.deepEqual(handsOf(after).map(({ participantId }) => participantId), [bob?.participantId]);
      assert.equal(await room.said("Ada"), "Rye.");
      const asked = new TextDecoder().decode(world.mock.requests().at(-1)?.body);
      assert.ok(
        !asked.includes("who tried it") && !asked.includes("not asked to answer"),
        "what it would add is not in it",
      );
      assert.ok(asked.includes("current_time"), "asked to speak it has its tools");
      assert.equal(after.order.length, 2);
      assert.equal(world.mock.requests().length, 3, "after an answer nobody is asked for a hand");
    },
  ));

Deno.test("a hand that fails is not asked for a second time, and nothing of it is said in the talk", () =>
  withHands({
    Ada: [{ error: { code: "server", message: "Down.", retryable: true, statusCode: 503 } }],
    Bob: [{ hang: true }],
  }, async (world, room) => {
    await open(room, "Ada", "Bob");
    await room.post("Which bread?");
    const state = await room.rest();
    assert.deepEqual(handsOf(state).map(({ is }) => is), ["failed", "late"]);
    assert.equal(world.mock.requests().length, 2, "one call each");
    assert.deepEqual(state.order.length, 1);
  }));

Deno.test("what a process that dies was asking is given up by the next, which says so, and pays for nothing", () =>
  withHands({ Ada: [{ text: "I know who tried it, and what became of it." }] }, async (world, room) => {
    await open(room, "Ada");
    await room.post("Which bread?");
    await room.shown("Ada");
    room.engine.process.crash();
    const other = new Room(world, await world.engine());
    const state = await other.rest();
    const [hand] = handsOf(state);
    assert.equal(hand?.is, "failed");
    assert.match(hand?.error?.message ?? "", /not asked a second time/);
    assert.equal(world.mock.requests().length, 1);
    const interrupted = await other.all("TurnInterrupted");
    assert.equal(interrupted.length, 1);
    await other.post("And now?");
    assert.deepEqual(
      handsOf(await other.rest()).map(({ is }) => is),
      ["up"],
      "it goes on with the next word",
    );
  }, { tokenMs: 300 }));

Deno.test("practice agents raise hands by what was said, the same for the same words, and not all of them always", () =>
  inWorld({}, async (_, room) => {
    await room.open(
      ["editor", "critic", "researcher", "manager"].map((model) => ({ name: model, model })),
      { mode: "manual" },
    );
    await room.do({ type: "set_hands", calls: 1_000 });
    const told: string[] = [];
    for (
      const words of [
        "Which bread shall we bake?",
        "Where do we open the shop?",
        "Which bread shall we bake?",
      ]
    ) {
      await room.post(words);
      const hands = handsOf(await room.rest());
      assert.ok(hands.every(({ is }) => is === "up" || is === "down"), JSON.stringify(hands));
      told.push(hands.map(({ is, line }) => `${is} ${line ?? ""}`).join("\n"));
    }
    assert.equal(told[0], told[2]);
    assert.match(told[0] ?? "", /^up .*(bread|bake)/m);
    assert.match(told.join("\n"), /^down /m);
  }));

for (const writes of sample([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5)) {
  Deno.test(`nobody is paid twice for a hand where the process dies with write ${writes} of its round`, () =>
    withHands(
      { Ada: [{ text: "I know who tried it." }], Bob: [{ text: "NOTHING" }] },
      async (world, first) => {
        await open(first, "Ada", "Bob");
        const { seq } = await first.state();
        const room = await killedAt(world, first, writes, () => first.post("Which bread?"));
        const state = await room.rest();
        const asked = Object.values(state.turns).filter(({ asks }) => asks);
        assert.ok(asked.every(({ status, calls = 0 }) => status !== "pending" && calls <= 1));
        assert.ok(world.mock.requests().length <= asked.length, "one call of each at most");
        assert.equal(asked.length, state.seq === seq ? 0 : 2, "the whole round, or nothing of it");
        for (const { is, line } of handsOf(state)) {
          assert.ok(["up", "down", "failed"].includes(is), is);
          assert.equal(is === "up", line !== undefined);
        }
        await room.post("And now?");
        assert.deepEqual(
          handsOf(await room.rest()).map(({ is }) => is),
          ["up", "down"],
          "it goes on with the next word",
        );
      },
      { tokenMs: 50 },
    ));
}
