/**
 * The log in parts that read as a story: what people did, and the answers that followed, a round a part. Each part is a
 * run of the log, so that a part never changes when the next one begins; where an event belongs follows from it and
 * from the part before it alone.
 */
import type { Reason } from "../../events/catalog/conversation.ts";
import type { Actor, AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";

/** Events of a part at most: what goes on for longer goes on in another part. */
export const SECTION_EVENTS = 200;

interface Common {
  /** Where it begins: the same as long as nothing older is read. */
  readonly key: string;
  /** Never empty, oldest first. */
  readonly events: readonly AnyEvent[];
  /** When the event before the first one was; undefined where that is not known, or there is none. */
  readonly before: string | undefined;
}
/** What people and the program did by themselves. */
export interface Acts extends Common {
  readonly kind: "acts";
  readonly by: Actor;
}
/** Answers to one message, or one round of them. */
export interface Answers extends Common {
  readonly kind: "answers";
  readonly exchange: string;
  /** In turn: which round; 0 where there are none. */
  readonly round: number;
  /** Why the first of them was asked. */
  readonly why: Reason["code"];
}
export type Section = Acts | Answers;

/** The turn an event is of; undefined for what is not of a turn. */
export function turnOf(event: AnyEvent, { turns }: Pick<ConversationState, "turns">): Turn | undefined {
  const { turnId } = Object(event.data);
  return typeof turnId === "string" ? turns[turnId] : undefined;
}

/** Rounds are parts where there are several; a mode of one round is one part. */
const roundOf = ({ reason }: Turn): number =>
  reason.rounds !== undefined && reason.rounds > 1 ? reason.round ?? 1 : 0;

/** Whether an answer of this part was being given when the event happened. */
function isOpen({ events }: Section, event: AnyEvent, state: ConversationState): boolean {
  return events.some((one) => (turnOf(one, state)?.doneSeq ?? Infinity) > event.seq && turnOf(one, state));
}

/** Whether an event that is of no turn goes on with the part. */
function joins(last: Section, event: AnyEvent, state: ConversationState): boolean {
  const isSaid = (one: AnyEvent | undefined) => one?.type === "MessagePosted";
  // What somebody says ends a part; what the program says of an exchange is part of it.
  if (last.kind === "acts") return last.by.id === event.by.id && !isSaid(last.events.at(-1));
  if (isSaid(event)) return Object(event.data).author?.kind !== "user";
  return event.type === "ExchangeCompleted" || isOpen(last, event, state);
}

/** Whether the event goes on with the part. */
function goesOn(last: Section, event: AnyEvent, state: ConversationState): boolean {
  if (last.events.length >= SECTION_EVENTS) return false;
  const turn = turnOf(event, state);
  if (!turn) return joins(last, event, state);
  return last.kind === "answers" && last.exchange === turn.exchange && last.round === roundOf(turn);
}

/** A part that begins with the event. `events` is to become its events. */
function begun(
  events: readonly AnyEvent[],
  event: AnyEvent,
  last: Section | undefined,
  state: ConversationState,
) {
  const common: Common = { key: `part ${event.seq}`, events, before: last?.events.at(-1)?.at };
  const turn = turnOf(event, state);
  const section: Section = turn
    ? { ...common, kind: "answers", exchange: turn.exchange, round: roundOf(turn), why: turn.reason.code }
    : { ...common, kind: "acts", by: event.by };
  return section;
}

/**
 * The parts with one more event, which is newer than all of them. At most the last one is another object than before.
 */
export function withEvent(
  sections: readonly Section[],
  event: AnyEvent,
  state: ConversationState,
): Section[] {
  const last = sections.at(-1);
  return last && goesOn(last, event, state)
    ? [...sections.slice(0, -1), { ...last, events: [...last.events, event] }]
    : [...sections, begun([event], event, last, state)];
}

/** Parts that grow, while nobody else holds them. */
class Growing {
  readonly sections: Section[] = [];
  #events: AnyEvent[] = [];

  push(event: AnyEvent, state: ConversationState): void {
    const last = this.sections.at(-1);
    if (!last || !goesOn(last, event, state)) {
      this.#events = [];
      this.sections.push(begun(this.#events, event, last, state));
    }
    this.#events.push(event);
  }
}

/** The parts of a run of the log, oldest first. */
export function sectionsOf(events: readonly AnyEvent[], state: ConversationState): Section[] {
  const growing = new Growing();
  for (const event of events) growing.push(event, state);
  return growing.sections;
}

/** The parts with what happened before them: the oldest of them may turn out to go on with another. */
export function withOlder(
  older: readonly AnyEvent[],
  sections: readonly Section[],
  state: ConversationState,
): Section[] {
  const growing = new Growing();
  for (const event of older) growing.push(event, state);
  for (let index = 0; index < sections.length; index++) {
    const { events = [], key = "" } = sections[index] ?? {};
    for (const event of events) growing.push(event, state);
    // A part that begins where it began before is followed by the same parts as before.
    if (growing.sections.at(-1)?.key === key && index > 0) {
      return [...growing.sections, ...sections.slice(index + 1)];
    }
  }
  return growing.sections;
}

/** Whether an answer of the part is still being given. */
export function isRunning({ events }: Section, state: ConversationState): boolean {
  return events.some((event) => {
    const turn = turnOf(event, state);
    return turn !== undefined && turn.doneSeq === undefined;
  });
}
