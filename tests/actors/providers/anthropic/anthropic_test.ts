import assert from "node:assert/strict";
import { createAnthropic } from "../../../../actors/providers/anthropic/anthropic.ts";
import type { ToolRound } from "../../../../actors/providers/types.ts";
import { patiently } from "../../../patience.ts";
import { answering, call, CANARY, FakeServer, named, SHELL, textOf } from "../fake_server.ts";

const adapter = createAnthropic(() => 0);
const body = adapter.renderer.render({
  shell: SHELL,
  messages: [{ role: "user", content: "Hello" }],
  rounds: [],
});

const start = named({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m-1",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, cache_read_input_tokens: 5, cache_creation_input_tokens: 2, output_tokens: 1 },
  },
} as { type: string });
const block = (index: number, content_block: object) =>
  named({ type: "content_block_start", index, content_block } as { type: string });
const delta = (index: number, delta: object) =>
  named({ type: "content_block_delta", index, delta } as { type: string });
const stop = (index: number) => named({ type: "content_block_stop", index } as { type: string });
const end = (reason: string) =>
  named({
    type: "message_delta",
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 7 },
  } as { type: string }) + named({ type: "message_stop" });
const text = (words: string) =>
  block(0, { type: "text", text: "" }) + delta(0, { type: "text_delta", text: words }) + stop(0);

