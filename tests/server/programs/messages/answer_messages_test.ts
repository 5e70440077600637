/** The official SDK's `messages` against `/v1/messages`: it creates, goes on, calls tools and gets its own errors. */
import assert from "node:assert/strict";
import Anthropic, { AuthenticationError, BadRequestError, NotFoundError } from "@anthropic-ai/sdk";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { TurnError } from "../../../../events/catalog/conversation.ts";
import { failureOf } from "../../../../server/programs/completions.ts";
import { messagesProblem, messagesResponse } from "../../../../server/http/problem.ts";
import { TestServer } from "../../harness.ts";
import { agency, agent, blindAgent, claude, FORECAST, user } from "../../programs.ts";
import { PNG } from "../../../pictures.ts";

type Said = { role: string; content: string };

/** What the provider was sent last. */
function lastSent(server: TestServer): { system: string; messages: Said[]; params: unknown } {
  return JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));
}

async function rows(server: TestServer): Promise<{ id: string }[]> {
  return (await server.call("GET", "/api/conversations")).json.items;
}

const textOf = ({ content }: Anthropic.Message): string =>
  content.flatMap((block) => block.type === "text" ? [block.text] : []).join("");

Deno.test("an agent and an agency answer the SDK, with usage, and go on where the whole talk is sent", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo", { systemPrompt: "You are plain." });
  for (const model of ["agent/plain", "agency/works"]) {
    const before = (await rows(server)).length;
    const messages: MessageParam[] = [user("Is this thing on?")];
    const ask = () =>
      claude(server).messages.create({
        model,
        max_tokens: 500,
        system: "Speak Latin.",
        messages,
        temperature: 0.2,
        metadata: { user_id: "u1" },
      } as Anthropic.MessageCreateParamsNonStreaming);
    const first = await ask();
    assert.ok(textOf(first).length > 0);
    assert.match(first.id, /^msg_/);
    // SDKs that look at what they are given take a list of citations, or none, and no null.
    assert.deepEqual(first.content.map((block) => Object.keys(block)), [["type", "text"]]);
    assert.deepEqual([first.type, first.role, first.model], ["message", "assistant", model]);
    assert.deepEqual([first.stop_reason, first.stop_sequence], ["end_turn", null]);
    assert.ok(first.usage.input_tokens > 0 && first.usage.output_tokens > 0);
    assert.deepEqual(
      [first.usage.cache_read_input_tokens, first.usage.cache_creation_input_tokens],
      [0, 0],
    );
    messages.push({ role: "assistant", content: first.content }, user("Sure?"));
    await ask();
    assert.equal((await rows(server)).length, before + 1, "it is the same talk");
    if (model === "agent/plain") {
      const { system, messages: sent } = lastSent(server);
      assert.equal(system, "You are plain.\n\nSpeak Latin.");
      assert.deepEqual(sent.map(({ role, content }) => `${role}: ${content}`), [
        "user: Is this thing on?",
        "assistant: Is this thing on?",
        "user: Sure?",
      ]);
    }
  }
});

Deno.test("an answer says what ended it: its limit, or a text at which it was to end", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const ask = (more: object = {}) =>
    claude(server).messages.create({
      model: "agent/plain",
      max_tokens: 500,
      messages: [user("one two three")],
      ...more,
    });
  const cut = await ask({ max_tokens: 2 });
  assert.deepEqual([textOf(cut), cut.stop_reason], ["one two", "max_tokens"]);
  Object.assign(server.mock, {
    plan: () => ({ text: "one", end: { type: "finish", reason: "stop_sequence" } }),
  });
  for (const [stop_sequences, found] of [[["two"], "two"], [["two", "three"], null]] as const) {
    const stopped = await ask({ stop_sequences });
    assert.deepEqual([stopped.stop_reason, stopped.stop_sequence], ["stop_sequence", found]);
  }
});

Deno.test("usage counts what the cache gave and took beside the rest", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const usage = { input: 5, cacheRead: 30, cacheWrite: 200, output: 4, reasoning: 3 };
  Object.assign(server.mock, { plan: () => ({ text: "one", end: { type: "finish", usage } }) });
  const answer = await claude(server).messages.create({
    model: "agent/plain",
    max_tokens: 9,
    messages: [user("Hi")],
  });
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = answer.usage;
  assert.deepEqual(
    [input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens],
    [5, 30, 200, 4],
  );
  assert.deepEqual(answer.usage.output_tokens_details, { thinking_tokens: 3 });
});

