import assert from "node:assert/strict";
import { createOpenAi } from "../../../../actors/providers/openai/openai.ts";
import { QUIET_END_MS } from "../../../../actors/providers/sdk_call.ts";
import { patiently } from "../../../patience.ts";
import {
  answering,
  call,
  CANARY,
  configOf,
  data,
  FakeServer,
  SHELL,
  streamOf,
  textOf,
} from "../fake_server.ts";

const adapter = createOpenAi(() => 0);
const body = adapter.renderer.render({
  shell: SHELL,
  messages: [{ role: "user", content: "Hello" }],
  rounds: [],
});

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  data({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m-1",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
const DONE = "data: [DONE]\n\n";

// Shows S0-A17, S0-84, S2-T6.
Deno.test("the OpenAI adapter sends the rendered bytes and streams the answer", async () => {
  await using server = answering([
    chunk({ role: "assistant", content: "Hel" }),
    chunk({ content: "lo" }),
    chunk({}, "stop"),
    data({
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m-1",
      choices: [],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 3,
        total_tokens: 13,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 1 },
      },
    }),
    DONE,
  ]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(error, null);
  assert.equal(textOf(parts), "Hello");
  assert.deepEqual(parts.at(-1), {
    type: "finish",
    reason: "stop",
    usage: { input: 6, cacheRead: 4, cacheWrite: 0, output: 3, reasoning: 1 },
    model: "m-1",
    messageId: "c1",
  });
  const [got] = server.got;
  assert.deepEqual(got?.body, body, "our bytes and no others");
  assert.equal(got?.path, "/chat/completions");
});

// Shows S0-75, PROVIDERS.md row 1.
Deno.test("the key goes out in one header, and nothing of the environment does", async () => {
  Deno.env.set("OPENAI_API_KEY", "sk-from-environment");
  Deno.env.set("OPENAI_ORG_ID", "org-from-environment");
  try {
    await using server = answering([chunk({ content: "Hi" }, "stop"), DONE]);
    await call(adapter, server.url, body);
    const headers = Object.fromEntries(server.got[0]?.headers ?? []);
    assert.equal(headers["authorization"], `Bearer ${CANARY}`);
    assert.doesNotMatch(JSON.stringify(headers), /environment/);
    assert.ok(!("openai-organization" in headers) && !("cookie" in headers));
  } finally {
    Deno.env.delete("OPENAI_API_KEY");
    Deno.env.delete("OPENAI_ORG_ID");
  }
});

// Shows PROVIDERS.md row 3.
Deno.test("a stream without a finish reason is truncated, and what came is kept", async () => {
  await using server = answering([chunk({ content: "Half an ans" }), DONE]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(textOf(parts), "Half an ans");
  assert.equal(error?.code, "truncated");
});

// Shows PROVIDERS.md row 3.
Deno.test("a connection that breaks behind the finish reason takes nothing from the answer, and an error there does", async () => {
  await using broken = answering([chunk({ content: "All of it." }), chunk({}, "stop")], "reset");
  const { parts, error } = await call(adapter, broken.url, body);
  assert.equal(error, null);
  assert.equal(textOf(parts), "All of it.");
  const last = parts.at(-1);
  assert.deepEqual(last?.type === "finish" && [last.reason, last.usage], ["stop", null]);
  await using failing = answering([
    chunk({ content: "All of it." }),
    chunk({}, "stop"),
    data({ error: { code: "overloaded" } }),
  ], "reset");
  assert.equal((await call(adapter, failing.url, body)).error?.code, "overloaded");
});

/** A clock on which a time is over at once, but for the first ones, which end only where nobody waits for them any more. */
function quickClock(slow = 0) {
  const slept: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) => {
    slept.push(ms);
    return slept.length > slow
      ? Promise.resolve()
      : new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
  };
  return { slept, sleep };
}

// Shows PROVIDERS.md row 3.
Deno.test("an answer that said its end is over after some seconds in which nothing follows, also where the connection stays open", async () => {
  const clock = quickClock();
  await using open = answering([chunk({ content: "All of it." }), chunk({}, "stop")], "hang");
  const calling = call(createOpenAi(() => 0, clock), open.url, body);
  const { parts, error } = await patiently("for the end of the answer", calling);
  assert.equal(error, null);
  const last = parts.at(-1);
  assert.deepEqual(last?.type === "finish" && [textOf(parts), last.reason, last.usage], [
    "All of it.",
    "stop",
    null,
  ]);
  assert.equal(clock.slept.reduce((sum, ms) => sum + ms, 0), QUIET_END_MS);
  await patiently("for the end of the connection", open.gone);
});

// Shows PROVIDERS.md row 3.
Deno.test("what follows the end of an answer in time is heard, and waited for anew; one that said no end is waited for", async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 3 };
  const clock = quickClock(1);
  await using open = answering(
    [chunk({ content: "All of it." }), chunk({}, "stop"), data({ choices: [], usage })],
    "hang",
  );
  const { parts, error } = await patiently("for the end", call(createOpenAi(() => 0, clock), open.url, body));
  assert.equal(error, null);
  const last = parts.at(-1);
  assert.equal(last?.type === "finish" && last.usage?.output, 3);
  const half = quickClock();
  const held = Promise.withResolvers<void>();
  const pieces = [chunk({ content: "Half an" })];
  await using silent = new FakeServer(() => streamOf(pieces, { end: "hang", held: held.resolve }));
  const stop = new AbortController();
  const adapter = createOpenAi(() => 0, half);
  const waiting = call(adapter, silent.url, body, stop.signal);
  await patiently("for the call", held.promise);
  stop.abort();
  assert.equal((await patiently("for the end", waiting)).error?.code, "aborted");
  assert.deepEqual(half.slept, []);
});

