/** The official SDK's `responses` against `/v1/responses`: it creates, goes on, calls tools and gets its own errors. */
import assert from "node:assert/strict";
import OpenAI, { BadRequestError, ConflictError, NotFoundError } from "openai";
import { TestServer } from "../../harness.ts";
import { agency, agent, blindAgent, FORECAST, sdk, until } from "../../programs.ts";
import { PNG } from "../../../pictures.ts";

type Said = { role: string; content: string };

/** What the provider was sent last. */
function lastSent(server: TestServer): { system: string; messages: Said[] } {
  return JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));
}
const wordsSent = (server: TestServer) => lastSent(server).messages.map(({ content }) => content);

async function rows(server: TestServer): Promise<{ id: string; messageCount: number }[]> {
  return (await server.call("GET", "/api/conversations")).json.items;
}

const conversationOf = (id: string) => /^resp_(.+)\./.exec(id)?.[1];

Deno.test("an agent and an agency answer the default call of the SDK, with usage and what was asked for", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  for (const model of ["agent/plain", "agency/works"]) {
    const answer = await sdk(server).responses.create({
      model,
      input: "Is this thing on?",
      instructions: "Be plain.",
      temperature: 0.2,
      user: "someone",
      metadata: { run: "7" },
    });
    assert.ok(answer.output_text.length > 0);
    assert.match(answer.id, /^resp_/);
    assert.deepEqual(
      [answer.status, answer.model, answer.instructions, answer.temperature, answer.user, answer.metadata],
      ["completed", model, "Be plain.", 0.2, "someone", { run: "7" }],
    );
    assert.deepEqual([answer.error, answer.incomplete_details, answer.previous_response_id], [
      null,
      null,
      null,
    ]);
    const [message] = answer.output;
    assert.ok(message?.type === "message" && message.role === "assistant" && message.status === "completed");
    const { input_tokens = 0, output_tokens = 0, total_tokens } = answer.usage ?? {};
    assert.ok(input_tokens > 0 && output_tokens > 0);
    assert.equal(total_tokens, input_tokens + output_tokens);
    assert.equal(answer.usage?.input_tokens_details.cached_tokens, 0);
    assert.equal(answer.usage?.output_tokens_details.reasoning_tokens, 0);
  }
});

Deno.test("an answer goes on from the one before it, in one conversation, where only what is new is said", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo", { systemPrompt: "You are plain." });
  for (const model of ["agent/plain", "agency/works"]) {
    const { responses } = sdk(server);
    const before = (await rows(server)).length;
    const first = await responses.create({ model, input: "One", instructions: "Speak Latin." });
    const second = await responses.create({ model, input: "Two", previous_response_id: first.id });
    const third = await responses.create({
      model,
      input: [{ role: "user", content: "Three" }],
      instructions: "Speak Latin.",
      previous_response_id: second.id,
    });
    assert.equal(second.previous_response_id, first.id);
    assert.equal(second.instructions, "Speak Latin.");
    assert.deepEqual(
      [second, third].map(({ id }) => conversationOf(id)),
      Array(2).fill(conversationOf(first.id)),
    );
    assert.equal((await rows(server)).length, before + 1);
    if (model === "agent/plain") {
      assert.deepEqual(wordsSent(server), ["One", "One", "Two", "Two", "Three"]);
      assert.equal(lastSent(server).system, "You are plain.\n\nSpeak Latin.");
    }
  }
});