Deno.test("what a model thought is a block of its own, unless it is not wanted; it may be sent back", async () => {
  await using server = await TestServer.start();
  await agent(server, "thinker", "reasoning");
  const ask = (messages: MessageParam[], more: object = {}) =>
    claude(server).messages.create({ model: "agent/thinker", max_tokens: 500, messages, ...more });
  const answer = await ask([user("Why?")]);
  assert.deepEqual(answer.content.map(({ type }) => type), ["thinking", "text"]);
  assert.ok((answer.usage.output_tokens_details?.thinking_tokens ?? 0) > 0);
  const quiet = await ask([user("Why?")], { thinking: { type: "disabled" } });
  assert.deepEqual(quiet.content.map(({ type }) => type), ["text"]);
  await ask([user("Why?"), { role: "assistant", content: answer.content }, user("And?")]);
  assert.deepEqual(lastSent(server).messages.map(({ content }) => content), ["Why?", textOf(answer), "And?"]);
  assert.equal((await rows(server)).filter(({ id }) => answer.id.includes(id)).length, 1);
});

Deno.test("a tool of the caller's is called, and what it gave goes on in the same conversation", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const tools = [{
    name: "weather",
    description: "Tells it.",
    input_schema: { ...FORECAST, type: "object" as const },
  }];
  const ask = (messages: MessageParam[]) =>
    claude(server).messages.create({ model: "agent/caller", max_tokens: 500, tools, messages });
  const first = await ask([user("Rome?")]);
  assert.equal(first.stop_reason, "tool_use");
  const call = first.content.at(-1);
  assert.ok(call?.type === "tool_use", JSON.stringify(first.content));
  assert.deepEqual([call.name, call.input], ["weather", { city: "Rome?", days: 1 }]);
  const next = (content: string, is_error = false) =>
    ask([user("Rome?"), { role: "assistant", content: first.content }, {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: call.id, content, is_error }],
    }]);
  const second = await next("Sunny.");
  assert.equal(textOf(second), "weather says: Sunny.");
  assert.equal(
    (await rows(server)).filter(({ id }) => second.id.includes(id) && first.id.includes(id)).length,
    1,
  );
  const failed = await next("No such city.", true);
  assert.equal(textOf(failed), "weather says: [error] No such city.");
  assert.deepEqual(lastSent(server).messages.map(({ role }) => role), ["user", "assistant", "tool"]);
});

Deno.test("images and documents of words reach the agent", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const data = PNG.toBase64();
  await claude(server).messages.create({
    model: "agent/plain",
    max_tokens: 500,
    messages: [{
      role: "user",
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data } },
        {
          type: "document",
          title: "a.txt",
          source: { type: "text", media_type: "text/plain", data: "hällo" },
        },
        {
          type: "document",
          title: "b.txt",
          source: { type: "content", content: [{ type: "text", text: "ho" }] },
        },
        { type: "text", text: "What is this?" },
      ],
    }],
  });
  const [asked] = JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body)).messages;
  assert.equal(asked.images.length, 1);
  assert.match(asked.content, /What is this\?[^]*<file name="a\.txt">\nhällo[^]*<file name="b\.txt">\nho/);
});

Deno.test("failures are the SDK's own errors, before anybody is asked where that can be known", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  await agent(server, "bad", "error-401");
  await blindAgent(server);
  const before = await rows(server);
  const ask = (more: object) =>
    claude(server).messages.create({
      model: "agent/plain",
      max_tokens: 500,
      messages: [user("Hi")],
      ...more,
    });
  const isRefused = (kind: typeof BadRequestError | typeof NotFoundError, code: string, param: string) =>
  (
    error: unknown,
  ) => {
    assert.ok(error instanceof kind, String(error));
    assert.equal(error.type, kind === BadRequestError ? "invalid_request_error" : "not_found_error");
    assert.deepEqual(error.details, { error_code: code, param });
    assert.equal(error.errorCode, code);
    assert.match(error.requestID ?? "", /^req_/);
    assert.ok(error.message.includes(param), error.message);
    return true;
  };
  const tools = [{ name: "weather", input_schema: { type: "object" } }];
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG.toBase64() } };
  const cases: readonly (readonly [string, object])[] = [
    ["container", { container: "c" }],
    ["tools", { tools, model: "agency/works" }],
    ["output_config.effort", { output_config: { effort: "low" } }],
    ["thinking", { thinking: { type: "adaptive" } }],
    ["messages.0.content.0.source.data", {
      model: "agent/blind",
      messages: [{ role: "user", content: [image] }],
    }],
  ];
  for (const [param, more] of cases) {
    await assert.rejects(ask(more), isRefused(BadRequestError, "unsupported_parameter", param), param);
  }
  await assert.rejects(ask({ max_tokens: 0 }), isRefused(BadRequestError, "validation", "max_tokens"));
  await assert.rejects(ask({ model: "agent/none" }), isRefused(NotFoundError, "model_not_found", "model"));
  assert.deepEqual(await rows(server), before, "no conversation was begun");
  await assert.rejects(
    ask({ model: "agent/bad" }),
    (error) =>
      error instanceof Anthropic.APIError && error.status === 424 && error.errorCode === "upstream_refused" &&
      error.headers?.get("x-should-retry") === "false",
  );
});