// Shows PROVIDERS.md row 3.
Deno.test("JSON instead of a stream is malformed, not an empty answer", async () => {
  await using server = new FakeServer(() => Response.json({ choices: [{ message: { content: "Hi" } }] }));
  assert.equal((await call(adapter, server.url, body)).error?.code, "malformed");
});

// Shows PROVIDERS.md row 5.
Deno.test("a connection that breaks and JSON that breaks are network and malformed", async () => {
  await using broken = answering([chunk({ content: "a" })], "reset");
  const cut = await call(adapter, broken.url, body);
  assert.equal(textOf(cut.parts), "a");
  assert.equal(cut.error?.code, "network");
  await using garbled = answering([chunk({ content: "a" }), "data: {oops\n\n"]);
  assert.equal((await call(adapter, garbled.url, body)).error?.code, "malformed");
});

Deno.test("of what a server says that is no JSON nothing stands on the console", async () => {
  await using garbled = answering([chunk({ content: "a" }), "data: {oops\n\n"]);
  const said: unknown[] = [];
  const error = console.error;
  console.error = (...words: unknown[]) => void said.push(words);
  try {
    await call(adapter, garbled.url, body);
  } finally {
    console.error = error;
  }
  assert.deepEqual(said, []);
});

// Shows S2-26, S2-41, PROVIDERS.md row 10.
Deno.test("each status is its error, said in our own words", async () => {
  const cases = [
    [401, "auth", false],
    [403, "permission", false],
    [404, "not_found", false],
    [429, "rate_limited", true],
    [500, "server", true],
    [503, "overloaded", true],
  ] as const;
  for (const [status, code, retryable] of cases) {
    await using server = new FakeServer(() =>
      Response.json({ error: { message: `secret words ${CANARY}` } }, {
        status,
        headers: { "retry-after": "2" },
      })
    );
    const { error } = await call(adapter, server.url, body);
    assert.equal(error?.code, code);
    assert.equal(error?.retryable, retryable);
    assert.equal(error?.retryAfterMs, 2_000);
    assert.doesNotMatch(`${error?.message} ${error?.stack} ${JSON.stringify(error)}`, /secret words|canary/);
  }
});

// Shows PROVIDERS.md row 7.
Deno.test("reasoning under either name, comments, CRLF and a missing [DONE] are read", async () => {
  await using server = answering([
    ": keep-alive\r\n\r\n",
    chunk({ reasoning_content: "Hm. " }).replaceAll("\n", "\r\n"),
    chunk({ reasoning: "Well." }),
    chunk({ content: "Yes" }, "stop"),
  ]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(error, null);
  assert.equal(parts.map((p) => (p.type === "reasoning" ? p.text : "")).join(""), "Hm. Well.");
  assert.equal(textOf(parts), "Yes");
  const last = parts.at(-1);
  assert.equal(last?.type === "finish" ? last.usage : undefined, null, "no usage is not zero usage");
});

// Shows PROVIDERS.md row 7.
Deno.test("an event that holds nothing says nothing, whatever it is called", async () => {
  const bare = ["event: ping\n\n", "event: ping\ndata:\n\n", "id: 1\n\n", "data\n\n"];
  await using server = answering([...bare, chunk({ content: "a" }), ...bare, chunk({}, "stop"), ...bare]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.deepEqual([textOf(parts), parts.at(-1)?.type, error], ["a", "finish", null]);
});

Deno.test("counts that no call can have come to are not told, and usage without any is not zero usage", async () => {
  const told = async (...all: object[]) => {
    const usages = all.map((usage) => data({ choices: [], usage }));
    await using server = answering([chunk({ content: "Yes" }, "stop"), ...usages]);
    const last = (await call(adapter, server.url, body)).parts.at(-1);
    return last?.type === "finish" ? last.usage : undefined;
  };
  for (
    const [input, output] of [[1e300, 2e9], [-5, -3], ["5", "3"], [null, null], [undefined, undefined], [
      1e15,
      NaN,
    ]]
  ) assert.equal(await told({ prompt_tokens: input, completion_tokens: output }), null, `${input}`);
  const some = { input: 0, cacheRead: 0, cacheWrite: 0, output: 3, reasoning: 0 };
  assert.deepEqual(await told({ prompt_tokens: 1e300, completion_tokens: 3.7 }), some);
  assert.deepEqual(await told({ completion_tokens: 3 }, {}), some, "what was told stays told");
});

// Shows PROVIDERS.md row 7.
Deno.test("words that come in parts are the answer's, and what is thought between them is not", async () => {
  const thought = (text: string) => ({ type: "thinking", thinking: [{ type: "text", text }] });
  await using server = answering([
    chunk({ content: [thought("Hm. "), thought("Well.")] }),
    chunk({ content: [{ type: "text", text: "Yes" }, { type: "reference", reference_ids: [1] }, null] }),
    chunk({ content: ", so it is" }, "stop"),
  ]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(error, null);
  assert.equal(parts.map((p) => (p.type === "reasoning" ? p.text : "")).join(""), "Hm. Well.");
  assert.equal(textOf(parts), "Yes, so it is");
});

// Shows PROVIDERS.md row 7.
Deno.test("an error inside a stream that began well is an error", async () => {
  await using server = answering([
    chunk({ content: "a" }),
    data({ error: { message: "Overloaded", type: "overloaded" } }),
  ]);
  assert.equal((await call(adapter, server.url, body)).error?.code, "overloaded");
});

// Shows S4-33, PROVIDERS.md row 7.
Deno.test("tool calls that all come with index 0 are told apart by their ids", async () => {
  const piece = (id: string, name: string, args: string) =>
    chunk({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: args } }] });
  await using server = answering([
    piece("a", "current_time", "{}"),
    piece("b", "fetch_url", '{"url":'),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '"https://x.example"}' } }] }),
    chunk({}, "tool_calls"),
    DONE,
  ]);
  const { parts } = await call(adapter, server.url, body);
  assert.deepEqual(parts.filter((p) => p.type === "tool"), [
    { type: "tool", callId: "a", tool: "current_time", args: "{}" },
    { type: "tool", callId: "b", tool: "fetch_url", args: '{"url":"https://x.example"}' },
  ]);
});