Deno.test("from an answer that others followed, under other instructions and by another agent a talk goes on apart", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "other", "echo");
  const { responses } = sdk(server);
  const model = "agent/plain";
  const first = await responses.create({ model, input: "One", instructions: "Be brief." });
  const next = (input: string, more: object = {}) =>
    responses.create({ model, input, previous_response_id: first.id, ...more });
  // At once: one of them is what follows, the other begins with the same talk.
  const both = await Promise.all([next("Two"), next("Zwei")]);
  const places = both.map(({ id }) => conversationOf(id));
  assert.equal(new Set(places).size, 2);
  assert.ok(places.includes(conversationOf(first.id)));
  for (
    const more of [
      {},
      { instructions: "Be long." },
      { instructions: "" },
      { model: "agent/other" },
      { store: false },
    ]
  ) {
    const { id, output_text } = await next("Three", more);
    assert.equal(output_text, "Three");
    assert.notEqual(conversationOf(id), conversationOf(first.id));
    assert.deepEqual(wordsSent(server), ["One", "One", "Three"], JSON.stringify(more));
  }
  assert.equal((await next("Four", { instructions: "" })).instructions, null);
  assert.equal((await next("Four", { instructions: "Be long." })).instructions, "Be long.");
  const added = await next("x", {
    input: [{ role: "developer", content: "In Latin." }, { role: "user", content: "Five" }],
  });
  assert.equal(added.instructions, "Be brief.\n\nIn Latin.");
  const on = await next("Six", { instructions: "Be brief.", previous_response_id: added.id });
  assert.equal(on.instructions, "Be brief.\n\nIn Latin.");
  assert.equal(conversationOf(on.id), conversationOf(added.id), "the same instructions are no others");
});

Deno.test("an answer that is not there, not the caller's, not kept, failed or not yet written is none to go on from", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "bad", "error-401");
  await agent(server, "slow", "hang-middle");
  const model = "agent/plain";
  const token = async (name: string, scope: string) =>
    (await server.call("POST", "/api/tokens", { name, scope })).json.token;
  const [mine, theirs] = [await token("mine", "chat"), await token("theirs", "all")];
  const first = await sdk(server, mine).responses.create({ model, input: "One" });
  const gone = await sdk(server, mine).responses.create({ model, input: "One", store: false });
  const refuses = (
    id: string,
    apiKey = mine,
    kind: typeof BadRequestError | typeof ConflictError = BadRequestError,
  ) =>
    assert.rejects(
      sdk(server, apiKey).responses.create({ model, input: "Two", previous_response_id: id }),
      (error) =>
        error instanceof kind && error.param === "previous_response_id" &&
        (kind === ConflictError || error.code === "previous_response_not_found"),
      id,
    );
  await refuses(first.id, theirs);
  await refuses(gone.id);
  await refuses("resp_68f0aa");
  await refuses("resp_conversation_welcome.constructor");
  await refuses(`resp_${conversationOf(first.id)}.message_000000000000`);
  const asked = async (name: string) => {
    const id = (await rows(server))[0]?.id ?? "";
    assert.notEqual(id, conversationOf(first.id), name);
    const { json } = await server.call("GET", `/api/conversations/${id}`);
    return `resp_${id}.${json.messages[0].id}`;
  };
  await assert.rejects(
    sdk(server, mine).responses.create({ model: "agent/bad", input: "Hi" }),
    OpenAI.APIError,
  );
  await refuses(await asked("bad"));
  const abort = new AbortController();
  const slow = sdk(server, mine).responses.create({ model: "agent/slow", input: "Hi" }, {
    signal: abort.signal,
  });
  await until(server, () => Promise.resolve(server.system.drafts().length > 0));
  await refuses(await asked("slow"), mine, ConflictError);
  abort.abort();
  await assert.rejects(slow);
  assert.equal(
    (await sdk(server, mine).responses.create({ model, input: "2", previous_response_id: first.id }))
      .output_text,
    "2",
  );
});

Deno.test("images and files reach the agent, also those of a talk that goes on apart", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const png = PNG.toBase64();
  const { responses } = sdk(server);
  const first = await responses.create({
    model: "agent/plain",
    input: [{
      role: "user",
      content: [
        { type: "input_image", image_url: `data:image/png;base64,${png}`, detail: "auto" },
        { type: "input_file", file_data: "data:text/plain;base64,aGVsbG8=", filename: "notes.txt" },
        { type: "input_text", text: "What is this?" },
      ],
    }],
  });
  for (const _ of ["in place", "apart"]) {
    await responses.create({ model: "agent/plain", input: "And?", previous_response_id: first.id });
    const [asked] = JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body)).messages;
    assert.equal(asked.images.length, 1);
    assert.match(asked.content, /What is this\?[^]*<file name="notes\.txt">\nhello/);
  }
  await blindAgent(server);
  await assert.rejects(
    responses.create({ model: "agent/blind", input: "And?", previous_response_id: first.id }),
    (error) => error instanceof BadRequestError && error.param === "previous_response_id",
  );
});

