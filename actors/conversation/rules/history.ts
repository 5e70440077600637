/**
 * What a calling program brings along of an earlier talk: messages with the roles they had, so that an agent reads
 * its own words as its own. They set nothing in motion.
 */
import type { ConversationState } from "../../../projections/conversation/state.ts";
import { Batch, refuse } from "../decision.ts";
import type { Deciding, Decision, PersonCommand } from "../commands.ts";

export function bring(
  { said }: Extract<PersonCommand, { type: "bring" }>,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const managed = state.mode === "manager";
  const agent = managed
    ? state.participants.find((p) => p.id === state.manager?.participantId)
    : state.participants[0];
  if (!agent) return refuse("validation", "must include at least one agent", "agentIds");
  const { by } = deciding;
  const batch = new Batch(state, deciding);
  for (const { role, content } of said) {
    const own = role === "assistant";
    batch.add("MessagePosted", {
      messageId: batch.mint("message"),
      author: own
        ? { kind: "agent", id: agent.agentId, name: agent.name }
        : { kind: "user", id: by.id, name: by.name },
      role,
      content,
      ...(managed ? { to: own ? "person" : agent.id } : {}),
    });
  }
  return { ok: true, events: batch.events, answer: {} };
}
