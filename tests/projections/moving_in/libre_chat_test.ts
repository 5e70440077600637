/** What is made of conversations of LibreChat: in a row and nested, with branches, files and what is no word. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { openArchive, readTalks } from "../../../projections/moving_in/archive.ts";
import { isLibreChat, libreChatTalks } from "../../../projections/moving_in/libre_chat.ts";
import type { Reading } from "../../../projections/moving_in/talks.ts";
import { sourceOf } from "./given.ts";
import { draws } from "../../effort.ts";

const ROOT = "00000000-0000-0000-0000-000000000000";
const says = (
  messageId: string,
  parentMessageId: string,
  text: string,
  more: Record<string, unknown> = {},
) => ({
  messageId,
  parentMessageId,
  text,
  createdAt: "2024-05-28T18:08:55.014Z",
  sender: "User",
  isCreatedByUser: true,
  error: false,
  unfinished: false,
  ...more,
});
const answers = (id: string, parent: string, text: string, more: Record<string, unknown> = {}) =>
  says(id, parent, text, { sender: "GPT-4", isCreatedByUser: false, model: "gpt-4o", ...more });
const MESSAGES = [
  says("q", ROOT, "Why?"),
  answers("a1", "q", "Salt.", { createdAt: "2024-05-28T18:09:00.000Z" }),
  answers("a2", "q", "Yeast.", { createdAt: "2024-05-28T18:10:00.000Z" }),
  says("q2", ROOT, "How?", { createdAt: "2024-05-28T18:08:56.000Z" }),
];
const record = (more: Record<string, unknown>) => ({
  conversationId: "c",
  endpoint: "openAI",
  title: "Bread",
  exportAt: "08:12:16 GMT-0400",
  ...more,
});
/** As it is exported recursively. */
const nested = (messages: readonly ReturnType<typeof says>[], parent = ROOT): unknown[] =>
  messages.filter((one) => one.parentMessageId === parent)
    .map((one) => ({ ...one, children: nested(messages, one.messageId) }));

Deno.test("a row of messages and a tree of them are the same conversation; what was written last was shown last", () => {
  const linear = record({ messages: MESSAGES });
  const tree = record({ messagesTree: nested(MESSAGES) });
  assert.ok(isLibreChat(linear) && isLibreChat(tree));
  const { talks, left } = libreChatTalks(linear, false);
  assert.deepEqual(left, { branches: 2 });
  assert.deepEqual(talks, [{
    from: "LibreChat",
    id: "c",
    head: "a2",
    title: "Bread",
    at: "2024-05-28T18:08:55.014Z",
    messages: [
      { role: "user", at: "2024-05-28T18:08:55.014Z", content: "Why?", files: [] },
      { role: "assistant", name: "GPT-4", at: "2024-05-28T18:10:00.000Z", content: "Yeast.", files: [] },
    ],
  }]);
  assert.deepEqual(libreChatTalks(tree, false), { talks, left });
  for (const one of [linear, tree]) {
    const [, ...forks] = libreChatTalks(one, true).talks;
    assert.deepEqual(forks.map(({ head, fork }) => [head, fork?.head, fork?.messages]), [
      ["a1", "a2", 1],
      ["q2", "a2", 0],
    ]);
  }
});

Deno.test("parts are words or counted; failures are no words, and a document is its text", () => {
  const parts = [
    { type: "think", think: "Hm" },
    { type: "text", text: "Yeast" },
    { type: "tool_call", tool_call: {} },
    { type: "text", text: { value: "makes gas." } },
    { type: "image_file", image_file: { file_id: "f" } },
  ];
  const files = [{ file_id: "f1", filename: "cat.png" }, { file_id: "f2", filename: "n.txt", text: "Salt" }];
  const { talks, left } = libreChatTalks(
    record({
      messages: [
        says("q", ROOT, "Look", { files }),
        answers("a", "q", "", { content: parts, sender: "" }),
        answers("e", "a", "It failed.", { error: true }),
      ],
    }),
    false,
  );
  assert.deepEqual(left, { thoughts: 1, tools: 1, lost_files: 1, hidden: 1 });
  assert.deepEqual(talks[0]?.messages.map(({ name, content, files }) => [name, content, files]), [
    [undefined, "Look\n\nn.txt\n\n```\nSalt\n```", [{ id: "f1", name: "cat.png" }]],
    ["gpt-4o", "Yeast\n\nmakes gas.", []],
  ]);
});

Deno.test("a talk of thousands of messages, each within the one before it, is read from its file", async () => {
  const LONG = 10_000;
  const open: string[] = [];
  for (let at = 0; at < LONG; at++) {
    open.push(`${JSON.stringify(says(`m${at}`, "", `${at}`)).slice(0, -1)},"children":[`);
  }
  const text = `${JSON.stringify(record({})).slice(0, -1)},"messagesTree":[${open.join("")}${
    "]}".repeat(LONG)
  }]}`;
  const readings: Reading[] = [];
  const archive = await openArchive(sourceOf(text));
  for await (const one of readTalks(archive, { branches: true }, () => Promise.resolve())) readings.push(one);
  assert.deepEqual(readings.map(({ talks, left }) => [talks[0]?.messages.length, talks.length, left]), [
    [LONG, 1, {}],
  ]);
});

Deno.test("whatever stands in a record, reading it ends, within its bounds", () => {
  const id = fc.constantFrom("a", "b", "c", "", ROOT);
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({
      messageId: fc.oneof(id, fc.jsonValue()),
      parentMessageId: fc.oneof(id, fc.jsonValue()),
      isCreatedByUser: fc.oneof(fc.boolean(), fc.jsonValue()),
      text: fc.oneof(anyText(), fc.jsonValue()),
      content: fc.jsonValue(),
      files: fc.jsonValue(),
      createdAt: fc.jsonValue(),
      children: fc.array(fc.record({ messageId: id, isCreatedByUser: fc.boolean(), text: fc.string() })),
    }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(
      fc.array(message),
      fc.boolean(),
      fc.constantFrom("messages", "messagesTree"),
      (all, branches, field) => {
        for (const one of libreChatTalks(record({ [field]: all }), branches).talks) {
          for (const { content, at, files } of one.messages) {
            assert.ok(content.isWellFormed() && (/\S/.test(content) || files.length > 0));
            assert.equal(new Date(at).toISOString(), at);
          }
        }
      },
    ),
    { numRuns: draws(2_400) },
  );
});
