/** Streamed answers of the Responses API: typed events in their order, by themselves and as the official SDK reads them. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import { TestServer } from "../../harness.ts";
import { agency, agent, aliveUntilLeft, FORECAST, PRINCIPLE, sdk, until } from "../../programs.ts";

// Tests read what they expect; a wrong shape fails the test.
// deno-lint-ignore no-explicit-any
type Event = any;

/** The events of a streamed answer, each named by its type. */
function eventsOf(text: string): Event[] {
  return text.split("\n\n").filter(Boolean).map((frame) => {
    const [, name, data = ""] = /^event: (\S+)\ndata: (.*)$/s.exec(frame) ?? [];
    const event = JSON.parse(data);
    assert.equal(event.type, name);
    return event;
  });
}

async function streamed(server: TestServer, more: object): Promise<Event[]> {
  const { status, text } = await server.call("POST", "/v1/responses", {
    input: "Why?",
    stream: true,
    ...more,
  });
  assert.equal(status, 200, text);
  const events = eventsOf(text);
  assert.deepEqual(events.map(({ sequence_number }) => sequence_number), [...events.keys()]);
  return events;
}

/** Types in their order, those that come in a row once. */
const typesOf = (events: readonly Event[]): string[] =>
  events.map(({ type }) => type.replace("response.", "")).filter((type, at, all) => type !== all[at - 1]);

const TEXT = ["output_text.delta", "output_text.done"];
const around = (inner: readonly string[]) => [
  "output_item.added",
  "content_part.added",
  ...inner,
  "content_part.done",
  "output_item.done",
];

Deno.test("a stream is what the whole answer is, item by item and numbered", async () => {
  await using server = await TestServer.start();
  await agent(server, "thinker", "reasoning");
  const events = await streamed(server, { model: "agent/thinker" });
  assert.deepEqual(typesOf(events), [
    "created",
    "in_progress",
    ...around(["reasoning_text.delta", "reasoning_text.done"]),
    ...around(TEXT),
    "completed",
  ]);
  const joined = (type: string) => events.filter((e) => e.type === type).map(({ delta }) => delta).join("");
  const { response } = events.at(-1);
  const [thought, message] = response.output;
  assert.equal(joined("response.reasoning_text.delta"), thought.content[0].text);
  assert.equal(joined("response.output_text.delta"), message.content[0].text);
  const done = events.filter(({ type }) => type === "response.output_item.done");
  assert.deepEqual(done.map(({ item }) => item), response.output);
  assert.deepEqual(done.map(({ output_index }) => output_index), [0, 1]);
  assert.equal(events[0].response.status, "in_progress");
  assert.deepEqual([events[0].response.output, events[0].response.usage], [[], null]);
  const whole = await sdk(server).responses.create({ model: "agent/thinker", input: "Why?" });
  assert.deepEqual(response.usage, whole.usage);
  assert.deepEqual(Object.keys(response), Object.keys(whole).filter((key) => key !== "output_text"));
});

Deno.test("the SDK's stream gives the answer, and a call of a tool with its arguments", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  await agent(server, "caller", "tool-user");
  for (const model of ["agent/plain", "agency/works"]) {
    let text = "";
    const stream = sdk(server).responses.stream({ model, input: "Is this thing on?" })
      .on("response.output_text.delta", ({ delta }) => void (text += delta));
    const answer = await stream.finalResponse();
    assert.ok(text.length > 0);
    assert.equal(answer.output_text, text);
    assert.equal(answer.status, "completed");
    const next = sdk(server).responses.stream({ model, input: "Still?", previous_response_id: answer.id });
    assert.equal((await next.finalResponse()).previous_response_id, answer.id);
  }
  const ask = {
    model: "agent/caller",
    tools: [{ type: "function" as const, name: "weather", parameters: FORECAST, strict: null }],
  };
  const called = await sdk(server).responses.stream({ ...ask, input: "Rome?" }).finalResponse();
  const [words, call] = called.output;
  assert.ok(words?.type === "message" && call?.type === "function_call");
  assert.deepEqual(JSON.parse(call.arguments), { city: "Rome?", days: 1 });
  const given = { type: "function_call_output" as const, call_id: call.call_id, output: "Sunny." };
  const answer = sdk(server).responses.stream({ ...ask, input: [given], previous_response_id: called.id });
  assert.equal((await answer.finalResponse()).output_text, "weather says: Sunny.");
  const events = await streamed(server, { ...ask, input: "Oslo?" });
  assert.deepEqual(typesOf(events).slice(-6), [
    "output_item.done",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "completed",
  ]);
});

Deno.test("an answer that was cut ends incomplete, one that failed ends failed, with a sentence why", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "bad", "error-401");
  const cut = await streamed(server, { model: "agent/plain", input: "one two three", max_output_tokens: 2 });
  assert.deepEqual(typesOf(cut), ["created", "in_progress", ...around(TEXT), "incomplete"]);
  assert.equal(cut.at(-1).response.incomplete_details.reason, "max_output_tokens");
  assert.equal(cut.at(-2).item.status, "incomplete");
  const failed = await streamed(server, { model: "agent/bad" });
  assert.deepEqual(typesOf(failed), ["created", "in_progress", "failed"]);
  const { status, error } = failed.at(-1).response;
  assert.deepEqual([status, error.code], ["failed", "server_error"]);
  assert.ok(error.message.length > 0);
  const refused = await server.call("POST", "/v1/responses", {
    model: "agent/plain",
    input: "Hi",
    stream: true,
    background: true,
  });
  assert.deepEqual([refused.status, refused.json.error.param], [400, "background"]);
});

