/** What is made of chats of Open WebUI. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { isOpenWebUi, openWebUiTalks, withoutFolds } from "../../../projections/moving_in/open_webui.ts";
import { MAY, pixel } from "./given.ts";
import { draws } from "../../effort.ts";

const says = (
  id: string,
  parentId: string | null,
  role: string,
  content: unknown,
  more: Record<string, unknown> = {},
) => ({ id, parentId, childrenIds: [], role, content, timestamp: MAY, ...more });
const chat = (currentId: string, ...messages: readonly { readonly id: string }[]) => ({
  id: "c",
  title: "Bread",
  created_at: MAY,
  chat: { history: { currentId, messages: Object.fromEntries(messages.map((one) => [one.id, one])) } },
});

Deno.test("models that answered side by side are agents, in the order of the models; another try of one is a branch", () => {
  const record = chat(
    "q2",
    says("q", null, "user", "Why?"),
    says("b", "q", "assistant", "Gas.", { model: "qwen", modelName: "Qwen 3", modelIdx: 1 }),
    says("a0", "q", "assistant", "First try.", { model: "llama", modelIdx: 0 }),
    says("a", "q", "assistant", '<details type="reasoning" done="true">\nHm\n</details>\nYeast.', {
      model: "llama",
      modelIdx: 0,
    }),
    says("q2", "a", "user", "And salt?", { files: [{ type: "image" }] }),
  );
  const { talks, left } = openWebUiTalks(record, false);
  assert.deepEqual(talks.map(({ from, id, head, title, at }) => [from, id, head, title, at]), [
    ["Open WebUI", "c", "q2", "Bread", "2024-05-01T10:00:00.000Z"],
  ]);
  assert.deepEqual(talks[0]?.messages.map(({ name, content }) => [name, content]), [
    [undefined, "Why?"],
    ["llama", "Yeast."],
    ["Qwen 3", "Gas."],
    [undefined, "And salt?"],
  ]);
  assert.deepEqual(left, { thoughts: 1, branches: 1 });
  const forks = openWebUiTalks(record, true).talks;
  assert.deepEqual(forks.map(({ head, fork }) => [head, fork?.messages]), [["q2", undefined], ["a0", 1]]);
});

Deno.test("pictures come from what is attached, from parts and from among the words; documents as their texts", () => {
  const held = `data:image/png;base64,${pixel().toBase64()}`;
  const files = [
    { type: "image", url: held },
    { type: "image", url: "/api/v1/files/f1/content", name: "cat.png" },
    { type: "file", name: "notes.txt", file: { data: { content: "Salt" } } },
  ];
  const { talks, left } = openWebUiTalks(
    chat(
      "a",
      says("q", null, "user", [{ type: "text", text: "See" }, {
        type: "image_url",
        image_url: { url: held },
      }], {
        files,
      }),
      says("a", "q", "assistant", `Here: ![bread](${held}) and ![it](https://example.com/a.png).`),
    ),
    false,
  );
  assert.deepEqual(left, {});
  assert.deepEqual(talks[0]?.messages.map(({ content }) => content), [
    "See\n\nnotes.txt\n\n```\nSalt\n```",
    "Here:  and ![it](https://example.com/a.png).",
  ]);
  assert.deepEqual(
    talks[0]?.messages.map(({ files }) => files.map(({ name, held }) => held?.length ?? name)),
    [
      [held.length, held.length, "cat.png"],
      [held.length],
    ],
  );
});

Deno.test("an older chat is a list; parts of a message are its texts", () => {
  const messages = [
    {
      role: "user",
      content: [{ type: "text", text: "See" }, { type: "image_url" }, { type: "text", text: "this" }],
    },
    { role: "assistant", content: "I see." },
    { role: "system", content: "Be brief." },
  ];
  const { talks, left } = openWebUiTalks({
    id: "c",
    chat: { title: "Old", timestamp: MAY * 1_000, messages },
  }, true);
  assert.deepEqual(talks[0]?.messages.map(({ content }) => content), ["See\n\nthis", "I see."]);
  assert.deepEqual([talks[0]?.title, talks[0]?.at, left], ["Old", "2024-05-01T10:00:00.000Z", { hidden: 1 }]);
});

Deno.test("what is folded away is taken out; a fold that never ends stays", () => {
  const left = {};
  assert.equal(withoutFolds('a<details type="tool_calls">x</details>b', left), "ab");
  assert.equal(withoutFolds('a<details type="reasoning">x', left), 'a<details type="reasoning">x');
  assert.deepEqual(left, { tools: 1 });
});

Deno.test("whatever stands in a record, reading it ends, within its bounds", () => {
  const id = fc.constantFrom("a", "b", "c", "__proto__", "");
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({
      parentId: fc.oneof(id, fc.jsonValue()),
      role: fc.constantFrom("user", "assistant", "x"),
      content: fc.oneof(anyText(), fc.jsonValue()),
      modelIdx: fc.jsonValue(),
      timestamp: fc.jsonValue(),
    }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(fc.dictionary(id, message), fc.oneof(id, fc.jsonValue()), (messages, currentId) => {
      const record = { id: "c", chat: { history: { messages, currentId } } };
      if (!isOpenWebUi(record)) return;
      for (const one of openWebUiTalks(record, true).talks) {
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
  const answer = { id: "a", role: "assistant", content: "Gas." };
  const messages = [{ id: "q", role: "user", content: "Why?" }, answer, answer];
  const { talks } = openWebUiTalks({ id: "c", chat: { messages } }, false);
  assert.deepEqual(talks[0]?.messages.map(({ content }) => content), ["Why?", "Gas."]);
});
