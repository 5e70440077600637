/** A judge in a run of a check, in the whole engine: what it is sent, what it changes of the talk, and what cuts it short. */
import assert from "node:assert/strict";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { CHECK_VERDICTS_AT_ONCE } from "../../events/catalog/limits.ts";
import type { PersonCommand, Script } from "../../actors/conversation/commands.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import { prepare } from "../../actors/turn/prepare.ts";
import { judgedText } from "../../projections/checks/verdict.ts";
import { resultsOf } from "../../projections/checks/results.ts";
import { turnUsages } from "../../projections/usage/usage.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { sample } from "../effort.ts";
import { erasureOf } from "../arbitrary_history.ts";
import { killedAt } from "./killed_at.ts";
import type { Scripts } from "./scripts.ts";
import { accepted, inWorld, ROOM, type Room } from "./world.ts";

const says = (holds: boolean, reason = "It is.") => ({ text: JSON.stringify({ reason, holds }) });
const ADA = [{ text: "Rye, and nothing else." }, { text: "It keeps." }];
const RULES: Script["expectations"] = [
  { expectationId: "e1", kind: "like", text: "It is short." },
  { expectationId: "e2", kind: "like", text: "It names a grain.", question: 0 },
  { expectationId: "e3", kind: "says", text: "rye", question: 0 },
];

/** Begins a run of two questions, judged by an agent that takes no part in it. */
async function begin(
  room: Room,
  model: string,
  { tokens, note, ...script }: Partial<Script> & {
    readonly tokens?: number;
    /** Kept before. */
    readonly note?: string;
  } = {},
): Promise<void> {
  if (note !== undefined) {
    const events = [{ type: "NoteCreated" as const, data: { id: "note_1", version: 1, text: note } }];
    accepted(
      await room.engine.system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), {
        by: SYSTEM,
      }),
    );
  }
  await room.open([{ name: "Ada", model: "script:ada" }, {
    name: "Jo",
    model,
    systemPrompt: "You are strict.",
  }], {
    script: {
      questions: [{ content: "Which bread?" }, { content: "Why?" }],
      expectations: RULES,
      cast: [],
      ...script,
    },
    judge: "Jo",
    ...(tokens === undefined ? {} : { tokens }),
  });
}

async function refusal(room: Room, command: PersonCommand): Promise<string | null> {
  const by = { kind: "user" as const, id: "ann", name: "Ann" };
  const outcome = await room.engine.system.execute(ROOM, command, { by });
  return outcome.ok ? null : outcome.code;
}

const verdictTurns = ({ turns }: ConversationState) => Object.values(turns).filter(({ judges }) => judges);
const told = (state: ConversationState) =>
  resultsOf(state, state).map(({ expectationId, outcome, why, judged }) => [
    expectationId,
    outcome,
    why,
    judged,
  ]);
const kept = ({ run }: ConversationState) =>
  run?.ended?.results.map(({ expectationId, outcome, why }) => [expectationId, outcome, why]);

const scripts: Scripts = {
  ada: ADA,
  jo: [says(true, "Three words."), says(true, "Two words."), says(false, "No grain is named.")],
};

