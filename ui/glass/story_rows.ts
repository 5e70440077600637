/**
 * The rows of a part of the story, newest first: what belongs to one answer stands together, and what only programs
 * tell apart is one row.
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { since } from "./elapsed.ts";
import { type Section, turnOf } from "./sections.ts";
import { all, Sentence } from "../words/sentence.ts";
import { addedSentence, askedSentence, sentenceOf } from "./sentences.ts";
import { agent, type Beside, type Told } from "./telling.ts";

/** What happened, and what is told of it; without events: the answer that is being given. */
export interface Row {
  readonly key: string;
  /** Oldest first. */
  readonly events: readonly AnyEvent[];
  readonly turnId: string | null;
  readonly beside: Beside;
  /** How long after the turn was asked for; of what is of no turn, after what happened before. */
  readonly time: string;
}

/** The events of one turn in a part, or one event that is of none. */
interface Block {
  readonly turnId: string | null;
  readonly events: AnyEvent[];
}

function blocksOf(section: Section, state: ConversationState): Block[] {
  const blocks: Block[] = [];
  const byTurn = new Map<string, Block>();
  for (const event of section.events) {
    const turnId = turnOf(event, state)?.id ?? null;
    const known = turnId === null ? addedWith(blocks.at(-1), event) : byTurn.get(turnId);
    if (known) known.events.push(event);
    else {
      const block = { turnId, events: [event] };
      blocks.push(block);
      if (turnId !== null) byTurn.set(turnId, block);
    }
  }
  return blocks;
}

/** The row before, where it is of agents added by the same person. */
function addedWith(last: Block | undefined, event: AnyEvent): Block | undefined {
  const before = last?.events.at(-1);
  const both = event.type === "ParticipantAdded" && before?.type === event.type;
  return both && before.by.id === event.by.id ? last : undefined;
}

/**
 * How many events from `index` on are one: an agent is asked, starts and is sent messages, each of which follows from the
 * one before. A later attempt is not the same story.
 */
function together(events: readonly AnyEvent[], index: number): number {
  const start = events[index]?.type === "TurnRequested" ? index + 1 : index;
  const known = events[start] && conversationEvent(events[start]);
  const isStart = known?.type === "TurnStarted" && known.data.attempt === 1;
  return isStart && events[start + 1]?.type === "ProviderCalled" ? start + 2 - index : 1;
}

function rowsOfTurn(
  { turnId, events }: Block,
  asked: string,
  before: string | undefined,
  first: boolean,
): Row[] {
  const rows: Row[] = [];
  for (let index = 0, count = 1; index < events.length; index += count) {
    count = together(events, index);
    const [event, last] = [events[index], events[index + count - 1]];
    if (!event || !last) break;
    rows.push({
      key: `event ${event.seq}`,
      events: events.slice(index, index + count),
      turnId,
      beside: { before: events[index - 1], after: events[index + count], first },
      time: since(last.type === "TurnRequested" ? before : asked, last.at),
    });
  }
  return rows;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Answers that are being given, by the part in which each was heard of last. */
export function writingIn(
  sections: readonly Section[],
  state: ConversationState,
): ReadonlyMap<Section, ReadonlySet<string>> {
  const found = new Map<Section, ReadonlySet<string>>();
  const open = new Set(state.open.filter((id) => state.turns[id]?.status === "running"));
  for (let index = sections.length - 1; index >= 0 && open.size > 0; index--) {
    const section = sections[index];
    if (!section) break;
    const here = section.events.flatMap((event) => turnOf(event, state)?.id ?? []).filter((id) =>
      open.has(id)
    );
    for (const id of here) open.delete(id);
    if (here.length > 0) found.set(section, new Set(here));
  }
  return found;
}

/** The row of an answer that is being given: it has no event yet. */
const liveRow = (turnId: string): Row => ({
  key: `live ${turnId}`,
  events: [],
  turnId,
  beside: {},
  time: "",
});

/**
 * The rows of a part.
 * @param writing turns of it that are being carried out at this moment: see `writingIn`
 */
export function rowsOf(
  section: Section,
  state: ConversationState,
  writing: ReadonlySet<string> = NOBODY,
): Row[] {
  const at = new Map<number, string>();
  let before = section.before;
  for (const event of section.events) {
    if (before !== undefined) at.set(event.seq, before);
    before = event.at;
  }
  const blocks = blocksOf(section, state);
  const firstTurn = blocks.find(({ turnId }) => turnId !== null);
  const rows = blocks.flatMap((block): Row[] => {
    const [event] = block.events;
    if (!event) return [];
    const previous = at.get(event.seq);
    if (block.turnId === null) {
      const { events } = block;
      return [{
        key: `event ${event.seq}`,
        events,
        turnId: null,
        beside: {},
        time: since(previous, event.at),
      }];
    }
    const asked = state.messages[state.turns[block.turnId]?.messageId ?? ""]?.at ?? event.at;
    const live = writing.has(block.turnId) ? [liveRow(block.turnId)] : [];
    return [...rowsOfTurn(block, asked, previous, block === firstTurn), ...live];
  });
  return rows.reverse();
}

/** What a row says. */
export function rowSentence({ events, beside }: Row, told: Told): Sentence {
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return new Sentence([told.words.unknown]);
  if (events.length > 1 && first.type === "ParticipantAdded") return addedSentence(events, told);
  if (first.type === "TurnRequested" && last.type === "ProviderCalled") {
    return askedSentence(first, events, told, beside);
  }
  return sentenceOf(last, told, { ...beside, before: events.at(-2) ?? beside.before });
}

/** Names that a summary still says: three and a number of tokens are more than a line, and their marks stand before it. */
const NAMED = 2;

/** A part in one sentence: who answered, and how much. */
export function summaryOf(section: Section, told: Told): Sentence {
  const ends = section.events.map(conversationEvent).filter(endsTurn);
  const done = ends.flatMap((event) => event.type === "TurnCompleted" && !event.data.passed ? [event] : []);
  const tokens = done.reduce((sum, { data }) => sum + (data.usage?.output ?? 0), 0);
  const ids = [...new Set(done.map(({ data }) => told.state.turns[data.turnId]?.participantId ?? ""))];
  const { turn: words } = told.words;
  if (ids.length === 0) {
    return new Sentence([ends.length === 0 ? words.nobody : words.endedEarly(ends.length)]);
  }
  const who = ids.length <= NAMED ? all(ids.map((id) => agent(told, id))) : words.agents(ids.length);
  return tokens === 0 ? words.theyAnswered(who) : words.theyAnsweredIn(who, tokens);
}
