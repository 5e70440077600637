/** A program's tools beside the agent's own: these run, the turn ends with those, and goes on with what they gave. */
import assert from "node:assert/strict";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import type { Scripts } from "./scripts.ts";
import { inWorld, ROOM, Room } from "./world.ts";

const parameters = { type: "object", properties: {} };
const call: CallSettings = {
  tools: JSON.stringify([{ name: "weather", description: "Tells.", parameters }]),
};

/** The agent's own; its first run hangs where a crash is to come. */
function clock(hangs: boolean): Tool & { runs: number } {
  const tool = {
    runs: 0,
    idempotent: true,
    schema: { name: "clock", description: "", parameters },
    run(_: unknown, signal: AbortSignal): ReturnType<Tool["run"]> {
      tool.runs++;
      if (!hangs || tool.runs > 1) return Promise.resolve({ status: "ok", result: "noon" });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
  };
  return tool;
}

const scripts: Scripts = {
  caller: [
    { text: "First the time.", tools: [{ callId: "call_1", tool: "clock", args: "{}" }] },
    {
      text: "Now both.",
      tools: [{ callId: "call_1", tool: "clock", args: "{}" }, {
        callId: "call_2",
        tool: "weather",
        args: "{}",
      }],
    },
    { text: "Sunny at noon." },
  ],
  two: [{
    text: "Two.",
    tools: [{ callId: "call_1", tool: "weather", args: "{}" }, {
      callId: "call_2",
      tool: "weather",
      args: "{}",
    }],
  }],
  both: [
    {
      text: "Both.",
      tools: [{ callId: "call_1", tool: "clock", args: "{}" }, {
        callId: "call_2",
        tool: "weather",
        args: "{}",
      }],
    },
    { text: "Sunny at noon." },
  ],
};

const back = { type: "post", content: "", program: true, call } as const;
const results = [{ callId: "call_2", result: "Sunny." }];

Deno.test("the agent's own tools run beside a program's, and what both gave goes on in the next turn", () =>
  inWorld({ scripts, tools: [clock(false)] }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:caller", tools: ["clock"] }]);
    await room.do({ type: "post", content: "weather?", program: true, call });
    await room.rest();
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
    assert.equal(await room.said("Ada"), "First the time.\n\nNow both.");
    assert.deepEqual((await room.all("ToolReturned")).map(({ callId, round }) => [callId, round]), [
      ["call_1", 1],
      ["call_1", 2],
    ]);
    await room.do({ ...back, results });
    await room.rest();
    assert.equal(await room.said("Ada"), "Sunny at noon.");
    const bodies = world.mock.requests().map(({ body }) => JSON.parse(new TextDecoder().decode(body)));
    assert.deepEqual(bodies.map(({ tools }) => tools), Array(3).fill(["clock", "weather"]));
    const said = bodies[2].messages.map((m: { role: string; content: string }) => `${m.role}: ${m.content}`);
    assert.deepEqual(said, [
      "user: weather?",
      "assistant: First the time.",
      "tool: noon",
      "assistant: Now both.",
      "tool: noon",
      "tool: Sunny.",
    ]);
    const turn = await room.turnOf("Ada");
    const told = await room.engine.system.requestOf(ROOM, turn?.id ?? "");
    assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven"]);
  }));

Deno.test("killed behind the call, the turn ends with it all the same, and the model is not asked again", () => {
  const tool = clock(true);
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:both", tools: ["clock"] }]);
    await room.do({ type: "post", content: "weather?", program: true, call });
    await world.until(() => tool.runs > 0);
    const second = new Room(world, await world.engine());
    room.engine.process.crash();
    await second.rest();
    const turn = await second.turnOf("Ada");
    assert.deepEqual([turn?.status, turn?.attempt], ["completed", 2]);
    assert.equal(world.mock.requests().length, 1);
    await second.do({ ...back, results });
    const state = await second.rest();
    assert.equal(await second.said("Ada"), "Sunny at noon.");
    const uses = state.bodies[turn?.messageId ?? ""]?.tools?.filter(({ attempt }) => attempt === 2);
    assert.deepEqual(uses?.map(({ status, result }) => [status, result]), [["ok", "noon"], ["ok", "Sunny."]]);
  });
});

Deno.test("results that nobody waits for, or not all of them, are refused; left out, neither they nor the calls are sent", () =>
  inWorld({ scripts, tools: [clock(false)] }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:both", tools: ["clock"] }]);
    await room.do({ type: "post", content: "weather?", program: true, call });
    await room.rest();
    const { execute } = room.engine.system;
    const by = { kind: "user", id: "ann", name: "Ann" } as const;
    for (const wrong of [[], [{ callId: "call_1", result: "" }], [...results, ...results]]) {
      const outcome = await execute(ROOM, { ...back, results: wrong }, { by });
      assert.equal(outcome.ok ? "" : outcome.code, "validation");
    }
    const { answer } = await room.do({ ...back, results });
    await room.rest();
    await room.do({ type: "include", messageId: answer.messageId ?? "", included: false });
    await room.post("And now?");
    await room.rest();
    const last = JSON.parse(new TextDecoder().decode(world.mock.requests().at(-1)?.body));
    const roles = last.messages.map((m: { role: string; content: string }) => `${m.role}: ${m.content}`);
    assert.deepEqual(roles, [
      "user: weather?",
      "assistant: Both.\n\nSunny at noon.",
      "user: And now?",
      // Of what the next message offers nothing is left to call.
      "assistant: Both.",
      "tool: noon",
      "tool: There is no tool weather.",
    ]);
  }));

Deno.test("results for some of the calls alone are refused", () =>
  inWorld({ scripts }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:two" }]);
    await room.do({ type: "post", content: "weather?", program: true, call });
    await room.rest();
    const by = { kind: "user", id: "ann", name: "Ann" } as const;
    const outcome = await room.engine.system.execute(ROOM, { ...back, results }, { by });
    assert.equal(outcome.ok ? "" : outcome.code, "validation");
    assert.equal(world.mock.requests().length, 1);
  }));

Deno.test("an agent that was given a tool with the name of the program's answers with a sentence", () =>
  inWorld(
    { tools: [{ ...clock(false), schema: { name: "weather", description: "", parameters } }] },
    async (world, room) => {
      await room.open([{ name: "Ada", model: "tool-user", tools: ["weather"] }]);
      await room.do({ type: "post", content: "weather?", program: true, call });
      await room.rest();
      assert.match((await room.all("TurnFailed"))[0]?.error.message ?? "", /called like one of the program/);
      assert.equal(world.mock.requests().length, 0);
    },
  ));
