/** Answers beside the talk, in the whole engine: what they are sent, that nobody else is, what caps and crashes do. */
import assert from "node:assert/strict";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { currentTime } from "../../actors/tools/toolbox.ts";
import { inWorld, ROOM, Room } from "./world.ts";

const LIMIT = { tokens: 100_000 };
const TRY = { times: 2, limit: LIMIT, expected: 100 };

const scripts = {
  ada: [
    { text: "Rye." },
    { text: "With one." },
    { text: "Without one." },
    { text: "With two." },
    { text: "Without two." },
    { text: "Later." },
  ],
};

async function talk(room: Room) {
  await room.open([{ name: "Ada", model: "script:ada" }]);
  await room.post("I like salt.");
  await room.rest();
  await room.post("Which bread?");
  const state = await room.rest();
  const [salt = "", , question = "", answer = ""] = state.order;
  return { salt, question, answer, turnId: state.messages[answer]?.turnId ?? "" };
}

const trialIn = (state: ConversationState, id = "") => state.trials?.[id] ?? assert.fail("no such trial");

Deno.test("a turn is asked again with a message and without: the arms differ by it alone, and each request is proven", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] } }, async (world, room) => {
    const { salt, turnId } = await talk(room);
    const before = world.mock.requests().at(-1)?.body;
    const { answer } = await room.do({ type: "try_without", turnId, without: [salt], ...TRY });
    const state = await room.rest();
    const trial = trialIn(state, answer.trialId);
    assert.deepEqual(trial.turnIds.map((id) => state.turns[id]?.trial?.arm), [0, 1, 0, 1]);
    assert.equal(trial.ended, true);
    const told = await Promise.all(trial.turnIds.map((id) => room.engine.system.requestOf(ROOM, id)));
    assert.deepEqual(told.map((one) => one?.calls[0]?.proof), ["proven", "proven", "proven", "proven"]);
    assert.deepEqual(told.map((one) => one?.omitted.filter(({ why }) => why === "withheld")), [
      [],
      [{ messageId: salt, why: "withheld" }],
      [],
      [{ messageId: salt, why: "withheld" }],
    ]);
    const bodies = told.map((one) => one?.calls[0]?.body ?? "");
    assert.equal(bodies[0], new TextDecoder().decode(before), "with it: what the turn itself was sent");
    assert.equal(bodies[0], bodies[2]);
    assert.equal(bodies[1], bodies[3]);
    assert.ok(bodies[0]?.includes("I like salt.") && !bodies[1]?.includes("I like salt."));
    assert.equal(state.order.length, 4, "the talk is as it was");
  }));

Deno.test("what is asked beside the talk is in nobody's context, makes no word wait, and counts as used", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] }, tokenMs: 200 }, async (_, room) => {
    const { salt, turnId } = await talk(room);
    const { tokens, lastSaid } = await room.state();
    await room.do({ type: "change", settings: { onNewMessage: "queue" } });
    await room.do({ type: "try_without", turnId, without: [salt], ...TRY });
    const posted = await room.post("And then?");
    const during = await room.state();
    assert.deepEqual(during.queue, []);
    const turn = Object.values(during.turns).find(({ exchange }) => exchange === posted.answer.messageId);
    assert.ok(turn, "its answer is asked for at once");
    const state = await room.rest();
    const [trial] = Object.values(state.trials ?? {});
    const [first, second] = (trial?.turnIds ?? []).map((id) => state.turns[id]);
    assert.ok((second?.startedSeq ?? Infinity) < (first?.doneSeq ?? 0), "nor do they wait for one another");
    const request = await room.engine.system.requestOf(ROOM, turn.id);
    assert.deepEqual(request?.messageIds, [...state.order.slice(0, 4), posted.answer.messageId]);
    assert.ok(!request?.calls[0]?.body?.includes("ithout"));
    assert.ok(state.tokens > tokens + 4);
    assert.notEqual(state.lastSaid, lastSaid);
    assert.equal(state.messages[state.lastSaid ?? ""]?.trial, undefined);
    const notices = state.order.filter((id) => state.messages[id]?.role === "system");
    assert.deepEqual(notices, []);
  }));