Deno.test("an answer that was cut is incomplete, and says by what", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const cut = await sdk(server).responses.create({
    model: "agent/plain",
    input: "one two three",
    max_output_tokens: 2,
  });
  assert.equal(cut.output_text, "one two");
  assert.deepEqual([cut.status, cut.incomplete_details], ["incomplete", { reason: "max_output_tokens" }]);
  assert.ok(cut.output[0]?.type === "message" && cut.output[0].status === "incomplete");
});

Deno.test("what a model thought is an item of its own, an agency's is not told", async () => {
  await using server = await TestServer.start();
  await agent(server, "thinker", "reasoning");
  const answer = await sdk(server).responses.create({ model: "agent/thinker", input: "Why?" });
  assert.deepEqual(answer.output.map(({ type }) => type), ["reasoning", "message"]);
  const [thought] = answer.output;
  assert.ok(thought?.type === "reasoning" && (thought.content?.[0]?.text.length ?? 0) > 0);
  assert.ok((answer.usage?.output_tokens_details.reasoning_tokens ?? 0) > 0);
});

Deno.test("a tool of the caller's is called, and what it gave goes on, by the answer's id or in the whole talk", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const { responses } = sdk(server);
  const ask = {
    model: "agent/caller",
    tools: [{
      type: "function" as const,
      name: "weather",
      description: "Tells it.",
      parameters: FORECAST,
      strict: null,
    }],
  };
  const first = await responses.create({ ...ask, input: "Rome?" });
  const [words, call] = first.output;
  assert.ok(words?.type === "message" && call?.type === "function_call", JSON.stringify(first.output));
  assert.deepEqual(
    [call.name, call.arguments, call.status],
    ["weather", JSON.stringify({ city: "Rome?", days: 1 }), "completed"],
  );
  assert.deepEqual(first.tools, ask.tools);
  const given = { type: "function_call_output" as const, call_id: call.call_id, output: "Sunny." };
  await assert.rejects(
    responses.create({ ...ask, input: "And?", previous_response_id: first.id }),
    (error) => error instanceof BadRequestError && error.param === "input",
    "what was called waits for its result",
  );
  const second = await responses.create({ ...ask, input: [given], previous_response_id: first.id });
  assert.equal(second.output_text, "weather says: Sunny.");
  assert.equal(conversationOf(second.id), conversationOf(first.id));
  assert.deepEqual(lastSent(server).messages.map(({ role }) => role), ["user", "assistant", "tool"]);
  const apart = await responses.create({
    ...ask,
    input: [{ ...given, output: "Rain." }],
    previous_response_id: first.id,
  });
  assert.equal(apart.output_text, "weather says: Rain.");
  assert.notEqual(conversationOf(apart.id), conversationOf(first.id));
  const whole = await responses.create({
    ...ask,
    input: [
      { role: "user", content: "Rome?" },
      ...first.output as OpenAI.Responses.ResponseInputItem[],
      given,
    ],
  });
  assert.equal(whole.output_text, "weather says: Sunny.");
});

