/**
 * What a browser starts from: the fold itself, with the texts of the newest page only. It goes on folding
 * events over it, and reads older texts a page at a time.
 */
import { PAGE_MESSAGES } from "../events/catalog/limits.ts";
import { copyAtOnce } from "./gradual_copy.ts";
import type { Body, ConversationState, ToldConversation } from "./shapes/folds.ts";

export interface Page {
  /** Ids in reading order. */
  readonly ids: string[];
  /** `before` of the next older page; null when there is none. */
  readonly next: number | null;
}

/** How many messages stand before `seq`. The order of messages is the order of their seq. */
function countBefore(state: ConversationState, seq: number): number {
  let low = 0;
  let high = state.order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = state.messages[state.order[middle] ?? ""]?.seq ?? 0;
    if (at < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The `limit` messages before `before` (a message's seq; null: the newest ones). */
export function pageOf(state: ConversationState, before: number | null, limit: number): Page {
  const end = before === null ? state.order.length : countBefore(state, before);
  const start = Math.max(0, end - limit);
  const first = state.messages[state.order[start] ?? ""];
  return { ids: state.order.slice(start, end), next: start > 0 && first ? first.seq : null };
}

/**
 * What to start folding from: headers of all messages, texts of the newest `limit` and of answers that are still being
 * written; no salts. It holds the containers of the state, which must not change while it is used.
 */
function told(state: ConversationState, limit: number): ToldConversation {
  const bodies: Record<string, Body> = {};
  for (const id of [...pageOf(state, null, limit).ids, ...shownApart(state)]) {
    const body = state.bodies[id];
    if (body) bodies[id] = body;
  }
  const { salts: _, ...rest } = state;
  return { ...rest, bodies };
}

/** The same as a copy: the given state is not changed by it, nor by what is folded onto the copy. */
export const firstPaint = (state: ConversationState, limit = PAGE_MESSAGES): ToldConversation =>
  copyAtOnce(told(state, limit));

/** Messages that are shown wherever one reads: what is still being written, and hands that may be up. */
const shownApart = ({ open, turns, hands }: ConversationState): string[] =>
  [...open, ...hands?.round?.turnIds ?? []].flatMap((turnId) => turns[turnId]?.messageId ?? []);

export interface End {
  readonly fold: ToldConversation;
  /** Messages that are not in it. */
  readonly missing: number;
}

/** Whether there are more messages than that. */
export const isLonger = ({ order }: ConversationState, headers: number): boolean => order.length > headers;

/**
 * The same of the newest `headers` messages alone, and of those that are named by them, at most as many again: what is
 * shown of a conversation of any length when it is opened. Of the rest there are neither headers nor turns; whoever goes
 * on folding needs them soon, since an event may be about any of them. Where it has no more than that (`isLonger`) it is no
 * copy: then the given state must not change while it is used.
 */
export function endOf(state: ConversationState, headers: number, limit = PAGE_MESSAGES): End {
  if (!isLonger(state, headers)) return { fold: told(state, limit), missing: 0 };
  const ids = new Set([...state.order.slice(-Math.max(headers, limit)), ...shownApart(state)]);
  const related = [...ids].toReversed().flatMap((id) => relatedTo(state, id)).filter((id) => !ids.has(id));
  for (const id of [...new Set(related)].slice(0, headers)) ids.add(id);
  const known = [...ids].flatMap((id) => state.messages[id] ?? []).sort((a, b) => a.seq - b.seq);
  const turns = known.flatMap(({ turnId, notice }) =>
    [turnId, notice?.code === "turn_failed" ? notice.turnId : undefined].flatMap((id) =>
      state.turns[id ?? ""] ?? []
    )
  );
  const answers = known.flatMap(({ id }) => {
    const own = state.answers[id];
    return own ? [[id, own] as const] : [];
  });
  const named = new Set(known.map(({ panel }) => panel?.panelId));
  const panels = Object.fromEntries(Object.entries(state.panels ?? {}).filter(([id]) => named.has(id)));
  const fold = firstPaint({
    ...state,
    ...(state.panels ? { panels } : {}),
    order: known.flatMap(({ id, trial }) => trial ? [] : [id]),
    messages: Object.fromEntries(known.map((message) => [message.id, message])),
    turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])),
    answers: Object.fromEntries(answers),
  }, limit);
  return { fold, missing: state.order.length - known.filter(({ trial }) => !trial).length };
}

/** What a message cannot be shown without: what it answers, was written from, and its other versions. */
function relatedTo(state: ConversationState, id: string): readonly string[] {
  const { question, versionOf, versions = [], sources = [] } = state.messages[id] ?? {};
  return [question, versionOf, ...versions, ...sources].filter((one) => one !== undefined);
}
