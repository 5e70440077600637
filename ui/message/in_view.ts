/** Which of the messages before it an answer was written with in view, newest last. */
import { Selection } from "../../projections/context/selection.ts";
import { specOf } from "../../projections/context/spec.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";

/** Messages that are told one by one; of those before, only how many there are. */
export const SAW_DOTS = 8;

export interface Saw {
  readonly shown: readonly {
    readonly messageId: string;
    /** Whether the answer was written with it in view. */
    readonly had: boolean;
  }[];
  /** How many more there were before. */
  readonly more: number;
}

/** Something that a person or an agent really said. */
const isSaid = (message: Message | undefined): message is Message =>
  message !== undefined && message.role !== "system" && !message.passed &&
  (message.length > 0 || message.erased === true || message.attachments !== undefined);

/**
 * What the turn was sent of the talk before it; null before the turn has started. A started turn's answer never
 * changes, whatever happens later.
 */
export function sawOf(state: ConversationState, turnId: string): Saw | null {
  const turn = state.turns[turnId];
  const spec = turn && specOf(turn);
  if (!turn || !spec) return null;
  const selection = new Selection(state, turn.participantId, spec);
  const shown: { messageId: string; had: boolean }[] = [];
  let more = 0;
  for (let index = state.order.length - 1; index >= 0; index--) {
    const message = state.messages[state.order[index] ?? ""];
    if (!isSaid(message) || message.seq > spec.through) continue;
    if (message.doneSeq !== undefined && message.doneSeq > spec.through) continue;
    if (shown.length === SAW_DOTS) {
      more++;
      continue;
    }
    shown.unshift({ messageId: message.id, had: selection.had(message) });
  }
  return { shown, more };
}