Deno.test("behind the last answer a judge is asked of each rule and answer by itself, beside the talk, and the end tells what it said", () =>
  inWorld({ scripts }, async (world, room) => {
    await begin(room, "script:jo", { note: "Bread that is short of salt keeps." });
    const state = await room.rest();
    assert.deepEqual(state.order.map((id) => state.bodies[id]?.content), [
      ...["Which bread?", "Rye, and nothing else.", "Why?", "It keeps."],
    ]);
    const [q1 = "", a1 = "", q2 = "", a2 = ""] = state.order;
    const verdicts = verdictTurns(state);
    assert.deepEqual(verdicts.map(({ judges }) => judges), [
      { expectationId: "e1", messageId: a1 },
      { expectationId: "e1", messageId: a2 },
      { expectationId: "e2", messageId: a1 },
    ]);
    assert.deepEqual(told(state), [
      ["e1", "held", null, "Three words."],
      ["e2", "failed", "unlike", "No grain is named."],
      ["e3", "held", null, null],
    ]);
    assert.deepEqual(kept(state), [["e1", "held", null], ["e2", "failed", "unlike"], ["e3", "held", null]]);
    assert.equal(state.run?.ended?.how, "ended");
    const last = verdicts[1] ?? assert.fail("no verdict");
    const request = await room.engine.system.requestOf(ROOM, last.id);
    const [call] = request?.calls ?? [];
    assert.equal(call?.proof, "proven");
    const body = JSON.parse(call?.body ?? "");
    assert.deepEqual(
      body.messages.map(({ role, content }: { role: string; content: string }) => [role, content]),
      [["user", judgedText("It is short.", "Why?", "It keeps.")]],
      "the rule, the question and the answer, and nothing else",
    );
    assert.match(body.system, /^You are strict\.\n\n.*JSON.*\n\nYou judge one answer/s);
    assert.deepEqual(request?.omitted, [q1, a1].map((messageId) => ({ messageId, why: "not_judged" })));
    assert.ok(q2);
    const sent = world.mock.requests().map(({ body }) => new TextDecoder().decode(body));
    const own = sent.filter((one) => one.includes('"model":"script:ada"'));
    assert.equal(own.length, 2);
    const noted = (one: string) => one.includes("short of salt");
    assert.ok(own.some(noted) && !noted(call?.body ?? ""), "what is kept here is not for who judges");
    assert.ok(own.every((one) => !/Jo|strict|judge|grain is named/.test(one)), "nobody heard of the judge");
    assert.deepEqual([state.group, state.participants.length], [false, 1]);
    assert.equal(state.answers[q2]?.length, 1, "a verdict is no answer");
    assert.equal(turnUsages(state).length, 5, "what judging used is counted");
  }));

for (const writes of sample([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22], 4)) {
  Deno.test(`each verdict is given once where the process dies with write ${writes} of a run that is judged`, () =>
    inWorld({ scripts, tokenMs: 120 }, async (world, first) => {
      await begin(first, "script:jo");
      await world.until(async () => verdictTurns(await first.state()).length > 0);
      const second = await killedAt(world, first, writes, () => Promise.resolve());
      const state = await second.rest();
      assert.equal(verdictTurns(state).length, 3);
      assert.ok(verdictTurns(state).every(({ status }) => status === "completed"));
      assert.equal((await second.all("ChecksEnded")).length, 1);
      assert.equal(state.run?.ended?.how, "ended");
      assert.equal(state.run?.ended?.results.some(({ outcome }) => outcome === "open"), false);
    }));
}

Deno.test("a judge that fails, that answers otherwise than it is asked to, or that never ends is told as open with the reason", async () => {
  const wrong = [{ text: "Maybe." }];
  const silent = [{ text: "", hang: true }];
  for (
    const [model, reason] of [
      ["error-401", /./],
      ["script:wrong", /does not fit the form/],
      ["script:silent", /./],
    ] as const
  ) {
    await inWorld({ scripts: { ...scripts, wrong, silent } }, async (_, room) => {
      await begin(room, model);
      const state = await room.rest(60 * 60_000);
      assert.ok(verdictTurns(state).every(({ status }) => status === "failed"), model);
      const [short, grain, rye] = told(state);
      assert.deepEqual([short?.slice(0, 3), grain?.slice(0, 3), rye?.slice(0, 3)], [
        ["e1", "open", "judge_failed"],
        ["e2", "open", "judge_failed"],
        ["e3", "held", null],
      ], model);
      assert.match(String(short?.[3]), reason);
      assert.equal(state.run?.ended?.how, "ended");
      assert.equal(state.lastSaid, state.order.at(-1), "nothing is said of it in the talk");
    });
  }
});

Deno.test("a verdict that a person stops is not given and the others are; a run that is stopped asks for no more", () =>
  inWorld({ scripts, tokenMs: 200 }, async (world, room) => {
    await begin(room, "script:jo");
    const [one] = await world.until(async () => {
      const turns = verdictTurns(await room.state());
      return turns.length > 0 ? turns : null;
    });
    await room.do({ type: "stop", turnId: one?.id ?? "" });
    const state = await room.rest();
    assert.deepEqual(verdictTurns(state).map(({ status }) => status), [
      "cancelled",
      "completed",
      "completed",
    ]);
    assert.deepEqual(kept(state)?.[0], ["e1", "open", "judge_failed"]);
    assert.equal(state.run?.ended?.how, "ended");
  }).then(() =>
    inWorld({ scripts, tokenMs: 200 }, async (world, room) => {
      await begin(room, "script:jo");
      await world.until(async () => verdictTurns(await room.state()).length > 0);
      await room.do({ type: "stop" });
      const state = await room.rest();
      assert.ok(verdictTurns(state).every(({ status }) => status === "cancelled"));
      assert.equal(state.run?.ended?.how, "stopped");
    })
  ));

