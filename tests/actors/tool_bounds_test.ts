/** What a model may make a turn do with tools: only what it was given, a bounded number, a few at a time. */
import assert from "node:assert/strict";
import type { Scripts } from "./scripts.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { ANSWER_BYTES } from "../../actors/turn/attempt.ts";
import { TOOL_CALLS } from "../../actors/turn/tool_rounds.ts";
import { ToolCalled } from "../../events/catalog/tool_events.ts";
import { CALL_ID_CHARS } from "../../events/catalog/limits.ts";
import { sample } from "../effort.ts";
import { inWorld, ROOM } from "./world.ts";

/** A tool that takes its time and tells how many of it ran, and at most at once. */
function slow(name: string, sleep: (ms: number) => Promise<void>) {
  const ran = { runs: 0, running: 0, most: 0 };
  const tool: Tool = {
    idempotent: true,
    schema: { name, description: "", parameters: { type: "object", properties: {} } },
    async run() {
      ran.runs++;
      ran.most = Math.max(ran.most, ++ran.running);
      await sleep(1_000);
      ran.running--;
      return { status: "ok", result: "done" };
    },
  };
  return { tool, ran };
}

const calls = (count: number, tool: string, args = "{}") =>
  Array.from({ length: count }, (_, index) => ({ callId: `call_${index}`, tool, args }));
const asks = (count: number, tool = "act"): Scripts => ({
  actor: [{ text: "Let me see.", tools: calls(count, tool) }, { text: "That is that." }],
});

async function withTool(
  scripts: Scripts,
  granted: readonly string[],
  body: (
    ...given: [...Parameters<Parameters<typeof inWorld>[1]>, ReturnType<typeof slow>["ran"]]
  ) => Promise<void>,
): Promise<void> {
  let sleep: (ms: number) => Promise<void> = () => Promise.resolve();
  const { tool, ran } = slow("act", (ms) => sleep(ms));
  await inWorld({ scripts, tools: [tool] }, async (world, room) => {
    sleep = (ms) => world.scheduler.sleep(ms);
    await room.open([{ name: "Ada", model: "script:actor", tools: [...granted] }]);
    await room.post("please act");
    await room.rest();
    await body(world, room, ran);
  });
}

for (
  const [what, granted, tool] of [
    ["that the agent was not given", [], "act"],
    ["that does not exist", ["act"], "format_disk"],
    ["that only looks like one it has", ["act"], "act "],
  ] as const
) {
  // Shows S4-33.
  Deno.test(`a tool ${what} does not run, whatever the model names; it hears so, and the log says so`, () =>
    withTool(asks(1, tool), granted, async (world, room, ran) => {
      assert.equal(ran.runs, 0);
      const returned = await room.all("ToolReturned");
      assert.deepEqual(returned.map((r) => [r.status, r.result]), [["error", `There is no tool ${tool}.`]]);
      assert.deepEqual((await room.all("ToolCalled")).map((c) => [c.tool, c.asks]), [[tool, undefined]]);
      assert.match(new TextDecoder().decode(world.mock.requests().at(-1)?.body), /There is no tool/);
      assert.equal((await room.turnOf("Ada"))?.status, "completed");
    }));
}

// Shows S4-33.
Deno.test("a tool that asks first is not even asked about when the agent was not given it", () => {
  let runs = 0;
  const ring: Tool = {
    idempotent: false,
    changes: true,
    schema: { name: "ring", description: "", parameters: { type: "object", properties: {} } },
    run: () => Promise.resolve({ status: "ok", result: `rung ${++runs}` }),
  };
  return inWorld({ scripts: asks(1, "ring"), tools: [ring] }, async (_, room) => {
    await room.open([{ name: "Ada", model: "script:actor", tools: [] }]);
    await room.post("please ring");
    await room.rest();
    assert.equal(runs, 0);
    assert.deepEqual((await room.all("ToolCalled")).map((c) => c.asks), [undefined]);
  });
});

