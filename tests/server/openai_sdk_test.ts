/** The official OpenAI SDK against `/v1`: it lists, completes, streams, gets its own errors, and its abort arrives. */
import assert from "node:assert/strict";
import OpenAI, {
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  UnprocessableEntityError,
} from "openai";
import { failureOf } from "../../server/programs/completions.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { TestServer } from "./harness.ts";
import type { TurnError } from "../../events/catalog/conversation.ts";
import { programProblem, programResponse } from "../../server/http/problem.ts";
import { PROGRAM_BODY_BYTES } from "../../server/http/route.ts";
import { HEARTBEAT_MS } from "../../server/stream/event_stream.ts";
import { agency, agent, blindAgent, chunksOf, PRINCIPLE, sdk, until, user } from "./programs.ts";
import { PNG } from "../pictures.ts";

/** What the provider was sent last. */
function lastSent(server: TestServer): { system: string; messages: { role: string; content: string }[] } {
  return JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));
}

async function newest(server: TestServer): Promise<string> {
  return (await server.call("GET", "/api/conversations")).json.items[0].id;
}

Deno.test("the SDK lists agents and agencies as models, and finds each by its name", async () => {
  await using server = await TestServer.start();
  await agency(server, ["Größe & Co"]);
  await agent(server, "coder", "echo");
  await agent(server, "Coder", "echo");
  const client = sdk(server);
  const names = [];
  for await (const model of client.models.list()) names.push(model.id);
  for (const name of ["agent/editor", "agent/coder", "agency/works"]) assert.ok(names.includes(name), name);
  assert.equal(new Set(names).size, names.length, "two agents with one name are two models");
  for (const name of names) assert.equal((await client.models.retrieve(name)).id, name);
  await assert.rejects(client.models.retrieve("agent/nobody"), NotFoundError);
});

Deno.test("a model goes by its id with a hyphen and by its name alone, and tells what people call it", async () => {
  await using server = await TestServer.start();
  await agency(server, ["Größe & Co"]);
  const agentId = await agent(server, "works", "echo");
  const role = { name: "Miller", description: "Grinds.", prompt: "Grind." };
  const { json } = await server.call("POST", "/api/roles", role);
  await server.call("PATCH", `/api/agents/${agentId}`, { roleId: json.id });
  const client = sdk(server);
  for (const name of ["agent/works", "agent-works", "works"]) {
    const found = await client.models.retrieve(name);
    assert.deepEqual(found, { ...found, id: "agent/works", name: "works", description: "Grinds." });
    const answer = await client.chat.completions.create({ model: name, messages: [user("Hi")] });
    assert.equal(answer.model, "agent/works");
  }
  assert.equal((await client.models.retrieve("agency-works")).id, "agency/works");
  for await (const { id } of client.models.list()) {
    assert.ok((await client.models.retrieve(id.slice(id.indexOf("/") + 1))).id);
  }
  await assert.rejects(client.models.retrieve("/works"), NotFoundError);
  await assert.rejects(client.models.retrieve(""), OpenAI.OpenAIError);
});

Deno.test("an agent and an agency answer alike, whole and streamed, with usage where it is asked for", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  for (const model of ["agent/plain", "agency/works"]) {
    const messages = [user("Is this thing on?")];
    // What practice agents can be asked for, they are; their answers are the same at any temperature.
    const settings = { temperature: 0.2, top_p: 1, user: "someone" };
    const whole = await sdk(server).chat.completions.create({ model, messages, ...settings });
    const { content } = whole.choices[0]?.message ?? {};
    assert.ok(content);
    assert.ok((whole.usage?.total_tokens ?? 0) > 0);
    const stream = await sdk(server).chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
      ...settings,
    });
    let text = "";
    let usage;
    const finishes = [];
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (chunk.choices[0]?.finish_reason) finishes.push(chunk.choices[0].finish_reason);
      usage = chunk.usage ?? usage;
    }
    assert.equal(text, content);
    assert.deepEqual(finishes, ["stop"]);
    assert.deepEqual(usage, whole.usage);
    const plain = await sdk(server).chat.completions.create({ model, messages, stream: true, ...settings });
    const chunks = await Array.fromAsync(plain);
    // As in OpenAI's own examples, which guard against no chunk without a choice.
    assert.ok(
      chunks.every(({ choices }) => choices.length === 1),
      "each chunk has a choice where no usage is asked for",
    );
    const last = chunks.at(-1);
    assert.equal(last?.choices[0]?.finish_reason, "stop");
    assert.ok(last && "conversation_id" in last, "the last chunk says in which conversation one goes on");
  }
});

