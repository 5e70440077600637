/**
 * What a calling program brings along of an earlier talk: messages with the roles they had, so that an agent reads
 * its own words as its own. They set nothing in motion.
 */
import { type Decision, refuse } from "../decision.ts";
import { modeOf } from "../modes/modes.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";

export function bring({ said }: CommandOf<"bring">, now: Decision): Answer | Refusal {
  const { by, state } = now;
  const { hearer } = modeOf(state.mode);
  const agent = hearer ? state.participants.find((p) => p.id === hearer(state)) : state.participants[0];
  if (!agent) return refuse("validation", "must include at least one agent", "agentIds");
  for (const { role, content, attachments } of said) {
    const own = role === "assistant";
    now.add("MessagePosted", {
      messageId: now.mint("message"),
      author: own
        ? { kind: "agent", id: agent.agentId, name: agent.name }
        : { kind: "user", id: by.id, name: by.name },
      role,
      content,
      ...(attachments?.length ? { attachments: [...attachments] } : {}),
      ...(hearer ? { to: own ? "person" : agent.id } : {}),
    });
  }
  return {};
}
