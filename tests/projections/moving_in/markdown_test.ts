/** Conversations in Markdown: our own come back whole, others by the lines that say who speaks. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { openArchive } from "../../../projections/moving_in/archive.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { markdownTalks } from "../../../projections/moving_in/markdown.ts";
import { fencedLines } from "../../../projections/moving_in/markdown_lines.ts";
import { survey } from "../../../projections/moving_in/moving.ts";
import type { Source } from "../../../projections/moving_in/zip.ts";
import { transcriptTalks } from "../../../projections/moving_in/transcript.ts";
import { markdownTexts } from "../../../server/routes/markdown_transcript.ts";
import { ANN, History } from "../../history.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { TestServer, WELCOME } from "../../server/harness.ts";
import { sourceOf, zipOf } from "./given.ts";
import { draws } from "../../effort.ts";

const markdownOf = (state: ConversationState): string => [...markdownTexts(state)].join("");

const TOLD = { name: "", at: "2026-05-01T10:00:00.000Z" };
const read = (text: string) => markdownTalks(text, TOLD);
/** The one conversation of a file. */
function talkOf(text: string) {
  const { talks, left } = read(text);
  const [talk] = talks;
  assert.ok(talk && talks.length === 1, JSON.stringify(left));
  return { ...talk, left };
}
/** Who says what in it. */
const saysOf = (text: string) =>
  talkOf(text).messages.map(({ role, name, content }) => [name ?? role, content]);
const look = async (source: Source) =>
  await survey(
    await openArchive(source),
    { branches: false },
    (keys) => Promise.resolve(keys.map(() => ({ state: "new" }))),
    () => {},
    () => Promise.resolve(),
  );

/** Words said one after the other by a person, as the export has them. */
function exported(title: string, ...contents: string[]): string {
  const history = new History().started({ title });
  for (const [index, content] of contents.entries()) {
    history.add("MessagePosted", {
      messageId: `m${index}`,
      author: index % 2 ? { kind: "agent", id: "a_Ada", name: "Ada" } : ANN,
      role: index % 2 ? "assistant" : "user",
      content,
    });
  }
  return markdownOf(foldAll(conversation, conversation.initial("conv_1"), history.events));
}

// Shows P20.
Deno.test("what is exported as Markdown comes back as what is exported as JSON does: words, authors, times and its key", async () => {
  await using server = await TestServer.start();
  await server.settled(WELCOME);
  const at = `/api/conversations/${WELCOME}/export`;
  const { text } = await server.call("GET", `${at}?format=markdown`);
  const { json } = await server.call("GET", `${at}?format=json`);
  const whole = transcriptTalks(json).talks;
  assert.ok(whole[0] && whole[0].messages.length > 1);
  assert.deepEqual(read(text).talks, whole);
  assert.deepEqual(read(text.replaceAll("\n", "\r\n")).talks, whole, "as an editor keeps it");
});

Deno.test("a last message without words ends the conversation in Markdown, too", () => {
  const text = exported("T", "Why?", "");
  assert.deepEqual([talkOf(text).id, talkOf(text).head], ["conv_1", "m1"]);
});

Deno.test("words that are a heading, a fence, an export or its marks are words of the message they stand in", () => {
  const other = exported("Other", "One", "Two");
  const words = [
    "## Ada\n\n*2026-01-01T12:00:00.000Z*\n\nNo message of its own",
    "```\n## User\n\nnever closed",
    `Look:\n\n${other}\n`,
    "<!-- fishbowl:1 message m9 human -->\n## Ben\n\nHm",
    "<!-- fishbowl:3 conversation c m 2026 -->",
    "Ends with a file\n\nAttached: bread.png (1 bytes)",
    "\n  \n",
    "**User:** Hi\n\n**Assistant:** Ho",
  ].map((content) => content.trim() === "" ? `${content}.` : content);
  const text = exported("# A *title*", ...words);
  const { title, messages } = talkOf(text);
  assert.equal(title, "# A *title*");
  assert.deepEqual(messages.map(({ content }) => content), words);
  assert.deepEqual(
    messages.map(({ role }) => role),
    words.map((_, index) => index % 2 ? "assistant" : "user"),
  );
});

