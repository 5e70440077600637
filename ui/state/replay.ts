/** Looking at a conversation as it was: a fold of a prefix of its events, shown by the same components. */
import { signal } from "@preact/signals";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import type { EventPage } from "../../server/contract/event_frames.ts";
import type { Answer } from "./api.ts";
import { ConversationStore } from "./conversation_store.ts";
import { eventsAfter } from "./queries.ts";
import { orSay } from "./toast.ts";

export interface Replay {
  readonly events: readonly AnyEvent[];
  /** How many of them are folded. */
  readonly at: number;
  readonly store: ConversationStore;
  /** Grows when the fold had to begin anew. */
  readonly round: number;
}

export const replay = signal<Replay | null>(null);
/** 0: not playing; otherwise how many times faster than it was; Infinity: as fast as possible. */
export const pace = signal(0);

/** Milliseconds between two events at most, however long the real pause was. */
const PAUSE_MS = 2_000;
/** EventPage fetched at once. */
const PAGE = 5_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** EventPage of a conversation, all of them; null where they cannot be had, which is said. */
export async function eventsOf(id: string): Promise<AnyEvent[] | null> {
  const events: AnyEvent[] = [];
  for (let after: number | null = 0; after !== null;) {
    const answer: Answer<EventPage> = await orSay(eventsAfter(id, after, PAGE));
    if (!answer.ok) return null;
    events.push(...answer.value.events);
    after = answer.value.next;
  }
  return events;
}

/** Enters replay at event `at` (1 … number of events). */
export async function enter(id: string, at: number): Promise<void> {
  const known = replay.value?.store.id === id ? replay.value.events : null;
  const events = known ?? await eventsOf(id);
  if (!events) return;
  seek(events, id, at);
}

function seek(events: readonly AnyEvent[], id: string, to: number): void {
  const at = Math.min(Math.max(1, to), events.length);
  const now = replay.value;
  // Forward is folding on; backward is folding the prefix again.
  if (now && now.store.id === id && at >= now.at) {
    for (const event of events.slice(now.at, at)) now.store.apply(event);
    replay.value = { ...now, events, at };
    return;
  }
  const state = foldAll(conversation, conversation.initial(id), events.slice(0, at));
  replay.value = { events, at, store: new ConversationStore(state, false), round: (now?.round ?? 0) + 1 };
}

export function scrub(to: number): void {
  const now = replay.value;
  if (now) seek(now.events, now.store.id, to);
}

export function play(speed: number): void {
  clearTimeout(timer);
  pace.value = speed;
  const next = () => {
    const now = replay.value;
    if (!now || pace.value === 0) return;
    const [event, after] = [now.events[now.at - 1], now.events[now.at]];
    if (!event || !after) {
      pace.value = 0;
      return;
    }
    const real = Math.min(PAUSE_MS, Math.max(0, Date.parse(after.at) - Date.parse(event.at)));
    timer = setTimeout(() => {
      scrub(now.at + 1);
      next();
    }, speed === Infinity ? 0 : real / speed);
  };
  next();
}

export function leave(): void {
  clearTimeout(timer);
  pace.value = 0;
  replay.value = null;
}
