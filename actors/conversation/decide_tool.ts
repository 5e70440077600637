/** A person's word on a tool call that asks first. */
import { waits } from "../../projections/message_view.ts";
import type { ConversationState } from "../../projections/conversation_state.ts";
import { Batch, refuse } from "./batch.ts";
import type { Deciding, Decision, PersonCommand } from "./commands.ts";

/** Refused when nothing asks under this id, or when it no longer waits: a word too late must not look like one. */
export function decideTool(
  { turnId, callId, allowed }: Extract<PersonCommand, { type: "decide_tool" }>,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const turn = state.turns[turnId];
  const use = turn && state.bodies[turn.messageId]?.tools?.findLast((u) => u.callId === callId && u.asks);
  if (!use) return refuse("not_found", "No tool asks for permission under this id.", "callId");
  const batch = new Batch(state, deciding);
  if (use.allowed !== allowed) {
    if (!waits(use) || turn.status !== "running" || turn.attempt !== use.attempt) {
      return refuse("conflict", "This tool call no longer waits for an answer.");
    }
    const { attempt, round } = use;
    batch.add("ToolDecided", { turnId, attempt, round, callId, allowed }, turn.exchange);
  }
  return { ok: true, events: batch.events, answer: { turnId } };
}