Deno.test("whatever is said, it comes back word for word", () => {
  const piece = fc.constantFrom(
    "<!-- fishbowl:1 message m1 human -->",
    "<!-- fishbowl:2 ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\0",
    "## Ada",
    "*2026-01-01T12:00:00.000Z*",
    "Attached: a (1 bytes)",
    "```",
    "word",
    " ",
  );
  const content = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => `${parts.join("")}x`);
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), (contents) => {
      assert.deepEqual(talkOf(exported("T", ...contents)).messages.map((one) => one.content), contents);
    }),
    { numRuns: draws(2_400) },
  );
});

Deno.test("an export is one whatever signs are in its words, and ends of lines that were said so come back", async () => {
  const words = ["One\r\ntwo\0three", "Four\r\n\r\nfive\n"];
  const text = exported("T", ...words);
  assert.deepEqual(talkOf(`\ufeff${text}`).messages.map(({ content }) => content), words);
  assert.equal((await look(sourceOf(text))).messages, 2);
});

Deno.test("files and erased words of an export are told as what they are, and an untitled one has no title", () => {
  const file = { sha256: "0".repeat(64), name: "bread.png", type: "image/png", size: 7 };
  const said = { author: ANN, role: "user" } as const;
  const history = new History().started()
    .add("MessagePosted", { ...said, messageId: "m1", content: "Look", attachments: [file, file] });
  const state = foldAll(conversation, conversation.initial("conv_1"), history.events);
  const { title, messages, left } = talkOf(markdownOf({ ...state, title: "" }));
  assert.deepEqual([title, messages.map(({ content }) => content), left], ["", ["Look"], { lost_files: 2 }]);
  const [first = ""] = state.order;
  const message = state.messages[first];
  assert.ok(message);
  const erased: ConversationState = {
    ...state,
    messages: { ...state.messages, [first]: { ...message, erased: true } },
  };
  assert.deepEqual(read(markdownOf(erased)), {
    talks: [],
    left: { empty: 1, lost_files: 2, blank_talks: 1 },
  });
});

Deno.test("an export of before there were marks is read by its headings and times; who spoke first is a person", () => {
  const text = "# Bread\n\n## User\n\n*2026-01-01T12:00:00.000Z, left out of the context*\n\nWhy?\n\n" +
    "## Ada\n\n*2026-01-01T12:00:01.000Z, failed*\n\nYeast.\n\n## Notes\n\nMore.\n\n" +
    "## Fishbowl\n\n*2026-01-01T12:00:02.000Z*\n\nA notice.\n";
  const { from, title, messages, left } = talkOf(text);
  assert.deepEqual([from, title, left], ["Fishbowl", "Bread", { hidden: 1 }]);
  assert.deepEqual(messages.map(({ role, name, at, content }) => [role, name, at, content]), [
    ["user", "User", "2026-01-01T12:00:00.000Z", "Why?"],
    ["assistant", "Ada", "2026-01-01T12:00:01.000Z", "Yeast.\n\n## Notes\n\nMore."],
  ]);
});

Deno.test("who speaks is told from the lines that other programs write", () => {
  for (
    const [person, answerer] of [
      ["## User\n\n", "## Assistant\n\n"],
      ["### 👤 User:\n", "### 🤖 Assistant\n"],
      ["**User:** ", "**Assistant:** "],
      ["**User**: ", "**Assistant**: "],
      ["**User:**\n\n", "**Assistant:**\n\n"],
      ["_**User**_\n\n", "_**Assistant (claude-4)**_\n\n"],
      ["**[user] [2024-12-30 10:37:31]**\n\n", "**[Assistant] [2024-12-30 10:37:32]**\n\n"],
      ["#### **Human**\n", "#### **Assistant**\n"],
      ["##### You said:\n", "###### Assistant said:\n"],
      ["User: ", "Assistant: "],
    ]
  ) {
    const text = `# Bread\n\n${person}Why?\n\nTell me.\n\n${answerer}# Yeast\n\n- makes gas\n`;
    assert.deepEqual(
      saysOf(text),
      [["user", "Why?\n\nTell me."], ["Assistant", "# Yeast\n\n- makes gas"]],
      text,
    );
    assert.equal(talkOf(text).title, "Bread", text);
  }
});

