/** Answers to one message in one line: how many, how many still write, how long it took, what it cost. */
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import { usageOf } from "../../projections/usage/usage.ts";
import { isOpen, progressOf } from "../message/progress.ts";
import type { Answer } from "./grouping.ts";

/** The try that counts where nobody chose another: the last. */
export const lastOf = ({ versions }: Answer): string => versions.at(-1) ?? versions[0];

export interface Summary {
  readonly answers: number;
  /** Answers that have not ended. */
  readonly open: number;
  /** Those of them that a person has to say yes or no to. */
  readonly asks: number;
  /** Milliseconds from the first start to the last end of what has ended; null where nothing has begun. */
  readonly ms: number | null;
  /** When the first began, in milliseconds since 1970: while something is open, time goes on from here. */
  readonly since: number | null;
  /** US dollars of everything that has ended; null where a price is not known. */
  readonly usd: number | null;
  /** Whether anything of it has cost something, or may have. */
  readonly charged: boolean;
}

interface Options {
  /** The workspace's own prices. */
  readonly prices?: PriceOverrides | undefined;
  /** How a message is looked up. */
  read?(id: string): Message | undefined;
}

/** All tries count for money: each was paid for. For time the first alone: later ones are asked for at leisure. */
export function summaryOf(
  state: ConversationState,
  answers: readonly Answer[],
  { prices, read = (id) => state.messages[id] }: Options = {},
): Summary {
  let [open, asks, usd, unknown, charged] = [0, 0, 0, false, false];
  let [since, until]: [number | null, number | null] = [null, null];
  for (const answer of answers) {
    const progress = progressOf(state, lastOf(answer));
    if (isOpen(progress)) open++;
    if (progress === "asks") asks++;
    for (const id of answer.versions) {
      const message = read(id);
      const turn = state.turns[message?.turnId ?? ""];
      if (!message || !turn) continue;
      const used = usageOf(state, turn, prices);
      charged ||= used !== null && turn.provider !== "mock";
      unknown ||= used?.usd === null;
      usd += used?.usd ?? 0;
      if (id !== answer.versions[0] || turn.startedAt === undefined) continue;
      const started = Date.parse(turn.startedAt);
      since = Math.min(since ?? started, started);
      if (message.totalMs !== undefined) until = Math.max(until ?? 0, started + message.totalMs);
    }
  }
  return {
    answers: answers.length,
    open,
    asks,
    ms: since === null || until === null ? null : until - since,
    since,
    usd: unknown ? null : usd,
    charged,
  };
}
