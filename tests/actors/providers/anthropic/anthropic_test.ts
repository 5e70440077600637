import assert from "node:assert/strict";
import { createAnthropic } from "../../../../actors/providers/anthropic/anthropic.ts";
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