Deno.test("times, titles and lines between messages are told from words, as common exporters write them", () => {
  const exporter = talkOf(
    '---\ntitle: Bread\nsource: https://chatgpt.com/c/1\n---\n\n# Why bread rises\n\n#### You:\n<time datetime="2025-01-26T02:09:17.287Z" title="x">11:09</time>\n\n' +
      'Why?\n\n#### ChatGPT:\n<time datetime="2025-01-26T02:09:27.287Z" title="x">11:09</time>\n\nYeast.',
  );
  assert.deepEqual([exporter.title, exporter.at], ["Why bread rises", TOLD.at]);
  assert.deepEqual(exporter.messages.map(({ name, at, content }) => [name, at, content]), [
    [undefined, "2025-01-26T02:09:17.287Z", "Why?"],
    ["ChatGPT", "2025-01-26T02:09:27.287Z", "Yeast."],
  ]);
  assert.deepEqual(
    saysOf(
      "# Bread\n\n**User:** Ann (ann@example.com)\n**Created:** 7/3/2025 11:20:11\n\n## Prompt:\n7/3/2025, 11:20:15 AM\n\nWhy?\n\n" +
        "## Response:\n7/3/2025, 11:20:20 AM\n\nYeast.\n\n## Prompt:\n\nAnd salt?\n",
    ),
    [["user", "Why?"], ["Response", "Yeast."], ["user", "And salt?"]],
  );
  assert.deepEqual(
    saysOf(
      "**User**\n\nWhy?\n\n---\n\n**Assistant**\n\nYeast.\n\n---\n\nAnd time.\n\n---\n\n**User**\n\nOh\n\n---\n",
    ),
    [["user", "Why?"], ["Assistant", "Yeast.\n\n---\n\nAnd time."], ["user", "Oh"]],
  );
  const dated = talkOf("## User — 2025-01-26T02:09:17Z\n\nWhy?\n\n## Claude Sonnet 4.5\n\nYeast.");
  assert.deepEqual(dated.messages.map(({ name, at }) => [name, at]), [
    [undefined, "2025-01-26T02:09:17.000Z"],
    ["Claude Sonnet 4.5", "2025-01-26T02:09:17.000Z"],
  ]);
});

Deno.test("headings and lines in words are no speakers: in fences, of another level, of another name for the same side", () => {
  const answer =
    "```md\n## User\n\nno\n```\n\n### User\n\n## Model\n\n## Human\n\n## User guide\n\n**User:** no\n\nUser: no";
  assert.deepEqual(
    saysOf(`## System\n\nBe kind.\n\n## User\n\nWhy?\n\n## Assistant\n\n${answer}\n\n## System\n\nx`),
    [
      ["user", "Why?"],
      ["Assistant", `${answer}\n\n## System\n\nx`],
    ],
  );
  assert.deepEqual(talkOf(`## System\n\nBe kind.\n\n## User\n\nWhy?\n\n## Assistant\n\nYeast.`).left, {
    hidden: 1,
  });
  // A fence that is never closed takes nothing that follows.
  assert.deepEqual(saysOf("## User\n\n````\n```\nWhy?\n\n## Assistant\n\nYeast."), [
    ["user", "````\n```\nWhy?"],
    ["Assistant", "Yeast."],
  ]);
  assert.deepEqual(fencedLines(["```js", "~~~", "````", "a", "```", "b", "~~~ x"]), [
    ...[true, true, true],
    ...[false, false, false, false],
  ]);
});

