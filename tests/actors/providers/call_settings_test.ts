/** Which settings of a call each kind of provider, and each model, can be asked for; and how they are written down. */
import assert from "node:assert/strict";
import type { CallSettings } from "../../../events/catalog/call_settings.ts";
import type { ProviderKind } from "../../../events/catalog/provider_kinds.ts";
import { cannotTake, keepingCall } from "../../../actors/providers/call_settings.ts";
import { providerError } from "../../../actors/providers/error_messages.ts";
import { rendererOf } from "../../../actors/providers/kinds.ts";
import { adaptShell } from "../../../actors/providers/models.ts";
import { clientTools, type RequestMessage, type ToolRound } from "../../../actors/providers/types.ts";

const SCHEMA = { type: "object", properties: { a: { type: "string" } } };
const format = JSON.stringify({ type: "json_schema", json_schema: { name: "a", schema: SCHEMA } });

Deno.test("a model is asked for what its maker's API takes, and for nothing else", () => {
  const cases: readonly (readonly [ProviderKind, string, CallSettings, keyof CallSettings | null])[] = [
    ["openai", "gpt-4o", { temperature: 0, seed: 1, format, user: "u" }, null],
    ["openai", "gpt-4o", { effort: "low" }, "effort"],
    ["openai", "o3", { temperature: 0 }, "temperature"],
    ["openai", "o3", { temperature: 1, effort: "minimal" }, null],
    ["openai", "o3", { topP: 0.5 }, "topP"],
    ["openai", "gpt-4o", { topK: 40 }, "topK"],
    ["anthropic", "claude-opus-5", { topK: 40 }, "topK"],
    ["openai", "llama", { temperature: 0, effort: "low", verbosity: "low" }, null],
    ["anthropic", "claude-opus-5", { maxTokens: 5, effort: "max", stop: ["END"], format }, null],
    ["anthropic", "claude-opus-5", { temperature: 0.5 }, "temperature"],
    ["anthropic", "claude-opus-5", { effort: "none" }, "effort"],
    ["anthropic", "claude-opus-5", { seed: 1 }, "seed"],
    ["anthropic", "claude-opus-5", { format: '{"type":"json_object"}' }, "format"],
    ["anthropic", "claude-opus-5", { stop: ["\n"] }, "stop"],
    ["anthropic", "other", { temperature: 1.5 }, "temperature"],
    ["mock", "echo", { temperature: 0, topP: 0.1, seed: 4, stop: ["x"], maxTokens: 3 }, null],
    ["mock", "echo", { cacheKey: "k", safetyId: "s" }, null],
    ["mock", "echo", { format }, "format"],
    ["mock", "echo", { effort: "low" }, "effort"],
  ];
  for (const [kind, model, call, expected] of cases) {
    assert.equal(cannotTake(kind, model, call), expected, `${kind} ${model} ${JSON.stringify(call)}`);
    assert.equal(cannotTake(kind, model, { metadata: { a: "b" } }), null, "a note is for nobody");
  }
  assert.equal(
    cannotTake("openai", "llama", { temperature: 0 }, ["no_temperature"]),
    "temperature",
    "learned",
  );
});

Deno.test("of efforts and temperatures what the server says of its model counts", () => {
  const told = { name: "lab-1", efforts: ["low"] as const, temperature: false };
  assert.equal(cannotTake("openai", "lab-1", { effort: "low" }, [], told), null);
  assert.equal(cannotTake("openai", "lab-1", { effort: "max" }, [], told), "effort");
  assert.equal(cannotTake("openai", "lab-1", { effort: "max" }), null, "what nobody knows is sent");
  assert.equal(cannotTake("openai", "lab-1", { temperature: 0 }, [], told), "temperature");
});

Deno.test("a form that goes without what the call asked for is not tried; one that does not matter to it is", () => {
  const failure = providerError("bad_request", { downgrade: "no_temperature" });
  assert.equal(keepingCall(failure, undefined), failure);
  assert.equal(keepingCall(failure, { temperature: 1 }), failure);
  assert.equal(keepingCall(failure, { seed: 1 }), failure);
  const kept = keepingCall(failure, { temperature: 0.3 });
  assert.equal(kept.downgrade, undefined);
  assert.match(kept.message, /temperature/);
});

/** The body that is sent for these settings; the agent has settings of its own. */
function sent(kind: ProviderKind, model: string, call?: CallSettings, tools = "") {
  const shell = adaptShell(kind, {
    model,
    system: "",
    params: { temperature: 0.9, maxTokens: 100 },
    tools: clientTools(tools),
    nudge: "",
    after: [],
    downgrades: [],
    ...(call ? { call } : {}),
  });
  const messages = [{ role: "user" as const, content: "Hi" }];
  const { model: _, messages: __, stream: ___, stream_options: ____, ...rest } = JSON.parse(
    new TextDecoder().decode(rendererOf(kind).render({ shell, messages, rounds: [] })),
  );
  return rest;
}

