/** A tool call that a crash left open: run again only where that cannot do harm, and never silently. */
import assert from "node:assert/strict";
import type { Scripts } from "./scripts.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { inWorld, ROOM, Room } from "./world.ts";

const parameters = { type: "object", properties: {} };

/** A tool whose first run never ends: the process dies in it. */
function hanging(name: string, idempotent: boolean): Tool & { runs: number } {
  const tool = {
    runs: 0,
    idempotent,
    schema: { name, description: "", parameters },
    run(_: unknown, signal: AbortSignal): ReturnType<Tool["run"]> {
      tool.runs++;
      if (tool.runs > 1) return Promise.resolve({ status: "ok", result: "done" });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
  };
  return tool;
}

for (const idempotent of [true, false]) {
  const what = idempotent
    ? "that may be repeated runs again"
    : "that may not is reported as unknown, and not run";
  // Shows S4-33.
  Deno.test(`after a crash inside a tool, one ${what}`, () => {
    const tool = hanging("act", idempotent);
    const scripts: Scripts = {
      actor: [
        { text: "Let me see.", tools: [{ callId: "call_1", tool: "act", args: "{}" }] },
        { text: "That is that." },
      ],
    };
    return inWorld({ scripts, tools: [tool] }, async (world, room) => {
      await room.open([{ name: "Ada", model: "script:actor", tools: ["act"] }]);
      await room.post("please act");
      await world.until(() => tool.runs > 0);
      const second = new Room(world, await world.engine());
      room.engine.process.crash();
      const state = await second.rest();
      const turn = await second.turnOf("Ada");
      assert.equal(turn?.status, "completed");
      assert.equal(await second.said("Ada"), "Let me see.\n\nThat is that.");
      assert.equal(tool.runs, idempotent ? 2 : 1);
      const returned = await second.all("ToolReturned");
      assert.deepEqual(returned.map((r) => [r.attempt, r.status]), [[2, idempotent ? "ok" : "unknown"]]);
      assert.deepEqual(
        state.bodies[turn.messageId]?.tools?.filter((t) => t.attempt === 2).map((t) => t.status),
        [idempotent ? "ok" : "unknown"],
      );
      const request = await second.engine.system.requestOf(ROOM, turn.id);
      const received = world.mock.requests().map(({ body }) => new TextDecoder().decode(body));
      assert.deepEqual(request?.calls.map((c) => c.body), received);
    });
  });
}

Deno.test("after a crash inside a tool, what was said before it is shown as it was before, not as the model wrote it", () => {
  const tool = hanging("act", true);
  const scripts: Scripts = {
    actor: [
      {
        text: '{"to": 0, "context": "Let me see."}',
        tools: [{ callId: "call_1", tool: "act", args: "{}" }],
      },
      { text: '{"to": 0, "context": "That is that."}' },
    ],
  };
  return inWorld({ scripts, tools: [tool] }, async (world, room) => {
    await room.open([{ name: "Manager", model: "script:actor", number: 1, tools: ["act"] }], {
      mode: "manager",
    });
    await room.post("please act");
    await world.until(() => tool.runs > 0);
    const second = new Room(world, await world.engine());
    room.engine.process.crash();
    await second.rest();
    assert.equal(await second.said("Manager"), "Let me see.\n\nThat is that.");
    const [done] = await second.all("TurnCompleted");
    assert.equal(
      done?.raw,
      '{"to": 0, "context": "Let me see."}\n\n{"to": 0, "context": "That is that."}',
      "as it was heard, and as one that nobody cut short has it",
    );
  });
});
