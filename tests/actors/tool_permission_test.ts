/** Tools that change something: a person is asked, the word is in the log, and only then does the tool run. */
import assert from "node:assert/strict";
import type { Scripts } from "./scripts.ts";
import { renameConversation } from "../../actors/tools/rename_conversation.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { PERMISSION_MS } from "../../actors/turn/permissions.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { inWorld, ROOM, Room, type World } from "./world.ts";

const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

/** A tool that counts its runs and asks before each. */
function bell(idempotent = false): Tool & { runs: number } {
  const tool = {
    runs: 0,
    idempotent,
    changes: true as const,
    schema: { name: "ring", description: "", parameters: { type: "object", properties: {} } },
    run: (): ReturnType<Tool["run"]> => {
      tool.runs++;
      return Promise.resolve({ status: "ok", result: "rung" });
    },
  };
  return tool;
}

const scripts: Scripts = {
  ringer: [
    { text: "Shall I?", tools: [{ callId: "call_1", tool: "ring", args: "{}" }] },
    { text: "Done." },
  ],
};

/** The call that waits, once it is in the log. */
function asking(world: World, room: Room, attempt = 1): Promise<{ turnId: string; use: ToolUse }> {
  return world.until(async () => {
    const turn = await room.turnOf("Ada");
    const use = (await room.state()).bodies[turn?.messageId ?? ""]?.tools?.find((t) => t.attempt === attempt);
    return use && turn ? { turnId: turn.id, use } : null;
  });
}

async function begin(world: World, room: Room) {
  await room.open([{ name: "Ada", model: "script:ringer", tools: ["ring"] }, { name: "Ben", model: "echo" }]);
  await room.post("please ring");
  return await asking(world, room);
}

// Shows S4-33.
Deno.test("a tool that changes something waits for a person, runs once when allowed, and others answer meanwhile", () => {
  const tool = bell();
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    const { turnId, use } = await begin(world, room);
    assert.equal(use.asks, true);
    assert.equal(use.offset, "Shall I?".length);
    await world.until(async () => (await room.turnOf("Ben"))?.status === "completed");
    await world.scheduler.sleep(60_000);
    assert.equal(tool.runs, 0, "no word, no run");
    const state = await room.state();
    const asked = messageView(state, state.turns[turnId]?.messageId ?? "");
    assert.equal(asked?.toolStatus, "Asks to use ring");
    const called = (await room.events()).find(({ type }) => type === "ToolCalled")?.at ?? "";
    const refusesAt = new Date(Date.parse(called) + PERMISSION_MS).toISOString();
    assert.deepEqual(asked?.permission, { callId: "call_1", tool: "ring", address: null, refusesAt });
    await room.do({ type: "decide_tool", turnId, callId: "call_1", allowed: true });
    await room.do({ type: "decide_tool", turnId, callId: "call_1", allowed: true });
    await room.rest();
    assert.equal(tool.runs, 1);
    const after = await room.state();
    assert.equal(messageView(after, after.turns[turnId]?.messageId ?? "")?.permission, null);
    assert.equal(await room.said("Ada"), "Shall I?\n\nDone.");
    assert.deepEqual(
      (await room.all("ToolDecided")).map((d) => d.allowed),
      [true],
      "said twice, recorded once",
    );
    const types = (await room.events()).map(({ type }) => type).filter((type) => type.startsWith("Tool"));
    assert.deepEqual(types, ["ToolCalled", "ToolDecided", "ToolReturned"]);
    const decided = (await room.events()).find(({ type }) => type === "ToolDecided");
    assert.deepEqual(decided?.by, ANN);
    const received = world.mock.requests().map(({ body }) => new TextDecoder().decode(body));
    const request = await room.engine.system.requestOf(ROOM, turnId);
    for (const { body } of request?.calls ?? []) assert.ok(received.includes(body ?? ""));
  });
});

// Shows S4-33.
Deno.test("a refused tool does not run, and the model is told", () => {
  const tool = bell();
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    const { turnId } = await begin(world, room);
    await room.do({ type: "decide_tool", turnId, callId: "call_1", allowed: false });
    await room.rest();
    assert.equal(tool.runs, 0);
    assert.deepEqual((await room.all("ToolReturned")).map((r) => [r.status, r.result]), [
      ["refused", "The person did not allow this call. It was not made."],
    ]);
    assert.match(
      new TextDecoder().decode(world.mock.requests().at(-1)?.body),
      /The person did not allow this call/,
    );
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
  });
});

// Shows S4-33.
Deno.test("a tool that nobody answers is not run; the turn goes on", () => {
  const tool = bell();
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    const { turnId } = await begin(world, room);
    await world.scheduler.sleep(PERMISSION_MS + 1_000);
    await room.rest();
    assert.equal(tool.runs, 0);
    assert.deepEqual((await room.all("ToolReturned")).map((r) => r.status), ["refused"]);
    const late = await room.engine.system.execute(
      ROOM,
      { type: "decide_tool", turnId, callId: "call_1", allowed: true },
      { by: ANN },
    );
    assert.equal(late.ok ? "" : late.code, "conflict");
    assert.deepEqual(await room.all("ToolDecided"), []);
  });
});

// Shows S4-33.
Deno.test("a word for what asks nothing, or another word than before, is refused and changes nothing", () =>
  inWorld({ scripts, tools: [bell()] }, async (world, room) => {
    const { turnId } = await begin(world, room);
    const decide = async (id: string, callId: string, allowed: boolean) => {
      const outcome = await room.engine.system.execute(
        ROOM,
        { type: "decide_tool", turnId: id, callId, allowed },
        { by: ANN },
      );
      return outcome.ok ? "ok" : outcome.code;
    };
    assert.equal(await decide("turn_none", "call_1", true), "not_found");
    assert.equal(await decide(turnId, "call_2", true), "not_found");
    assert.equal(await decide(turnId, "call_1", false), "ok");
    assert.equal(await decide(turnId, "call_1", true), "conflict");
    await room.rest();
    assert.equal((await room.all("ToolDecided")).length, 1);
  }));

