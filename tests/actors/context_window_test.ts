/** The context window: estimated, warned of once at 80 %, never cut silently. */
import assert from "node:assert/strict";
import type { ContextTokens } from "../../events/catalog/context_spec.ts";
import { lastTokens } from "../../projections/context/tokens.ts";
import { completion, History } from "../history.ts";
import { given } from "./given.ts";
import { inWorld, ROOM, type Room } from "./world.ts";

const claim = (turnId: string, tokens?: ContextTokens) => ({
  type: "claim" as const,
  turnId,
  owner: "process-1",
  agentVersion: 1,
  window: null,
  ...(tokens ? { tokens } : {}),
});

/** Lets Ada take one turn after another, each filling a window of 1,000 tokens so far; says which warned. */
function warnings(...estimates: (number | null)[]): string[] {
  let history = new History().started().joined("Ada", "Ben");
  const said: string[] = [];
  estimates.forEach((estimated, index) => {
    const turnId = `t_${index}`;
    history.posted(`m${index}`, "Go on").requested("Ada", `m${index}`, { turnId });
    const tokens = estimated === null ? undefined : { estimated, window: 1_000 };
    const claimed = given(history).when(claim(turnId, tokens));
    const [notice] = claimed.all("MessagePosted");
    said.push(notice ? notice.content : "");
    history = claimed.next;
    history = given(history).when({
      type: "complete",
      data: { ...completion(turnId, "Yes"), messageId: claimed.accepted.answer.messageId ?? "" },
    }).next;
  });
  return said;
}

const heard = (...estimates: (number | null)[]) => warnings(...estimates).map((text) => text !== "");

// Shows P19.
Deno.test("an agent's turn at 80 % of its window is announced, with the next step", () => {
  assert.deepEqual(warnings(799, 834), [
    "",
    "Ada is at 83 % of its context window (about 834 of 1000 tokens). " +
    "Leave messages out, or give it a sliding window in its settings.",
  ]);
  assert.deepEqual(heard(800), [true]);
});

// Shows P19.
Deno.test("the warning comes once, and again only after the window had room in between", () => {
  assert.deepEqual(heard(820, 850, 990, 400, 810, 820), [true, false, false, false, true, false]);
  assert.deepEqual(heard(900, null, 900), [true, false, true], "a model whose window is not known has room");
});

// Shows P19.
Deno.test("another attempt of the same turn, or a turn of another agent, does not repeat or hide the warning", () => {
  const story = new History().started().joined("Ada", "Ben").posted("m1", "Hi")
    .requested("Ada", "m1").requested("Ben", "m1");
  const full = { estimated: 900, window: 1_000 };
  const first = given(story).when(claim("t_Ada", full)).then("TurnStarted", "MessagePosted");
  assert.deepEqual(first.one("MessagePosted").notice, {
    code: "context_warning",
    turnId: "t_Ada",
    participantId: "p_Ada",
  });
  given(first.next).when(claim("t_Ben", full)).then("TurnStarted", "MessagePosted");
  const again = given(first.next).when({
    type: "interrupt",
    data: { turnId: "t_Ada", attempt: 1, why: "lost" },
  }).then("TurnInterrupted");
  given(again.next).when(claim("t_Ada", full)).then("TurnStarted");
});

// Shows P6.
Deno.test("the fold tells how full each agent's window was", () => {
  const story = new History().started().joined("Ada", "Ben").posted("m1", "Hi").requested("Ada", "m1");
  const tokens = { estimated: 12, window: 1_000 };
  const state = given(story).when(claim("t_Ada", tokens)).next.state();
  assert.deepEqual(lastTokens(state, "p_Ada"), tokens);
  assert.equal(lastTokens(state, "p_Ben"), null);
});

const notices = async (room: Room, code: string) =>
  (await room.all("MessagePosted")).filter(({ notice }) => notice?.code === code);

/** About 100 tokens. */
const PARAGRAPH = "All of it counts. ".repeat(22);

// Shows P19.
Deno.test("the whole engine warns once while it still sends everything, then refuses what is too large", () =>
  inWorld({}, async (world, room) => {
    await room.open([
      { name: "Ada", model: "skip", params: { contextWindow: 512 } },
      { name: "Ben", model: "skip" },
    ]);
    for (let n = 0; n < 6; n++) {
      await room.post(PARAGRAPH);
      await room.rest();
    }
    const [warning, ...more] = await notices(room, "context_warning");
    assert.match(warning?.content ?? "", /^Ada is at (8|9)\d % of its context window/);
    assert.deepEqual(more, [], "once, and not for the agent whose window is not known");
    const failed = await room.all("TurnFailed");
    assert.ok(failed.length > 0);
    for (const { error } of failed) {
      assert.equal(error.code, "context_overflow");
      assert.equal(
        error.message,
        "The conversation is too long for this model. Exclude some messages or set a sliding window.",
      );
    }
    assert.equal(world.mock.requests().length, 12 - failed.length, "what is too large is not sent");
    assert.equal((await room.turnOf("Ben"))?.status, "completed");
  }));

