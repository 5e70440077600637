/** A person's word on a tool call that asks first. */
import { siteOf } from "../../../projections/conversation/addresses.ts";
import { waits } from "../../../projections/conversation/waiting.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";

/** Refused when nothing asks under this id, or when it no longer waits: a word too late must not look like one. */
export function decideTool(
  { turnId, callId, allowed, site = false }: CommandOf<"decide_tool">,
  now: Decision,
): Answer | Refusal {
  const turn = now.state.turns[turnId];
  const use = turn && now.state.bodies[turn.messageId]?.tools?.findLast((u) => u.callId === callId && u.asks);
  if (!use) return refuse("not_found", "No tool asks for permission under this id.", "callId");
  if (site && (!allowed || use.address === undefined)) {
    return refuse(
      "validation",
      "Only a call that reads an address can be allowed for its whole site.",
      "site",
    );
  }
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
    now.add("ToolDecided", { turnId, attempt, round, callId, ...word }, turn.exchange);
    if (host !== undefined) allowOthers(now, host);
  }
  return { turnId };
}

/** Whoever else asks for an address of the site is not kept waiting for the same word. */
function allowOthers(now: Decision, host: string): void {
  for (const turn of now.open()) {
    for (const use of now.state.bodies[turn.messageId]?.tools ?? []) {
      if (!waits(use) || turn.status !== "running" || turn.attempt !== use.attempt) continue;
      if (use.address === undefined || siteOf(use.address) !== host) continue;
      const { attempt, round, callId } = use;
      now.add("ToolDecided", { turnId: turn.id, attempt, round, callId, allowed: true }, turn.exchange);
    }
  }
}
