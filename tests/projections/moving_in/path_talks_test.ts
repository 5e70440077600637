/** Ids of what tells none: the same thing has the same one, another thing another, whichever product it is from. */
import assert from "node:assert/strict";
import { claudeTalks } from "../../../projections/moving_in/claude.ts";
import { openWebUiTalks } from "../../../projections/moving_in/open_webui.ts";
import { SillyTavernChat } from "../../../projections/moving_in/silly_tavern.ts";
import type { Reading } from "../../../projections/moving_in/talks.ts";
import { transcriptTalks } from "../../../projections/moving_in/transcript.ts";

/** Ways in which a file made by hand says two things, each without an id. */
const READERS: Readonly<Record<string, (one: string, other: string) => Reading>> = {
  claude: (text, answer) =>
    claudeTalks({ chat_messages: [{ sender: "human", text }, { sender: "assistant", text: answer }] }, true),
  "open webui": (text, answer) =>
    openWebUiTalks(
      { chat: { messages: [{ role: "user", content: text }, { role: "assistant", content: answer }] } },
      true,
    ),
  transcript: (content, answer) =>
    transcriptTalks({
      messages: [{ authorType: "human", content }, { authorType: "agent", authorName: "A", content: answer }],
    }),
  "silly tavern": (mes, answer) => {
    const chat = new SillyTavernChat({ chat_metadata: {} });
    chat.add({ name: "U", is_user: true, mes });
    chat.add({ name: "A", mes: answer });
    return chat.end();
  },
};
const keyOf = ({ talks: [talk, ...others] }: Reading) => {
  assert.ok(talk && others.length === 0);
  return `${talk.id}|${talk.head}`;
};

for (const [name, read] of Object.entries(READERS)) {
  Deno.test(`without ids, of ${name}: the same is the same one, another one never`, () => {
    const texts = ["Why?", "How?", "Yeast."];
    const pairs = texts.flatMap((one) => texts.map((other) => [one, other] as const));
    const keys = pairs.map(([one, other]) => keyOf(read(one, other)));
    assert.equal(new Set(keys).size, pairs.length);
    assert.deepEqual(pairs.map(([one, other]) => keyOf(read(one, other))), keys);
  });
}

Deno.test("with an id of its own and messages without, what was changed or has grown ends in another message", () => {
  const talkOf = (...texts: string[]) =>
    claudeTalks({ uuid: "c", chat_messages: texts.map((text) => ({ sender: "human", text })) }, false);
  const keys = [talkOf("a", "b"), talkOf("a", "c"), talkOf("b", "b"), talkOf("a", "b", "c")].map(keyOf);
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(keys.every((key) => key.startsWith("c|made ")));
});

Deno.test("messages that are numbered from one on are no ids of their conversation", () => {
  const talkOf = (...texts: string[]) =>
    claudeTalks({ chat_messages: texts.map((text, at) => ({ uuid: at + 1, sender: "human", text })) }, false);
  const keys = [talkOf("a", "b"), talkOf("a", "c")].map(keyOf);
  assert.deepEqual(keys.map((key) => key.split("|")[1]), ["2", "2"]);
  assert.notEqual(keys[0], keys[1]);
});

Deno.test("branches of what tells no ids begin as the conversation they are of, and never as themselves", () => {
  const messages = [
    { uuid: "q", sender: "human", text: "Why?" },
    { uuid: "a", sender: "assistant", text: "Yeast.", parent_message_uuid: "q" },
    { sender: "assistant", text: "Yeast.", parent_message_uuid: "q" },
    { sender: "assistant", text: "Salt.", parent_message_uuid: "q" },
  ];
  const [main, ...forks] =
    claudeTalks({ chat_messages: messages, current_leaf_message_uuid: "a" }, true).talks;
  assert.equal(forks.length, 2);
  for (const { id, head, fork } of forks) {
    assert.deepEqual([fork?.id, fork?.head], [main?.id, main?.head]);
    assert.notDeepEqual([id, head], [main?.id, main?.head]);
  }
  const [, ...twice] = claudeTalks({ chat_messages: [...messages, { ...messages[3] }] }, true).talks;
  assert.ok(twice.every(({ head, fork }) => head !== fork?.head), "what says the same is no branch");
});
