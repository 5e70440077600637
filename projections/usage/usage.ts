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

export function totalUsage(turns: readonly TurnUsage[]): UsageTotal {
  let [input, cacheRead, cacheWrite, output, reasoning, searches, knownUsd] = [0, 0, 0, 0, 0, 0, 0];
  let [unknown, estimated] = [false, false];
  for (const { usage, usd } of turns) {
    input += usage?.input ?? 0;
    cacheRead += usage?.cacheRead ?? 0;
    cacheWrite += usage?.cacheWrite ?? 0;
    output += usage?.output ?? 0;
    reasoning += usage?.reasoning ?? 0;
    searches += usage?.searches ?? 0;
    knownUsd += usd ?? 0;
    unknown ||= usd === null;
    estimated ||= usage?.estimated === true;
  }
  const usd = unknown ? null : knownUsd;
  const tokens = { input, cacheRead, cacheWrite, output, reasoning };
  return { turns: turns.length, ...tokens, searches, usd, knownUsd, estimated };
}

/** Totals by agent id, agent name, model, day or conversation, in order of first use. */
export function usageBy(
  turns: readonly TurnUsage[],
  key: "agentId" | "agentName" | "model" | "day" | "conversationId",
): { key: string; total: UsageTotal }[] {
  return [...Map.groupBy(turns, (turn) => turn[key])].map(([key, group]) => ({
    key,
    total: totalUsage(group),
  }));
}
