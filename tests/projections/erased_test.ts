/** A history some of whose words are gone: what happened stands as it did, and every other word is where it was. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { seenBy } from "../../projections/context/requests.ts";
import { specNow, specOf } from "../../projections/context/spec.ts";
import { agencyMessages } from "../../projections/conversation/agency_messages.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { dueTurns } from "../../projections/conversation/due.ts";
import { violations } from "../../projections/conversation/invariants.ts";
import { rowOf } from "../../projections/conversation/list.ts";
import { messageViews } from "../../projections/conversation/message_view.ts";
import { foldAll } from "../../projections/fold.ts";
import { agencyPrompt } from "../../projections/prompt/agency_prompt.ts";
import { roomPrompt } from "../../projections/prompt/room_prompt.ts";
import { parseQuery } from "../../projections/search/query.ts";
import { hitsIn } from "./search/searched.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { ListRow, Omitted } from "../../projections/shapes/views.ts";
import { totalUsage, turnUsages } from "../../projections/usage/usage.ts";
import { markdownTexts } from "../../server/routes/markdown_transcript.ts";
import { draws } from "../effort.ts";
import { withoutWords } from "../erased.ts";
import { ANN, History, rowAfter } from "../history.ts";
import { arbitraryErasure, tokenOf } from "../erased_history.ts";

const markdownOf = (state: ConversationState): string => [...markdownTexts(state)].join("");

const folded = (events: readonly AnyEvent[]): ConversationState =>
  foldAll(conversation, conversation.initial("conv_walk"), events);

/** What is made of words of more than one event: another may stand there, but none that is gone. */
const DERIVED = new Set(["title", "titled", "lastMessage", "people"]);
/** What goes with words: how long they were, the salt of them, what hides behind them. */
const GOES = new Set([
  "length",
  "salts",
  "reasoning",
  "raw",
  "cut",
  "toolsUsed",
  "attachments",
  "links",
  "address",
  "digest",
  "fields",
  "values",
  "url",
  "texts",
  "systemPrompt",
  "label",
  "criteria",
  "names",
]);

/** Where `after` says something else than `before`, beyond words that are gone. */
function* differences(
  before: unknown,
  after: unknown,
  isGone: (text: string) => boolean,
  at = "",
): Iterable<string> {
  const field = at.slice(at.lastIndexOf("/") + 1);
  // Who erased something, and why, are words themselves.
  if (DERIVED.has(field) || at.includes("/erasure/") || Object.is(before, after)) return;
  if (typeof before === "string" && after === "" && isGone(before)) return;
  // What a page was when it was looked at last goes with that look: the one before it counts.
  if (field === "digest" && typeof before === "string" && isGone(before)) return;
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) {
    if (!(GOES.has(field) && (after === 0 || after === undefined || after === null))) {
      yield `${at}: ${JSON.stringify(before)} is ${JSON.stringify(after)}`;
    }
    return;
  }
  if (Array.isArray(after) && after.length === 0 && isGone(JSON.stringify(before))) return;
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    if (key === "erased" || (at.endsWith("/salts") && is.get(key) === undefined)) continue;
    const own: unknown = was.get(key);
    if (is.get(key) === undefined && GOES.has(key) && isGone(JSON.stringify(own))) continue;
    yield* differences(own, is.get(key), isGone, `${at}/${key}`);
  }
}

/** Everything that is shown of a conversation. */
const shown = (state: ConversationState) => ({
  row: rowOf(state),
  views: messageViews(state, state.order),
  agency: agencyMessages(state),
  usage: turnUsages(state).map(({ agentName: name, ...usage }) => ({ ...usage, name })),
  total: totalUsage(turnUsages(state)),
  due: dueTurns(state).map(({ id }) => id),
});

/** The names of those who speak are words too: what is said goes on without them. */
const unnamed = (text: string): string => text.replace(/^\[[^\]]*\]: /, "");

/** Of what said nothing it is not known any more that it did. */
const isUnsure = (before: ConversationState, after: ConversationState, id: string | null): boolean =>
  id !== null && after.messages[id]?.erased === true && before.messages[id]?.length === 0;

/** What each agent was and would be sent, but for what is gone, as before; and who saw what. */
function checkContexts(before: ConversationState, after: ConversationState): void {
  const turns = Object.values(before.turns).flatMap((turn) => {
    const spec = specOf(turn);
    // Of a panel the texts of its format are words too, and the names of others are taken out of what was said.
    return spec && !spec.panel ? [{ participantId: turn.participantId, spec }] : [];
  });
  const now = before.participants.map(({ id }) => ({ participantId: id, spec: specNow(before) }));
  for (const { participantId, spec } of [...turns, ...now]) {
    const [was, is] = [
      new AgentContext(before, participantId, spec).whole(),
      new AgentContext(after, participantId, spec).whole(),
    ];
    const gone = new Set(is.omitted.filter(({ why }) => why === "erased").map(({ messageId }) => messageId));
    for (const id of gone) assert.ok(after.messages[id]?.erased);
    assert.deepEqual(
      is.messages.map(({ messageId, role, content }) => [messageId, role, unnamed(content)]),
      was.messages.filter(({ messageId }) => !gone.has(messageId))
        .map(({ messageId, role, content }) => [messageId, role, unnamed(content)]),
    );
    const sure = ({ messageId }: Omitted) => !gone.has(messageId) && !isUnsure(before, after, messageId);
    assert.deepEqual(is.omitted.filter(sure), was.omitted.filter(sure));
  }
  for (const id of before.order) {
    if (!isUnsure(before, after, id)) assert.deepEqual(seenBy(after, id), seenBy(before, id));
  }
}