Deno.test("a token comes by x-api-key as well; without one that is valid nobody is answered", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const { token } = (await server.call("POST", "/api/tokens", { name: "mine", scope: "chat" })).json;
  const ask = (apiKey: string) =>
    claude(server, apiKey).messages.create({
      model: "agent/plain",
      max_tokens: 500,
      messages: [user("Hi")],
    });
  assert.equal(textOf(await ask(token)), "Hi");
  await assert.rejects(ask("fb_wrong"), AuthenticationError);
});

Deno.test("a call repeated under its Idempotency-Key gets the same answer, and another one is refused", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "other", "echo");
  const ask = (content: string, model = "agent/plain") =>
    claude(server).messages.create(
      { model, max_tokens: 500, messages: [user(content)] },
      { headers: { "idempotency-key": "once" } },
    );
  const answers = [await ask("One"), await ask("One")];
  assert.equal(answers[0]?.id, answers[1]?.id);
  await assert.rejects(ask("Two"), Anthropic.UnprocessableEntityError);
  await assert.rejects(ask("One", "agent/other"), Anthropic.UnprocessableEntityError);
});

Deno.test("Anthropic's clients are listed the models as theirs are, in pages; OpenAI's as ever", async () => {
  await using server = await TestServer.start();
  for (const name of ["one", "two", "three"]) await agent(server, name, "echo");
  const names = ["agent/one", "agent/two", "agent/three"];
  const own = (ids: readonly string[]) => ids.filter((id) => names.includes(id));
  const ids: string[] = [];
  for await (const { id, display_name, type } of claude(server).models.list({ limit: 1 })) {
    ids.push(id);
    assert.equal(type, "model");
    assert.ok(display_name.length > 0);
  }
  assert.deepEqual(own(ids), names);
  const { data } = (await server.call("GET", "/v1/models")).json;
  assert.deepEqual(data.map(({ id }: { id: string }) => id), ids);
  const last = await claude(server).models.list({ before_id: ids.at(-1) ?? "", limit: 1 });
  assert.deepEqual([last.data.map(({ id }) => id), last.has_more], [[ids.at(-2)], true]);
  for (const place of [{ after_id: "agent/none" }, { before_id: "agent/none" }]) {
    await assert.rejects(
      claude(server).models.list({ ...place, limit: 1 }),
      BadRequestError,
      "it would begin anew",
    );
  }
  assert.equal((await claude(server).models.retrieve("agent/one")).display_name, "one");
  await assert.rejects(claude(server).models.retrieve("agent/none"), NotFoundError);
});

Deno.test("each kind of failure has the type that Anthropic's clients know, and its status", () => {
  const kinds: readonly (readonly [TurnError["code"], number, string])[] = [
    ["rate_limited", 429, "rate_limit_error"],
    ["overloaded", 503, "overloaded_error"],
    ["bad_request", 400, "invalid_request_error"],
    ["context_overflow", 400, "invalid_request_error"],
    ["auth", 424, "api_error"],
    ["server", 502, "api_error"],
  ];
  for (const [code, status, type] of kinds) {
    const problem = failureOf({ ok: false, error: { code, message: "So.", retryable: true }, notice: "" });
    assert.equal(messagesResponse(problem, "req_1").status, status, code);
    assert.equal(messagesProblem(problem).error.type, type, code);
  }
});