// Shows S0-A18, S0-85, S2-T6.
Deno.test("the Anthropic adapter sends the rendered bytes and streams the answer", async () => {
  await using server = answering([start, text("Hello"), end("end_turn")]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(error, null);
  assert.equal(textOf(parts), "Hello");
  assert.deepEqual(parts.at(-1), {
    type: "finish",
    reason: "end_turn",
    usage: { input: 9, cacheRead: 5, cacheWrite: 2, output: 7, reasoning: 0 },
    model: "m-1",
    messageId: "msg_1",
  });
  const [got] = server.got;
  assert.deepEqual(got?.body, body, "our bytes and no others");
  assert.equal(got?.path, "/v1/messages");
  assert.equal(got?.headers.get("x-api-key"), CANARY);
  assert.equal(got?.headers.get("anthropic-version"), "2026-10-21");
});

// Shows PROVIDERS.md row 1.
Deno.test("nothing of the environment goes out", async () => {
  Deno.env.set("ANTHROPIC_API_KEY", "sk-from-environment");
  Deno.env.set("ANTHROPIC_AUTH_TOKEN", "token-from-environment");
  try {
    await using server = answering([start, text("Hi"), end("end_turn")]);
    await call(adapter, server.url, body);
    assert.doesNotMatch(JSON.stringify([...server.got[0]?.headers ?? []]), /environment/);
  } finally {
    Deno.env.delete("ANTHROPIC_API_KEY");
    Deno.env.delete("ANTHROPIC_AUTH_TOKEN");
  }
});

// Shows PROVIDERS.md row 3.
Deno.test("a stream that ends before message_stop is truncated, and what came is kept", async () => {
  await using server = answering([start, text("Half an ans")]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(textOf(parts), "Half an ans");
  assert.equal(error?.code, "truncated");
});

// Shows S4-33.
Deno.test("tool calls come out whole, and signed thinking is kept for the next round", async () => {
  await using server = answering([
    start,
    block(0, { type: "thinking", thinking: "", signature: "" }) +
    delta(0, { type: "thinking_delta", thinking: "Hm." }) +
    delta(0, { type: "signature_delta", signature: "signed" }) + stop(0),
    block(1, { type: "tool_use", id: "t1", name: "fetch_url", input: {} }) +
    delta(1, { type: "input_json_delta", partial_json: '{"url":"https://x' }) +
    delta(1, { type: "input_json_delta", partial_json: '.example"}' }) + stop(1),
    end("tool_use"),
  ]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(error, null);
  assert.deepEqual(parts.filter((p) => p.type === "tool"), [
    { type: "tool", callId: "t1", tool: "fetch_url", args: '{"url":"https://x.example"}' },
  ]);
  const last = parts.at(-1);
  const opaque = last?.type === "finish" ? last.opaque ?? "" : "";
  assert.match(opaque, /"signature":"signed"/);
  const again = adapter.renderer.render({
    shell: SHELL,
    messages: [{ role: "user", content: "Hello" }],
    rounds: [{
      said: "",
      opaque,
      calls: [{ callId: "t1", tool: "fetch_url", args: "{}", status: "ok", result: "page" }],
    }],
  });
  assert.match(new TextDecoder().decode(again), /"signature":"signed"/);
});

// Shows PROVIDERS.md row 10.
Deno.test("an overloaded server and one that errs in mid-stream are told apart from a refusal", async () => {
  await using busy = new FakeServer(() =>
    Response.json({ type: "error", error: { type: "overloaded_error" } }, { status: 529 })
  );
  assert.equal((await call(adapter, busy.url, body)).error?.code, "overloaded");
  await using failing = answering([
    start,
    named(
      { type: "error", error: { type: "overloaded_error", message: `words ${CANARY}` } } as { type: string },
    ),
  ]);
  const failed = (await call(adapter, failing.url, body)).error;
  assert.equal(failed?.code, "overloaded");
  assert.doesNotMatch(`${failed?.message} ${JSON.stringify(failed)}`, /canary/);
  await using refusing = answering([start, text("I"), end("refusal")]);
  assert.equal((await call(adapter, refusing.url, body)).error?.code, "refused");
});

// Shows PROVIDERS.md row 3.
Deno.test("a connection that breaks behind message_stop takes nothing from the answer", async () => {
  const whole = [start, block(0, { type: "text", text: "" }), delta(0, { type: "text_delta", text: "So" })];
  await using broken = answering([...whole, end("end_turn")], "reset");
  const { parts, error } = await call(adapter, broken.url, body);
  assert.equal(error, null);
  assert.deepEqual([textOf(parts), parts.at(-1)?.type], ["So", "finish"]);
  await using half = answering(whole, "reset");
  assert.equal((await call(adapter, half.url, body)).error?.code, "network");
});

// Shows PROVIDERS.md row 3.
Deno.test("an answer is over with message_stop, whether the connection stays open behind it or another begins", async () => {
  const whole = [start, text("So"), end("end_turn")];
  for (const [behind, close] of [[whole, "close"], [[], "hang"]] as const) {
    await using server = answering([...whole, ...behind], close);
    const { parts, error } = await patiently("for the end of the answer", call(adapter, server.url, body));
    assert.equal(error, null);
    assert.deepEqual([textOf(parts), parts.at(-1)?.type], ["So", "finish"]);
  }
});

// Shows PROVIDERS.md row 7.
Deno.test("an answer whose counts are missing is whole, one of which words cannot be read is none", async () => {
  const bare = (event: object) => named(event as { type: string });
  const begun = bare({ type: "message_start", message: { id: "m" } });
  const ended = bare({ type: "message_delta", delta: { stop_reason: "end_turn" } }) +
    bare({ type: "message_stop" });
  await using sparing = answering([begun, text("So"), ended]);
  const { parts, error } = await call(adapter, sparing.url, body);
  assert.equal(error, null);
  assert.equal(textOf(parts), "So");
  assert.deepEqual(parts.at(-1), {
    type: "finish",
    reason: "end_turn",
    usage: null,
    model: "m",
    messageId: "m",
  });
  const odd = { type: "content_block_delta", index: "0", delta: { type: "text_delta", text: "Lost" } };
  await using losing = answering([start, block(0, { type: "text", text: "" }), bare(odd), end("end_turn")]);
  assert.equal((await call(adapter, losing.url, body)).error?.code, "malformed");
  await using newer = answering([
    start,
    bare({ type: "something_new", index: "0" }),
    text("So"),
    end("end_turn"),
  ]);
  assert.equal(textOf((await call(adapter, newer.url, body)).parts), "So");
});

Deno.test("where nobody told what went in nothing is known of what was used; none that was told is none", async () => {
  const usageOf = async (input: object) => {
    const begun = named({
      type: "message_start",
      message: { id: "m", usage: { output_tokens: 1, ...input } },
    });
    await using server = answering([begun, text("So"), end("end_turn")]);
    const last = (await call(adapter, server.url, body)).parts.at(-1);
    return last?.type === "finish" ? last.usage : undefined;
  };
  for (const input of [{}, { input_tokens: null }, { input_tokens: "5" }, { cache_read_input_tokens: 5 }]) {
    assert.equal(await usageOf(input), null, JSON.stringify(input));
  }
  assert.equal((await usageOf({ input_tokens: 0, cache_read_input_tokens: 5 }))?.input, 0);
});

Deno.test("of what a server says that is no JSON nothing stands on the console", async () => {
  await using garbled = answering([start, text("So"), "event: content_block_delta\ndata: {oops\n\n"]);
  const said: unknown[] = [];
  const error = console.error;
  console.error = (...words: unknown[]) => void said.push(words);
  try {
    const { parts, error } = await call(adapter, garbled.url, body);
    assert.deepEqual([textOf(parts), error?.code], ["So", "malformed"]);
  } finally {
    console.error = error;
  }
  assert.deepEqual(said, []);
});

Deno.test("a call without input has none, and sources of a block are given once", async () => {
  const cited = block(0, { type: "text", text: "" }) + delta(0, { type: "text_delta", text: "So" }) +
    delta(0, { type: "citations_delta", citation: CITED }) +
    delta(0, { type: "citations_delta", citation: { ...CITED, url: "https://b.example/" } }) + stop(0) +
    stop(0);
  const called = block(1, { type: "tool_use", id: "t1", name: "clock" }) + stop(1);
  await using server = answering([start, cited + called, end("tool_use")]);
  const { parts } = await call(adapter, server.url, body);
  const urls = parts.map((part) => part.type === "citation" && part.url).filter(Boolean);
  assert.deepEqual(urls, ["https://a.example/", "https://b.example/"]);
  assert.deepEqual(parts.find(({ type }) => type === "tool"), {
    type: "tool",
    callId: "t1",
    tool: "clock",
    args: "{}",
  });
});

// Shows P10.
Deno.test("stopping closes the provider's socket", async () => {
  await using server = answering([
    start,
    block(0, { type: "text", text: "" }) + delta(0, { type: "text_delta", text: "a" }),
  ], "hang");
  const abort = new AbortController();
  const running = call(adapter, server.url, body, abort.signal);
  while (server.got.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  abort.abort();
  assert.equal((await running).error?.code, "aborted");
  await server.gone;
});

const SEARCH = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "fish" } };
const FOUND = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [{ type: "web_search_result", url: "https://a.example/", title: "A", encrypted_content: "x" }],
};
const CITED = {
  type: "web_search_result_location",
  url: "https://a.example/",
  title: "A",
  encrypted_index: "i",
  cited_text: "Fish swim.",
};

Deno.test("a pause is no end: what came goes back as it came, and the maker goes on behind it", async () => {
  const searching = block(1, { ...SEARCH, input: {} }) +
    delta(1, { type: "input_json_delta", partial_json: '{"query":"fish"}' }) + stop(1) +
    block(2, FOUND) + stop(2) + block(3, { type: "text", text: "" }) +
    delta(3, { type: "citations_delta", citation: CITED }) +
    delta(3, { type: "text_delta", text: "They swim." }) + stop(3);
  await using server = answering([start, text("I look."), searching, end("pause_turn")]);
  const { parts, error } = await call(adapter, server.url, body);
  assert.equal(error, null);
  assert.equal(textOf(parts), "I look.\n\nThey swim.", "a paragraph after a search");
  const finish = parts.at(-1);
  assert.ok(finish?.type === "finish" && finish.paused && finish.opaque !== undefined);
  const said = { type: "text", text: "They swim.", citations: [CITED] };
  const blocks = [{ type: "text", text: "I look." }, SEARCH, FOUND, said];
  assert.deepEqual(JSON.parse(finish.opaque), blocks);
  const round = { said: "I look.", opaque: finish.opaque, paused: true, calls: [] } as const;
  const request = (rounds: readonly ToolRound[]) =>
    JSON.parse(
      new TextDecoder().decode(
        adapter.renderer.render({ shell: SHELL, messages: [{ role: "user", content: "Hello" }], rounds }),
      ),
    ).messages;
  assert.deepEqual(
    request([round]).slice(1),
    [{ role: "assistant", content: blocks }],
    "nobody else says a word",
  );
  const lost = { ...round, opaque: "no blocks" };
  assert.deepEqual(request([lost])[1].content, [{ type: "text", text: "I look." }]);
  const calls = [{ callId: "c", tool: "t", args: "{}", status: "ok", result: "r" }] as const;
  const both = request([round, { said: "", calls }]);
  assert.deepEqual(both.map(({ role }: { role: string }) => role), ["user", "assistant", "user"]);
});

Deno.test("a pause with nothing said is an end: there is nothing to go on from", async () => {
  await using server = answering([start, end("pause_turn")]);
  const { parts } = await call(adapter, server.url, body);
  const finish = parts.at(-1);
  assert.ok(finish?.type === "finish" && finish.paused === undefined && finish.opaque === undefined);
});

Deno.test("what a cache keeps for an hour is counted by itself", async () => {
  const counts = {
    input_tokens: 9,
    cache_creation_input_tokens: 8,
    cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 5 },
    server_tool_use: { web_search_requests: 2 },
    output_tokens: 1,
  };
  const message = { id: "m", type: "message", role: "assistant", model: "m-1", content: [], usage: counts };
  const begun = named({ type: "message_start", message } as { type: string });
  await using server = answering([begun, text("Hello"), end("end_turn")]);
  const { parts } = await call(adapter, server.url, body);
  const finish = parts.at(-1);
  assert.ok(finish?.type === "finish");
  const usage = {
    input: 9,
    cacheRead: 0,
    cacheWrite: 8,
    output: 7,
    reasoning: 0,
    cacheWriteHour: 5,
    searches: 2,
  };
  assert.deepEqual(finish.usage, usage);
});