Deno.test("a cap stops a trial before it is passed, cuts both arms alike, and one that allows nothing is refused", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] } }, async (_, room) => {
    const { salt, turnId } = await talk(room);
    const low = await room.engine.system.execute(ROOM, {
      type: "try_without",
      turnId,
      without: [salt],
      times: 8,
      limit: { tokens: 300 },
      expected: 301,
    }, { by: { kind: "user", id: "ann", name: "Ann" } });
    assert.equal(low.ok ? "" : low.path, "limit.tokens");
    const { answer } = await room.do({
      type: "try_without",
      turnId,
      without: [salt],
      times: 8,
      limit: { tokens: 500 },
      expected: 150,
    });
    const state = await room.rest();
    const trial = trialIn(state, answer.trialId);
    const used = trial.turnIds.reduce((sum, id) => {
      const { input = 0, output = 0 } = state.messages[state.turns[id]?.messageId ?? ""]?.usage ?? {};
      return sum + input + output;
    }, 0);
    assert.ok(used <= 500, `${used}`);
    assert.ok(trial.turnIds.length >= 3 && trial.turnIds.length < 16, `${trial.turnIds.length}`);
    const arms = trial.turnIds.map((id) => state.turns[id]?.trial?.arm);
    assert.ok(Math.abs(arms.filter((arm) => arm === 0).length - arms.filter((arm) => arm === 1).length) <= 1);
    assert.equal(trial.ended, true);
  }));

Deno.test("a process that dies in a trial is followed by another, which asks for the rest", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] }, tokenMs: 300 }, async (world, room) => {
    const { salt, turnId } = await talk(room);
    const { answer } = await room.do({ type: "try_without", turnId, without: [salt], ...TRY, times: 4 });
    await room.shown("Ada");
    room.engine.process.crash();
    const other = new Room(world, await world.engine());
    const state = await other.rest();
    const trial = trialIn(state, answer.trialId);
    assert.equal(trial.turnIds.length, 8);
    assert.ok(trial.turnIds.every((id) => state.turns[id]?.status === "completed"));
    assert.equal(trial.ended, true);
  }));

Deno.test("Stop ends a trial, and nothing more of it is asked for", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] }, tokenMs: 300 }, async (_, room) => {
    const { salt, turnId } = await talk(room);
    const { answer } = await room.do({ type: "try_without", turnId, without: [salt], ...TRY, times: 8 });
    await room.do({ type: "stop", exchange: answer.trialId ?? "" });
    const state = await room.rest();
    const trial = trialIn(state, answer.trialId);
    assert.deepEqual([trial.turnIds.length, trial.ended], [4, true]);
    assert.ok(trial.turnIds.every((id) => state.turns[id]?.status === "cancelled"));
  }));

Deno.test("of several answers to a question one is taken: it counts from then on, and who was asked before did not see it", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Ada", model: "story" }, { name: "Bob", model: "story" }]);
    await room.post("Which bread?");
    const first = await room.rest();
    const [question = "", one = "", two = ""] = first.order;
    const { answer } = await room.do({
      type: "try_samples",
      messageId: question,
      agentIds: ["agent_1", "agent_2"],
      ...TRY,
      times: 3,
    });
    const sampled = await room.rest();
    const trial = trialIn(sampled, answer.trialId);
    assert.deepEqual(trial.turnIds.map((id) => sampled.turns[id]?.trial?.arm), [0, 1, 0, 1, 0, 1]);
    await room.post("Go on.");
    const between = await room.rest();
    const taken = between.turns[trial.turnIds[1] ?? ""]?.messageId ?? "";
    await room.do({ type: "take_answer", messageId: taken });
    const state = await room.state();
    assert.equal(state.order.at(-1), taken);
    assert.deepEqual([one, two, taken].map((id) => state.messages[id]?.included), [false, false, true]);
    assert.deepEqual(state.answers[question], [one, two, taken]);
    const earlier = Object.values(state.turns).filter(({ through }) =>
      through === state.messages[between.order[3] ?? ""]?.seq
    );
    assert.equal(earlier.length, 2);
    for (const { id } of earlier) {
      const request = await room.engine.system.requestOf(ROOM, id);
      assert.equal(request?.calls[0]?.proof, "proven");
      assert.ok(!request?.messageIds.includes(taken));
    }
    const next = await room.engine.system.wouldSend(ROOM, state.participants[0]?.id ?? "");
    assert.ok(next?.messageIds.includes(taken) && !next.messageIds.includes(one));
    await room.do({ type: "take_answer", messageId: taken });
    assert.equal((await room.state()).seq, state.seq, "taken once");
  }));