Deno.test("what has no two sides is no conversation, and words of nobody are none", () => {
  for (const text of ["", "# Bread\n\nYeast.", "## User\n\nWhy?", "**Assistant:** Yeast", "\u0000\u0001"]) {
    assert.deepEqual(read(text), { talks: [], left: { unknown: 1 } });
  }
  assert.deepEqual(read("## User\n\n## Assistant\n"), { talks: [], left: { empty: 2, blank_talks: 1 } });
});

Deno.test("the same file is the same conversation, another one never", () => {
  const one = "## User\n\nWhy?\n\n## Assistant\n\nYeast.";
  const keyOf = (text: string) => {
    const { id, head } = talkOf(text);
    return `${id} ${head}`;
  };
  assert.equal(keyOf(one), keyOf(`\ufeff${one.replaceAll("\n", "\r\n")}\r\n`));
  const others = [one, `${one}\n\n## User\n\nOh`, one.replace("Why", "How"), one.replace("Yeast", "Salt")];
  assert.equal(new Set(others.map(keyOf)).size, others.length);
});

Deno.test("a file by itself is known by what it holds, and an archive of such files by their names", async () => {
  const text = "## User\n\nWhy?\n\n## Assistant\n\nYeast.";
  const changed = Date.UTC(2026, 4, 1);
  const alone = await look({ ...sourceOf(text), changed });
  assert.deepEqual([alone.from, alone.talks, alone.messages, alone.first], [
    "Markdown",
    1,
    2,
    "2026-05-01T00:00:00.000Z",
  ]);
  assert.equal((await look(sourceOf(`[a link](https://example.com)\n\n${text}`))).talks, 1);
  const files = [
    { name: "chats/One.md", content: text },
    { name: "chats/Two.MD", content: text.replace("Why", "How") },
    { name: "README.md", content: "# What this is" },
    { name: "cat.png", content: "x" },
  ];
  const { talks, left } = await look(sourceOf(await zipOf(files)));
  assert.deepEqual([talks, left], [2, { unknown: 1 }]);
  for (const content of ["%PDF-1.7\n\0\0", "\u0089PNG\r\n", "{}", "[]", "null"]) {
    assert.equal((await look(sourceOf(content))).talks, 0, content);
  }
});

Deno.test("whatever stands in a text, reading it ends, within its bounds", () => {
  const line = fc.oneof(
    fc.constantFrom("## User", "**Assistant:** x", "---", "```", "~~~~", "# T", "User: x", "", "_**You**_"),
    anyText(),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const one of read(lines.join("\n")).talks) {
        assert.ok(one.messages.length <= lines.length);
        for (const { content, at } of one.messages) {
          assert.ok(content.isWellFormed() && /\S/.test(content));
          assert.equal(new Date(at).toISOString(), at);
        }
      }
    }),
    { numRuns: draws(4_000) },
  );
});

Deno.test("sources are listed behind the words of an answer, and are none of them when it is taken in again", () => {
  const history = new History().started({ title: "Fish" });
  const posted = { author: ANN, role: "user" as const };
  history.add("MessagePosted", { messageId: "m1", ...posted, content: "Do fish swim?" });
  history.add("MessagePosted", {
    messageId: "m2",
    author: { kind: "agent", id: "a_Ada", name: "Ada" },
    role: "assistant",
    content: "They do.\n\nSources:\n1. my own",
  });
  const state = foldAll(conversation, conversation.initial("conv_1"), history.events);
  const body = state.bodies["m2"];
  assert.ok(body);
  const citations = [{ url: "https://a.example/x", title: "A B", at: [8] }];
  const cited = { ...state, bodies: { ...state.bodies, m2: { ...body, citations } } };
  const text = markdownOf(cited);
  assert.ok(text.endsWith("1. my own\n\nSources:\n1. A B (a.example) <https://a.example/x>\n"), text);
  assert.deepEqual(saysOf(text).map(([, said]) => said), ["Do fish swim?", body.content]);
});
