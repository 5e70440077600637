/** What happened, in words: a sentence for every event there can be, and nothing in it that only programs know. */
import assert from "node:assert/strict";
import "../page.ts";
import {
  ConversationEvent,
  type DataOf,
  type NewConversationEvent,
} from "../../../events/catalog/conversation.ts";
import { type AnyEvent, RETENTION, SYSTEM } from "../../../events/catalog/envelope.ts";
import { upcast } from "../../../events/catalog/upcast.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { addedSentence, sentenceOf, toneOf } from "../../../ui/glass/sentences.ts";
import type { Beside, Told } from "../../../ui/glass/telling.ts";
import { english as story } from "../../../ui/words/english_story.ts";
import { german } from "../../../ui/words/german.ts";
import { eventsIn } from "../../events/exported.ts";
import { ANN, BEN, History } from "../../history.ts";

/** The conversations that were recorded with every type there was. */
async function golden(): Promise<AnyEvent[][]> {
  const folder = new URL("../../golden/", import.meta.url);
  const logs: AnyEvent[][] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".ndjson")) continue;
    const text = await Deno.readTextFile(new URL(name, folder));
    logs.push(eventsIn(text.trimEnd().split("\n")).map((event) => upcast(event)));
  }
  return logs.filter(([first]) => first?.type === "ConversationStarted");
}

const told = (events: readonly AnyEvent[], more: Partial<Told> = {}): Told => ({
  state: foldAll(conversation, conversation.initial("c"), events),
  words: story,
  tool: () => null,
  sent: () => 3,
  ...more,
});

/** Everything in a value that is an id or the name of a type. */
function ids(value: unknown): string[] {
  if (typeof value === "string") return /^(?!https?:)[a-z]+_\w+$/i.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(ids) : [];
}

function speaks(event: AnyEvent, text: string): void {
  assert.match(text, /^\S.*[\p{L}”\d)…]$/u, `${event.type}: “${text}”`);
  assert.ok(!text.includes(event.type), `${event.type}: “${text}” has a type's name`);
  for (const id of [event.id, ...ids(event.data)]) {
    assert.ok(!text.includes(id), `${event.type}: “${text}” has the id ${id}`);
  }
}

Deno.test("every event of a conversation has its sentence, without a type's name or an id in it", async () => {
  const seen = new Set<string>();
  for (const events of await golden()) {
    const one = told(events);
    events.forEach((event, index) => {
      seen.add(event.type);
      speaks(event, sentenceOf(event, one, { before: events[index - 1], after: events[index + 1] }).text);
    });
  }
  // Nothing is left of such a conversation to be in a log.
  const [first] = new History().started().events;
  assert.ok(first);
  const gone = { ...first, type: "ConversationDeleted", data: {} };
  speaks(gone, sentenceOf(gone, told([])).text);
  seen.add(gone.type);
  const types = ConversationEvent.options.map(({ shape }) => shape.type.value);
  assert.deepEqual(types.filter((type) => !seen.has(type)), []);
});

type Type = NewConversationEvent["type"];
/** The sentence of the last event of a story. */
const last = (history: History, more: Partial<Told> = {}, beside: Beside = {}): string => {
  const event = history.events.at(-1) ?? assert.fail();
  return sentenceOf(event, told(history.events, more), beside).text;
};
const room = () => new History().started().joined("Ada", "Ben");
const said = <T extends Type>(type: T, data: DataOf<T>, by = SYSTEM): string =>
  last(room().posted("m1", "Is bread food?").requested("Ada", "m1").claimed("t_Ada").add(type, data, { by }));

const ME = { ...ANN, id: "local", name: "User" };

Deno.test("one's own acts begin with the verb, those of others with their name", () => {
  const enabled = (by: typeof ANN) =>
    last(room().add("ParticipantDisabled", { participantId: "p_Ada" }, { by }));
  assert.equal(enabled(ME), "Turned Ada off");
  assert.equal(enabled(BEN), "Ben turned Ada off");
  assert.equal(last(new History().started({ mode: "round_robin" })), "Ann started the conversation: In turn");
  assert.equal(
    addedSentence(room().joined("Cy").events, told(room().joined("Cy").events)).text.replace(", and", " and"),
    "Ann added Ada, Ben and Cy",
  );
});

Deno.test("a mode is called as it is chosen, in either language", () => {
  const begun = new History().started({ mode: "round_robin" });
  const inGerman = ({ events }: History) =>
    sentenceOf(events.at(-1) ?? assert.fail(), told(events, { words: german.story })).text;
  assert.match(inGerman(begun), /: Reihum$/);
  assert.match(inGerman(begun.add("ModeChanged", { mode: "manual" })), /Auf Wunsch eingeschaltet$/);
  // Of one that has no German words, those of the catalog, or its bare name.
  assert.match(inGerman(begun.add("ModeChanged", { mode: "later" as "manual" })), /later eingeschaltet$/);
});

