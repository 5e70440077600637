/** Responses: the bytes of requests, and what is read of the wire that OpenAI documents, with every way to break. */
import assert from "node:assert/strict";
import { createResponses } from "../../../../actors/providers/responses/responses.ts";
import { spokenTo } from "../../../../actors/providers/call_settings.ts";
import { downgradeOf } from "../../../../actors/providers/errors.ts";
import { adaptShell } from "../../../../actors/providers/models.ts";
import { originOf } from "../../../../actors/providers/provider_calls.ts";
import { responsesRenderer } from "../../../../actors/providers/responses/render_responses.ts";
import {
  type Part,
  ProviderError,
  type RequestMessage,
  type Shell,
  type ToolRound,
} from "../../../../actors/providers/types.ts";
import { configOf, FakeServer, named, streamOf } from "../fake_server.ts";

const shell = (more: Partial<Shell> = {}): Shell => ({
  model: "gpt-5",
  system: "Be kind.",
  params: {},
  tools: [],
  nudge: "Go on.",
  after: [],
  downgrades: [],
  ...more,
});
const bytes = (given: Shell, messages: readonly RequestMessage[], rounds: readonly ToolRound[] = []) =>
  responsesRenderer.render({ shell: given, messages, rounds });
const body = (...given: Parameters<typeof bytes>) => JSON.parse(new TextDecoder().decode(bytes(...given)));
const hello: RequestMessage[] = [{ role: "user", content: "Hi" }];
const TOOL = { name: "clock", description: "Tells the time.", parameters: { type: "object" } };

const REASONING = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed==" };
const CALLS = ["a", "b"].map((id) => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name: "clock",
  arguments: `{"zone":"${id}"}`,
  status: "completed",
}));
const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 15 },
};
const done = (more: object = {}) =>
  named({
    type: "response.completed",
    response: { id: "resp_1", model: "gpt-5-2025", status: "completed", usage: USAGE, ...more },
  });

async function heard(pieces: readonly string[], end: "close" | "reset" | "hang" = "close"): Promise<Part[]> {
  await using server = new FakeServer(() => streamOf(pieces, { end }));
  const config = configOf("responses", `${server.url}/v1`);
  const sent = bytes(shell(), hello);
  const parts = await Array.fromAsync(
    createResponses(() => 0).send({
      config,
      apiKey: "k",
      model: "gpt-5",
      body: sent,
      signal: new AbortController().signal,
    }),
  );
  assert.equal(server.got[0]?.path, "/v1/responses");
  assert.deepEqual(server.got[0]?.body, sent, "exactly the rendered bytes");
  assert.equal(server.got[0]?.headers.get("authorization"), "Bearer k");
  return parts;
}
const fails = async (pieces: readonly string[], code: string, end?: "reset") =>
  await assert.rejects(
    heard(pieces, end),
    (error) => error instanceof ProviderError && error.code === code,
    code,
  );

Deno.test("a request keeps nothing at its maker, and asks for what was thought, summed up and sealed", () => {
  assert.deepEqual(body(shell({ params: { effort: "max", maxTokens: 50 } }), hello), {
    model: "gpt-5",
    instructions: "Be kind.",
    input: [{ role: "user", content: "Hi" }],
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { effort: "max", summary: "auto" },
    max_output_tokens: 50,
  });
});

Deno.test("what a program asks for goes out in the words of Responses", () => {
  const format = JSON.stringify({
    type: "json_schema",
    json_schema: { name: "n", schema: { type: "object" }, strict: true },
  });
  const call = {
    verbosity: "low",
    format,
    cacheKey: "c",
    safetyId: "s",
    topP: 0.5,
    toolChoice: { name: "clock" },
    parallelTools: false,
  } as const;
  const asked = body(shell({ call, tools: [TOOL] }), hello);
  assert.deepEqual(asked.text, {
    format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
    verbosity: "low",
  });
  assert.deepEqual(asked.tools, [{ type: "function", ...TOOL, strict: false }]);
  assert.deepEqual(
    [
      asked.tool_choice,
      asked.parallel_tool_calls,
      asked.prompt_cache_key,
      asked.safety_identifier,
      asked.top_p,
    ],
    [{ type: "function", name: "clock" }, false, "c", "s", 0.5],
  );
});

