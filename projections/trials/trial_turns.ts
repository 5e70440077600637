/** Which answer of a trial is asked for next, with what it is sent, and what it has used so far. */
import { isSealed } from "../comparisons/comparisons.ts";
import { tokensOf } from "../conversation/turns.ts";
import type { ConversationState, Trial, Turn } from "../shapes/folds.ts";

export const trialOf = (
  { trials }: Pick<ConversationState, "trials">,
  { trial }: Pick<Turn, "trial">,
): Trial | undefined => trials?.[trial?.id ?? ""];

/** With checkboxes as they stood at which event a turn is sent its messages. */
export const inclusionOf = (
  state: Pick<ConversationState, "trials">,
  turn: Pick<Turn, "trial" | "requestedSeq">,
): number => trialOf(state, turn)?.inclusionThrough ?? turn.requestedSeq;

/** The arm with the fewest answers asked for, so that a cap cuts all of them alike; undefined: all are. */
export function nextArm({ participants, turns }: ConversationState, trial: Trial): number | undefined {
  const asked = trial.arms.map(() => 0);
  for (const id of trial.turnIds) {
    const arm = turns[id]?.trial?.arm ?? -1;
    asked[arm] = (asked[arm] ?? 0) + 1;
  }
  let next: number | undefined;
  trial.arms.forEach(({ participantId }, arm) => {
    // Who has left or is off answers no more.
    if (!participants.some(({ id, enabled }) => id === participantId && enabled)) return;
    const [own = 0, least = trial.times] = [asked[arm], next === undefined ? trial.times : asked[next]];
    if (own < least) next = arm;
  });
  return next;
}

/** Turns of a trial that have not ended. */
export const openIn = ({ turns }: ConversationState, { turnIds }: Trial): number =>
  turnIds.filter((id) => turns[id]?.doneSeq === undefined).length;

/** Tokens of its answers that have ended, and of the largest of them. */
export function tokensIn(
  { turns, messages }: ConversationState,
  { turnIds }: Trial,
): { readonly all: number; readonly largest: number } {
  const each = turnIds.map((id) => tokensOf(messages[turns[id]?.messageId ?? ""]?.usage));
  return { all: each.reduce((sum, one) => sum + one, 0), largest: Math.max(0, ...each) };
}

/** What one answer of a trial is prepared with, beside what its turn says. */
export interface AskedBeside {
  readonly inclusionThrough: number;
  /** Undefined: as its agent's settings have it. */
  readonly window: number | null | undefined;
  /** Nothing is done for it but answering. */
  readonly aside: true;
}

/** The same of a turn; nothing where it is part of the talk. */
export function askedBeside(state: ConversationState, turn: Turn): Partial<AskedBeside> {
  const trial = trialOf(state, turn);
  if (!trial && (turn.judges || turn.asks || isSealed(state))) {
    return { inclusionThrough: turn.requestedSeq, window: turn.judges ? null : undefined, aside: true };
  }
  if (!trial) return {};
  return { inclusionThrough: trial.inclusionThrough, window: trial.window, aside: true };
}

/** The turn whose way of answering one of a trial takes: that which it repeats; of all others their own. */
export const likeTurn = (state: ConversationState, turn: Turn): Turn =>
  state.turns[trialOf(state, turn)?.turnId ?? ""] ?? turn;
