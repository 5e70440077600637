/** A mode is a thing: what the list holds agrees with what everybody is told of it, and a fifth is one object more. */
import assert from "node:assert/strict";
import type { Mode } from "../../../../actors/conversation/modes/mode.ts";
import { modeOf, modes } from "../../../../actors/conversation/modes/modes.ts";
import { members } from "../../../../actors/conversation/modes/together.ts";
import "../../../ui/page.ts";
import { FACTS, factsOf, type Mode as Name, MODES } from "../../../../events/catalog/modes.ts";
import { roomPrompt } from "../../../../projections/prompt/room_prompt.ts";
import { exchangesOf } from "../../../../ui/exchange/grouping.ts";
import { wordsOfMode } from "../../../../ui/words/head.ts";
import type { ConversationState } from "../../../../projections/shapes/folds.ts";
import { History } from "../../../history.ts";
import { given } from "../../given.ts";
import { inWorld } from "../../world.ts";

Deno.test("whoever speaks in addresses has a hearer and someone to resolve them, and nobody else has", () => {
  for (const name of MODES) {
    const { hearer, address } = modeOf(name);
    const { addressed = false } = factsOf(name);
    assert.equal(hearer !== undefined, addressed, `${name}: to whom a person's words go`);
    assert.equal(address !== undefined, addressed, `${name}: to whom an answer goes`);
  }
});

Deno.test("every mode has a name of its own and a sentence for those who choose it", () => {
  assert.equal(new Set(MODES.map((name) => factsOf(name).label)).size, MODES.length);
  for (const name of MODES) assert.match(factsOf(name).help, /^[A-Z].{10,}/);
});

/** The word goes from one to the next, each message beginning with the agent after the last one that began. */
const RELAY = "relay" as string as Name;
const relay: Mode = {
  mayPass: true,
  prompt: (...asked) => `${roomPrompt(...asked)}\n\nAdd one sentence to the story.`,
  speakers(state, message) {
    const said = state.order.filter((id) => state.messages[id]?.author.kind === "human").length;
    const all = members(state, message);
    return all.slice((said - 1) % all.length).slice(0, 1).map(({ id }) => ({
      participantId: id,
      reason: { code: "in_turn", text: "begins the story" },
    }));
  },
  next(now, turn) {
    const all = members(now.state, now.state.messages[turn.exchange] ?? {});
    const told = now.state.exchanges[turn.exchange]?.turnIds.length ?? 0;
    const at = all.findIndex(({ id }) => id === turn.participantId);
    const next = all[(at + 1) % all.length];
    if (!next || told >= all.length) return;
    now.request({
      participantId: next.id,
      exchange: turn.exchange,
      mode: turn.mode,
      reason: { code: "in_turn", text: "goes on with the story" },
    });
  },
};
Object.assign(modes, { [RELAY]: relay });

Deno.test("a fifth mode is one object: it says who speaks, what comes next, who may pass and what the prompt adds", () =>
  inWorld({}, async (world, room) => {
    const echo = (name: string) => ({ name, model: "echo" });
    await room.open([echo("Ada"), { name: "Bob", model: "skip" }, echo("Cyd")], { mode: RELAY });
    await room.post("Once there was a fish.");
    await room.rest();
    await room.post("And then?");
    const state = await room.rest();
    const turns = Object.values(state.turns);
    assert.deepEqual(turns.map((turn) => state.messages[turn.messageId]?.author.name), [
      ...["Ada", "Bob", "Cyd"],
      ...["Bob", "Cyd", "Ada"],
    ]);
    assert.ok(turns.every(({ mode, status }) => mode === RELAY && status === "completed"));
    assert.deepEqual(
      turns.map((turn) => state.messages[turn.messageId]?.passed ?? false),
      [false, true, false, true, false, false],
    );
    assert.deepEqual(state.exchanges, {}, "each message has had its end");
    const sent = world.mock.requests().map(({ body }) => new TextDecoder().decode(body));
    assert.ok(sent.every((body) => body.includes("Add one sentence to the story.")));
    assert.ok(sent[2]?.includes("[Ada]: ") && !sent[0]?.includes("[Ada]: "), "each hears those before it");
  }));

Deno.test("a mode that only the engine knows is decided as any other, and goes by its bare name", () => {
  assert.deepEqual(factsOf(RELAY), { label: "relay", help: "" });
  const history = new History().started({ mode: RELAY }).joined("Ada", "Bob");
  assert.deepEqual(given(history).when({ type: "post", content: "Go" }).speakers(), ["p_Ada"]);
  assert.deepEqual(given(history).when({ type: "post", content: "@Bob go" }).speakers(), ["p_Bob"]);
});

/** Each message is for the agent that joined last, which answers the person; told as an entry of the catalog tells it. */
const WHISPER = "whisper" as string as Name;
const lastOf = (state: ConversationState) => state.participants.at(-1)?.id;
const whisper: Mode = {
  prompt: roomPrompt,
  speakers: (state) =>
    state.participants.slice(-1).map(({ id }) => ({
      participantId: id,
      reason: { code: "addressed", text: "was whispered to" },
    })),
  hearer: lastOf,
};

Deno.test("a person's word goes to whom a fifth mode says", () => {
  Object.assign(modes, { [WHISPER]: whisper });
  const history = new History().started({ mode: WHISPER }).joined("Ada", "Bob");
  const said = given(history).when({ type: "post", content: "Psst" });
  assert.equal(said.one("MessagePosted").to, "p_Bob");
  assert.deepEqual(said.speakers(), ["p_Bob"]);
});

Deno.test("what its entry says of a fifth mode the transcript and the page go by", () => {
  const state = new History().started({ mode: WHISPER }).joined("Ada", "Bob").posted("m1", "Psst")
    .requested("Ada", "m1", { mode: WHISPER }).requested("Bob", "m1", { mode: WHISPER }).state();
  const kinds = () => exchangesOf(state, state.order).flatMap(({ rows }) => rows.map(({ kind }) => kind));
  assert.deepEqual(kinds(), ["one", "one"]);
  const entry = { label: "Whisper", help: "The last one hears you", hint: "Whisper", sideBySide: true };
  Object.assign(FACTS, { [WHISPER]: entry });
  assert.deepEqual(kinds(), ["together"]);
  assert.deepEqual(wordsOfMode(WHISPER), entry);
});
