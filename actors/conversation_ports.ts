/** What conversations ask of the others in their process, and whom they tell what was stored. */
import type { NewConversationEvent } from "../events/catalog/conversation.ts";
import { pricesInForce } from "../projections/usage/prices_in_force.ts";
import { totalUsage, turnUsages, usdOf } from "../projections/usage/usage.ts";
import type { WorkspaceState } from "../projections/workspace.ts";
import type { Ports } from "./conversation/carry_out/carry_out.ts";
import type { Agents } from "./live/agents.ts";
import type { DraftDrops } from "./live/draft_drops.ts";
import type { Logger } from "./runtime/logger.ts";
import type { AskedFrom } from "./turn/asked_from.ts";
import type { WorkspaceActor } from "./workspace/workspace_actor.ts";

/** What a conversation has cost, and turns of it, where prices are known: one unknown price must not lift the cap (P13). */
export const costing = (
  workspace: Pick<WorkspaceActor, "peek">,
): Pick<Ports, "spentUsd" | "usdOf"> => ({
  spentUsd: (state) => totalUsage(turnUsages(state, { prices: pricesOf(workspace.peek()) })).knownUsd,
  usdOf: (state, turnIds) => usdOf(state, turnIds, pricesOf(workspace.peek())),
});

const pricesOf = (workspace: WorkspaceState | null) => workspace ? pricesInForce(workspace) : {};

/** Tells those who run turns what was stored, before it is read from the log. */
export function hearing(
  agents: () => Agents,
  { askedFrom, drops, logger }: {
    readonly askedFrom: AskedFrom;
    readonly drops: DraftDrops;
    readonly logger: Logger;
  },
): NonNullable<Ports["appended"]> {
  return (conversationId, events) => {
    agents().heard(events);
    askedFrom.heard(events);
    drops.heard(conversationId, events);
    logMinted(logger, conversationId, events);
  };
}

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