Deno.test("what was written is quoted by its first words, as words, and asked where it asks", () => {
  const one = (content: string, more = {}) => last(room().posted("m1", content, ME, more));
  assert.equal(one("Is **bread** food?"), "You asked: “Is bread food?”");
  assert.equal(one("Bread is `food`."), "You wrote: “Bread is food.”");
  assert.equal(one("word ".repeat(50)), `You wrote: “${"word ".repeat(9)}wor…”`);
  assert.equal(one("Well?", { mentions: ["p_Ada", "p_Ben"] }), "You to Ada and Ben: “Well?”");
  const file = (name: string) => ({ sha256: "0".repeat(64), name, type: "text/plain", size: 1 });
  assert.equal(one("", { attachments: [file("notes.md")] }), "You sent notes.md");
  assert.equal(one(" ", { attachments: [file("a.txt"), file("b.txt")] }), "You sent 2 files");
});

Deno.test("a message that is left out is called by who answered, or by its first words", () => {
  const history = room().answered("m1", "Is bread food?", { Ada: "Yes." });
  const out = (messageId: string, more = {}) =>
    last(
      new History().started().joined("Ada", "Ben").answered("m1", "Is bread food?", { Ada: "Yes." })
        .add("InclusionSet", { messageId, included: false, ...more }, { by: ME }),
    );
  assert.ok(history.state().messages["m_t_Ada_m1"]);
  assert.equal(out("m_t_Ada_m1"), "Left out Ada’s answer");
  assert.equal(out("m1"), "Left out “Is bread food?”");
  assert.equal(out("m_t_Ada_m1", { participantIds: ["p_Ben"] }), "Hid Ada’s answer from Ben");
  assert.equal(out("gone"), "Left out a message");
});

Deno.test("why an agent is asked is heard in the asking", () => {
  const asked = (reason: DataOf<"TurnRequested">["reason"], beside: Beside = {}) =>
    last(room().posted("m1", "Hm").requested("Ada", "m1", { reason }), {}, beside);
  assert.equal(asked({ code: "enabled", text: "x" }), "Asked Ada");
  assert.equal(asked({ code: "mentioned", text: "x" }), "Asked Ada by name");
  assert.equal(asked({ code: "in_turn", text: "x", round: 1 }), "Asked Ada first");
  assert.equal(asked({ code: "in_turn", text: "x", round: 1 }, { first: false }), "Then asked Ada");
  assert.equal(asked({ code: "retried", text: "x" }), "Asked Ada again");
  assert.equal(asked({ code: "addressed", text: "x", from: 102 }), "Ben asked Ada");
  assert.equal(asked({ code: "addressed", text: "x", from: 9 }), "Asked Ada");
});

Deno.test("a busy provider says how long was waited for it, unless it was given up", () => {
  const error = { code: "overloaded" as const, message: "x", retryable: true };
  const failed = room().posted("m1", "Hm").requested("Ada", "m1").claimed("t_Ada")
    .add("ProviderCallFailed", { turnId: "t_Ada", attempt: 1, round: 1, error }, { by: SYSTEM });
  assert.equal(last(failed), "The provider was busy");
  const event = failed.events.at(-1) ?? assert.fail();
  const after = { ...event, type: "ProviderCalled", at: new Date(Date.parse(event.at) + 400).toISOString() };
  assert.equal(last(failed, {}, { after }), "The provider was busy; waited 0.4 s and tried again");
  assert.equal(toneOf(event), "warn");
});

Deno.test("answers say their length where it is known, and whom they were for", () => {
  const base = { turnId: "t_Ada", attempt: 1, messageId: "m_t_Ada" };
  const more = { content: "x", model: "m", providerMessageId: null, toolsUsed: [], finishReason: "stop" };
  const timing = { firstTextMs: 1, totalMs: 2 };
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 140, reasoning: 0 };
  const done = { ...base, ...more, timing, usage };
  assert.equal(said("TurnCompleted", done), "Ada answered in 140 tokens");
  assert.equal(said("TurnCompleted", { ...done, usage: null }), "Ada answered");
  assert.equal(said("TurnCompleted", { ...done, to: "p_Ben", usage: null }), "Ada answered Ben");
  assert.equal(said("TurnCompleted", { ...done, to: "person" }), "Ada answered in 140 tokens");
  assert.equal(said("TurnCompleted", { ...done, passed: true }), "Ada passed");
  assert.equal(
    said("TurnCompleted", { ...done, finishReason: "length" }),
    "Ada answered in 140 tokens, cut at its limit",
  );
});

