/** A run of a check in the whole engine: each question is said once, behind the answers before it, whatever dies. */
import assert from "node:assert/strict";
import { EXPECTATIONS } from "../../events/catalog/limits.ts";
import { lookedFor } from "../../projections/checks/results.ts";
import type { Script } from "../../actors/conversation/commands.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { erasureOf } from "../arbitrary_history.ts";
import { inWorld, ROOM, Room } from "./world.ts";

const scripts = { ada: [{ text: "Rye, and nothing else." }, { text: "It keeps." }, { text: "A week." }] };
const asked = (...contents: string[]) => contents.map((content) => ({ content }));
const THREE: Script = {
  questions: asked("Which bread?", "Why?", "How long?"),
  expectations: [
    { expectationId: "e1", kind: "says", text: "rye", question: 0, agentId: "agent_1" },
    { expectationId: "e2", kind: "says", text: "month", question: 2, agentId: "agent_1" },
    { expectationId: "e3", kind: "like", text: "short" },
    { expectationId: "e4", kind: "says", text: "rye", question: 0, agentId: "agent_9" },
  ],
  cast: [],
};
const ADA = [{ name: "Ada", model: "script:ada" }];

Deno.test("each question is said when the one before it is answered, its context has these answers, and the end tells what holds", () =>
  inWorld({ scripts }, async (_, room) => {
    await room.open(ADA, { script: THREE });
    const state = await room.rest();
    assert.deepEqual(state.order.map((id) => state.bodies[id]?.content), [
      ...["Which bread?", "Rye, and nothing else.", "Why?", "It keeps.", "How long?", "A week."],
    ]);
    assert.deepEqual(state.run?.questions, state.order.filter((_, at) => at % 2 === 0));
    assert.deepEqual(state.run?.planned, []);
    assert.equal(state.messages[state.order[4] ?? ""]?.author.name, "Ann", "said as by who runs it");
    const last = await room.turnOf("Ada");
    const request = await room.engine.system.requestOf(ROOM, last?.id ?? "");
    assert.deepEqual(request?.messageIds, state.order.slice(0, 5), "all that was said before, in its order");
    assert.deepEqual(
      state.run?.ended?.results.map(({ expectationId, outcome, why }) => [expectationId, outcome, why]),
      [["e1", "held", null], ["e2", "failed", "not_said"], ["e3", "open", "not_judged"], [
        "e4",
        "failed",
        "no_answer",
      ]],
    );
    assert.equal(state.run?.ended?.how, "ended");
  }));

Deno.test("a process that dies in a run is followed by another, and every question is asked once", () =>
  inWorld({ scripts, tokenMs: 300 }, async (world, room) => {
    await room.open(ADA, { script: THREE });
    await room.shown("Ada");
    room.engine.process.crash();
    const second = new Room(world, await world.engine());
    await world.until(async () => ((await second.state()).run?.planned.length ?? 9) < 2 || undefined);
    second.engine.process.crash();
    const third = new Room(world, await world.engine());
    const state = await third.rest();
    const questions = state.order.filter((id) => state.messages[id]?.author.kind === "human");
    assert.deepEqual(questions, state.run?.questions);
    assert.equal((await third.all("ChecksEnded")).length, 1);
    assert.equal(state.run?.ended?.how, "ended");
  }));

Deno.test("a run ends where its cap is reached, where a person stops it, and where a person says something else", () =>
  inWorld({ scripts, tokenMs: 200 }, async (_, room) => {
    await room.open(ADA, { script: THREE, tokens: 1 });
    const { run, order } = await room.rest();
    assert.deepEqual([run?.ended?.how, run?.planned.length, order.length], ["capped", 2, 2]);
  }).then(() =>
    inWorld({ scripts, tokenMs: 200 }, async (_, room) => {
      await room.open(ADA, { script: THREE });
      await room.shown("Ada");
      await room.do({ type: "stop" });
      const { run, order } = await room.rest();
      assert.deepEqual([run?.ended?.how, run?.planned.length, order.length], ["stopped", 2, 2]);
      assert.equal(run?.ended?.results[0]?.why, "not_answered");
    })
  ).then(() =>
    inWorld({ scripts, tokenMs: 200 }, async (_, room) => {
      await room.open(ADA, { script: THREE });
      await room.post("Something else.");
      const { run } = await room.rest();
      assert.deepEqual([run?.ended?.how, run?.planned.length], ["stopped", 2]);
    })
  ));