Deno.test("only what a turn of the talk was sent can be held back from it", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] } }, async (_, room) => {
    const { salt, answer, turnId } = await talk(room);
    const by = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
    const { seq } = await room.state();
    const wrong = async (turn: string, without: string[]) => {
      const outcome = await room.engine.system.execute(
        ROOM,
        { type: "try_without", turnId: turn, without, ...TRY },
        by,
      );
      return outcome.ok ? "accepted" : `${outcome.code} ${outcome.path}`;
    };
    assert.equal(await wrong(turnId, [answer]), "validation without");
    assert.equal(await wrong(turnId, ["message_none"]), "not_found without");
    assert.equal(await wrong("turn_none", [salt]), "not_found turnId");
    assert.equal((await room.state()).seq, seq);
    const tried = await room.do({ type: "try_without", turnId, without: [salt], ...TRY, times: 1 });
    await room.rest();
    assert.equal(await wrong(tried.answer.turnIds?.[0] ?? "", [salt]), "validation turnId");
  }));

Deno.test("the window and the checkboxes of a turn that is tried again are those of then", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] } }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:ada", params: { windowMessages: 3 } }]);
    await room.post("I like salt.");
    await room.rest();
    await room.post("Which bread?");
    const { order, messages } = await room.rest();
    const [salt = "", , question = "", answer = ""] = order;
    const before = new TextDecoder().decode(world.mock.requests().at(-1)?.body);
    await room.do({ type: "include", messageId: salt, included: false });
    const turnId = messages[answer]?.turnId ?? "";
    const { answer: tried } = await room.do({
      type: "try_without",
      turnId,
      without: [question],
      ...TRY,
      times: 1,
    });
    await room.rest();
    const [first, second] = await Promise.all(
      (tried.turnIds ?? []).map((id) => room.engine.system.requestOf(ROOM, id)),
    );
    assert.equal(first?.calls[0]?.body, before);
    assert.deepEqual(second?.messageIds, first?.messageIds.filter((id) => id !== question));
  }));

Deno.test("a window that is full lets nothing older in where a message is held back", () =>
  inWorld({ scripts: { ada: [{ text: "Noted." }, ...scripts.ada] } }, async (_, room) => {
    await room.open([{ name: "Ada", model: "script:ada", params: { windowMessages: 2 } }]);
    await room.post("I like salt.");
    await room.rest();
    await room.post("Which bread?");
    const { order, messages } = await room.rest();
    const [, noted = "", question = "", answer = ""] = order;
    const turnId = messages[answer]?.turnId ?? "";
    const { answer: tried } = await room.do({
      type: "try_without",
      turnId,
      without: [noted],
      ...TRY,
      times: 1,
    });
    await room.rest();
    const told = await Promise.all((tried.turnIds ?? []).map((id) => room.engine.system.requestOf(ROOM, id)));
    assert.deepEqual(told.map((one) => one?.messageIds), [[noted, question], [question]]);
  }));

Deno.test("answers beside the talk have no tools, and one that fails is told beside it alone", () =>
  inWorld({ tools: [currentTime({ now: () => "2026-01-01T00:00:00.000Z" })] }, async (_, room) => {
    await room.open([
      { name: "Ada", model: "story", tools: ["current_time"] },
      { name: "Bob", model: "error-401" },
    ]);
    await room.post("Which bread?");
    const { order } = await room.rest();
    const [own] = await room.all("TurnRequested");
    const talked = await room.engine.system.requestOf(ROOM, own?.turnId ?? "");
    const tools = (request: typeof talked) => /current_time/.test(request?.calls[0]?.body ?? "");
    const { answer } = await room.do({
      type: "try_samples",
      messageId: order[0] ?? "",
      agentIds: ["agent_1", "agent_2"],
      ...TRY,
      times: 1,
    });
    const state = await room.rest();
    assert.deepEqual(state.order, order);
    const { turnIds } = trialIn(state, answer.trialId);
    assert.deepEqual(turnIds.map((id) => state.turns[id]?.status), ["completed", "failed"]);
    const notices = (await room.all("MessagePosted")).flatMap(({ notice }) => notice ? [notice] : []);
    assert.ok(!notices.some(({ turnId }) => turnIds.includes(turnId ?? "")));
    const request = await room.engine.system.requestOf(ROOM, answer.turnIds?.[0] ?? "");
    assert.deepEqual([tools(talked), tools(request)], [true, false]);
  }));
