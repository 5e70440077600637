/** What a request is made of, whoever it was rendered for. */
import assert from "node:assert/strict";
import "../page.ts";
import { anthropicRenderer } from "../../../actors/providers/anthropic/render_anthropic.ts";
import { openAiRenderer } from "../../../actors/providers/openai/render_openai.ts";
import { mockRenderer } from "../../../actors/providers/practice/render_mock.ts";
import { responsesRenderer } from "../../../actors/providers/responses/render_responses.ts";
import type { RequestMessage, Shell, ToolRound } from "../../../actors/providers/types.ts";
import { toldToJudge } from "../../../projections/context/judged_context.ts";
import { placesOf } from "../../../actors/turn/places.ts";
import { sentPieces, tokensOfEach } from "../../../ui/saw/sent_pieces.ts";
import { ANN, History } from "../../history.ts";

const SHELL: Shell = {
  model: "m",
  system: "You are Ada. “Be brief.”",
  params: {},
  tools: [{ name: "look_up", description: "Looks.", parameters: { type: "object", properties: {} } }],
  nudge: "(Go on.)",
  after: [],
  downgrades: [],
};
const ROUND: ToolRound = {
  said: "Let me look.",
  calls: [{ callId: "c1", tool: "look_up", args: '{"a":1}', status: "ok", result: "It is blue." }],
};
const note = {
  name: "note.txt",
  type: "text/plain",
  sha256: "0".repeat(64),
  bytes: new TextEncoder().encode("A note\n\nof two parts."),
};

/** A conversation whose messages came with files where `messages` do. */
function stateOf(messages: readonly RequestMessage[]) {
  const history = new History().started();
  const attachments = [{ sha256: note.sha256, name: note.name, type: note.type, size: 20 }];
  messages.forEach(({ files }, index) =>
    history.posted(`m${index + 1}`, "x", ANN, files ? { attachments } : {})
  );
  return history.state();
}

function read(
  renderer: typeof openAiRenderer,
  messages: readonly RequestMessage[],
  rounds: ToolRound[] = [],
) {
  const body = new TextDecoder().decode(renderer.render({ shell: SHELL, messages, rounds }));
  const places = placesOf(body, messages.map(({ content }) => content));
  const messageIds = messages.map((_, index) => `m${index + 1}`);
  return sentPieces(stateOf(messages), { body, places, messageIds }).map((
    { kind, key, text, start, end },
  ) => ({
    told: `${kind}${kind === "message" ? ` ${key}` : ""}: ${text}`,
    raw: body.slice(start, end),
  }));
}

const RENDERERS = [openAiRenderer, anthropicRenderer, responsesRenderer, mockRenderer];

for (const renderer of RENDERERS) {
  Deno.test(`${renderer.name}: instructions, tools, messages, what tools were asked and said, and what was added`, () => {
    const pieces = read(renderer, [
      { role: "assistant", content: "I began." },
      { role: "user", content: "[Ann]: Why?\n\nReally." },
      { role: "user", content: "[Ben]: Yes", files: [note] },
    ], [ROUND]);
    const told = pieces.map((one) => one.told);
    assert.deepEqual(
      told.toSorted(),
      [
        "instructions: You are Ada. “Be brief.”",
        "tools: look_up",
        "added: (The conversation begins.)",
        "message m1: I began.",
        "message m2: [Ann]: Why?\n\nReally.",
        "message m3: [Ben]: Yes",
        `call: look_up {"a":1}`,
        "result: It is blue.",
        // These two have what was said before a call by itself; of the others it is part of the call.
        ...([anthropicRenderer, responsesRenderer].includes(renderer) ? ["said: Let me look."] : []),
      ].toSorted(),
    );
    const order = told.filter((one) => /^(message|call|result)/.test(one)).map((one) => one.split(":")[0]);
    assert.deepEqual(order, ["message m1", "message m2", "message m3", "call", "result"]);
    assert.match(
      pieces.find((one) => one.told.startsWith("message m3"))?.raw ?? "",
      /A note/,
      "with its file",
    );
  });

  Deno.test(`${renderer.name}: files are of the message they came with, words or none`, () => {
    const pieces = read(renderer, [
      { role: "user", content: "One", files: [note] },
      { role: "user", content: "", files: [note] },
      { role: "user", content: "Three" },
    ]);
    assert.deepEqual(pieces.map(({ told }) => told).filter((told) => /^(message|said|added)/.test(told)), [
      "message m1: One",
      "message m2: ",
      "message m3: Three",
    ]);
    assert.match(pieces.map(({ raw }) => raw).join(), /A note/);
  });
}

