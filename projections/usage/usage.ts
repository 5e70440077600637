/** Tokens and money, per turn and added up by agent, model and day (P16). Of all conversations: tally.ts. */
import type { Usage } from "../../events/catalog/conversation.ts";
import type { UsageTotal } from "../shapes/views.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";
import { costOf, type PriceOverrides } from "./prices.ts";

/** What one ended turn used. */
export type TurnUsage = Readonly<NonNullable<ReturnType<typeof usageOf>>>;

export interface UsageOptions {
  readonly prices?: PriceOverrides | undefined;
  /** First and last day (UTC, `2026-01-31`), both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What an ended turn used; null for one that called no provider or has not ended. */
export function usageOf(state: ConversationState, turn: Turn, prices: PriceOverrides = {}) {
  const message = state.messages[turn.messageId];
  if (!message || turn.doneSeq === undefined || !turn.calls) return null;
  const usage: Usage | null = message.usage ?? null;
  const model = message.model ?? "";
  const usd = turn.provider === "mock" ? 0 : usage && costOf(usage, model, prices, turn.calls);
  return {
    conversationId: state.id,
    turnId: turn.id,
    messageId: turn.messageId,
    agentId: message.author.id,
    agentName: message.author.name,
    model,
    /** `2026-01-31`: the day (UTC) on which its last attempt started. */
    day: (turn.startedAt ?? message.at).slice(0, 10),
    /** Null: the provider said nothing. */
    usage,
    /** US dollars; null: unknown. */
    usd,
  };
}

/** Every ended turn of a conversation, in the order they were requested. */
export function turnUsages(state: ConversationState, options: UsageOptions = {}): TurnUsage[] {
  const { prices, from = "", to = "9999-12-31" } = options;
  return Object.values(state.turns).flatMap((turn) => {
    const used = usageOf(state, turn, prices);
    return used && used.day >= from && used.day <= to ? [used] : [];
  });
}

/** What these turns have cost, in US dollars, as far as their prices are known. */
export function usdOf(state: ConversationState, turnIds: readonly string[], prices: PriceOverrides): number {
  return turnIds.reduce((sum, id) => {
    const turn = state.turns[id];
    return sum + ((turn && usageOf(state, turn, prices)?.usd) ?? 0);
  }, 0);
}

/** A total of turns that are added one after the other. */
export class UsageSum {
  #turns = 0;
  #searches = 0;
  #usd = 0;
  #unknown = false;
  #estimated = false;
  readonly #tokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

  add({ usage, usd }: TurnUsage): void {
    const tokens = this.#tokens;
    this.#turns++;
    tokens.input += usage?.input ?? 0;
    tokens.cacheRead += usage?.cacheRead ?? 0;
    tokens.cacheWrite += usage?.cacheWrite ?? 0;
    tokens.output += usage?.output ?? 0;
    tokens.reasoning += usage?.reasoning ?? 0;
    this.#searches += usage?.searches ?? 0;
    this.#usd += usd ?? 0;
    this.#unknown ||= usd === null;
    this.#estimated ||= usage?.estimated === true;
  }

  get total(): UsageTotal {
    return {
      turns: this.#turns,
      ...this.#tokens,
      searches: this.#searches,
      usd: this.#unknown ? null : this.#usd,
      knownUsd: this.#usd,
      estimated: this.#estimated,
    };
  }
}

export function totalUsage(turns: readonly TurnUsage[]): UsageTotal {
  const sum = new UsageSum();
  for (const turn of turns) sum.add(turn);
  return sum.total;
}

/** Totals by agent id, agent name, model, day or conversation, in order of first use, of turns that are added one after the other. */
export class UsageSums {
  readonly #sums = new Map<string, UsageSum>();

  constructor(readonly key: "agentId" | "agentName" | "model" | "day" | "conversationId") {}

  add(turn: TurnUsage): void {
    const key = turn[this.key];
    const sum = this.#sums.get(key) ?? new UsageSum();
    this.#sums.set(key, sum);
    sum.add(turn);
  }

  /** @param most of them, the first */
  totals(most = Infinity): { key: string; total: UsageTotal }[] {
    return [...this.#sums.entries().take(most).map(([key, sum]) => ({ key, total: sum.total }))];
  }
}
