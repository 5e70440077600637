/** Streamed answers of the Messages API: named events in their order, by themselves and as the official SDK reads them. */
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { TestServer } from "../../harness.ts";
import { agency, agent, aliveUntilLeft, claude, FORECAST, PRINCIPLE, stopped, user } from "../../programs.ts";

// Tests read what they expect; a wrong shape fails the test.
// deno-lint-ignore no-explicit-any
type Event = any;

/** The events of a streamed answer, each named by its type. */
async function streamed(server: TestServer, more: object): Promise<Event[]> {
  const { status, text } = await server.call("POST", "/v1/messages", {
    max_tokens: 500,
    messages: [user("Why?")],
    stream: true,
    ...more,
  });
  assert.equal(status, 200, text);
  return text.split("\n\n").filter(Boolean).map((frame) => {
    const [, name, data = ""] = /^event: (\S+)\ndata: (.*)$/s.exec(frame) ?? [];
    const event = JSON.parse(data);
    assert.equal(event.type, name);
    return event;
  });
}

/** Types in their order, those that come in a row once. */
const typesOf = (events: readonly Event[]): string[] =>
  events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);

const BLOCK = ["content_block_start", "content_block_delta", "content_block_stop"];

Deno.test("a stream is what the whole answer is, block by block", async () => {
  await using server = await TestServer.start();
  await agent(server, "thinker", "reasoning");
  const events = await streamed(server, { model: "agent/thinker" });
  assert.deepEqual(typesOf(events), ["message_start", ...BLOCK, ...BLOCK, "message_delta", "message_stop"]);
  const whole = await claude(server).messages.create({
    model: "agent/thinker",
    max_tokens: 500,
    messages: [user("Why?")],
  });
  const joined = (field: string) => events.map(({ delta }) => delta?.[field] ?? "").join("");
  const [thought, said] = whole.content;
  assert.ok(thought?.type === "thinking" && said?.type === "text");
  assert.deepEqual([joined("thinking"), joined("text")], [thought.thinking, said.text]);
  const starts = events.filter(({ type }) => type === "content_block_start");
  assert.deepEqual(starts.map(({ index, content_block }) => [index, content_block.type]), [[0, "thinking"], [
    1,
    "text",
  ]]);
  assert.deepEqual(Object.keys(events[0].message).sort(), Object.keys(whole).sort());
  const last = events.at(-2);
  assert.equal(last.delta.stop_reason, "end_turn");
  assert.deepEqual({ ...whole.usage, ...last.usage }, whole.usage);
  const quiet = await streamed(server, { model: "agent/thinker", thinking: { type: "disabled" } });
  assert.deepEqual(typesOf(quiet), ["message_start", ...BLOCK, "message_delta", "message_stop"]);
});

Deno.test("the SDK's stream gives the answer, and a call of a tool with its arguments", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  await agent(server, "plain", "echo");
  await agent(server, "caller", "tool-user");
  for (const model of ["agent/plain", "agency/works"]) {
    const stream = claude(server).messages.stream({
      model,
      max_tokens: 500,
      messages: [user("Is this on?")],
    });
    let text = "";
    stream.on("text", (more) => void (text += more));
    const answer = await stream.finalMessage();
    assert.ok(text.length > 0);
    assert.deepEqual(answer.content.map((block) => block.type === "text" && block.text), [text]);
    assert.ok(answer.usage.input_tokens > 0 && answer.usage.output_tokens > 0);
    assert.equal(answer.stop_reason, "end_turn");
  }
  const tools = [{ name: "weather", input_schema: { ...FORECAST, type: "object" as const } }];
  const called = await claude(server).messages.stream({
    model: "agent/caller",
    max_tokens: 500,
    tools,
    messages: [user("Rome?")],
  }).finalMessage();
  const call = called.content.at(-1);
  assert.ok(call?.type === "tool_use" && called.stop_reason === "tool_use");
  assert.deepEqual(call.input, { city: "Rome?", days: 1 });
});

Deno.test("an answer that failed ends with an error event, one that was cut with its reason, an empty one with a block", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agent(server, "bad", "error-401");
  const failed = await streamed(server, { model: "agent/bad" });
  assert.deepEqual(typesOf(failed), ["message_start", "error"]);
  assert.equal(failed.at(-1).error.details.error_code, "upstream_refused");
  await assert.rejects(
    claude(server).messages.stream({ model: "agent/bad", max_tokens: 9, messages: [user("Hi")] })
      .finalMessage(),
    (error) => error instanceof Anthropic.APIError && error.type === "api_error",
  );
  const cut = await streamed(server, {
    model: "agent/plain",
    max_tokens: 2,
    messages: [user("one two three")],
  });
  assert.equal(cut.at(-2).delta.stop_reason, "max_tokens");
  Object.assign(server.mock, { plan: () => ({ text: "", end: { type: "finish" } }) });
  const refused = await server.call("POST", "/v1/messages", {
    model: "agent/plain",
    max_tokens: 9,
    messages: [user("Hi")],
    stream: true,
    container: "c",
  });
  assert.deepEqual([refused.status, refused.json.error.type], [400, "invalid_request_error"]);
});

Deno.test("nothing private of an agency is told, whole or streamed", async () => {
  await using server = await TestServer.start();
  await agency(server, ["coder"]);
  const said = JSON.stringify({ to: 0, context: `It says: ${PRINCIPLE} So.` });
  Object.assign(server.mock, { plan: () => ({ reasoning: PRINCIPLE, text: said, end: { type: "finish" } }) });
  const events = await streamed(server, { model: "agency/works" });
  assert.deepEqual(typesOf(events), ["message_start", ...BLOCK, "message_delta", "message_stop"]);
  const whole = await claude(server).messages.create({
    model: "agency/works",
    max_tokens: 9,
    messages: [user("Why?")],
  });
  assert.deepEqual(whole.content.map(({ type }) => type), ["text"]);
  assert.match(JSON.stringify(whole.content), /\[withheld\]/);
  assert.doesNotMatch(JSON.stringify([events, whole]), /plumbus/);
});

Deno.test("while a model thinks, a stream says that it is alive in Anthropic's words; who has gone stops it", () =>
  aliveUntilLeft(
    "/v1/messages",
    { max_tokens: 9_999, messages: [user("Hi")] },
    'event: ping\ndata: {"type":"ping"}\n\n',
  ));

Deno.test("who leaves the SDK's stream stops the answer", async () => {
  await using server = await TestServer.start();
  await agent(server, "slow", "hang-middle");
  const messages = [user("Hello")];
  const ask = { model: "agent/slow", max_tokens: 9_999, messages, stream: true as const };
  for await (const event of await claude(server).messages.create(ask)) {
    if (event.type === "content_block_delta") break;
  }
  await stopped(server);
});