Deno.test("each simpler form leaves its part out, and what a model is known not to do is left out from the start", () => {
  const without = (...downgrades: string[]) => body(shell({ params: { effort: "low" }, downgrades }), hello);
  assert.deepEqual(without("no_summary").reasoning, { effort: "low" });
  assert.deepEqual(without("no_effort").reasoning, { summary: "auto" });
  assert.equal(without("no_reasoning").reasoning, undefined);
  assert.equal(without("no_encrypted").include, undefined);
  const classic = body(
    adaptShell("responses", shell({ model: "gpt-4o", params: { temperature: 1 } })),
    hello,
  );
  assert.deepEqual([classic.reasoning, classic.include, classic.temperature], [undefined, undefined, 1]);
  const sent = bytes(shell(), hello);
  for (
    const [words, form] of [
      ["Encrypted content is not supported with this model.", "no_encrypted"],
      ["Your organization must be verified to generate reasoning summaries.", "no_summary"],
      ["Unsupported parameter: 'reasoning.effort'", "no_effort"],
      ["Unsupported parameter: 'reasoning'", "no_reasoning"],
    ] as const
  ) assert.equal(downgradeOf(sent, words), form);
});

Deno.test("an image goes out as one, and a longer history only appends", () => {
  const file = { name: "a.png", type: "image/png", sha256: "", bytes: new Uint8Array([1]) };
  const [first] = body(shell(), [{ role: "user", content: "Look", files: [file] }]).input;
  assert.deepEqual(first.content[1], {
    type: "input_image",
    detail: "auto",
    image_url: "data:image/png;base64,AQ==",
  });
  const answer: RequestMessage = { role: "assistant", content: "Hello." };
  const longer = body(shell(), [...hello, answer, { role: "user", content: "And?" }]).input;
  assert.deepEqual(longer.slice(0, 1), body(shell(), hello).input);
  assert.deepEqual(longer[1], { role: "assistant", content: "Hello." });
});

Deno.test("an answer is read: thoughts in paragraphs, words, usage with the cache taken apart", async () => {
  const parts = await heard([
    named({
      type: "response.created",
      response: { id: "resp_1", model: "gpt-5-2025", instructions: "x".repeat(300_000) },
    }),
    named({ type: "response.reasoning_summary_part.added", summary_index: 0 }),
    named({ type: "response.reasoning_summary_text.delta", delta: "First." }),
    named({ type: "response.reasoning_summary_part.added", summary_index: 1 }),
    named({ type: "response.reasoning_summary_text.delta", delta: "Second." }),
    named({ type: "response.output_text.delta", delta: "Hel" }),
    named({ type: "response.output_text.delta", delta: "lo" }),
    named({ type: "response.something.new", delta: "?" }),
    done(),
  ]);
  assert.deepEqual(parts, [
    { type: "reasoning", text: "First." },
    { type: "reasoning", text: "\n\n" },
    { type: "reasoning", text: "Second." },
    { type: "text", text: "Hel" },
    { type: "text", text: "lo" },
    {
      type: "finish",
      reason: "stop",
      usage: { input: 30, cacheRead: 60, cacheWrite: 10, output: 20, reasoning: 15 },
      model: "gpt-5-2025",
      messageId: "resp_1",
    },
  ]);
});

Deno.test("searches that the maker ran are counted, pages that it opened are not", async () => {
  const call = (action: unknown) => ({ type: "web_search_call", id: "ws_1", status: "completed", action });
  const actions = [{ type: "search", query: "fish" }, { type: "open_page", url: "https://a.example/" }, {
    type: "search",
  }];
  const parts = await heard([
    ...actions.map((action, output_index) =>
      named({ type: "response.output_item.done", output_index, item: call(action) })
    ),
    done({ usage: { input_tokens: 5, output_tokens: 1 } }),
  ]);
  const finish = parts.at(-1);
  assert.equal(finish?.type === "finish" && finish.usage?.searches, 2);
});

