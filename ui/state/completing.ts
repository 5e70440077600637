/** The rest of a conversation of which the end was shown first. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { Fold } from "../../projections/fold.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { ConversationStore } from "./conversation_store.ts";
import type { opened } from "./queries.ts";

/** Times the whole is fetched in a row: each time so much may have happened meanwhile that it is not enough. */
const TIMES = 3;

/** Puts what is known in the place of what says the same: what is shown of it need not be made again. */
function keepSame<T>(now: Record<string, T>, known: Readonly<Record<string, T>>): void {
  for (const [id, one] of Object.entries(known)) {
    if (JSON.stringify(one) === JSON.stringify(now[id])) now[id] = one;
  }
}

/**
 * The fold that has all messages and is as far as what is known, or further: of `known`, which has the end of them and
 * the texts that were read, `heard`, the events that were folded last, and `whole`, as the server told it meanwhile. It
 * becomes part of the answer. Null where what happened since it was told is not all in `heard`.
 */
export function wholeOf(
  known: ConversationState,
  heard: readonly AnyEvent[],
  whole: ConversationState,
  { evolve }: Pick<Fold<ConversationState>, "evolve">,
): ConversationState | null {
  const since = heard.filter(({ seq }) => seq > whole.seq && seq <= known.seq);
  if (since.length < known.seq - whole.seq) return null;
  for (const id of whole.order.toReversed()) {
    if (whole.bodies[id]) continue;
    const body = known.bodies[id];
    // An answer that has ended since it was read has another text now: older texts are fetched from there on.
    if (!body || whole.messages[id]?.doneSeq !== known.messages[id]?.doneSeq) break;
    whole.bodies[id] = body;
  }
  const state = since.reduce(evolve, whole);
  keepSame(state.messages, known.messages);
  keepSame(state.bodies, known.bodies);
  return state;
}

const underway = new WeakMap<ConversationStore, Promise<boolean>>();

async function fetchWhole(store: ConversationStore, fetchFold: typeof opened): Promise<boolean> {
  for (let time = 0; time < TIMES; time++) {
    const answer = await fetchFold(store.id);
    if (!answer.ok) return false;
    const state = wholeOf(store.state, store.events.peek(), answer.value.fold, conversation);
    if (!state) continue;
    store.become(state);
    return true;
  }
  return false;
}

/**
 * Has all headers in the store, fetched once for all who ask. False: they cannot be had now; who asks again tries again.
 * `fetchFold` is handed over: imported here too, it would be torn out of the first script.
 */
export async function complete(store: ConversationStore, fetchFold: typeof opened): Promise<boolean> {
  const known = underway.get(store) ?? fetchWhole(store, fetchFold).finally(() => underway.delete(store));
  underway.set(store, known);
  return await known;
}
