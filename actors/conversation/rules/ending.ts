/** What follows when a turn ends: the next one to speak, the end of its exchange, a message that waited. */
import { UNDO_SECONDS } from "../../../events/catalog/limits.ts";
import type { DataOf } from "../../../events/catalog/conversation.ts";
import type { Turn } from "../../../projections/shapes/folds.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import { isBeside } from "../../../projections/conversation/asked_beside.ts";
import { openInTalk } from "../../../projections/conversation/trials.ts";
import type { Decision } from "../decision.ts";
import { modeOfTurn } from "../modes/modes.ts";
import { endPanel } from "../modes/panel.ts";
import { leaveOut } from "./inclusion.ts";
import { judgeOn } from "./judging.ts";
import { speak } from "./speaking.ts";
import { askOn } from "./trials.ts";

export type CancelReason = DataOf<"TurnCancelled">["why"];

/** Messages that may have waited for nobody and are told so at once: their notices are one commit of some 100 KB. */
const WOKEN_AT_ONCE = 100;

/**
 * Requests what comes after `turn`, which has ended, in its exchange; closes the exchange if nothing does. `error`
 * says in words what went wrong, for the one who waits in manager mode.
 */
export function follow(now: Decision, turn: Turn, error?: string): void {
  if (turn.trial) askOn(now, turn.trial.id);
  else if (turn.judges) judgeOn(now);
  else modeOfTurn(turn).next?.(now, turn, error);
  if (settle(now, turn.exchange) && !forget(now, turn.exchange)) wake(now);
}

/** Records the end of an exchange when its last turn has ended, and first that of its panel. Whether it did. */
function settle(now: Decision, exchange: string, why?: CancelReason): boolean {
  const turnIds = now.state.exchanges[exchange]?.turnIds;
  if (!turnIds || now.open().some((turn) => turn.exchange === exchange)) return false;
  const panel = now.state.messages[exchange]?.panel;
  if (panel) endPanel(now, panel.panelId, why === "new_message" || why === "deleted" ? why : "stopped");
  const count = (how: Turn["status"]) => turnIds.filter((id) => now.state.turns[id]?.status === how).length;
  now.add("ExchangeCompleted", {
    completed: count("completed"),
    failed: count("failed"),
    cancelled: count("cancelled"),
  }, exchange);
  return true;
}

/** Hides the conversation until it goes for good. What is running ends first: nobody is to pay for what nobody sees. */
export function hide(now: Decision): string {
  const { restorableUntil } = now.state;
  if (restorableUntil !== undefined) return restorableUntil;
  const until = new Date(Date.parse(now.at) + 1_000 * UNDO_SECONDS).toISOString();
  cancelAll(now, now.open(), "deleted");
  now.add("DeletionRequested", { until });
  return until;
}

/** A program may want nothing kept: in the commit that ends what it asked for, the conversation is deleted. Whether it was. */
export function forget(now: Decision, exchange: string): boolean {
  const over = !now.state.exchanges[exchange] && !now.state.queue.includes(exchange);
  if (!over || now.state.bodies[exchange]?.call?.store !== false) return false;
  hide(now);
  return true;
}

/** Lets the message that has waited longest speak, once nobody speaks any more; where nobody can answer it, the next. */
export function wake(now: Decision): void {
  for (const id of now.state.queue.slice(0, WOKEN_AT_ONCE)) {
    const waiting = now.state.messages[id];
    if (waiting && openInTalk(now.state).length === 0) speak(now, waiting);
  }
}

/**
 * Cancels a turn. The partial text of a running one is filled in by whoever appends the events: only
 * then is it known what was shown.
 */
export function cancel(now: Decision, turn: Turn, why: CancelReason): void {
  now.add("TurnCancelled", { turnId: turn.id, why }, turn.exchange);
  leaveOut(now, turn);
}

/**
 * Cancels turns and closes their exchanges; nobody speaks next in them (Stop, a new message, deletion). Of a
 * conversation that is deleted no message waits any more.
 */
export function cancelAll(now: Decision, turns: readonly Turn[], why: CancelReason): void {
  for (const turn of turns) cancel(now, turn, why);
  for (const exchange of new Set(turns.map((t) => t.exchange))) {
    if (settle(now, exchange, why) && why !== "deleted" && !forget(now, exchange)) wake(now);
  }
}

/** A turn that failed, said in the conversation where it happened (S2-40, S2-43). */
export function fail(now: Decision, turn: Turn, data: DataOf<"TurnFailed">): void {
  now.add("TurnFailed", data, turn.exchange);
  leaveOut(now, turn);
  // It is told with the others beside the talk, not in it.
  if (isBeside(turn)) return follow(now, turn);
  const name = participantOf(now.state, turn.participantId)?.name ?? "The agent";
  now.notify("turn_failed", `${name} could not answer. ${data.error.message}`, {
    exchange: turn.exchange,
    turnId: turn.id,
    participantId: turn.participantId,
  });
  follow(now, turn, data.error.message);
}