// Shows P19, P6.
Deno.test("an agent with a sliding window goes on, and what was left out is recorded with the reason", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo", params: { contextWindow: 512, windowMessages: 2 } }]);
    for (let n = 0; n < 8; n++) {
      await room.post(PARAGRAPH);
      await room.rest();
    }
    assert.deepEqual(await room.all("TurnFailed"), []);
    assert.deepEqual(await notices(room, "context_warning"), []);
    const state = await room.state();
    const turn = await room.turnOf("Ada");
    const sent = await room.engine.system.requestOf(state.id, turn?.id ?? "");
    assert.equal(sent?.messageIds.length, 2);
    const left = sent.omitted.filter(({ why }) => why === "window");
    assert.equal(left.length, state.order.length - 3, "all but the two that were sent and the answer itself");
    assert.ok(turn?.context?.window);
  }));

// Shows P19.
Deno.test("an answer of the maker that the request is too long ends the turn as context_overflow", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Ada", model: "error-413" }]);
    await room.post("hello");
    await room.rest();
    assert.deepEqual((await room.all("TurnFailed")).map(({ error }) => error.code), ["context_overflow"]);
    assert.match((await notices(room, "turn_failed"))[0]?.content ?? "", /set a sliding window/);
  }));

// Shows P19.
Deno.test("two agents whose windows fill in one round are each announced once: nothing enters the fold twice", () =>
  inWorld({}, async (_, room) => {
    await room.open([
      { name: "Ada", model: "skip", params: { contextWindow: 512 } },
      { name: "Ben", model: "skip", params: { contextWindow: 512 } },
    ]);
    for (let n = 0; n < 4; n++) {
      await room.post(PARAGRAPH);
      await room.rest();
    }
    assert.deepEqual(
      (await notices(room, "context_warning")).map(({ notice }) => notice?.participantId).sort(),
      [
        ...(await room.state()).participants.map(({ id }) => id).sort(),
      ],
    );
    const { order, messages } = await room.state();
    assert.equal(new Set(order).size, order.length, "each message stands once in the order");
    assert.deepEqual([...order].sort(), Object.keys(messages).sort());
    const row = await room.engine.log.list.get(ROOM);
    assert.equal((row as { messageCount: number }).messageCount, order.length);
  }));

Deno.test("what is pinned is sent though the window slid past it; where it alone is too large nothing is sent, and it is told before", () =>
  inWorld({}, async (world, room) => {
    const params = { contextWindow: 512, windowMessages: 1 };
    await room.open([{ name: "Ada", model: "skip", params }, { name: "Ben", model: "skip" }]);
    await room.post("The key is under the stone.");
    await room.rest();
    const [first = ""] = (await room.state()).order;
    await room.do({ type: "pin", messageId: first, pinned: true });
    await room.post("And now?");
    await room.rest();
    const { system } = room.engine;
    const request = await system.requestOf(ROOM, (await room.turnOf("Ada"))?.id ?? "");
    assert.equal(request?.messageIds[0], first);
    assert.equal(request.messageIds.length, 2, "beside the one of the window");
    assert.deepEqual(request.calls.map(({ proof }) => proof), ["proven"]);
    assert.deepEqual(await system.overfull(ROOM), []);

    for (let n = 0; n < 5; n++) {
      await room.post(PARAGRAPH);
      await room.rest();
      await room.do({ type: "pin", messageId: (await room.state()).question ?? "", pinned: true });
    }
    const [ada] = (await room.state()).participants;
    const [told, ...more] = await system.overfull(ROOM);
    assert.deepEqual(
      [told?.participantId, told?.window, more],
      [ada?.id, 512, []],
      "Ben's window is not known",
    );
    const would = await system.wouldSend(ROOM, ada?.id ?? "");
    assert.equal(would?.tokens.pinned, told?.pinned);
    assert.ok((told?.pinned ?? 0) > 512);
    const before = world.mock.requests().length;
    await room.post("And now?");
    await room.rest();
    assert.equal(world.mock.requests().length, before + 1, "Ben's");
    const failed = (await room.all("TurnFailed")).at(-1)?.error;
    assert.equal(failed?.code, "context_overflow");
    assert.match(failed?.message ?? "", /^What is pinned here is by itself larger/);
  }));