// Shows S1-27.
Deno.test("a history the caller brings reaches the agent with the roles it had, and its system message too", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo", { systemPrompt: "You are plain." });
  const answer = await sdk(server).chat.completions.create({
    model: "agent/plain",
    messages: [
      { role: "system", content: "Speak Latin." },
      user("One?"),
      { role: "assistant", content: "Unus." },
      { role: "assistant", content: null, tool_calls: [] },
      { role: "user", content: [{ type: "text", text: "Two" }, { type: "text", text: "?" }] },
      { role: "assistant", content: "Duo." },
      user("Three?"),
    ],
  });
  assert.equal(answer.choices[0]?.message.content, "Three?");
  const { system, messages } = lastSent(server);
  assert.equal(system, "You are plain.\n\nSpeak Latin.");
  assert.deepEqual(messages.map(({ role, content }) => `${role}: ${content}`), [
    "user: One?",
    "assistant: Unus.",
    "user: Two?",
    "assistant: Duo.",
    "user: Three?",
  ]);
  const { json } = await server.call("GET", `/api/conversations/${await newest(server)}`);
  const shown = json.messages.filter((m: { role: string }) => m.role !== "system");
  assert.deepEqual(shown.map((m: { role: string; authorName: string }) => `${m.role} ${m.authorName}`), [
    "user User",
    "assistant plain",
    "user User",
    "assistant plain",
    "user User",
    "assistant plain",
  ]);
  assert.ok(shown.every((m: { status: string; included: boolean }) => m.status === "complete" && m.included));
  assert.equal(json.conversation.title, "One?");
});

// Shows S1-18.
Deno.test("a history brought to an agency is the talk of the person and the manager, in the manager's own form", async () => {
  await using server = await TestServer.start();
  await agency(server);
  await sdk(server).chat.completions.create({
    model: "agency/works",
    messages: [user("One?"), { role: "assistant", content: "Unus." }, user("Two?")],
  });
  const { system, messages } = lastSent(server);
  assert.ok(system.includes(PRINCIPLE));
  assert.deepEqual(messages.map(({ role, content }) => `${role}: ${content}`), [
    "user: One?",
    'assistant: {"to":0,"context":"Unus."}',
    "user: Two?",
  ]);
});

Deno.test("a very long history is brought whole and in order", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const messages = Array.from(
    { length: 1_001 },
    (_, n) =>
      n % 2 === 0 ? user(`q${n} ${"x".repeat(300)}`) : { role: "assistant" as const, content: `a${n}` },
  );
  await sdk(server).chat.completions.create({ model: "agent/plain", messages });
  const sent = lastSent(server).messages.map(({ content }) => content.split(" ")[0]);
  assert.deepEqual(sent, messages.map(({ content }) => content.split(" ")[0]));
});

Deno.test("a conversation_id goes on where it was: only the last message is added, and stands with what was said", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const ask = async (content: string, conversation_id?: string) => {
    const answer = await sdk(server).chat.completions.create(
      {
        model: "agent/plain",
        messages: [user("not added"), { role: "assistant", content: "nor this" }, user(content)],
        ...(conversation_id ? { conversation_id } : {}),
      } as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
    );
    if (!("conversation_id" in answer)) throw new Error("the answer does not name its conversation");
    return { conversation_id: String(answer.conversation_id) };
  };
  const first = await ask("One");
  const second = await ask("Two", first.conversation_id);
  assert.equal(second.conversation_id, first.conversation_id);
  assert.deepEqual(lastSent(server).messages.map(({ content }) => content).slice(-3), ["One", "One", "Two"]);
  assert.equal(lastSent(server).messages.length, 5);
});