Deno.test("a tool is called as the interface calls it, an address by itself, and asking is told from doing", () => {
  const call = { turnId: "t_Ada", attempt: 1, round: 1, callId: "call_1", args: "{}" };
  const used = (data: Partial<DataOf<"ToolCalled">>, label: string | null = null) =>
    last(
      room().posted("m1", "Hm").requested("Ada", "m1").claimed("t_Ada")
        .add("ToolCalled", { ...call, tool: "fetch_url", ...data }),
      { tool: () => label },
    );
  assert.equal(used({}), "Ada used a tool");
  assert.equal(used({}, "Read a web page"), "Ada used “Read a web page”");
  assert.equal(used({ asks: true }), "Ada asks to use a tool");
  assert.equal(used({ address: "https://example.com/a" }), "Ada opened https://example.com/a");
  assert.equal(
    used({ address: "https://example.com/", asks: true }),
    "Ada asks to open https://example.com/",
  );
});

Deno.test("who left keeps the name, and who is gone has one too; a newer type is told as such", () => {
  const history = room().add("ParticipantRemoved", { participantId: "p_Ada" }, { by: ME });
  assert.equal(last(history), "Removed Ada");
  assert.equal(
    last(room().add("ParticipantRemoved", { participantId: "p_Nobody" }, { by: ME })),
    "Removed An agent",
  );
  const event = { ...(history.events.at(-1) ?? assert.fail()), type: "Laterly" };
  assert.equal(sentenceOf(event, told(history.events)).text, "Something that a newer version wrote");
});

Deno.test("settings are told by what they now are", () => {
  const set = (data: DataOf<"SettingsChanged">) => last(room().add("SettingsChanged", data, { by: ME }));
  assert.equal(set({ rounds: 2, webAccess: true }), "Set: 2 rounds, agents may read the web");
  assert.match(set({ limits: { usd: 2 } }), /^Set: at most \$\s?2(\.00)?$/);
  assert.equal(set({ limits: {} }), "Set: no limits");
  assert.equal(set({ onNewMessage: "queue" }), "Set: a new message waits for the answers");
  assert.equal(set({}), "Kept the settings");
});

Deno.test("a name that would turn the text round is shown as what it is", () => {
  const history = new History().started().joined("a\u202eb").add("ParticipantDisabled", {
    participantId: "p_a\u202eb",
  }, { by: ME });
  assert.equal(last(history), "Turned a\ufffdb off");
});

Deno.test("what is asked for about answers is told as what it is, and so is its checkbox", () => {
  const sources = ["m_t_Editor_m1", "m_t_Critic_m1"];
  const events =
    new History().started().joined("Editor", "Critic").answered("m1", "Hi", { Editor: "1", Critic: "2" })
      .requested("Critic", "t1", { turnId: "t1", sources, task: "gist" })
      .add("InclusionSet", { messageId: "m_t1", included: false })
      .requested("Critic", "t2", { turnId: "t2", sources, task: "claims" })
      .requested("Critic", "t3", { turnId: "t3", sources }).events;
  const texts = events.slice(-4).map((event) => sentenceOf(event, told(events), {}).text);
  assert.deepEqual(texts, [
    "Asked Critic for the gist of 2 answers",
    "Ann left out what Critic writes about answers",
    "Asked Critic for the claims of two answers",
    "Asked Critic for one answer from 2",
  ]);
});

Deno.test("a deletion that nobody asked for by hand says why it was", () => {
  const events = new History().started().events;
  const by = (actor: typeof SYSTEM) => {
    const event = {
      id: "d/0",
      seq: 2,
      type: "DeletionRequested",
      v: 1,
      at: "2026-01-01T13:00:00.000Z",
      by: actor,
      data: { until: "2026-01-01T13:00:10.000Z" },
    };
    return [story, german.story].map((words) => sentenceOf(event, told(events, { words }), {}).text);
  };
  assert.deepEqual(by(RETENTION), [
    "Fishbowl deleted the conversation, which nobody had touched for long",
    "Fishbowl hat das Gespräch, das lange niemand berührt hatte, gelöscht",
  ]);
  assert.equal(by(SYSTEM)[0], "Fishbowl deleted the conversation");
});

Deno.test("who manages is not asked by the others: they write to it, and it asks them", () => {
  const history = new History().started().joined("boss", "coder").managed("boss").posted("m1", "Build it");
  const by = (from: number) => ({ code: "addressed" as const, text: `addressed by #${from}`, from });
  history.requested("coder", "m1", { mode: "manager", reason: by(101) });
  assert.equal(last(history), "boss asked coder");
  history.requested("boss", "m1", { mode: "manager", reason: by(102) });
  assert.equal(last(history), "coder wrote to boss, who leads");
});