Deno.test("so many verdicts are asked for at once, and none beyond the cap of the run: what is left is open", () => {
  const rules: Script["expectations"] = Array.from({ length: 9 }, (_, at) => ({
    expectationId: `r${at}`,
    kind: "like",
    text: `Rule ${at}.`,
    question: 0,
  }));
  const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const jo = [{ ...says(true), usage }];
  const ada = [{ text: "Rye.", usage }, { text: "Oat.", usage }];
  return inWorld({ scripts: { ada, jo }, tokenMs: 50 }, async (_, room) => {
    await begin(room, "script:jo", { expectations: rules, tokens: 500 });
    const state = await room.rest();
    let [open, most] = [0, 0];
    for (const { type, data } of await room.events()) {
      if (type === "TurnRequested" && data.judges) most = Math.max(most, ++open);
      if (type === "TurnCompleted" && verdictTurns(state).some(({ id }) => id === data.turnId)) open--;
    }
    assert.equal(most, CHECK_VERDICTS_AT_ONCE);
    // 220 by the answers; the fifth verdict is asked for at 330, the sixth at 440, and none at 550.
    assert.equal(verdictTurns(state).length, 6);
    assert.equal(state.run?.ended?.how, "capped");
    assert.deepEqual(kept(state)?.map(([, outcome, why]) => `${outcome} ${why}`), [
      ...Array.from({ length: 6 }, () => "held null"),
      ...Array.from({ length: 3 }, () => "open not_judged"),
    ]);
  });
});

Deno.test("what is erased while it is judged is judged no more and told as open, and its requests are proven no more", () =>
  inWorld({ scripts, tokenMs: 300 }, async (world, room) => {
    await begin(room, "script:jo");
    await world.until(async () =>
      verdictTurns(await room.state()).filter(({ calls }) => calls === 1).length === 3
    );
    const [, answer = ""] = (await room.state()).order;
    await room.do({
      type: "erase",
      messageId: answer,
      ...erasureOf(await room.events(), { messageId: answer }),
    });
    const state = await room.rest();
    assert.deepEqual(verdictTurns(state).map(({ status }) => status), [
      "cancelled",
      "completed",
      "cancelled",
    ]);
    assert.deepEqual(kept(state)?.map(([, outcome, why]) => [outcome, why]), [
      ...[["open", "erased"], ["open", "erased"], ["open", "erased"]],
    ]);
    assert.equal(state.run?.ended?.how, "ended");
    const [of] = verdictTurns(state);
    const request = await room.engine.system.requestOf(ROOM, of?.id ?? "");
    assert.deepEqual(request?.calls.map(({ proof, body }) => [proof, body]), [["erased", null]]);
    // One that was waiting is not begun with what is left.
    const ports = { log: room.engine.log, downgrades: new Map(), tools: createToolbox([]) };
    const { through = 0, judges, mode = "parallel" } = of ?? {};
    const given = { through, inclusionThrough: through, mode, judges, window: null, aside: true } as const;
    const settings = await room.engine.system.workspace();
    const prepared = prepare(ports, state, settings, state.run?.judge ?? "", given);
    assert.deepEqual([prepared.ok, !prepared.ok && prepared.why], [
      false,
      "The words of what was to be judged were erased.",
    ]);
  }));

Deno.test("a rule of which a judge was told is not taken back; asked again is no verdict", () =>
  inWorld({ scripts }, async (_, room) => {
    await begin(room, "script:jo");
    const state = await room.rest();
    assert.equal(await refusal(room, { type: "unexpect", expectationId: "e1" }), "conflict");
    await room.do({ type: "unexpect", expectationId: "e3" });
    const [one] = verdictTurns(state);
    assert.equal(await refusal(room, { type: "retry", turnId: one?.id ?? "" }), "validation");
    await room.post("Something else?");
    const after = await room.rest();
    assert.equal(verdictTurns(after).length, 3);
    assert.equal(after.order.length, 6, "who judged does not answer");
  }));
