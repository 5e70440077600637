/** What is made of conversations of a Claude export. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { claudeTalks, fenced, isClaude } from "../../../projections/moving_in/claude.ts";
import { draws } from "../../effort.ts";

const says = (uuid: string, sender: string, text: string, more: Record<string, unknown> = {}) => ({
  uuid,
  sender,
  text,
  content: [{ type: "text", text }],
  created_at: "2026-03-01T10:00:00.123456Z",
  attachments: [],
  files: [],
  ...more,
});
const ROOT = "00000000-0000-4000-8000-000000000000";
const talk = (messages: unknown, more: Record<string, unknown> = {}) => ({
  uuid: "c",
  name: "Bread",
  created_at: "2026-03-01T09:00:00Z",
  chat_messages: messages,
  ...more,
});

Deno.test("words come with their times; thoughts, tools and files that are not there are counted", () => {
  const { talks, left } = claudeTalks(
    talk([
      says("q", "human", "Why?", {
        parent_message_uuid: ROOT,
        attachments: [{ file_name: "notes.txt", extracted_content: "Salt" }, { file_name: "a.pdf" }],
        files: [{ file_name: "cat.png" }],
      }),
      says("a", "assistant", "", {
        parent_message_uuid: "q",
        content: [
          { type: "thinking", thinking: "Hm" },
          { type: "text", text: "Yeast" },
          { type: "tool_use", name: "search" },
          { type: "tool_result" },
          { type: "text", text: "makes gas." },
        ],
      }),
    ]),
    false,
  );
  assert.deepEqual(talks, [{
    from: "Claude",
    id: "c",
    head: "a",
    title: "Bread",
    at: "2026-03-01T09:00:00.000Z",
    messages: [
      {
        role: "user",
        at: "2026-03-01T10:00:00.123Z",
        content: "Why?\n\nnotes.txt\n\n```\nSalt\n```",
        files: [{ id: "file 1", name: "cat.png" }],
      },
      {
        role: "assistant",
        name: "Claude",
        at: "2026-03-01T10:00:00.123Z",
        content: "Yeast\n\nmakes gas.",
        files: [],
      },
    ],
  }]);
  assert.deepEqual(left, { lost_files: 1, thoughts: 1, tools: 2 });
});

Deno.test("a picture that stands in a message comes along, one that is named is looked for by its id", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0K" } };
  const message = says("q", "human", "", {
    content: [{ type: "text", text: "Look" }, image, { type: "image", source: { type: "url" } }],
    files_v2: [{ file_uuid: "12345678-1234-1234-1234-123456789abc", file_name: "cat.png" }],
  });
  const { talks, left } = claudeTalks(talk([message]), false);
  assert.deepEqual([talks[0]?.messages[0]?.content, left], ["Look", {}]);
  assert.deepEqual(talks[0]?.messages[0]?.files, [
    { id: "picture 1", name: "", held: "data:image/png;base64,iVBORw0K" },
    { id: "picture 2", name: "" },
    { id: "12345678-1234-1234-1234-123456789abc", name: "cat.png" },
  ]);
});

Deno.test("another version of an answer is a branch; an older export is one path, and has its words in a text", () => {
  const parted = talk([
    says("q", "human", "Why?", { parent_message_uuid: ROOT }),
    says("a1", "assistant", "First", { parent_message_uuid: "q" }),
    says("a2", "assistant", "Second", { parent_message_uuid: "q" }),
  ]);
  assert.deepEqual(claudeTalks(parted, false).left, { branches: 1 });
  const both = claudeTalks({ ...parted, current_leaf_message_uuid: "a1" }, true).talks;
  assert.deepEqual(both.map(({ head, fork }) => [head, fork?.messages]), [["a1", undefined], ["a2", 1]]);
  const old = claudeTalks(
    talk([
      { uuid: "q", sender: "human", text: "Why?" },
      { uuid: "a", sender: "assistant", text: "Yeast." },
    ]),
    true,
  );
  assert.deepEqual(old.talks.map(({ messages }) => messages.map(({ content }) => content)), [[
    "Why?",
    "Yeast.",
  ]]);
  assert.deepEqual(claudeTalks(talk([]), true), { talks: [], left: { blank_talks: 1 } });
});

Deno.test("no text breaks out of its fences", () => {
  assert.equal(fenced("a ```` b"), "`````\na ```` b\n`````");
  fc.assert(fc.property(fc.array(fc.constantFrom("`", "``", "a", "\n")), (parts) => {
    const text = parts.join("");
    const [fence = ""] = fenced(text).split("\n");
    assert.ok(!text.includes(fence));
  }));
});

Deno.test("whatever stands in a record, reading it ends, within its bounds", () => {
  const id = fc.constantFrom("a", "b", ROOT, "");
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({
      uuid: fc.oneof(id, fc.jsonValue()),
      sender: fc.constantFrom("human", "assistant", "x"),
      text: fc.oneof(anyText(), fc.jsonValue()),
      content: fc.jsonValue(),
      parent_message_uuid: fc.oneof(id, fc.jsonValue()),
      created_at: fc.jsonValue(),
      attachments: fc.jsonValue(),
    }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(fc.array(message), fc.jsonValue(), fc.boolean(), (messages, name, branches) => {
      const record = { uuid: "c", name, chat_messages: messages };
      assert.ok(isClaude(record));
      for (const one of claudeTalks(record, branches).talks) {
        for (const { content, at } of one.messages) {
          assert.ok(content.isWellFormed() && /\S/.test(content));
          assert.equal(new Date(at).toISOString(), at);
        }
      }
    }),
    { numRuns: draws(2_400) },
  );
});

Deno.test("an id that stands twice in a list is one message, and what stands before it is not lost", () => {
  const { talks } = claudeTalks(
    talk([says("q", "human", "Why?"), says("a", "assistant", "Gas."), says("a", "assistant", "Gas.")]),
    false,
  );
  assert.deepEqual(talks[0]?.messages.map(({ content }) => content), ["Why?", "Gas."]);
});

Deno.test("messages that are given one uuid all come in, each behind the one before it, whoever names them", () => {
  const words = (record: Record<string, unknown>) => {
    const { talks, left } = claudeTalks(record, true);
    assert.deepEqual([talks.length, left], [1, {}]);
    return talks[0]?.messages.map(({ content }) => content);
  };
  const list = [says("x", "human", "Why?"), says("x", "assistant", "Gas."), says("x", "human", "Which?")];
  assert.deepEqual(words(talk(list)), ["Why?", "Gas.", "Which?"]);
  const [why, gas, which] = list;
  const chained = [
    { ...why, parent_message_uuid: ROOT },
    { ...gas, parent_message_uuid: "x" },
    { ...which, parent_message_uuid: "x" },
    says("y", "assistant", "Carbon dioxide.", { parent_message_uuid: "x" }),
  ];
  assert.deepEqual(words(talk(chained)), ["Why?", "Gas.", "Which?", "Carbon dioxide."]);
  const open = { ...talk(chained.slice(0, 3)), current_leaf_message_uuid: "x" };
  assert.deepEqual(
    words(open),
    ["Why?", "Gas.", "Which?"],
    "the last of them is the one that was shown last",
  );
});