for (const count of [TOOL_CALLS - 1, TOOL_CALLS]) {
  // Shows S4-33.
  Deno.test(`${count} tool calls in one round all run, four at a time`, () =>
    withTool(asks(count), ["act"], async (_, room, ran) => {
      assert.equal(ran.runs, count);
      assert.equal(ran.most, 4);
      assert.equal((await room.turnOf("Ada"))?.status, "completed");
      assert.equal((await room.all("ToolReturned")).length, count);
    }));
}

Deno.test("a call is known by an id of any length that the log holds; one that is longer ends the turn in words", async () => {
  const named = (length: number): Scripts => ({
    actor: [{ text: "", tools: [{ callId: "i".repeat(length), tool: "act", args: "{}" }] }, {
      text: "Done.",
    }],
  });
  await withTool(named(CALL_ID_CHARS), ["act"], async (_, room) => {
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
    const { success } = ToolCalled.shape.data.safeParse((await room.all("ToolCalled"))[0]);
    assert.equal(success, true, "as an import reads it");
  });
  await withTool(named(CALL_ID_CHARS + 1), ["act"], async (world, room, ran) => {
    assert.equal((await room.all("TurnFailed"))[0]?.error.code, "too_large");
    assert.deepEqual([ran.runs, world.mock.requests().length], [0, 1]);
  });
});

for (const count of [TOOL_CALLS + 1, 2_000]) {
  // Shows S4-33.
  Deno.test(`${count} tool calls in one round are the turn's failure in words: none runs, and nothing is paid again`, () =>
    withTool(asks(count), ["act"], async (world, room, ran) => {
      assert.equal(ran.runs, 0);
      const [failed, ...more] = await room.all("TurnFailed");
      assert.deepEqual(more, []);
      assert.equal(failed?.error.code, "too_large");
      assert.equal(
        failed.error.message,
        `The agent asked for ${count} tools at once. At most 16 are allowed, so none was run.`,
      );
      assert.equal(failed.error.retryable, false);
      assert.equal(failed.partial, "Let me see.", "what was shown stays");
      assert.equal(world.mock.requests().length, 1);
      assert.equal((await room.turnOf("Ada"))?.attempt, 1);
      assert.ok(failed.usage, "what was paid is counted");
    }));
}

Deno.test("what the log can never hold is the turn's failure at once: one call is paid, not three", () => {
  const scripts: Scripts = {
    // Over the size of one stored text.
    actor: [{ tools: calls(1, "act", JSON.stringify("x".repeat(11 * 1024 * 1024))) }],
  };
  return withTool(scripts, ["act"], async (world, room, ran) => {
    assert.equal(ran.runs, 0);
    assert.equal(world.mock.requests().length, 1);
    const [failed] = await room.all("TurnFailed");
    assert.equal(failed?.error.code, "too_large");
    assert.equal(
      failed.error.message,
      "What the agent asked for is more than the log can hold. It was stopped.",
    );
    assert.equal((await room.turnOf("Ada"))?.attempt, 1);
    assert.deepEqual(await room.all("TurnInterrupted"), []);
  });
});

const ENDS = [[ANSWER_BYTES - 1, "completed"], [ANSWER_BYTES, "completed"]] as const;
for (const [bytes, status] of [...sample(ENDS), [ANSWER_BYTES + 1, "failed"]] as const) {
  Deno.test(`an answer of ${bytes} bytes over several calls is ${status}, and what was shown is kept`, () => {
    const said = "\n\n".length;
    const first = "é".repeat(2 * 1024 * 1024);
    const rest = "x".repeat(bytes - 2 * first.length - said);
    const scripts: Scripts = { actor: [{ text: first, tools: calls(1, "act") }, { text: rest }] };
    return withTool(scripts, ["act"], async (_, room) => {
      assert.equal((await room.turnOf("Ada"))?.status, status);
      const content = await room.said("Ada");
      assert.ok(content.startsWith(first));
      if (status === "completed") assert.equal(new TextEncoder().encode(content).length, bytes);
      else assert.equal((await room.all("TurnFailed"))[0]?.error.code, "too_large");
      assert.equal((await room.engine.system.conversation(ROOM))?.open.length, 0);
    });
  });
}