Deno.test("nothing private of an agency is told, whole, streamed or asked for again", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  const said = JSON.stringify({ to: 0, context: `It says: ${PRINCIPLE} So.` });
  Object.assign(server.mock, {
    plan: () => ({ reasoning: PRINCIPLE, text: said, end: { type: "finish" } }),
  });
  const events = await streamed(server, { model: "agency/works" });
  assert.deepEqual(typesOf(events), ["created", "in_progress", ...around(TEXT), "completed"]);
  const { id, output } = events.at(-1).response;
  assert.match(output[0].content[0].text, /^It say.*\[withheld\]/);
  const { output_text } = await sdk(server).responses.create({ model: "agency/works", input: "Why?" });
  assert.equal(output_text, output[0].content[0].text);
  const again = await sdk(server).responses.retrieve(id);
  assert.equal(again.output_text, output_text);
  assert.equal(again.model, "agency/works");
  assert.doesNotMatch(JSON.stringify([events, again]), /plumbus/);
});

Deno.test("an answer can be had again by its id: while it is written, when it came and when it failed", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "slow", "hang-middle");
  const token = async (name: string) =>
    (await server.call("POST", "/api/tokens", { name, scope: "chat" })).json.token;
  const [mine, theirs] = [await token("mine"), await token("theirs")];
  const { responses } = sdk(server, mine);
  const answer = await responses.create({ model: "agent/plain", input: "One", instructions: "Be plain." });
  const again = await responses.retrieve(answer.id);
  const { previous_response_id: _, ...known } = answer;
  assert.deepEqual(again, known);
  await assert.rejects(
    responses.retrieve(answer.id, { include: ["message.output_text.logprobs"] }),
    OpenAI.BadRequestError,
  );
  for (const [key, id] of [[theirs, answer.id], [mine, "resp_a.b"], [mine, "resp_"]] as const) {
    await assert.rejects(sdk(server, key).responses.retrieve(id), OpenAI.NotFoundError);
  }
  const abort = new AbortController();
  const stream = await responses.create({ model: "agent/slow", input: "Hi", stream: true }, {
    signal: abort.signal,
  });
  let id = "";
  for await (const event of stream) {
    if (event.type === "response.created") id = event.response.id;
    if (event.type === "response.output_text.delta") break;
  }
  abort.abort();
  await until(server, async () => (await responses.retrieve(id)).status === "failed");
  const { error } = await responses.retrieve(id);
  assert.deepEqual(error, { code: "server_error", message: "The answer was stopped." });
});

Deno.test("while a model thinks, a stream says that it is alive; who has gone stops the answer", () =>
  aliveUntilLeft("/v1/responses", { input: "Hi" }, ": hb\n\n"));

/** A call of OpenAI's Codex CLI as it makes them for a model that it does not know, with its tools and its wishes. */
const codex = (input: readonly object[]) => ({
  model: "agent/caller",
  instructions: "You are a coding agent running in the Codex CLI.",
  input: [
    {
      type: "message",
      role: "developer",
      content: [{ type: "input_text", text: "<permissions instructions>Ask.</permissions instructions>" }],
    },
    {
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "<environment_context><cwd>/tmp</cwd></environment_context>" }],
    },
    { type: "message", role: "user", content: [{ type: "input_text", text: "List the files." }] },
    ...input,
  ],
  tools: [
    {
      type: "function",
      name: "exec_command",
      description: "Runs a command in a PTY.",
      strict: false,
      parameters: {
        type: "object",
        properties: {
          cmd: { type: "string", description: "Shell command." },
          yield_time_ms: { type: "number" },
        },
        required: ["cmd"],
        additionalProperties: false,
      },
    },
    {
      type: "function",
      name: "update_plan",
      description: "Updates the task plan.",
      strict: false,
      parameters: { type: "object", properties: { plan: { type: "array" } }, required: ["plan"] },
    },
    { type: "web_search", external_web_access: false },
  ],
  tool_choice: "auto",
  parallel_tool_calls: false,
  reasoning: { summary: "auto" },
  store: false,
  stream: true,
  include: ["reasoning.encrypted_content"],
  service_tier: "priority",
  prompt_cache_key: "019aa2f0-0000-7000-8000-000000000000",
  client_metadata: { "x-codex-installation-id": "00000000-0000-4000-8000-000000000000" },
});

Deno.test("Codex is answered: its wishes are taken, its tools called, and it goes on with what they gave", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const events = await streamed(server, codex([]));
  const { response } = events.at(-1);
  const call = response.output.at(-1);
  assert.deepEqual([call.type, call.name], ["function_call", "exec_command"]);
  assert.deepEqual(response.tools.map(({ name }: { name: string }) => name), ["exec_command", "update_plan"]);
  assert.deepEqual(
    [response.reasoning.summary, response.service_tier, response.store, response.parallel_tool_calls],
    [null, "default", false, false],
  );
  // It sends items back as it read them, thoughts with what it was not given.
  const next = await streamed(
    server,
    codex([
      { type: "reasoning", summary: [], content: null, encrypted_content: null },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] },
      { type: "function_call", name: call.name, arguments: call.arguments, call_id: call.call_id },
      { type: "function_call_output", call_id: call.call_id, output: "Exit code: 0\nOutput:\na.ts" },
    ]),
  );
  assert.match(next.at(-1).response.output.at(-1).content[0].text, /^exec_command says: Exit code: 0/);
});
