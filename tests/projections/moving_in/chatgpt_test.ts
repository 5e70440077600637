/** What is made of conversations of a ChatGPT export, friendly ones and hostile ones. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { chatGptTalks, isChatGpt, withoutMarks } from "../../../projections/moving_in/chatgpt.ts";
import { BRANCHES } from "../../../projections/moving_in/path_talks.ts";
import { MOVED_MESSAGE_UNITS } from "../../../events/catalog/limits.ts";
import { bread, mappingOf, MAY, node, says } from "./given.ts";
import { draws } from "../../effort.ts";

const only = (record: Record<string, unknown>, branches = false) => {
  const { talks, left } = chatGptTalks(record, branches);
  return { talk: talks[0], talks, left };
};

Deno.test("the path that was shown last is taken, each word with its time and author; the rest is counted", () => {
  const { talk, left } = only(bread());
  assert.deepEqual(talk, {
    from: "ChatGPT",
    id: "bread",
    head: "a2",
    title: "Why bread rises",
    at: "2024-05-01T10:00:00.000Z",
    messages: [
      { role: "user", at: "2024-05-01T10:00:01.000Z", content: "Why does bread rise?", files: [] },
      {
        role: "assistant",
        name: "gpt-5",
        at: "2024-05-01T10:00:05.000Z",
        content: "Yeast makes gas.",
        files: [],
      },
    ],
  });
  assert.deepEqual(left, { hidden: 1, tools: 2, branches: 1 });
});

Deno.test("other branches are forks at the message where they part, where they are asked for", () => {
  const { talks, left } = only(bread(), true);
  assert.deepEqual(talks.map(({ head, fork, messages }) => [head, fork, messages.length]), [
    ["a2", undefined, 2],
    ["a1", { id: "bread", head: "a2", messages: 1 }, 2],
  ]);
  assert.deepEqual(left, { hidden: 1, tools: 2 });
});

Deno.test("of thousands of branches some are taken and the others counted", () => {
  const answers = Array.from(
    { length: 3_000 },
    (_, at) => node(`a${at}`, "q", says("assistant", `Answer ${at}`, MAY + at)),
  );
  const mapping = mappingOf(node("q", null, says("user", "Again?", MAY)), ...answers);
  const { talks, left } = only({ id: "many", mapping, current_node: "a0" }, true);
  assert.equal(talks.length, 1 + BRANCHES);
  assert.equal(left.branches, 2_999 - BRANCHES);
});

Deno.test("without parents the children tell, and without a current node what was written last", () => {
  const mapping = {
    q: { message: says("user", "One?", MAY), children: ["a", "b"] },
    a: { message: says("assistant", "Late", MAY + 9), children: [] },
    b: { message: says("assistant", "Early", MAY + 1), children: [] },
  };
  assert.deepEqual(only({ id: "c", mapping }).talk?.messages.map(({ content }) => content), ["One?", "Late"]);
});

Deno.test("pictures and documents are named by their ids, drawn ones as an answer's; sound is counted", () => {
  const parts = [
    { content_type: "image_asset_pointer", asset_pointer: "file-service://file-AbC" },
    { content_type: "audio_asset_pointer", asset_pointer: "sediment://file_9" },
    "What is this?",
  ];
  const drawn = { content_type: "image_asset_pointer", asset_pointer: "sediment://file_0042" };
  const attachments = [{ id: "file-AbC", name: "cat.png" }, { id: "file-Doc", name: "notes.txt" }];
  const mapping = mappingOf(
    node(
      "q",
      null,
      says("user", "", MAY, {
        content: { content_type: "multimodal_text", parts },
        metadata: { attachments },
      }),
    ),
    node(
      "d",
      "q",
      says("tool", "", MAY + 1, {
        author: { role: "tool", name: "dalle.text2im" },
        content: { content_type: "multimodal_text", parts: [drawn] },
      }),
    ),
  );
  const { talk, left } = only({ id: "p", mapping, current_node: "d" });
  assert.deepEqual(talk?.messages, [
    {
      role: "user",
      at: "2024-05-01T10:00:00.000Z",
      content: "What is this?",
      files: [{ id: "file-AbC", name: "cat.png" }, { id: "file-Doc", name: "notes.txt" }],
    },
    {
      role: "assistant",
      name: "ChatGPT",
      at: "2024-05-01T10:00:01.000Z",
      content: "",
      files: [{ id: "file_0042", name: "" }],
    },
  ]);
  assert.deepEqual(left, { other_files: 1 });
});

Deno.test("thoughts, profiles and what tools gave are no words; code is, and a spoken word too", () => {
  const of = (content: Record<string, unknown>) => says("assistant", "", MAY, { content });
  const mapping = mappingOf(
    node(
      "a",
      null,
      says("user", "", MAY, { content: { content_type: "user_editable_context", user_profile: "me" } }),
    ),
    node("b", "a", of({ content_type: "thoughts", thoughts: [{ content: "Hm" }] })),
    node("c", "b", of({ content_type: "code", language: "python", text: "print(1)" })),
    node("d", "c", of({ content_type: "execution_output", text: "1" })),
    node(
      "e",
      "d",
      says("user", "", MAY, {
        content: {
          content_type: "multimodal_text",
          parts: [{ content_type: "audio_transcription", text: "Spoken" }],
        },
      }),
    ),
    node("f", "e", says("assistant", "  ", MAY)),
  );
  const { talk, left } = only({ id: "x", mapping, current_node: "f" });
  assert.deepEqual(talk?.messages.map(({ content }) => content), ["```python\nprint(1)\n```", "Spoken"]);
  assert.deepEqual(left, { hidden: 1, thoughts: 1, tools: 1, empty: 1 });
});

Deno.test("a ring of parents, one's own parent, no message and no nodes end, and nothing is made twice", () => {
  const ring = mappingOf(
    node("a", "c", says("user", "A", MAY)),
    node("b", "a", says("assistant", "B", MAY)),
    node("c", "b", says("user", "C", MAY)),
  );
  assert.equal(only({ id: "r", mapping: ring, current_node: "c" }).talk?.messages.length, 3);
  const self = mappingOf(node("a", "a", says("user", "A", MAY)));
  assert.equal(only({ id: "s", mapping: self }, true).talk?.messages.length, 1);
  for (const mapping of [{}, { a: null }, { a: 1 }, mappingOf(node("a", null, null)), []]) {
    assert.equal(only({ id: "n", mapping }, true).talks.length, 0);
  }
});

Deno.test("a message is taken up to its bound, and counted beyond it", () => {
  const of = (length: number) =>
    only({ id: "l", mapping: mappingOf(node("a", null, says("user", "x".repeat(length), MAY))) });
  assert.equal(of(MOVED_MESSAGE_UNITS).talk?.messages.length, 1);
  assert.deepEqual(of(MOVED_MESSAGE_UNITS + 1).left, { long: 1, blank_talks: 1 });
});

Deno.test("names and titles that would mislead are made clear, lone halves of characters whole, times possible", () => {
  const mapping = mappingOf(
    node("a", null, says("user", "half \ud800", -5)),
    node("b", "a", says("assistant", "yes", 1e300, { metadata: { model_slug: "\u202egpt\n" } })),
  );
  const { talk } = only({
    id: "m",
    title: " \u202eexe.\ntxt ",
    create_time: "yesterday",
    mapping,
    current_node: "b",
  });
  assert.equal(talk?.title, "\ufffdexe.\ufffdtxt");
  assert.deepEqual(talk?.messages.map(({ name, at, content }) => [name, at, content]), [
    [undefined, "1970-01-01T00:00:00.000Z", "half \ufffd"],
    ["\ufffdgpt", "1970-01-01T00:00:00.000Z", "yes"],
  ]);
});

Deno.test("marks of references are taken out; one that never ends stays", () => {
  assert.equal(withoutMarks("a\ue200x\ue201b\ue200y\ue201c"), "abc");
  assert.equal(withoutMarks("a\ue200x"), "a\ue200x");
});

Deno.test("whatever stands in a record, reading it ends, and what comes of it is within its bounds", () => {
  const id = fc.constantFrom("a", "b", "c", "__proto__", "");
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({
      author: fc.oneof(
        fc.jsonValue(),
        fc.record({ role: fc.constantFrom("user", "assistant", "tool", "system", "x") }),
      ),
      content: fc.oneof(
        fc.jsonValue(),
        fc.record({
          content_type: fc.constantFrom("text", "multimodal_text", "code", "thoughts"),
          parts: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.string(), fc.jsonValue()))),
        }),
      ),
      create_time: fc.oneof(fc.double(), fc.string(), fc.jsonValue()),
      metadata: fc.jsonValue(),
    }, { requiredKeys: [] }),
  );
  const record = fc.record({
    id: fc.oneof(id, fc.jsonValue()),
    title: fc.jsonValue(),
    create_time: fc.jsonValue(),
    current_node: fc.oneof(id, fc.jsonValue()),
    mapping: fc.dictionary(
      id,
      fc.oneof(fc.jsonValue(), fc.record({ parent: fc.oneof(id, fc.jsonValue()), message })),
    ),
  }, { requiredKeys: ["mapping"] });
  fc.assert(
    fc.property(record, fc.boolean(), (value, branches) => {
      assert.ok(isChatGpt(value));
      for (const talk of chatGptTalks(value, branches).talks) {
        assert.ok(talk.id && talk.head && talk.messages.length > 0);
        for (const { at, content, files } of talk.messages) {
          assert.equal(new Date(at).toISOString(), at);
          assert.ok(content.isWellFormed() && (/\S/.test(content) || files.length > 0));
        }
      }
    }),
    { numRuns: draws(2_400) },
  );
});
