/** A panel that is judged beside one agent alone, killed between any two writes: it is asked, revealed and kept once. */
import assert from "node:assert/strict";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { digestOf } from "../../actors/conversation/rules/comparisons.ts";
import { verdictOf } from "../../projections/comparisons/judged_result.ts";
import { betterText } from "../../projections/comparisons/better.ts";
import { builtIn } from "../../events/catalog/built_in_panels.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import { sample } from "../effort.ts";
import { killedAt } from "./killed_at.ts";
import { accepted, inWorld, ROOM, type Room } from "./world.ts";

const BY = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
const ID = "comparison_1";
/** It answers long after the first stage of the panel is over. */
const ALONE = "agent_3";
/** It has no seat, and judges, too. */
const JUDGE = "agent_4";

async function judge(room: Room) {
  const { agents } = await room.engine.system.workspace();
  const format = builtIn("council") ?? assert.fail("no council");
  const seats = ["agent_1", "agent_2"].map((agentId) => ({ role: "member", agentId }));
  const asking = { format, formatId: "council", seats: [...seats, { role: "chair", agentId: "agent_1" }] };
  return await room.engine.system.comparing.compare(ROOM, {
    comparisonId: ID,
    content: "Which bread keeps longest?",
    agents: Object.values(agents).filter(({ id }) => id !== JUDGE).map(joiningOf),
    providers: ["provider_mock"],
    judged: { asking, aloneId: ALONE },
    ...(agents[JUDGE] ? { judge: joiningOf(agents[JUDGE]) } : {}),
  }, BY);
}

const VERDICT = JSON.stringify({ reason: "It says how long.", best: "A" });

const judgedIn = async (room: Room): Promise<Comparison | undefined> =>
  (await room.engine.system.conversation(ROOM))?.comparisons?.[ID];

for (const writes of sample([1, 2, 3, 4, 5, 7, 9, 12, 16, 20, 25, 30, 40], 3)) {
  Deno.test(`a panel is judged once where its process dies with write ${writes} of its parts`, () =>
    inWorld({ seed: writes, scripts: { jo: [{ text: VERDICT }] } }, async (world, first) => {
      await first.open([{ name: "Ada", model: "researcher" }, { name: "Bob", model: "critic" }, {
        name: "Cleo",
        model: "story:300",
      }, { name: "Jo", model: "script:jo" }]);
      let room = await killedAt(world, first, writes, () => judge(first));
      if (!await judgedIn(room)) accepted(await judge(room));
      await world.until(async () => (await judgedIn(room))?.ready !== undefined);
      await room.do({ type: "vote_comparison", comparisonId: ID, best: 0 });
      const { system } = room.engine;
      room = await killedAt(world, room, writes, () => system.comparing.reveal(ROOM, ID, BY));
      if (!(await judgedIn(room))?.revealed) {
        accepted(await room.engine.system.comparing.reveal(ROOM, ID, BY));
      }
      const kept = async () => (await room.engine.system.judged()).panels;
      await world.until(async () => (await kept()).length > 0);
      await world.scheduler.sleep(5_000);
      const [one, ...more] = await kept();
      const { revealed, digest, answers, roomId } = await judgedIn(room) ?? assert.fail("it is gone");
      assert.ok(revealed && one);
      const talk = await room.state();
      assert.equal(digestOf(revealed.salt, revealed.seated), digest);
      const panelSeat = revealed.seated.findIndex(({ panel }) => panel);
      assert.deepEqual([more, one.id, one.formatId], [[], ID, "council"]);
      assert.deepEqual(one.votes, {
        won: panelSeat === 0 ? 1 : 0,
        lost: panelSeat === 0 ? 0 : 1,
        tied: 0,
        none: 0,
      });
      const found = panelSeat === 0 ? "won" : "lost";
      assert.deepEqual(
        [one.judge?.agentId, one.judge?.found],
        [JUDGE, found],
        "apart from what people found",
      );
      const asked = await room.engine.system.conversation(roomId) ?? assert.fail("its room is open");
      assert.deepEqual([revealed.judge?.best, verdictOf(asked)?.reason], [0, "It says how long."]);
      const all = Object.values(asked.turns);
      const turns = all.filter(({ judges }) => !judges);
      const usageOf = (id = "") => asked.messages[id]?.usage;
      const own = usageOf(turns.find(({ panel }) => !panel)?.messageId);
      assert.equal(
        one.alone.tokens,
        (own?.input ?? 0) + (own?.output ?? 0),
        "what judging used is no side's",
      );
      const [verdict, ...again] = all.filter(({ judges }) => judges);
      assert.ok(verdict && again.length === 0, "the judge is asked once");
      const sent = (await room.engine.system.requestOf(roomId, verdict.id))?.calls.at(-1);
      assert.equal(sent?.proof, "proven");
      const shown = answers.map(({ messageId }) => talk.bodies[messageId]?.content ?? "");
      assert.deepEqual(
        JSON.parse(sent?.body ?? "").messages.map(({ content }: { content: string }) => content),
        [betterText("Which bread keeps longest?", [shown[0] ?? "", shown[1] ?? ""])],
        "the question and the answers as people see them, and nothing else",
      );
      const told: string = JSON.parse(sent?.body ?? "").system;
      assert.match(told, /^You are Jo\.\n\n.*JSON.*\n\nYou compare two answers/s);
      assert.ok(!/Ada|Bob|Cleo|researcher|critic|story/.test(told));
      const alone = turns.filter(({ panel }) => !panel);
      assert.deepEqual([turns.length, alone.length], [6, 1], "each stage is asked once, and one alone once");
      assert.equal(
        talk.bodies[answers[1 - panelSeat]?.messageId ?? ""]?.content,
        asked.bodies[alone[0]?.messageId ?? ""]?.content,
      );
      const left = await room.engine.log.side("sealed").list();
      assert.ok(!left.some(({ id }) => id === roomId), "nothing of it is left beside the log");
    }));
}

Deno.test("a judge that fails delays nothing and is told as one without a verdict; where an answer is missing none is asked", async () => {
  for (
    const [model, answers] of [["error-401", true], ["hang-before", true], ["script:jo", false]] as const
  ) {
    await inWorld({ scripts: { jo: [{ text: VERDICT }] } }, async (world, room) => {
      await room.open([{ name: "Ada", model: "researcher" }, { name: "Bob", model: "critic" }, {
        name: "Cleo",
        model: answers ? "echo" : "error-401",
      }, { name: "Jo", model }]);
      accepted(await judge(room));
      await world.until(async () => (await judgedIn(room))?.ready !== undefined, 60 * 60_000);
      await room.do({ type: "vote_comparison", comparisonId: ID, best: "tie" });
      accepted(await room.engine.system.comparing.reveal(ROOM, ID, BY));
      const one = await world.until(async () => (await room.engine.system.judged()).panels[0]);
      assert.deepEqual([one.votes.tied, one.judge?.found], [1, "open"], model);
      const { revealed, roomId } = await judgedIn(room) ?? assert.fail("it is gone");
      assert.equal(revealed?.judge?.best, undefined);
      const asked = await room.engine.system.conversation(roomId);
      const verdicts = Object.values(asked?.turns ?? {}).filter(({ judges }) => judges);
      assert.equal(verdicts.length, answers ? 1 : 0);
      const why = asked && verdictOf(asked)?.reason;
      assert.equal((why ?? "") !== "", answers, "why is told");
    });
  }
});