Deno.test("failures are the SDK's own errors, before anybody is asked where that can be known", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  await agent(server, "bad", "error-401");
  const before = await rows(server);
  const ask = (more: object) => sdk(server).responses.create({ model: "agent/plain", input: "Hi", ...more });
  await assert.rejects(
    ask({ model: "agent/none" }),
    (error) => error instanceof NotFoundError && error.param === "model" && error.code === "model_not_found",
  );
  const tools = [{ type: "function", name: "weather", parameters: {} }];
  const cases: readonly (readonly [string, object])[] = [
    ["background", { background: true }],
    ["tools.0.type", { tools: [{ type: "web_search" }] }],
    ["tools", { tools, model: "agency/works" }],
    ["text.format", { text: { format: { type: "json_object" } } }],
    ["reasoning.effort", { reasoning: { effort: "high" } }],
    ["max_output_tokens", { model: "agency/works", max_output_tokens: 5 }],
    ["input.0.content.0.image_url", {
      input: [{ role: "user", content: [{ type: "input_image", image_url: "https://example.org/a.png" }] }],
    }],
  ];
  for (const [param, more] of cases) {
    await assert.rejects(
      ask(more),
      (error) =>
        error instanceof BadRequestError && error.code === "unsupported_parameter" && error.param === param &&
        !/max_completion_tokens|messages/.test(error.message),
      param,
    );
  }
  assert.deepEqual(await rows(server), before, "no conversation was begun");
  await assert.rejects(
    ask({ model: "agent/bad" }),
    (error) => error instanceof OpenAI.APIError && error.status === 424 && error.code === "upstream_refused",
  );
});

Deno.test("a call repeated under its Idempotency-Key gets the same answer, and another one is refused", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const first = await sdk(server).responses.create({ model: "agent/plain", input: "One" });
  const ask = (input: string, previous_response_id: string | null = first.id) =>
    sdk(server).responses.create({ model: "agent/plain", input, previous_response_id }, {
      headers: { "idempotency-key": "once" },
    });
  const answers = [await ask("Two"), await ask("Two")];
  assert.equal(answers[0]?.id, answers[1]?.id);
  assert.notEqual(
    conversationOf(answers[0]?.id ?? ""),
    conversationOf(first.id),
    "a key has a conversation of its own",
  );
  for (const again of [() => ask("Three"), () => ask("Two", null)]) {
    await assert.rejects(again, (error) => error instanceof OpenAI.APIError && error.code === "reused_key");
  }
});

Deno.test("items of earlier answers can be sent back by their ids alone, by whom they were given to", async () => {
  await using server = await TestServer.start();
  await agent(server, "thinker", "reasoning");
  const token = async (name: string) =>
    (await server.call("POST", "/api/tokens", { name, scope: "chat" })).json.token;
  const [mine, theirs] = [await token("mine"), await token("theirs")];
  const model = "agent/thinker";
  const first = await sdk(server, mine).responses.create({ model, input: "Why?" });
  assert.deepEqual(first.output.map(({ type }) => type), ["reasoning", "message"]);
  const named = first.output.map(({ id = "" }) => ({ type: "item_reference" as const, id }));
  const next = (key: string, items: readonly { type: "item_reference"; id: string }[] = named) =>
    sdk(server, key).responses.create({
      model,
      input: [{ role: "user", content: "Why?" }, ...items, { role: "user", content: "And?" }],
    });
  const second = await next(mine);
  assert.equal(conversationOf(second.id), conversationOf(first.id), "it is the same talk");
  assert.deepEqual(wordsSent(server), ["Why?", first.output_text, "And?"]);
  const id = `msg_${conversationOf(first.id)}.message_000000000000`;
  const missing = [next(theirs), next(mine, [{ type: "item_reference", id }])];
  for (const refused of await Promise.allSettled(missing)) {
    assert.ok(refused.status === "rejected" && refused.reason instanceof NotFoundError);
    assert.match(String(refused.reason.param), /^input\.1\.id$/);
  }
});

Deno.test("a note that names a conversation is a note: what is asked stands where its items say", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const { responses } = sdk(server);
  const first = await responses.create({ model: "agent/plain", input: "One" });
  const metadata = { conversation_id: conversationOf(first.id) ?? "" };
  const second = await responses.create({
    model: "agent/plain",
    metadata,
    input: [{ role: "user", content: "x" }, { role: "assistant", content: "y" }, {
      role: "user",
      content: "z",
    }],
  });
  assert.notEqual(conversationOf(second.id), conversationOf(first.id));
  assert.deepEqual(wordsSent(server), ["x", "y", "z"]);
  assert.deepEqual(second.metadata, metadata);
});
