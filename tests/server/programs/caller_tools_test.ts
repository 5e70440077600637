/** What a program's tools may be: read as it is recorded, bounded, and refused by its place where it cannot be honoured. */
import assert from "node:assert/strict";
import { Completion } from "../../../server/contract/completion_shapes.ts";
import {
  callsOf,
  checkNames,
  OpenCalls,
  RESULT_BYTES,
  TOOL_BYTES,
  TOOLS_BYTES,
  toolSettings,
} from "../../../server/programs/caller_tools.ts";
import { Problem } from "../../../server/http/problem.ts";

const messages = [{ role: "user", content: "Hi" }];
const named = (name: string, more: object = {}) => ({ type: "function", function: { name, ...more } });
const read = (more: object) => toolSettings(Completion.parse({ messages, ...more }));

/** The code and the place of what is refused; null where nothing is. */
function refused(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return `${error.code} ${error.errors?.[0]?.path}`;
  }
}

Deno.test("tools are recorded as they were meant, a choice of them by its name", () => {
  const tools = [named("a", { description: "A.", parameters: { type: "object" }, strict: true }), named("b")];
  const recorded = JSON.stringify([
    { name: "a", description: "A.", parameters: { type: "object" }, strict: true },
    { name: "b", parameters: { type: "object", properties: {} } },
  ]);
  assert.deepEqual(read({ tools }), { tools: recorded });
  assert.deepEqual(read({ tools, tool_choice: "auto", parallel_tool_calls: true }), { tools: recorded });
  assert.deepEqual(read({ tools, tool_choice: named("b"), parallel_tool_calls: false }), {
    tools: recorded,
    toolChoice: { name: "b" },
    parallelTools: false,
  });
  for (const toolChoice of ["none", "required"]) {
    assert.deepEqual(read({ tools, tool_choice: toolChoice }), { tools: recorded, toolChoice });
  }
});

Deno.test("what cannot be honoured of tools is refused by its place", () => {
  const tools = [named("a")];
  const cases: readonly (readonly [string, object])[] = [
    ["unsupported_parameter tools.1.type", {
      tools: [named("a"), { type: "custom", custom: { name: "c" } }],
    }],
    ["unsupported_parameter tools.0.function.examples", { tools: [named("a", { examples: [] })] }],
    ["unsupported_parameter tools.0.cache_control", { tools: [{ ...named("a"), cache_control: {} }] }],
    ["unsupported_parameter tool_choice", { tools, tool_choice: "any" }],
    ["unsupported_parameter tool_choice", { tools, tool_choice: { type: "allowed_tools" } }],
    ["unsupported_parameter tool_choice", { tool_choice: "required" }],
    ["validation tool_choice.function.name", { tools, tool_choice: named("b") }],
    ["validation tools.1.function.name", { tools: [named("a"), named("a")] }],
  ];
  for (const [expected, more] of cases) assert.equal(refused(() => read(more)), expected);
  assert.equal(
    refused(() => checkNames({ tools: [named("a"), named("b")] }, ["b"])),
    "validation tools.1.function.name",
  );
  assert.equal(refused(() => checkNames({ tools }, ["b"])), null);
});

Deno.test("each bound of tools holds at its edge", () => {
  const fits = (more: object) => Completion.safeParse({ messages, ...more }).success;
  const many = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => named(`tool_${index + 100}`, more));
  assert.deepEqual([fits({ tools: many(128) }), fits({ tools: many(129) })], [true, false]);
  assert.deepEqual([fits({ tools: [named("a".repeat(64))] }), fits({ tools: [named("a".repeat(65))] })], [
    true,
    false,
  ]);
  assert.equal(fits({ tools: [named("a b")] }), false);
  const calls = (count: number) => ({
    messages: [{
      role: "assistant",
      tool_calls: Array.from(
        { length: count },
        (_, at) => ({ id: `${at}`, function: { name: "f", arguments: "" } }),
      ),
    }],
  });
  assert.deepEqual([fits(calls(128)), fits(calls(129))], [true, false]);
  const back = (id: string) => ({
    messages: [{ role: "assistant", tool_calls: [{ id }] }, { role: "tool", tool_call_id: id }],
  });
  assert.deepEqual([8_000, 8_001].map((length) => fits(back("i".repeat(length)))), [true, false]);
  // The description fills what is left of a tool.
  const frame = read({ tools: [named("a", { description: "x" })] }).tools?.length ?? 0;
  const sized = (bytes: number) => ({ tools: [named("a", { description: "x".repeat(bytes - frame + 3) })] });
  assert.equal(refused(() => read(sized(TOOL_BYTES))), null);
  assert.equal(refused(() => read(sized(TOOL_BYTES + 1))), "validation tools.0.function");
  const all = (bytes: number) => {
    const tools = many(17, { description: "x".repeat(62_000) });
    const length = read({ tools: tools.slice(0, 16) }).tools?.length ?? 0;
    const last = read({ tools: [named("z", { description: "x" })] }).tools?.length ?? 0;
    return {
      tools: [...tools.slice(0, 16), named("z", { description: "x".repeat(bytes - length - last + 2) })],
    };
  };
  assert.equal(read(all(TOOLS_BYTES)).tools?.length, TOOLS_BYTES);
  assert.equal(refused(() => read(all(TOOLS_BYTES + 1))), "validation tools");
  const late = [...all(TOOLS_BYTES + 1).tools, ...sized(TOOL_BYTES + 1).tools];
  assert.equal(refused(() => read({ tools: late })), "validation tools", "what comes after is not written");
});

Deno.test("calls and results are read one for the other, and bounded", () => {
  const call = (id: string, args = "{}") => ({
    id,
    type: "function",
    function: { name: "f", arguments: args },
  });
  const sent = (...tool_calls: ReturnType<typeof call>[]) =>
    callsOf({ role: "assistant", tool_calls }, "messages.1");
  assert.deepEqual(sent(call("a", " { }")), [{ callId: "a", tool: "f", args: " { }" }]);
  assert.equal(refused(() => sent(call("a"), call("a"))), "validation messages.1.tool_calls");
  const custom = { role: "assistant", tool_calls: [{ id: "a", type: "custom" }] };
  assert.equal(
    refused(() => callsOf(custom, "messages.1")),
    "unsupported_parameter messages.1.tool_calls.0.type",
  );
  const most = "x".repeat(RESULT_BYTES);
  assert.equal(refused(() => sent(call("a", most))), null);
  assert.equal(
    refused(() => sent(call("a", `${most}x`))),
    "validation messages.1.tool_calls.0.function.arguments",
  );
  const take = (id: string | undefined, result: string) => {
    const open = new OpenCalls(sent(call("a"), call("b")));
    open.take({ role: "tool", ...(id === undefined ? {} : { tool_call_id: id }) }, result, "messages.2");
    return open;
  };
  assert.equal(refused(() => take("c", "")), "validation messages.2.tool_call_id");
  assert.equal(refused(() => take(undefined, "")), "validation messages.2.tool_call_id");
  assert.equal(refused(() => take("a", `${most}x`)), "validation messages.2.content");
  const open = take("b", most);
  assert.equal(refused(() => open.close("messages.3")), "validation messages.3");
  open.take({ role: "tool", tool_call_id: "a" }, "", "messages.3");
  assert.equal(open.close("messages"), true);
  assert.equal(new OpenCalls([]).close("messages"), false);
});
