/** Answers that have a form: asked for by the maker's own means where the model has them, checked, and repaired once. */
import assert from "node:assert/strict";
import { z } from "zod";
import type { Agent } from "../../events/catalog/workspace.ts";
import { RealRoom } from "./providers/real_room.ts";
import type { Wire, WireAnswer } from "./providers/wire_answers.ts";
import type { Scripts } from "./scripts.ts";
import { inWorld, ROOM, type Room } from "./world.ts";

const FORM = {
  type: "object",
  properties: { price: { type: "number" }, name: { type: "string" } },
  required: ["price", "name"],
  additionalProperties: false,
};
const GOOD = '{"price":3,"name":"Bowl"}';
const BAD = '{"price":"three"}';

async function answered(room: Room, agent: Partial<Agent> = {}) {
  await room.open([{ name: "Ada", model: "script:ada", answerForm: FORM, ...agent }]);
  await room.post("What does it cost?");
  await room.rest();
  const turn = await room.turnOf("Ada");
  const { bodies, messages } = await room.state();
  const request = await room.engine.system.requestOf(ROOM, turn?.id ?? "");
  assert.ok(request);
  return {
    turn,
    body: bodies[turn?.messageId ?? ""],
    message: messages[turn?.messageId ?? ""],
    calls: request.calls,
  };
}
const told = (call: { body: string | null } | undefined) => JSON.parse(call?.body ?? "{}");

Deno.test("an agent is told its form, and an answer that fits stays as it was shown", () =>
  inWorld({ scripts: { ada: [{ text: `\`\`\`json\n${GOOD}\n\`\`\`` }] } }, async (_, room) => {
    const { body, calls } = await answered(room);
    assert.deepEqual([body?.content, body?.form], [`\`\`\`json\n${GOOD}\n\`\`\``, { at: 0 }]);
    assert.match(told(calls[0]).system, /Answer with nothing but JSON that fits this JSON schema/);
    assert.ok(told(calls[0]).system.includes(JSON.stringify(FORM)));
    assert.deepEqual(calls.map(({ proof }) => proof), ["proven"]);
  }));