Deno.test("what a model thought between its calls is nobody's message, whatever it says", () => {
  const opaque = JSON.stringify([
    { type: "reasoning", content: [{ type: "reasoning_text", text: "Yes" }], encrypted_content: "…" },
    { type: "function_call", call_id: "c1", name: "look_up", arguments: '{"a":1}' },
  ]);
  const messages: RequestMessage[] = [
    { role: "user", content: "Why?" },
    { role: "assistant", content: "", rounds: [{ ...ROUND, opaque }] },
    { role: "assistant", content: "Yes" },
    { role: "user", content: "No" },
  ];
  const body = new TextDecoder().decode(responsesRenderer.render({ shell: SHELL, messages, rounds: [] }));
  const said = messages.map(({ content }) => content);
  const places = placesOf(body, said);
  assert.deepEqual(places.map((place) => place && body.slice(...place)), ["Why?", null, "Yes", "No"]);
  assert.ok((places[2]?.[0] ?? 0) > body.indexOf("function_call_output"), "the answer, and not the thought");
  const pieces = sentPieces(stateOf(messages), { body, places, messageIds: ["m1", "m2", "m3", "m4"] });
  assert.deepEqual(pieces.flatMap(({ kind, text }) => kind === "added" ? [text] : []), []);
});

Deno.test("tokens of each are as many together as the provider counted", () => {
  const pieces = [{ tokens: 10 }, { tokens: 30 }, { tokens: 3 }].map((one, index) => ({
    kind: "message" as const,
    key: String(index),
    text: "",
    start: 0,
    end: 0,
    ...one,
  }));
  assert.deepEqual(tokensOfEach(pieces, null), [10, 30, 3]);
  assert.deepEqual(tokensOfEach(pieces, 100), [23, 71, 6]);
  assert.deepEqual(tokensOfEach([], 100), []);
  assert.deepEqual(tokensOfEach(pieces, 0), [0, 0, 0]);
});

Deno.test("what a judge was sent is told by the words it judged, each of its message, whatever stands in them and in the rule", () => {
  const question = 'Bread?\n\n{"question": "no"}';
  const said = { Ada: 'Yes: "rye" \u{1f35e}, \\n.', Ben: question };
  const rule = `Kind\n\n{"question": ${JSON.stringify(question)}`;
  const state = new History().started().joined("Ada", "Ben").answered("q", question, said)
    .add("ExpectationSet", { expectationId: "e", kind: "like", text: rule, messageId: "q" }).state();
  const cases = [
    [{ expectationId: "e", messageId: "m_t_Ben_q" }, ["q", "m_t_Ben_q"]],
    [{ answers: ["m_t_Ada_q", "m_t_Ben_q"] as [string, string] }, ["q", "m_t_Ada_q", "m_t_Ben_q"]],
  ] as const;
  for (const [judges, ids] of cases) {
    const { closing = "" } = toldToJudge(state, judges) ?? {};
    for (const renderer of RENDERERS) {
      const messages = [{ role: "user" as const, content: closing }];
      const body = new TextDecoder().decode(renderer.render({ shell: SHELL, messages, rounds: [] }));
      const call = { body, places: [], messageIds: [] };
      const pieces = sentPieces(state, call, judges);
      const told = pieces.filter(({ kind }) => kind === "message");
      assert.deepEqual(
        told.map(({ key, text }) => [key, text]),
        ids.map((id) => [id, state.bodies[id]?.content]),
      );
      const added = pieces.filter(({ kind }) => kind === "added");
      assert.deepEqual(
        added.map(({ text }) => text.trim()),
        [closing.slice(0, closing.lastIndexOf("\n\n{"))],
        "the rule alone",
      );
      const parts = told.map(({ start, end }) => JSON.parse(`"${body.slice(start, end)}"`));
      const { question: asked, ...given } = JSON.parse(parts.join(""));
      assert.deepEqual([asked, ...Object.values(given)], told.map(({ text }) => text));
      assert.ok(parts.every((part, index) => part.includes(JSON.stringify(told[index]?.text))));
      const gone = sentPieces({ ...state, bodies: {} }, call, judges);
      assert.ok(gone.every(({ kind }) => kind !== "message"), "other words than were sent are not told");
    }
  }
});

Deno.test("a list without tools is no piece, and what a tool gave in parts is one text", () => {
  const output = [{ type: "input_text", text: "It is " }, { type: "input_text", text: "blue." }];
  const body = JSON.stringify({ tools: [], input: [{ type: "function_call_output", call_id: "c", output }] });
  const pieces = sentPieces(stateOf([]), { body, places: [], messageIds: [] });
  assert.deepEqual(pieces.map(({ kind, text }) => [kind, text]), [["result", "It is blue."]]);
});

Deno.test("messages of files alone stand where their files are, each with its own; without a text, behind the one before", () => {
  const messages: RequestMessage[] = [
    { role: "user", content: "", files: [note] },
    { role: "user", content: "", files: [note] },
    { role: "user", content: "Hm" },
    { role: "user", content: "", files: [note] },
  ];
  const texts = ["<file name=1>", "<file name=2>", "Hm"];
  const body = JSON.stringify({ messages: texts.map((content) => ({ role: "user", content })) });
  const at = body.indexOf("Hm");
  const places = [null, null, [at, at + 2] as const, null];
  const messageIds = ["m1", "m2", "m3", "m4"];
  const pieces = sentPieces(stateOf(messages), { body, places, messageIds });
  assert.deepEqual(pieces.map(({ key, start, end }) => [key, body.slice(start, end)]), [
    ["m1", texts[0]],
    ["m2", texts[1]],
    ["m3", "Hm"],
    ["m4", ""],
  ]);
  assert.equal(pieces.at(-1)?.start, at + 2);
});