Deno.test("beside others in one conversation the model that is named answers alone", async () => {
  await using server = await TestServer.start();
  const agentIds = [await agent(server, "Ada", "echo"), await agent(server, "Bob", "echo")];
  const made = await server.call("POST", "/api/conversations", { agentIds });
  const conversation_id = made.json.conversation.id;
  for (const stream of [false, true]) {
    const answer = await server.call("POST", "/v1/chat/completions", {
      model: "agent/bob",
      messages: [user("Hello Bob")],
      conversation_id,
      stream,
    });
    assert.match(answer.text, /Hello/);
  }
  const { messages } = (await server.call("GET", `/api/conversations/${conversation_id}`)).json;
  assert.deepEqual(messages.map((m: { authorName: string }) => m.authorName), ["User", "Bob", "User", "Bob"]);
});

Deno.test("every failure is the SDK's own error, with a message for people and nothing of the inside", async () => {
  await using server = await TestServer.start();
  for (const status of ["401", "400"]) await agent(server, `bad ${status}`, `error-${status}`);
  const ask = (model: string, messages = [user("Hi")]) =>
    sdk(server).chat.completions.create({ model, messages });
  await assert.rejects(
    ask("agent/none"),
    (error) => error instanceof NotFoundError && error.param === "model" && error.code === "model_not_found",
  );
  await assert.rejects(ask("agent/editor", []), BadRequestError);
  await assert.rejects(
    ask("agent/editor", [{ role: "assistant", content: "Hi" }] as never),
    (error) => error instanceof BadRequestError && error.param === "messages",
  );
  await assert.rejects(
    ask("agent/bad-401"),
    (error) => error instanceof OpenAI.APIError && error.status === 424 && error.code === "upstream_refused",
  );
  await assert.rejects(ask("agent/bad-400"), BadRequestError);
  const stream = await sdk(server).chat.completions.create({
    model: "agent/bad-401",
    messages: [user("Hi")],
    stream: true,
  });
  await assert.rejects(async () => {
    for await (const _ of stream);
  }, OpenAI.APIError);
  await server.call("POST", "/api/tokens", { name: "laptop" });
  await assert.rejects(
    ask("agent/editor"),
    (error) => error instanceof AuthenticationError && error.code === "invalid_api_key",
  );
});

Deno.test("what cannot be honoured is the SDK's own BadRequestError, before anybody is asked", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  const tools = [{ type: "function" as const, function: { name: "weather", parameters: {} } }];
  const image = { type: "image_url" as const, image_url: { url: "https://example.org/a.png" } };
  const conversations = async () => (await server.call("GET", "/api/conversations")).json.items.length;
  const before = await conversations();
  type Asked = Partial<OpenAI.Chat.ChatCompletionCreateParamsNonStreaming>;
  const cases: readonly (readonly [string, Asked])[] = [
    ["tool_choice", { tool_choice: "required" }],
    ["tools.0.type", { tools: [{ type: "custom", custom: { name: "grep" } }] }],
    ["tools", { tools, model: "agency/works" }],
    ["n", { n: 2 }],
    ["response_format", { response_format: { type: "json_object" } }],
    ["reasoning_effort", { reasoning_effort: "high" }],
    ["store", { store: false, conversation_id: "conversation_welcome" } as Asked],
    ["max_tokens", { model: "agency/works", max_tokens: 5 }],
    ["stop", { model: "agency/works", stop: "END" }],
    ["messages.0.content.0.image_url.url", { messages: [{ role: "user", content: [image] }] }],
    ["messages.1.role", { messages: [user("Hi"), { role: "function", name: "f", content: "5" }] }],
  ];
  for (const [param, asked] of cases) {
    await assert.rejects(
      sdk(server).chat.completions.create({ model: "agent/plain", messages: [user("Hi")], ...asked }),
      (error) =>
        error instanceof BadRequestError && error.code === "unsupported_parameter" &&
        error.param === param,
      param,
    );
  }
  assert.deepEqual(await conversations(), before, "no conversation was begun");
});

Deno.test("with store: false the answer comes, whole and streamed, and its conversation is there for nobody", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "bad", "error-401");
  const ids = async () =>
    (await server.call("GET", "/api/conversations")).json.items.map((c: { id: string }) => c.id);
  const before = await ids();
  const messages = [user("One?"), { role: "assistant", content: "Yes." }, user("Two?")];
  const ask = (more: object, key?: string) =>
    server.call(
      "POST",
      "/v1/chat/completions",
      { model: "agent/plain", messages, store: false, ...more },
      key ? { "idempotency-key": key } : {},
    );
  const whole = await ask({}, "once");
  assert.equal(whole.json.choices[0].message.content, "Two?");
  assert.ok(!("conversation_id" in whole.json), "there is nothing to go on with");
  assert.equal(
    (await ask({}, "once")).json.choices[0].message.content,
    "Two?",
    "until it is gone, the same call is known",
  );
  assert.equal(
    chunksOf((await ask({ stream: true })).text).map((c) => c.choices[0]?.delta.content ?? "").join(""),
    "Two?",
  );
  assert.equal((await ask({ model: "agent/bad" })).status, 424);
  assert.deepEqual(await ids(), before);
});

