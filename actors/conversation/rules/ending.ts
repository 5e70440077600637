/** What follows when a turn ends: the next one to speak, the end of its exchange, a message that waited. */
import type { DataOf } from "../../../events/catalog/conversation.ts";
import type { Turn } from "../../../projections/conversation/state.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import { tokensOf } from "../../../projections/conversation/turns.ts";
import type { Batch, Ending } from "../decision.ts";
import { followManager } from "../modes/manager.ts";
import { capReached, nextInTurn, notify, requestTurn, speak } from "./speaking.ts";

export type CancelReason = DataOf<"TurnCancelled">["why"];

/** How a turn ended, with what decides who comes next. */
export interface Ended {
  readonly how: Ending;
  readonly passed?: boolean;
  /** Manager mode: who was addressed. */
  readonly to?: string;
  /** In words, for the manager who waits for a member that failed. */
  readonly error?: string;
}

/** Requests what comes after `turn` in its exchange, then closes the exchange if nothing does. */
export function follow(batch: Batch, turn: Turn, ended: Ended): void {
  if (turn.mode === "round_robin" || turn.reason.round !== undefined) {
    const next = nextInTurn(batch, turn, ended.passed ?? false);
    const cap = next && capReached(batch, batch.state);
    if (cap) notify(batch, "cap", cap, { exchange: turn.exchange, turnId: turn.id });
    else if (next) requestTurn(batch, { ...next, through: batch.seq });
  } else if (turn.mode === "manager") {
    followManager(batch, turn, ended);
  }
  settle(batch, turn.exchange);
}

/** Records the end of an exchange when its last turn has ended, and lets a waiting message speak. */
export function settle(batch: Batch, exchange: string): void {
  if (batch.isOpen(exchange) || !batch.state.exchanges[exchange]) return;
  batch.add("ExchangeCompleted", batch.endings(exchange), exchange);
  if (batch.busy || batch.closing) return;
  const waiting = batch.state.messages[batch.state.queue[0] ?? ""];
  if (!waiting) return;
  speak(batch, batch.state, {
    id: waiting.id,
    through: batch.seq,
    mentions: waiting.mentions ?? [],
    authorName: waiting.author.name,
  });
}

/**
 * Cancels a turn. The partial text of a running one is filled in by whoever appends the events: only
 * then is it known what was shown.
 */
export function cancel(batch: Batch, turn: Turn, why: CancelReason): void {
  batch.add("TurnCancelled", { turnId: turn.id, why }, turn.exchange);
  batch.end(turn.id, "cancelled");
}

/** Cancels turns and closes their exchanges; nobody speaks next in them (Stop, a new message, deletion). */
export function cancelAll(batch: Batch, turns: readonly Turn[], why: CancelReason): void {
  for (const turn of turns) cancel(batch, turn, why);
  for (const exchange of new Set(turns.map((t) => t.exchange))) settle(batch, exchange);
}

/** A turn that failed, said in the conversation where it happened (S2-40, S2-43). */
export function fail(batch: Batch, turn: Turn, data: DataOf<"TurnFailed">): void {
  batch.add("TurnFailed", data, turn.exchange);
  batch.tokens += tokensOf(data.usage);
  batch.end(turn.id, "failed");
  const name = participantOf(batch.state, turn.participantId)?.name ?? "The agent";
  notify(batch, "turn_failed", `${name} could not answer. ${data.error.message}`, {
    exchange: turn.exchange,
    turnId: turn.id,
    participantId: turn.participantId,
  });
  follow(batch, turn, { how: "failed", error: data.error.message });
}