Deno.test("a question that was left out is left out once it is answered, and whose model and prompt were changed is sent so", () =>
  inWorld(
    { scripts: { ...scripts, other: [{ text: "Oat." }, { text: "It is soft." }] } },
    async (world, room) => {
      const script: Script = {
        ...THREE,
        questions: [{ content: "Which bread?", left: true }, { content: "Why?" }],
        cast: [{ agentId: "agent_1", model: "script:other", systemPrompt: "You bake." }],
      };
      await room.open([{ ...ADA[0], name: "Ada", model: "script:ada", systemPrompt: "You mill." }], {
        script,
      });
      const state = await room.rest();
      assert.deepEqual(state.order.map((id) => state.bodies[id]?.content), [
        ...["Which bread?", "Oat.", "Why?", "It is soft."],
      ]);
      assert.equal(state.messages[state.order[0] ?? ""]?.included, false);
      const request = await room.engine.system.requestOf(ROOM, (await room.turnOf("Ada"))?.id ?? "");
      assert.deepEqual(request?.messageIds, [state.order[1], state.order[2]]);
      const body = new TextDecoder().decode(world.mock.requests().at(-1)?.body);
      assert.ok(body.includes("You bake.") && !body.includes("You mill."));
    },
  ));

Deno.test("a tool that asks a person is refused at once in a run, and that it was called counts", () => {
  const ring: Tool = {
    idempotent: true,
    changes: true,
    schema: { name: "ring", description: "Rings.", parameters: { type: "object", properties: {} } },
    run: () => Promise.resolve({ status: "ok", result: "rung" }),
  };
  const calling = {
    ada: [{ text: "", tools: [{ callId: "c1", tool: "ring", args: "{}" }] }, { text: "I may not." }],
  };
  return inWorld({ scripts: calling, tools: [ring] }, async (_, room) => {
    await room.open([{ name: "Ada", model: "script:ada", tools: ["ring"] }], {
      script: {
        questions: asked("Ring!"),
        expectations: [{ expectationId: "e1", kind: "calls", text: "ring" }],
        cast: [],
      },
    });
    const { run, bodies, order } = await room.rest();
    assert.equal(bodies[order[1] ?? ""]?.tools?.[0]?.status, "refused");
    assert.equal(run?.ended?.results[0]?.outcome, "held");
  });
});

Deno.test("what is erased before it was asked is not asked, and with an answer go the words that were expected of it", () =>
  inWorld({ scripts, tokenMs: 200 }, async (_, room) => {
    await room.open(ADA, { script: THREE });
    await room.shown("Ada");
    const planned = (await room.state()).run?.planned[0]?.messageId ?? "";
    const found = erasureOf(await room.events(), { messageId: planned });
    assert.equal(found.seqs.length, 1);
    await room.do({ type: "erase", messageId: planned, elsewhere: true, ...found });
    const state = await room.rest();
    assert.deepEqual([state.run?.ended?.how, state.order.length], ["stopped", 2]);
    const [, answer = ""] = state.order;
    const gone = erasureOf(await room.events(), { messageId: answer });
    await room.do({ type: "erase", messageId: answer, ...gone });
    const { expectations } = await room.state();
    assert.deepEqual(expectations?.map(({ text }) => text), ["", "month", "short", "rye"]);
  }));

Deno.test("what is said in a run is looked through as it goes on: at its end little is left, however much is expected", () => {
  const said = "Rye, and nothing else. ".repeat(40);
  const many: Script = {
    questions: asked(...Array.from({ length: 6 }, (_, at) => `Why ${at}?`)),
    expectations: Array.from({ length: EXPECTATIONS }, (_, at) => ({
      expectationId: `e${at}`,
      kind: "says" as const,
      text: `${at} loaves`,
    })),
    cast: [],
  };
  return inWorld(
    { scripts: { ada: Array.from({ length: 6 }, () => ({ text: said })) } },
    async (world, room) => {
      await room.open(ADA, { script: many });
      await world.until(async () => (await room.state()).run?.planned.length === 0);
      const state = await room.state();
      const left = [...lookedFor(state, state)].length;
      assert.ok(left <= 2 * EXPECTATIONS, `${left} of ${6 * EXPECTATIONS} were left for its end`);
      const { run } = await room.rest();
      assert.equal(run?.ended?.results.every(({ why }) => why === "not_said"), true);
    },
  );
});
