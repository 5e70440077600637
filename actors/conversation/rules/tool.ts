/** A person's word on a tool call that asks first. */
import { siteOf } from "../../../projections/conversation/addresses.ts";
import { waits } from "../../../projections/conversation/message_view.ts";
import type { ConversationState, ToolUse } from "../../../projections/conversation/state.ts";
import { Batch, refuse } from "../decision.ts";
import type { Deciding, Decision, PersonCommand } from "../commands.ts";

/** Refused when nothing asks under this id, or when it no longer waits: a word too late must not look like one. */
export function decideTool(
  { turnId, callId, allowed, site = false }: Extract<PersonCommand, { type: "decide_tool" }>,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const turn = state.turns[turnId];
  const use = turn && state.bodies[turn.messageId]?.tools?.findLast((u) => u.callId === callId && u.asks);
  if (!use) return refuse("not_found", "No tool asks for permission under this id.", "callId");
  if (site && (!allowed || use.address === undefined)) {
    return refuse(
      "validation",
      "Only a call that reads an address can be allowed for its whole site.",
      "site",
    );
  }
  const batch = new Batch(state, deciding);
  const host = site && use.address !== undefined ? siteOf(use.address) : undefined;
  if (host !== undefined && use.allowed && use.site !== host) {
    return refuse("conflict", "This tool call no longer waits for an answer.");
  }
  if (use.allowed !== allowed) {
    if (!waits(use) || turn.status !== "running" || turn.attempt !== use.attempt) {
      return refuse("conflict", "This tool call no longer waits for an answer.");
    }
    const { attempt, round } = use;
    const word = { allowed, ...(host === undefined ? {} : { site: host }) };
    batch.add("ToolDecided", { turnId, attempt, round, callId, ...word }, turn.exchange);
    if (host !== undefined) allowOthers(batch, state, host, use);
  }
  return { ok: true, events: batch.events, answer: { turnId } };
}

/** Whoever else asks for an address of the site is not kept waiting for the same word. */
function allowOthers(batch: Batch, state: ConversationState, host: string, said: ToolUse): void {
  for (const id of state.open) {
    const turn = state.turns[id];
    for (const use of state.bodies[turn?.messageId ?? ""]?.tools ?? []) {
      if (use === said || !waits(use) || turn?.status !== "running" || turn.attempt !== use.attempt) continue;
      if (use.address === undefined || siteOf(use.address) !== host) continue;
      const { attempt, round, callId } = use;
      batch.add("ToolDecided", { turnId: id, attempt, round, callId, allowed: true }, turn.exchange);
    }
  }
}