// Shows S4-33.
Deno.test("stopping while a tool asks ends the turn, and the tool never runs", () => {
  const tool = bell();
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    const { turnId } = await begin(world, room);
    await room.do({ type: "stop", turnId });
    await room.rest();
    await world.scheduler.sleep(PERMISSION_MS + 1_000);
    assert.equal(tool.runs, 0);
    assert.equal((await room.turnOf("Ada"))?.status, "cancelled");
    assert.deepEqual(await room.all("ToolReturned"), []);
  });
});

// Shows S4-33.
Deno.test("a crash while a tool asks: the next attempt asks again, and a click reaches another process", () => {
  const tool = bell();
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    const { turnId } = await begin(world, room);
    const second = new Room(world, await world.engine());
    const third = new Room(world, await world.engine());
    room.engine.process.crash();
    const { use } = await asking(world, second, 2);
    assert.equal(use.asks, true);
    assert.equal(use.offset, "Shall I?".length, "what was said before it stands before it again");
    await world.until(() =>
      [second, third].some(({ engine }) =>
        engine.system.drafts(ROOM).some(({ text, attempt }) => attempt === 2 && text === "Shall I?")
      )
    );
    // One of the two runs the attempt; the word goes in at both, so at least one of them is not the owner.
    await second.do({ type: "decide_tool", turnId, callId: "call_1", allowed: true });
    await third.do({ type: "decide_tool", turnId, callId: "call_1", allowed: true });
    await second.rest();
    assert.equal(tool.runs, 1);
    assert.equal(await second.said("Ada"), "Shall I?\n\nDone.");
  });
});

for (const [allowed, status, runs] of [[true, "unknown", 1], [false, "refused", 0]] as const) {
  // Shows S4-33.
  Deno.test(`a crash after the word ${allowed ? "yes" : "no"} is not asked again: the call is ${status}`, () => {
    const tool = bell();
    // Never returns, so that the process dies inside it.
    const hanging: Tool = {
      ...tool,
      run: (_, signal) => {
        tool.runs++;
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted")))
        );
      },
    };
    // On a remote store a dead process is only a silent one for 8 s: time for the word to reach the log.
    return inWorld({ scripts, tools: [hanging], kind: "remote" }, async (world, room) => {
      const { turnId } = await begin(world, room);
      const second = new Room(world, await world.engine());
      if (!allowed) {
        // The word reaches the log through another process, and the owner dies before it hears of it.
        room.engine.process.crash();
        const { use } = await asking(world, second, 1);
        assert.equal(use.allowed, undefined);
        await second.do({ type: "decide_tool", turnId, callId: "call_1", allowed });
      } else {
        await room.do({ type: "decide_tool", turnId, callId: "call_1", allowed });
        await world.until(() => tool.runs === 1);
        room.engine.process.crash();
      }
      await second.rest();
      assert.equal(tool.runs, runs);
      const returned = (await second.all("ToolReturned")).filter((r) => r.attempt === 2);
      assert.deepEqual(returned.map((r) => r.status), [status]);
      assert.equal((await second.all("ToolCalled")).filter((c) => c.attempt === 2)[0]?.asks, undefined);
    });
  });
}

// Shows S4-33.
Deno.test("the title a tool gives is set in the commit that records its result", () =>
  inWorld({ tools: [renameConversation] }, async (world, room) => {
    await room.open([{ name: "Ada", model: "tool-user", tools: ["rename_conversation"] }]);
    await room.post("Please call it Sailing in winter.");
    const { turnId, use } = await asking(world, room);
    assert.deepEqual(JSON.parse(use.args), { title: "Sailing in winter" });
    await room.do({ type: "decide_tool", turnId, callId: use.callId, allowed: true });
    const state = await room.rest();
    assert.equal(state.title, "Sailing in winter");
    const [renamed, returned] = (await room.events()).filter(({ type }) =>
      type === "ConversationRenamed" || type === "ToolReturned"
    );
    assert.equal(renamed?.id.split("/")[0], returned?.id.split("/")[0], "one commit");
    assert.equal(renamed?.by.name, "Ada");
    const bad = await renameConversation.run({ title: " " }, new AbortController().signal, () => false);
    assert.equal(bad.status, "error");
    assert.equal(bad.title, undefined);
  }));

Deno.test("in a program's call nobody is asked: the tool is refused with words, and the answer comes", () => {
  const tool = bell();
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:ringer", tools: ["ring"] }]);
    const began = world.scheduler.now;
    await room.do({ type: "post", content: "please ring", program: true, call: {} });
    await room.rest();
    assert.equal(await room.said("Ada"), "Shall I?\n\nDone.");
    assert.equal(tool.runs, 0);
    assert.ok(world.scheduler.now - began < PERMISSION_MS, "nobody was waited for");
    const [returned] = await room.all("ToolReturned");
    assert.equal(returned?.status, "refused");
    assert.match(returned.result, /A program asked/);
    assert.equal(
      "call" in JSON.parse(new TextDecoder().decode(world.mock.requests()[0]?.body)).params,
      false,
    );
    const turn = await room.turnOf("Ada");
    await room.do({ type: "retry", turnId: turn?.id ?? "" });
    await world.until(async () => (await room.all("ToolCalled")).length === 2);
    await world.scheduler.sleep(1_000);
    assert.equal((await room.all("ToolReturned")).length, 1, "whom a person asks again asks the person");
  });
});
