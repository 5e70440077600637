/** A trial as it is told: its answers, what is measured of them, and how its sides differ. */
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { tokensOf } from "../../projections/conversation/turns.ts";
import type { ConversationState, Trial as Kept } from "../../projections/shapes/folds.ts";
import {
  agreements,
  deviation,
  difference,
  mean,
  type Measured,
  measured,
} from "../../projections/trials/measures.ts";
import { nextArm } from "../../projections/trials/trial_turns.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import type { Trial } from "../contract/trial_shapes.ts";

/** Whether and how it has ended. */
export function statusOf(state: ConversationState, trial: Kept): Trial["status"] {
  if (!trial.ended) return "running";
  if (nextArm(state, trial) === undefined) return "ended";
  const stopped = trial.turnIds.some((id) => state.turns[id]?.status === "cancelled");
  return stopped ? "stopped" : "capped";
}

type Answer = Trial["answers"][number];

/** Answers as they stand, before anything is measured. */
function answersOf(state: ConversationState, trial: Kept, prices: PriceOverrides): Answer[] {
  return trial.turnIds.flatMap((id) => {
    const turn = state.turns[id];
    const message = turn && messageView(state, turn.messageId, prices);
    if (!message || !turn.trial) return [];
    const taken = trial.taken?.includes(message.id) ?? false;
    return [{ arm: turn.trial.arm, message, words: null, cut: false, agreement: null, taken }];
  });
}

const known = (numbers: readonly (number | null)[]): number[] => numbers.filter((one) => one !== null);

/** Costs together; null as soon as one is not known. */
function costOf(answers: readonly Answer[]): number | null {
  const costs = answers.map(({ message: { cost } }) => cost);
  return costs.includes("unknown") ? null : costs.reduce<number>((sum, one) => sum + (Number(one) || 0), 0);
}

interface Told {
  readonly answers: readonly Answer[];
  /** Of each pair of whole answers, by their places in `whole`. */
  readonly table: readonly (readonly number[])[];
  readonly whole: readonly Answer[];
}

function armsOf(state: ConversationState, trial: Kept, { answers, table, whole }: Told): Trial["arms"] {
  return trial.arms.map(({ participantId, without = [] }, arm) => {
    const own = answers.filter((one) => one.arm === arm);
    const places = whole.flatMap((one, at) => one.arm === arm ? [at] : []);
    const pairs = places.flatMap((a) => places.filter((b) => a < b).map((b) => table[a]?.[b] ?? 0));
    const lengths = known(own.map(({ words }) => words));
    return {
      participantId,
      name: participantOf(state, participantId)?.name ?? "",
      without: [...without],
      whole: places.length,
      asked: own.length,
      words: mean(lengths),
      deviation: deviation(lengths),
      agreement: mean(pairs),
      tokens: own.reduce((sum, { message }) => sum + tokensOf(message.usage), 0),
      usd: costOf(own),
      ms: mean(known(own.map(({ message }) => message.timing?.totalMs ?? null))),
    };
  });
}

/** The measures of whole answers, in their places. */
async function measuredOf(given: readonly Answer[]): Promise<Told> {
  const isWhole = ({ message }: Answer) => message.completed && !message.erased && message.content !== "";
  const sizes: Measured[] = [];
  for (const answer of given.filter(isWhole)) {
    sizes.push(measured(answer.message.content));
    await yieldLoop();
  }
  const rows = agreements(sizes);
  let row = rows.next();
  for (; !row.done; row = rows.next()) await yieldLoop();
  const table = row.value;
  let at = 0;
  const answers = given.map((answer) => {
    const size = isWhole(answer) ? sizes[at] : undefined;
    if (!size) return answer;
    const others = table[at]?.filter((_, other) => other !== at) ?? [];
    at++;
    return { ...answer, words: size.words, cut: size.cut, agreement: mean(others) };
  });
  return { answers, table, whole: answers.filter(isWhole) };
}

/** The two sides against each other, whole answers alone. */
function differenceOf({ table, whole }: Told): Trial["difference"] {
  const order = [0, 1].flatMap((arm) => whole.flatMap((one, at) => one.arm === arm ? [at] : []));
  const sorted = order.map((a) => order.map((b) => table[a]?.[b] ?? 0));
  const first = whole.filter(({ arm }) => arm === 0).length;
  return whole.length === 0 ? null : difference(sorted, first);
}

/** What is told of the fold is taken from it before anything is waited for. */
export async function trialView(
  state: ConversationState,
  trial: Kept,
  prices: PriceOverrides,
): Promise<Trial> {
  const { arms: _, turnIds: __, ended: ___, taken: ____, ...header } = trial;
  const status = statusOf(state, trial);
  const roster = { ...state, participants: state.participants, former: state.former };
  const told = await measuredOf(answersOf(state, trial, prices));
  return {
    ...header,
    status,
    arms: armsOf(roster, trial, told),
    answers: [...told.answers],
    difference: trial.kind === "without" ? differenceOf(told) : null,
  };
}
