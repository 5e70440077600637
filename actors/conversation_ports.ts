/** What conversations ask of the others in their process, and whom they tell what was stored. */
import type { NewConversationEvent } from "../events/catalog/conversation.ts";
import { pricesInForce } from "../projections/usage/prices_in_force.ts";
import { totalUsage, turnUsages, usdOf } from "../projections/usage/usage.ts";
import type { Head, Work, WorkChange } from "../events/store/types.ts";
import { mayBeDue } from "../projections/conversation/due.ts";
import type { WorkspaceState } from "../projections/workspace.ts";
import type { Ports } from "./conversation/carry_out/order.ts";
import type { Agents } from "./live/agents.ts";
import type { DraftDrops } from "./live/draft_drops.ts";
import { type Logger, safely } from "./runtime/logger.ts";
import type { AskedFrom } from "./turn/asked_from.ts";
import type { WorkspaceActor } from "./workspace/workspace_actor.ts";

/** What a conversation has cost, and turns of it, where prices are known: one unknown price must not lift the cap (P13). */
export const costing = (
  workspace: Pick<WorkspaceActor, "peek">,
): Pick<Ports, "spentUsd" | "usdOf" | "prices"> => ({
  spentUsd: (state) => totalUsage(turnUsages(state, { prices: pricesOf(workspace.peek()) })).knownUsd,
  usdOf: (state, turnIds) => usdOf(state, turnIds, pricesOf(workspace.peek())),
  prices: () => pricesOf(workspace.peek()),
});

const pricesOf = (workspace: WorkspaceState | null) => workspace ? pricesInForce(workspace) : {};

/**
 * Tells those who run turns what was stored, before it is read from the log: an agent of this process begins at once. What is
 * missed here is found by who reads.
 */
export function hearing(
  agents: () => Agents,
  { askedFrom, drops, logger, answers }: {
    readonly askedFrom: AskedFrom;
    readonly drops: DraftDrops;
    readonly logger: Logger;
    readonly answers: boolean;
  },
): NonNullable<Ports["appended"]> {
  return (conversationId, events, head, work) => {
    agents().heard(conversationId, events);
    askedFrom.heard(events);
    drops.heard(conversationId, events);
    logMinted(logger, conversationId, events);
    if (!answers || !events.some(mayBeDue)) return;
    agents().look(conversationId, { seq: head.seq, work: rowsOf(conversationId, work, head) }).catch((
      error,
    ) => logger("error", "look_failed", { conversationId, ...safely(error) }));
  };
}

/** The rows of turns as this commit left them. */
const rowsOf = (conversationId: string, work: readonly WorkChange[], { stamp }: Head): Work[] =>
  work.flatMap(({ turnId, row }) => row && stamp !== null ? [{ conversationId, turnId, row, stamp }] : []);

/** Under which id each answer will be, as soon as it is minted. */
function logMinted(logger: Logger, conversationId: string, events: readonly NewConversationEvent[]): void {
  for (const event of events) {
    if (event.type !== "TurnRequested") continue;
    const { turnId, messageId, participantId } = event.data;
    logger("info", "answer_id_minted", {
      conversationId,
      turnId,
      messageId,
      participantId,
      type: "assistant",
    });
  }
}