Deno.test("images and files in messages reach the agent as attachments, also those of the history", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const png = PNG.toBase64();
  const image = { type: "image_url" as const, image_url: { url: `data:image/png;base64,${png}` } };
  const notes = {
    type: "file" as const,
    file: { file_data: "data:text/plain;base64,aGVsbG8=", filename: "notes.txt" },
  };
  const ask = (model: string) =>
    sdk(server).chat.completions.create({
      model,
      messages: [
        { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
        { role: "assistant", content: "A dot." },
        { role: "user", content: [image, notes, { type: "text", text: "And this?" }] },
      ],
    });
  assert.ok((await ask("agent/plain")).choices[0]?.message.content);
  const { messages } = JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));
  assert.equal(messages[0].images.length, 1);
  assert.equal(messages[2].images.length, 1);
  assert.match(messages[2].content, /And this\?[^]*<file name="notes\.txt">\nhello/);
  const told = (await server.call("GET", `/api/conversations/${await newest(server)}`)).json.messages;
  const names = told.map((m: { attachments?: { name: string }[] }) =>
    (m.attachments ?? []).map(({ name }) => name)
  );
  assert.deepEqual(names.slice(0, 3), [["image-1.png"], [], ["image-1.png", "notes.txt"]]);

  await blindAgent(server);
  await assert.rejects(
    ask("agent/blind"),
    (error) => error instanceof BadRequestError && error.param === "messages.0.content.1.image_url.url",
  );
});

Deno.test("a long context fits: megabytes of one message and of a history, up to the bound of a program's body", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "story:3");
  const ask = (messages: object[]) =>
    server.call("POST", "/v1/chat/completions", { model: "agent/plain", messages });
  const long = "word ".repeat(40_000);
  const history = Array.from(
    { length: 12 },
    (_, n) => ({ role: n % 2 ? "assistant" : "user", content: `${n} ${long}` }),
  );
  const answer = await ask([...history, user(long)]);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.equal(lastSent(server).messages.length, 13);
  assert.equal((await ask([user("x".repeat(PROGRAM_BODY_BYTES))])).status, 413);
});

Deno.test("what a call asks for reaches the model: a limit, texts to stop at, a seed", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const ask = (more: object) =>
    sdk(server).chat.completions.create({ model: "agent/plain", messages: [user("one two three")], ...more });
  const cut = await ask({ max_completion_tokens: 2, seed: 5, metadata: { run: "7" } });
  assert.equal(cut.choices[0]?.message.content, "one two");
  assert.equal(cut.choices[0]?.finish_reason, "length");
  const stopped = await ask({ stop: ["three", "nowhere"] });
  assert.equal(stopped.choices[0]?.message.content?.trim(), "one two");
  assert.equal(stopped.choices[0]?.finish_reason, "stop");
  const key = { headers: { "idempotency-key": "once" } };
  const messages = [user("one two three")];
  await sdk(server).chat.completions.create({ model: "agent/plain", messages, seed: 1 }, key);
  await assert.rejects(
    sdk(server).chat.completions.create({ model: "agent/plain", messages, seed: 2 }, key),
    (error) => error instanceof OpenAI.APIError && error.code === "reused_key",
  );
});

