/**
 * What a calling program brings along of an earlier talk: messages with the roles they had, so that an agent reads
 * its own words as its own. They set nothing in motion.
 */
import { type Decision, refuse } from "../decision.ts";
import { modeOf } from "../modes/modes.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { MOVED_ON, NOT_WAITED_FOR, returning } from "./message.ts";

export function bring({ said, after }: CommandOf<"bring">, now: Decision): Answer | Refusal {
  const { by, state } = now;
  if (after !== undefined && after !== state.seq) return MOVED_ON;
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