Deno.test("a fold of a history whose words are gone in places is the fold of it, but for these words", () => {
  const histories = draws(500);
  let erased = 0;
  fc.assert(
    fc.property(arbitraryErasure, ({ events, seqs }) => {
      const before = folded(events);
      const left = events.map((event) => seqs.has(event.seq) ? withoutWords(event) : event);
      const after = folded(left);
      const tokens = left.flatMap(({ seq, erased }) => erased ? [tokenOf(seq)] : []);
      erased += tokens.length;
      const unsure = isUnsure(before, after, after.lastSaid);
      const isGone = (text: string) => tokens.some((token) => text.includes(token));
      const was = unsure ? { ...before, lastSaid: after.lastSaid } : before;
      assert.deepEqual([...differences(was, after, isGone)], []);
      assert.deepEqual([...differences(shown(was), shown(after), isGone)], []);
      assert.deepEqual(violations(after), []);
      let row: ListRow | null = null;
      const state = conversation.initial("conv_walk");
      for (const event of left) row = rowAfter(row, conversation.evolve(state, event), event);
      assert.deepEqual(row, after.deleted ? null : rowOf(after), "the list tells the same");
      checkContexts(before, after);
      const hits = (state: ConversationState) =>
        hitsIn(state, parseQuery("zq")).flatMap(({ messageId }) => messageId ?? []);
      assert.deepEqual(hits(after), hits(before).filter((id) => !after.messages[id]?.erased));
      const prompts = after.participants.map((
        { id },
      ) => [agencyPrompt(after, id), roomPrompt(after, id, after.seq)]);
      const all = JSON.stringify([after, shown(after), prompts, markdownOf(after)]);
      assert.deepEqual(tokens.filter((token) => all.includes(token)), [], "what is gone is nowhere");
    }),
    { numRuns: histories },
  );
  assert.ok(erased > histories / 5);
});

Deno.test("a person keeps the name of other words, and one of whom none is left has none", () => {
  const history = new History().started().posted("m1", "One").posted("m2", "Two");
  const erasing = (...seqs: number[]) =>
    folded(history.events.map((event) => seqs.includes(event.seq) ? withoutWords(event) : event)).people;
  const { id } = ANN;
  assert.deepEqual(erasing(3), [{ id, name: ANN.name }]);
  assert.deepEqual(erasing(2), [{ id, name: ANN.name }]);
  assert.deepEqual(erasing(2, 3), [{ id, name: "" }]);
});

Deno.test("what is gone says so: a message, a tool's use, an attempt that was cut, and in the transcript", () => {
  const call = { turnId: "t_Ada", attempt: 1, round: 1, callId: "c1" };
  const history = new History().started().joined("Ada").posted("m1", "One").requested("Ada", "m1").claimed(
    "t_Ada",
  )
    .add("ToolCalled", { ...call, tool: "look_up", args: "{}" })
    .add("ToolReturned", { ...call, status: "ok", result: "42" })
    .add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost", partial: "It" })
    .claimed("t_Ada", 2).completed("t_Ada", "It is 42.", { attempt: 2 });
  const after = (...types: string[]) =>
    folded(history.events.map((event) => types.includes(event.type) ? withoutWords(event) : event));
  const { m1, m_t_Ada: answer } = after("MessagePosted", "TurnCompleted").messages;
  assert.deepEqual([m1?.erased, answer?.erased], [true, true]);
  const text = markdownOf(after("MessagePosted", "TurnCompleted"));
  assert.equal(text.match(/\*Erased\.\*/g)?.length, 2);
  assert.match(text, /## Ada/);
  const of = (state: ConversationState) => state.bodies["m_t_Ada"];
  assert.deepEqual(
    of(after("ToolReturned"))?.tools?.map(({ args, result, erased }) => [args, result, erased]),
    [
      ["{}", "", true],
    ],
  );
  assert.deepEqual(
    of(after("ToolCalled"))?.tools?.map(({ args, result, erased }) => [args, result, erased]),
    [
      ["", "42", true],
    ],
  );
  assert.deepEqual(of(after("TurnInterrupted"))?.cut, [{
    attempt: 1,
    why: "lost",
    content: "",
    erased: true,
  }]);
});