Deno.test("each failure has its status and code; only what broke off on the way is for an SDK to try again", () => {
  const of = (code: TurnError["code"], retryable = true) => {
    const problem = failureOf({ ok: false, error: { code, message: "Please wait.", retryable }, notice: "" });
    const { error } = programProblem(problem);
    return `${programResponse(problem).status} ${error.code} ${problem.headers["x-should-retry"] ?? "again"}`;
  };
  assert.equal(of("rate_limited"), "429 too_many_requests false");
  assert.equal(of("rate_limited", false), "424 upstream_refused false", "an empty account");
  assert.equal(of("overloaded"), "503 unavailable false");
  for (const code of ["server", "network", "timeout", "malformed"] as const) {
    assert.equal(of(code), "502 upstream false");
  }
  for (const code of ["truncated", "lost", "internal"] as const) assert.equal(of(code), "502 upstream again");
  for (const code of ["auth", "permission", "not_found"] as const) {
    assert.equal(of(code), "424 upstream_refused false");
  }
  assert.equal(of("context_overflow"), "400 context_length_exceeded false");
  assert.equal(of("refused"), "400 content_filter false");
  assert.equal(of("bad_request"), "400 validation false");
  const after = (retryAfterMs: number, retryable = true) =>
    failureOf({
      ok: false,
      error: { code: "rate_limited", message: "", retryable, retryAfterMs },
      notice: "",
    })
      .headers["retry-after"];
  assert.deepEqual([after(61_001), after(0), after(5_000, false)], ["62", "0", undefined]);
  const stopped = failureOf({ ok: false, error: null, notice: "Stopped." });
  assert.deepEqual([stopped.status, stopped.headers], [422, { "x-should-retry": "false" }]);
});

Deno.test("an SDK with its own retries asks a provider that refuses once, not three times", async () => {
  await using server = await TestServer.start();
  await agent(server, "bad", "error-401");
  const before = server.mock.requests().length;
  const client = sdk(server).withOptions({ maxRetries: 2 });
  await assert.rejects(client.chat.completions.create({ model: "agent/bad", messages: [user("Hi")] }));
  assert.equal(server.mock.requests().length, before + 1);
});

/** What is answered in time that passes quickly: a provider is asked again after some seconds. */
async function inTime<T>(server: TestServer, answer: Promise<T>): Promise<T> {
  const done = new AbortController();
  const over = answer.finally(() => done.abort());
  while (!done.signal.aborted) {
    await realEnvironment.sleep(5, done.signal);
    server.advance(1_000);
  }
  return await over;
}

Deno.test("when a provider that is asked too often wants to be asked again is told on", async () => {
  await using server = await TestServer.start();
  await agent(server, "bad", "error-429");
  const body = { model: "agent/bad", messages: [user("Hi")] };
  const { status, headers } = await inTime(server, server.call("POST", "/v1/chat/completions", body));
  assert.deepEqual([status, headers.get("retry-after"), headers.get("x-should-retry")], [429, "1", "false"]);
});

Deno.test("what a model thought is told as reasoning_content, whole and in pieces, and counted; an agency's is not", async () => {
  await using server = await TestServer.start();
  await agent(server, "thinker", "reasoning");
  await agency(server);
  const ask = async (model: string) => {
    const whole = await server.call("POST", "/v1/chat/completions", { model, messages: [user("Why?")] });
    const streamed = await server.call("POST", "/v1/chat/completions", {
      model,
      messages: [user("Why?")],
      stream: true,
      stream_options: { include_usage: true },
    });
    return { whole: whole.json, streamed: streamed.text };
  };
  const { whole, streamed } = await ask("agent/thinker");
  const { message } = whole.choices[0];
  assert.ok(message.reasoning_content.length > 0);
  const chunks = chunksOf(streamed);
  const joined = (field: string) => chunks.map((c) => c.choices[0]?.delta[field] ?? "").join("");
  assert.equal(joined("reasoning_content"), message.reasoning_content);
  assert.equal(joined("content"), message.content);
  const { usage } = chunks.at(-1);
  assert.ok(usage.completion_tokens_details.reasoning_tokens > 0);
  assert.deepEqual(usage.prompt_tokens_details, { cached_tokens: 0 });
  assert.deepEqual(usage, whole.usage);
  const said = '{"to": 0, "context": "Yes, slowly."}';
  Object.assign(server.mock, {
    plan: () => ({ reasoning: PRINCIPLE, text: said, end: { type: "finish" } }),
  });
  const works = await ask("agency/works");
  assert.match(works.streamed, /Yes, slowly/);
  assert.equal(works.whole.choices[0].message.content, "Yes, slowly.");
  assert.doesNotMatch(JSON.stringify(works), /reasoning_content/);
});

