/**
 * Who was sent what: which turns had a message in their context. Nothing of this is stored; a turn's `ContextSpec`
 * decides it for ever.
 */
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import type { Seen } from "../shapes/views.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";
import { omission, type Spec, specNow, windowStart } from "./context.ts";

/** What of a turn decides its context, besides how far of the conversation it looks at. */
export const contextFieldsOf = (
  { mode, sources, task, panel, without, judges, asks }: Pick<
    Turn,
    "mode" | "sources" | "task" | "panel" | "without" | "judges" | "asks"
  >,
) => ({ mode, sources, task, panel, without, judges, asks });

/** What decides the context of an attempt at a turn that began with `context`. */
export const specWith = (context: ContextSpec, turn: Parameters<typeof contextFieldsOf>[0]): Spec => ({
  ...context,
  ...contextFieldsOf(turn),
});

/** What decides the context of a turn that was started; null before that. */
export function specOf(turn: Turn): Spec | null {
  return turn.context ? specWith(turn.context, turn) : null;
}

/** What one agent would be given if it were asked now, of whose settings only the newest `windowMessages` are wanted. */
export function specFor(
  state: ConversationState,
  participantId: string,
  windowMessages: number | undefined,
): Spec {
  return specNow(state, windowStart(state, participantId, specNow(state), windowMessages));
}

/** Of these turns those whose context had the message, in their order. One check per turn. */
export function seenBy(
  state: ConversationState,
  messageId: string,
  turns: Iterable<Turn> = Object.values(state.turns),
): Seen[] {
  const message = state.messages[messageId];
  if (!message) return [];
  const seen: Seen[] = [];
  for (const turn of turns) {
    const spec = specOf(turn);
    const why = spec && omission(state, message, turn.participantId, spec);
    // What is gone was seen all the same.
    if (!spec || (why !== null && why !== "erased")) continue;
    const { id: turnId, participantId, startedAt: at = "" } = turn;
    seen.push({ turnId, participantId, messageId: turn.messageId, at });
  }
  return seen;
}
