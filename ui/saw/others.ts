/** The turns that one may be set against. */
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { ListRow } from "../../projections/shapes/views.ts";

/** Turns offered at most, the newest: a list of more is not looked through. */
export const OFFERED = 200;

export interface Offered {
  /** Of the same exchange: answers to the same words. */
  readonly beside: readonly Turn[];
  readonly others: readonly Turn[];
}

/** The turns of a conversation that were sent something, the newest first; `of`: the one they are set against. */
export function offered({ turns }: Pick<ConversationState, "turns">, of: Turn | null): Offered {
  const sent = Object.values(turns)
    .filter(({ id, calls = 0 }) => calls > 0 && id !== of?.id)
    .sort((a, b) => b.requestedSeq - a.requestedSeq);
  const isBeside = ({ exchange }: Turn) => exchange === of?.exchange;
  return {
    beside: sent.filter(isBeside).slice(0, OFFERED),
    others: sent.filter((turn) => !isBeside(turn)).slice(0, OFFERED),
  };
}

/** The turn that another is set against. */
export interface Other {
  readonly conversationId: string;
  readonly turnId: string;
}

/** What is compared when somebody first asks: the answer beside it, or else the newest other one. */
export function firstOther(state: Pick<ConversationState, "id" | "turns">, turn: Turn): Other {
  const { beside, others } = offered(state, turn);
  return { conversationId: state.id, turnId: (beside[0] ?? others[0])?.id ?? "" };
}

/** Conversations that this one was made of, or that were made of it or beside it, in the order of the list. */
export function family(
  { id, lineage }: Pick<ConversationState, "id" | "lineage">,
  rows: readonly ListRow[],
): ListRow[] {
  const from = lineage?.conversationId;
  return rows.filter((row) => {
    const of = row.lineage?.conversationId;
    return row.id !== id && (row.id === from || of === id || (of !== undefined && of === from));
  }).slice(0, OFFERED);
}
