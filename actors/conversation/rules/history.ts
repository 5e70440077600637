/**
 * What a calling program brings along of an earlier talk: messages with the roles they had, so that an agent reads
 * its own words as its own. They set nothing in motion.
 */
import { type Decision, refuse } from "../decision.ts";
import { BRINGING_MINUTES } from "../../../events/catalog/limits.ts";
import { modeOf } from "../modes/modes.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { MOVED_ON, NOT_WAITED_FOR, returning } from "./message.ts";

const BRINGING_MS = 60_000 * BRINGING_MINUTES;

/** When a history has to be whole: what a crash left half goes then. */
export const broughtBy = ({ at }: Decision): string => new Date(Date.parse(at) + BRINGING_MS).toISOString();

/** Who goes on with what another left half has its whole time again. */
function giveTime(now: Decision): void {
  const { restorableUntil } = now.state;
  if (restorableUntil === undefined || Date.parse(restorableUntil) - Date.parse(now.at) > BRINGING_MS / 2) {
    return;
  }
  now.add("DeletionRequested", { until: broughtBy(now), bringing: true });
}

export function bring({ said, after, aside }: CommandOf<"bring">, now: Decision): Answer | Refusal {
  const { by, state } = now;
  if (after !== undefined && after !== state.seq) return MOVED_ON;
  if (aside) giveTime(now);
  const { hearer } = modeOf(state.mode);
  const agent = hearer ? state.participants.find((p) => p.id === hearer(state)) : state.participants[0];
  if (!agent) return refuse("validation", "must include at least one agent", "agentIds");
  for (const { role, content, attachments, calls, results } of said) {
    const own = role === "assistant";
    const returned = returning(now, results);
    if (!returned) return NOT_WAITED_FOR;
    now.add("MessagePosted", {
      messageId: now.mint("message"),
      author: own
        ? { kind: "agent", id: agent.agentId, name: agent.name }
        : { kind: "user", id: by.id, name: by.name },
      ...returned,
      role,
      content,
      ...(attachments?.length ? { attachments: [...attachments] } : {}),
      ...(calls?.length ? { calls: [...calls] } : {}),
      ...(hearer ? { to: own ? "person" : agent.id } : {}),
    });
  }
  return {};
}