Deno.test("while a model thinks, a stream says that it is alive, and tells those between not to keep it back", async () => {
  const beats: (() => void)[] = [];
  const ended: number[] = [];
  await using server = await TestServer.start({
    every: (ms, run) => {
      const at = beats.push(() => ms === HEARTBEAT_MS && run()) - 1;
      return () => void ended.push(at);
    },
  });
  await agent(server, "slow", "hang-middle");
  const { body, headers } = await server.request("POST", "/v1/chat/completions", {
    model: "agent/slow",
    messages: [user("Hi")],
    stream: true,
  });
  assert.equal(headers.get("x-accel-buffering"), "no");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(reader);
  await reader.read();
  const made = beats.length;
  for (const beat of beats) beat();
  let heard = "";
  while (!heard.includes(": hb\n\n")) heard += (await reader.read()).value ?? assert.fail("it ended");
  await reader.cancel();
  await server.settled(await newest(server));
  assert.ok(ended.includes(made - 1), "who has gone is told nothing any more");
});

/** The app on a real socket: only there does a client really go away. */
async function onSocket(body: (server: TestServer, address: string) => Promise<void>): Promise<void> {
  const started = Promise.withResolvers<TestServer>();
  const http = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => (await started.promise).handle(request),
  );
  const { port } = http.addr;
  await using server = await TestServer.start({ port });
  started.resolve(server);
  try {
    await body(server, `http://127.0.0.1:${port}/v1/chat/completions`);
  } finally {
    await http.shutdown();
  }
}

/** Waits until a turn of the newest conversation runs. */
async function running(server: TestServer): Promise<string> {
  let id = "";
  await until(server, async () => {
    id = await newest(server);
    const state = await server.system.conversation(id);
    return Object.values(state?.turns ?? {}).some((turn) => turn.status === "running");
  });
  return id;
}

/** The newest conversation's turns, once nobody answers there any more. */
async function endedTurns(server: TestServer, id: string): Promise<string[]> {
  await server.settled(id);
  const state = await server.system.conversation(id);
  return Object.values(state?.turns ?? {}).map(({ status }) => status);
}

for (const stream of [false, true]) {
  for (const model of ["agent/slow", "agency/works"]) {
    const how = `${model}, ${stream ? "streamed" : "whole"}`;

    Deno.test(`the SDK's abort stops the turn at the server, and nobody else is asked: ${how}`, async () => {
      await using server = await TestServer.start();
      await agent(server, "slow", "hang-middle");
      await agency(server, ["coder"], "hang-middle");
      const abort = new AbortController();
      const reading = (async () => {
        const answer = await sdk(server).chat.completions.create(
          { model, messages: [user("Hi")], stream },
          { signal: abort.signal },
        );
        if (Symbol.asyncIterator in answer) { for await (const _ of answer); }
      })();
      const id = await running(server);
      abort.abort();
      // A stream just ends, a call that waits for its answer is told.
      await reading.catch((error) => assert.ok(error instanceof OpenAI.APIError, String(error)));
      assert.deepEqual(await endedTurns(server, id), ["cancelled"]);
    });

    Deno.test(`a connection that is closed stops the turn at the server: ${how}`, () =>
      onSocket(async (server, address) => {
        await agent(server, "slow", "hang-middle");
        await agency(server, ["coder"], "hang-middle");
        const abort = new AbortController();
        const reading = (async () => {
          const answer = await fetch(address, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ model, messages: [user("Hi")], stream }),
            signal: abort.signal,
          });
          await answer.text();
        })();
        const id = await running(server);
        abort.abort();
        await assert.rejects(reading, { name: "AbortError" });
        assert.deepEqual(await endedTurns(server, id), ["cancelled"]);
      }));
  }
}