Deno.test("calls side by side come with what was thought, sealed, and go back with their results as they came", async () => {
  const bare = { type: "reasoning", id: "rs_2", summary: [] };
  const search = { type: "web_search_call", id: "ws_1" };
  const parts = await heard([
    ...[REASONING, bare, search, CALLS[0], CALLS[1]].map((item, output_index) =>
      named({ type: "response.output_item.done", output_index, item })
    ).reverse(),
    done(),
  ]);
  const finish = parts.at(-1);
  assert.ok(finish?.type === "finish" && finish.opaque !== undefined);
  assert.equal(finish.reason, "tool_calls");
  assert.deepEqual(parts.slice(0, 2).map((part) => part.type === "tool" && part.callId), ["a", "b"]);
  assert.deepEqual(
    JSON.parse(finish.opaque),
    [REASONING, search, ...CALLS],
    "what is not sealed stays behind",
  );
  const round: ToolRound = {
    said: "",
    opaque: finish.opaque,
    calls: [{ callId: "a", tool: "clock", args: '{"zone":"a"}', status: "ok", result: "noon" }],
  };
  const { input } = body(shell(), hello, [round]);
  assert.deepEqual(input.slice(1, 5), [REASONING, search, ...CALLS]);
  assert.deepEqual(input[5], { type: "function_call_output", call_id: "a", output: "noon" });
  assert.equal(input[6].call_id, "b", "each call has a result");
});

Deno.test("a round that another provider gave is told in calls and results", () => {
  const calls = [{ callId: "x", tool: "clock", args: "", status: "ok", result: "noon" }] as const;
  const { input } = body(shell(), hello, [{ said: "Looking.", opaque: '{"message":{}}', calls }]);
  assert.deepEqual(input.slice(1, 4), [
    { role: "assistant", content: "Looking." },
    { type: "function_call", call_id: "x", name: "clock", arguments: "{}" },
    { type: "function_call_output", call_id: "x", output: "noon" },
  ]);
});

Deno.test("an answer that ends by its length, by a refusal or a filter, is told as such", async () => {
  const words = named({ type: "response.output_text.delta", delta: "So" });
  const incomplete = (reason: string) =>
    named({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason } },
    });
  const long = (await heard([words, incomplete("max_output_tokens")])).at(-1);
  assert.equal(long?.type === "finish" && long.reason, "length");
  const refused = (await heard([named({ type: "response.refusal.delta", delta: "No." }), done()])).at(-1);
  assert.equal(refused?.type === "finish" && refused.reason, "refusal");
  await fails([words, incomplete("content_filter")], "refused");
});

Deno.test("what breaks, is cut, or fails in the middle is an error and never an answer", async () => {
  const words = named({ type: "response.output_text.delta", delta: "So" });
  await fails([words], "truncated");
  await fails([words], "network", "reset");
  await fails([words, "data: {not json\n\n"], "malformed");
  const failed = (code: string) =>
    named({ type: "response.failed", response: { status: "failed", error: { code, message: "x" } } });
  await fails([words, failed("rate_limit_exceeded")], "rate_limited");
  await fails([words, failed("server_error")], "server");
  await fails(
    [named({ type: "response.output_item.done", item: { type: "function_call" } }), done()],
    "malformed",
  );
});

Deno.test("an event that holds nothing says nothing, one that is called an error is one whatever it holds", async () => {
  const words = named({ type: "response.output_text.delta", delta: "So" });
  const bare = ["event: keepalive\n\n", "event: response.in_progress\ndata:\n\n"];
  assert.equal((await heard([...bare, words, ...bare, done()])).at(-1)?.type, "finish");
  await fails([words, 'event: error\ndata: "overloaded"\n\n'], "overloaded");
  await fails([words, 'data: {"error":{"code":"rate_limit_exceeded"}}\n\n'], "rate_limited");
});