Deno.test("what a call asks for goes before the agent's own settings, in its maker's words", () => {
  assert.deepEqual(sent("openai", "llama"), { max_tokens: 100, temperature: 0.9 });
  assert.deepEqual(
    sent("openai", "llama", {
      maxTokens: 5,
      temperature: 0,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: 2,
      stop: ["END"],
      seed: 7,
      effort: "xhigh",
      verbosity: "low",
      format,
      user: "u1",
      safetyId: "s1",
      cacheKey: "k1",
      metadata: { a: "b" },
    }),
    {
      max_tokens: 5,
      temperature: 0,
      reasoning_effort: "xhigh",
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: 2,
      stop: ["END"],
      seed: 7,
      verbosity: "low",
      response_format: JSON.parse(format),
      user: "u1",
      safety_identifier: "s1",
      prompt_cache_key: "k1",
    },
  );
  assert.deepEqual(
    sent("anthropic", "claude-opus-5", { maxTokens: 5, stop: ["END"], effort: "max", format, user: "u1" }),
    {
      max_tokens: 5,
      cache_control: { type: "ephemeral" },
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "max", format: { type: "json_schema", schema: SCHEMA } },
      stop_sequences: ["END"],
      metadata: { user_id: "u1" },
    },
  );
  assert.equal(sent("anthropic", "other", { topP: 0.5 }).top_p, 0.5);
  assert.equal(sent("anthropic", "other", { topK: 40 }).top_k, 40);
  const named = sent("anthropic", "other", { user: "u1", safetyId: "s1", cacheKey: "k1" });
  assert.deepEqual(named.metadata, { user_id: "s1" });
  assert.doesNotMatch(JSON.stringify(named), /k1/, "a cache of another kind has no keys");
});

const parameters = { type: "object", properties: {} };
const TOOLS = JSON.stringify([{ name: "weather", description: "Tells.", parameters, strict: true }, {
  name: "ring",
  parameters,
}]);

Deno.test("a program's tools and its choice of them are written in the words of each maker", () => {
  const theirs = (kind: ProviderKind, call?: CallSettings) => {
    const { tools, tool_choice, parallel_tool_calls } = sent(kind, "some-model", call, TOOLS);
    return { tools, choice: tool_choice, parallel: parallel_tool_calls };
  };
  assert.deepEqual(theirs("openai"), {
    tools: [
      { type: "function", function: { name: "weather", description: "Tells.", parameters, strict: true } },
      { type: "function", function: { name: "ring", parameters } },
    ],
    choice: undefined,
    parallel: undefined,
  });
  assert.deepEqual(theirs("anthropic"), {
    tools: [
      { name: "weather", description: "Tells.", input_schema: parameters, strict: true },
      { name: "ring", input_schema: parameters },
    ],
    choice: undefined,
    parallel: undefined,
  });
  const one = { disable_parallel_tool_use: true };
  const cases: readonly (readonly [CallSettings, unknown, unknown])[] = [
    [{ toolChoice: "none", parallelTools: false }, "none", { type: "none" }],
    [{ toolChoice: "required" }, "required", { type: "any" }],
    [{ parallelTools: false }, undefined, { type: "auto", ...one }],
    [
      { toolChoice: { name: "ring" }, parallelTools: false },
      { type: "function", function: { name: "ring" } },
      { type: "tool", name: "ring", ...one },
    ],
  ];
  for (const [call, openai, anthropic] of cases) {
    assert.deepEqual(theirs("openai", call).choice, openai);
    assert.equal(theirs("openai", call).parallel, call.parallelTools);
    assert.deepEqual(theirs("anthropic", call).choice, anthropic);
  }
});

/** What is sent of a talk in which a program's tool was called. */
function talked(kind: ProviderKind, tools: string) {
  const calls: ToolRound["calls"] = [
    { callId: "a", tool: "weather", args: '{"x":1}', status: "ok", result: "Sunny." },
  ];
  const messages: RequestMessage[] = [
    { role: "user", content: "Rome?" },
    { role: "assistant", content: "Let me see.", rounds: [{ said: "Let me see.", calls }] },
    { role: "user", content: "" },
    { role: "user", content: "And?" },
  ];
  const shell = adaptShell(kind, {
    model: "some-model",
    system: "",
    params: {},
    tools: clientTools(tools),
    nudge: "",
    after: [],
    downgrades: [],
  });
  return JSON.parse(new TextDecoder().decode(rendererOf(kind).render({ shell, messages, rounds: [] })));
}

Deno.test("calls of an earlier answer stand in the talk with their results, in the words of each maker", () => {
  assert.deepEqual(talked("openai", "").messages, [
    { role: "user", content: "Rome?" },
    {
      role: "assistant",
      content: "Let me see.",
      tool_calls: [{ id: "a", type: "function", function: { name: "weather", arguments: '{"x":1}' } }],
    },
    { role: "tool", tool_call_id: "a", content: "Sunny." },
    { role: "user", content: "And?" },
  ]);
  const { messages, tools, tool_choice } = talked("anthropic", "");
  assert.deepEqual(messages, [
    { role: "user", content: [{ type: "text", text: "Rome?" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Let me see." },
        { type: "tool_use", id: "a", name: "weather", input: { x: 1 } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "Sunny." },
        { type: "text", text: "And?" },
      ],
    },
  ]);
  assert.deepEqual(
    tools,
    [{ name: "weather", input_schema: { type: "object" } }],
    "it wants the tools of its calls",
  );
  assert.deepEqual(tool_choice, { type: "none" });
  assert.equal(talked("anthropic", TOOLS).tools.length, 2);
});