Deno.test("a caller that goes away stops its own exchange, not another caller's in the same conversation", async () => {
  await using server = await TestServer.start();
  await agent(server, "slow", "hang-middle");
  const made = await server.call("POST", "/api/conversations", {
    agentIds: [
      (await server.call("GET", "/api/agents")).json.items.find((a: { name: string }) => a.name === "slow")
        .id,
    ],
  });
  const conversation_id = made.json.conversation.id;
  const at = `/api/conversations/${conversation_id}`;
  const tokens = [];
  for (const name of ["one", "two"]) {
    tokens.push((await server.call("POST", "/api/tokens", { name })).json.token);
  }
  const aborts = tokens.map(() => new AbortController());
  const calls = tokens.map((token, n) =>
    sdk(server, token).chat.completions.create(
      {
        model: "agent/slow",
        messages: [user(`From ${n}`)],
        conversation_id,
      } as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
      { signal: aborts[n]?.signal ?? null },
    ).catch((error) => error)
  );
  const state = () => server.system.conversation(conversation_id);
  await until(server, async () => {
    const now = await state();
    return now?.open.length === 2 && Object.values(now.turns).some((turn) => turn.status === "running");
  });
  const before = await state();
  const [first, second] = before?.open.map((turnId) => {
    const { exchange = "" } = before.turns[turnId] ?? {};
    return { turnId, caller: Number(before.bodies[exchange]?.content.at(-1)) };
  }) ?? [];
  assert.ok(first && second);
  aborts[first.caller]?.abort();
  await until(server, async () => !(await state())?.open.includes(first.turnId));
  assert.equal((await state())?.open.length, 1, "the other goes on");
  await server.call("POST", `${at}/stop`, {});
  const outcomes = await Promise.all(calls);
  const stopped = outcomes[second.caller];
  assert.ok(stopped instanceof UnprocessableEntityError, String(stopped));
  assert.match(stopped.message, /The answer was stopped\./, "a person's Stop is not to be tried again");
});

// Shows P17.
Deno.test("a call repeated under its Idempotency-Key asks nobody again and gets the same answer; another call under it is refused", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  for (const model of ["agent/plain", "agency/works"]) {
    const ask = (content: string, more: object = {}) =>
      server.call("POST", "/v1/chat/completions", { model, messages: [user(content)], ...more }, {
        "idempotency-key": `key of ${model}`.replaceAll(" ", "_"),
      });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask("Is this thing on?")));
    const calls = server.mock.requests().length;
    answers.push(await ask("Is this thing on?"));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(6).fill(200),
      answers.map((a) => a.text).join(),
    );
    assert.equal(new Set(answers.map(({ json }) => json.conversation_id)).size, 1);
    assert.equal(new Set(answers.map(({ json }) => json.choices[0].message.content)).size, 1);
    assert.equal(server.mock.requests().length, calls, "nobody was asked again");
    const streamed = await ask("Is this thing on?", { stream: true });
    assert.match(streamed.text, /\[DONE\]/);
    assert.equal((await ask("Another question?")).json.error.code, "reused_key");
    const { json } = await server.call(
      "GET",
      `/api/conversations/${answers[0]?.json.conversation_id}/messages`,
    );
    assert.equal(json.items.filter((m: { role: string }) => m.role === "user").length, 1);
    // In a conversation that is known, the message is named by the key.
    const id = answers[0]?.json.conversation_id;
    const next = () =>
      server.call("POST", "/v1/chat/completions", {
        model,
        conversation_id: id,
        messages: [user("And now?")],
      }, {
        "idempotency-key": "next",
      });
    const twice = [await next(), await next()];
    assert.deepEqual(twice.map(({ status }) => status), [200, 200]);
    const after = await server.call("GET", `/api/conversations/${id}/messages`);
    assert.equal(after.json.items.filter((m: { role: string }) => m.role === "user").length, 2);
  }
});

Deno.test("an Idempotency-Key stands for the whole call: with another history or other instructions it is another's", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  for (const model of ["agent/plain", "agency/works"]) {
    const ask = (...messages: object[]) =>
      server.call("POST", "/v1/chat/completions", { model, messages }, {
        "idempotency-key": `whole_${model.replace("/", "_")}`,
      });
    const [rules, asked, answered] = [
      { role: "system", content: " Be brief. " },
      user("One?"),
      { role: "assistant", content: "One." },
    ];
    const first = await ask(rules, asked, answered, user("Two?"));
    assert.equal(first.status, 200, first.text);
    const again = await ask(rules, asked, answered, user("Two?"));
    assert.equal(again.json.id, first.json.id, again.text);
    const others = [
      await ask(user("Two?")),
      await ask(rules, user("Two?")),
      await ask(asked, answered, user("Two?")),
      await ask(rules, asked, { role: "assistant", content: "Zero." }, user("Two?")),
      await ask({ role: "system", content: "Be long." }, asked, answered, user("Two?")),
    ];
    assert.deepEqual(others.map(({ json }) => json.error?.code), Array(5).fill("reused_key"));
  }
});
