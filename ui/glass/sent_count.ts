/**
 * How many messages a turn was sent, told from the fold alone. In a short talk it is counted at once, in a long one a
 * little at a time between other work: until then nobody waits for it.
 */
import { signal } from "@preact/signals";
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import { Selection } from "../../projections/context/selection.ts";
import { specWith } from "../../projections/context/spec.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";

/** Messages that are looked at in one go: a few milliseconds on a slow machine. */
export const COUNTED_AT_ONCE = 400;

/** What decides a context never changes, so neither does the answer. What is new with each is the object around them. */
const counts = signal({ known: new WeakMap<ContextSpec, number>() });
const counting = new WeakSet<ContextSpec>();

/** Counts some messages of a talk, from `from` on. */
function countSome(state: ConversationState, turn: Turn, spec: ContextSpec, from: number): number {
  const selection = new Selection(state, turn.participantId, specWith(spec, turn));
  let sent = 0;
  for (const id of state.order.slice(from, from + COUNTED_AT_ONCE)) {
    const message = state.messages[id];
    if (message && selection.had(message)) sent++;
  }
  return sent;
}

function countLater(state: ConversationState, turn: Turn, spec: ContextSpec): void {
  if (counting.has(spec)) return;
  counting.add(spec);
  let [from, sent] = [0, 0];
  const go = () => {
    sent += countSome(state, turn, spec, from);
    from += COUNTED_AT_ONCE;
    if (from < state.order.length) return void setTimeout(go);
    const { known } = counts.peek();
    counts.value = { known: known.set(spec, sent) };
  };
  setTimeout(go);
}

/**
 * Messages in the context of a turn, those since erased too; null while they are being counted: whoever shows it is told
 * when they are. `spec`: of one attempt; absent: of the last.
 */
export function sentCount(state: ConversationState, turnId: string, spec?: ContextSpec): number | null {
  const turn = state.turns[turnId];
  const decides = spec ?? turn?.context;
  if (!turn || !decides) return 0;
  const { known } = counts.value;
  const kept = known.get(decides);
  if (kept !== undefined) return kept;
  if (state.order.length > COUNTED_AT_ONCE) {
    countLater(state, turn, decides);
    return null;
  }
  const sent = countSome(state, turn, decides, 0);
  known.set(decides, sent);
  return sent;
}