Deno.test("an answer is over with its last event, whether the connection ends, breaks or stays open behind it", async () => {
  const words = named({ type: "response.output_text.delta", delta: "So" });
  const ends = async (pieces: readonly string[], end?: "reset" | "hang") => {
    const last = (await heard(pieces, end)).at(-1);
    assert.equal(last?.type === "finish" && last.messageId, "resp_1", end);
  };
  await ends([words, done(), "data: {not json\n\n"]);
  await ends([words, done()], "reset");
  await ends([words, done()], "hang");
});

Deno.test("words and calls that come with the last event alone are not lost, and what came in pieces is not said twice", async () => {
  const said = {
    type: "message",
    id: "m",
    role: "assistant",
    content: [{ type: "output_text", text: "At once" }, 5],
  };
  const textOf = (parts: readonly Part[]) =>
    parts.map((part) => part.type === "text" ? part.text : "").join("");
  const item = (one: object) => named({ type: "response.output_item.done", output_index: 0, item: one });
  const words = named({ type: "response.output_text.delta", delta: "At once" });
  for (
    const pieces of [
      [done({ output: [said] })],
      [item(said), done()],
      [words, item(said), done({ output: [said] })],
    ]
  ) assert.equal(textOf(await heard(pieces)), "At once");
  const [call] = CALLS;
  const calling = await heard([done({ output: [REASONING, call] })]);
  assert.deepEqual(calling[0], { type: "tool", callId: "a", tool: "clock", args: '{"zone":"a"}' });
  const last = calling.at(-1);
  assert.ok(last?.type === "finish" && last.reason === "tool_calls");
  assert.deepEqual(JSON.parse(last.opaque ?? ""), [REASONING, call]);
  const refusing = await heard([
    done({ output: [{ ...said, content: [{ type: "refusal", refusal: "No." }] }] }),
  ]);
  assert.equal(textOf(refusing), "No.");
  const end = refusing.at(-1);
  assert.equal(end?.type === "finish" && end.reason, "refusal");
});

Deno.test("at its maker's own address a model that thinks is spoken to in Responses, and one that knows nothing else", () => {
  const openai: { kind: "openai"; baseUrl?: string } = { kind: "openai" };
  const kind = (...[model, call]: [model: string, call?: Parameters<typeof spokenTo>[2]]) =>
    spokenTo<{ kind: string & ("openai" | "responses"); baseUrl?: string }>(openai, model, call).kind;
  assert.deepEqual(["gpt-5", "o3", "gpt-4o", "someone-elses"].map((model) => kind(model)), [
    "responses",
    "responses",
    "openai",
    "openai",
  ]);
  assert.equal(kind("gpt-5", { seed: 1 }), "openai", "what only Chat Completions takes");
  for (const model of ["gpt-5-pro", "o1-pro", "gpt-5.1-codex-max", "codex-mini-latest", "o3-deep-research"]) {
    assert.equal(kind(model, { seed: 1 }), "responses", model);
  }
  assert.equal(spokenTo({ kind: "openai", baseUrl: "http://lab/v1" }, "gpt-5").kind, "openai");
  assert.equal(originOf({ kind: "responses" }), originOf({ kind: "openai" }), "one key");
});

Deno.test("counts that no call can have come to are not told, and usage without any is not zero usage", async () => {
  const told = async (usage: object) => {
    const last = (await heard([done({ usage })])).at(-1);
    return last?.type === "finish" ? last.usage : undefined;
  };
  assert.equal(await told({ input_tokens: 1e300, output_tokens: -1 }), null);
  assert.equal(await told({}), null);
  assert.deepEqual(await told({ input_tokens: 5, output_tokens: 2e9 }), {
    input: 5,
    cacheRead: 0,
    cacheWrite: 0,
    output: 0,
    reasoning: 0,
  });
});