Deno.test("two tool calls that a server gives one id are two, each with an id of its own", async () => {
  const piece = (index: number, more: object, id?: string) =>
    chunk({ tool_calls: [{ index, ...(id ? { id } : {}), type: "function", function: more }] });
  await using server = answering([
    piece(0, { name: "current_time", arguments: "{" }, "same"),
    piece(1, { name: "fetch_url", arguments: '{"url":' }, "same"),
    piece(1, { arguments: '"https://x.example"' }),
    piece(1, { arguments: "}" }, "same"),
    piece(0, { arguments: "}" }, "same"),
    chunk({}, "tool_calls"),
    DONE,
  ]);
  const { parts } = await call(adapter, server.url, body);
  assert.deepEqual(parts.filter((p) => p.type === "tool"), [
    { type: "tool", callId: "same", tool: "current_time", args: "{}" },
    { type: "tool", callId: "same_2", tool: "fetch_url", args: '{"url":"https://x.example"}' },
  ]);
});

// Shows PROVIDERS.md row 7.
Deno.test("a server that refuses stream_options names the simpler form", async () => {
  await using server = new FakeServer(() =>
    Response.json({ error: { message: "Unrecognized request argument supplied: stream_options" } }, {
      status: 400,
    })
  );
  assert.equal((await call(adapter, server.url, body)).error?.downgrade, "no_stream_options");
});

// Shows PROVIDERS.md row 11.
Deno.test("a redirect is an error, and the key does not follow it", async () => {
  await using other = answering([chunk({ content: "stolen" }, "stop")]);
  await using server = new FakeServer(() => Response.redirect(other.url, 307));
  assert.equal((await call(adapter, server.url, body)).error?.code, "not_found");
  assert.equal(other.got.length, 0);
});

// Shows P10, PROVIDERS.md row 3.
Deno.test("stopping closes the provider's socket and is no silent end", async () => {
  await using server = answering([chunk({ content: "a" })], "hang");
  const abort = new AbortController();
  const config = configOf("openai", server.url);
  const parts = adapter.send({ config, apiKey: null, model: "m", body, signal: abort.signal })
    [Symbol.asyncIterator]();
  assert.deepEqual((await parts.next()).value, { type: "text", text: "a" });
  abort.abort();
  await assert.rejects(async () => await parts.next(), { code: "aborted" });
  await server.gone;
});

// Shows PROVIDERS.md row 11.
Deno.test("a line of 200 KB and more is refused", async () => {
  await using server = answering([chunk({ content: "x".repeat(300 * 1024) }, "stop")]);
  assert.equal((await call(adapter, server.url, body)).error?.code, "too_large");
});

Deno.test("the models a server offers are listed by name, each with what is said of it", async () => {
  await using server = new FakeServer(() =>
    Response.json({
      object: "list",
      data: [{ id: "b", object: "model", context_length: 9 }, { object: "model" }, { id: "a" }],
    })
  );
  const signal = new AbortController().signal;
  assert.deepEqual(await adapter.models({ config: configOf("openai", server.url), apiKey: null, signal }), [
    { name: "a" },
    { name: "b", contextWindow: 9 },
  ]);
});
