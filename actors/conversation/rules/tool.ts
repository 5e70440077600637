/** A person's word on a tool call that asks first. */
import { HEARD_HOSTS } from "../../../events/catalog/limits.ts";
import { siteOf } from "../../../projections/conversation/addresses.ts";
import { heardHosts } from "../../../projections/conversation/asking.ts";
import type { ToolUse } from "../../../projections/shapes/folds.ts";
import { waits } from "../../../projections/conversation/waiting.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";

/** Refused when nothing asks under this id, or when it no longer waits: a word too late must not look like one. */
export function decideTool(
  { turnId, callId, allowed, site = false, conversation = false }: CommandOf<"decide_tool">,
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
  if (conversation && (!allowed || use.host === undefined)) {
    return refuse(
      "validation",
      "Only a tool of another server can be allowed for the rest of the conversation.",
      "conversation",
    );
  }
  const host = site && use.address !== undefined ? siteOf(use.address) : undefined;
  const more = (host !== undefined && use.site !== host) || (conversation && use.heard === undefined);
  if (use.allowed && more) return refuse("conflict", "This tool call no longer waits for an answer.");
  if (use.allowed !== allowed) {
    if (!waits(use) || turn.status !== "running" || turn.attempt !== use.attempt) {
      return refuse("conflict", "This tool call no longer waits for an answer.");
    }
    const { attempt, round } = use;
    const word = {
      allowed,
      ...(host === undefined ? {} : { site: host }),
      ...(conversation ? { heard: heardHosts(now.state).slice(0, HEARD_HOSTS) } : {}),
    };
    now.add("ToolDecided", { turnId, attempt, round, callId, ...word }, turn.exchange);
    if (host !== undefined) {
      allowOthers(now, (other) => other.address !== undefined && siteOf(other.address) === host);
    }
    if (conversation) allowOthers(now, (other) => isSameTool(use, other));
  }
  return { turnId };
}

const isSameTool = (one: ToolUse, other: ToolUse): boolean =>
  other.host === one.host && other.tool === one.tool && other.definition === one.definition;

/** Whoever else asks for the same is not kept waiting for the same word. */
function allowOthers(now: Decision, isMeant: (use: ToolUse) => boolean): void {
  for (const turn of now.open()) {
    for (const use of now.state.bodies[turn.messageId]?.tools ?? []) {
      if (!waits(use) || turn.status !== "running" || turn.attempt !== use.attempt || !isMeant(use)) continue;
      const { attempt, round, callId } = use;
      now.add("ToolDecided", { turnId: turn.id, attempt, round, callId, allowed: true }, turn.exchange);
    }
  }
}