Deno.test("one that does not fit is asked for once more, told what does not; all that was said is kept", () =>
  inWorld({ scripts: { ada: [{ text: BAD }, { text: GOOD }] } }, async (_, room) => {
    const { body, calls } = await answered(room);
    assert.deepEqual([body?.content, body?.form], [GOOD, { at: 0, repaired: true }]);
    assert.equal(body?.raw, `${BAD}\n\n${GOOD}`);
    assert.deepEqual(calls.map(({ proof }) => proof), ["proven", "proven"]);
    const [said, asked] = told(calls[1]).messages.slice(-2);
    assert.deepEqual([said.role, said.content], ["assistant", BAD]);
    assert.match(asked.content, /#\/price Instance type "string" is invalid/);
  }));

Deno.test("one that does not fit then either fails, and says what does not; what was shown stays", () =>
  inWorld({ scripts: { ada: [{ text: BAD }, { text: "No." }] } }, async (_, room) => {
    const { turn, body, message, calls } = await answered(room);
    assert.deepEqual([turn?.status, message?.error?.code, body?.content], ["failed", "malformed", BAD]);
    assert.equal(
      message?.error?.message,
      "The answer does not fit the form that its agent was given, also when asked once more: It is no JSON.",
    );
    assert.equal(calls.length, 2);
  }));

Deno.test("behind words that came before a tool the form begins where the last words do", () => {
  const time = { callId: "call_1", tool: "clock", args: "{}" };
  const scripts: Scripts = { ada: [{ text: "I look [1].", tools: [time] }, { text: GOOD }] };
  const clock = {
    idempotent: true,
    schema: { name: "clock", parameters: {} },
    run: () => Promise.resolve({ status: "ok" as const, result: "noon" }),
  };
  return inWorld({ scripts, tools: [clock] }, async (_, room) => {
    const { body } = await answered(room, { tools: ["clock"] });
    assert.deepEqual([body?.content, body?.form], [`I look [1].\n\n${GOOD}`, { at: 13 }]);
  });
});

Deno.test("a list in an answer of a form is no number of a source", () => {
  const list = { type: "object", properties: { of: { type: "array", items: { type: "integer" } } } };
  const search = { callId: "call_1", tool: "web_search", args: '{"query":"fish"}' };
  const scripts: Scripts = { ada: [{ tools: [search] }, { text: '{"of": [1]}' }] };
  const webSearch = () =>
    Promise.resolve({ results: [{ url: "https://a.example/", title: "A", content: "" }] });
  return inWorld({ scripts, webSearch }, async (_, room) => {
    const data = { kind: "searxng" as const, url: "http://search.example" };
    const set = { ok: true as const, answer: { id: "" }, events: [{ type: "WebSearchSet" as const, data }] };
    await room.engine.system.changeWorkspace(() => set, { by: { kind: "user", id: "ann", name: "Ann" } });
    const { body } = await answered(room, { tools: ["web_search"], answerForm: list });
    assert.deepEqual([body?.content, body?.citations], ['{"of": [1]}', undefined]);
  });
});

const say = (text: string): WireAnswer => ({ do: "say", pieces: [text] });
const MODELS: Readonly<Record<Wire, string>> = {
  openai: "gpt-5",
  responses: "gpt-5",
  anthropic: "claude-opus-4-6",
};
const Schema = z.object({ schema: z.record(z.string(), z.unknown()) }).optional();
const Asked = z.object({
  response_format: z.object({ json_schema: Schema }).optional(),
  text: z.object({ format: Schema }).optional(),
  output_config: z.object({ format: Schema }).optional(),
});
/** The schema in a request, in the words of its kind. */
function asked(wire: Wire, body: unknown): Readonly<Record<string, unknown>> | undefined {
  const { response_format, text, output_config } = Asked.parse(body);
  const by = {
    openai: response_format?.json_schema,
    responses: text?.format,
    anthropic: output_config?.format,
  };
  return by[wire]?.schema;
}

for (const wire of ["openai", "responses", "anthropic"] as const) {
  const bodies = (room: RealRoom): Record<string, unknown>[] =>
    room.of("Bob").map(({ text }) => JSON.parse(text));
  const open = (answers: WireAnswer[], agent: Partial<Agent>) =>
    RealRoom.open([{ name: "Bob", wire, answers, agent: { model: MODELS[wire], ...agent } }]);

  Deno.test(`${wire}: a model that keeps to a schema is asked for it so, any other in words alone`, async () => {
    await using room = await open([say(GOOD)], { answerForm: FORM });
    await room.post("What does it cost?");
    await room.rest();
    assert.deepEqual(asked(wire, bodies(room)[0]), FORM);
    const { id } = await room.turnOf("Bob");
    const request = await room.stranger((system) => system.requestOf("conversation_room", id));
    assert.deepEqual(request?.calls.map(({ proof }) => proof), ["proven"]);
    await using other = await open([say(GOOD)], { answerForm: FORM, model: "bob" });
    await other.post("What does it cost?");
    await other.rest();
    assert.equal(asked(wire, bodies(other)[0]), undefined);
    assert.equal(await other.said("Bob"), GOOD);
  });

  Deno.test(`${wire}: a server that refuses the schema is asked without, and the answer is checked all the same`, async () => {
    const words = wire === "responses"
      ? "Invalid text.format"
      : wire === "openai"
      ? "Unknown response_format"
      : "output_config.format: no";
    await using room = await open([{ do: "fail", status: 400, words }, say(BAD), say(GOOD)], {
      answerForm: FORM,
    });
    await room.post("What does it cost?");
    await room.rest();
    assert.deepEqual(bodies(room).map((body) => asked(wire, body) !== undefined), [true, false, false]);
    assert.equal(await room.said("Bob"), GOOD);
  });

  Deno.test(`${wire}: an agency's manager whose model has it keeps to the protocol, and needs no repair`, async () => {
    await using room = await open([say('{"to":0,"context":"Three."}')], {});
    await room.do({
      type: "change",
      mode: "manager",
      managing: { managerAgentId: "agent_1", principles: "" },
    });
    await room.post("What does it cost?");
    await room.rest();
    const { required, properties } = asked(wire, bodies(room)[0]) ?? {};
    assert.deepEqual([required, Object.keys(Object(properties))], [["to", "context"], ["to", "context"]]);
    assert.deepEqual([bodies(room).length, await room.said("Bob")], [1, "Three."]);
  });
}
