/** Decisions about the roster: who takes part, who is enabled, in which order. */
import { PARTICIPANTS } from "../../../events/catalog/limits.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Joining, Refusal } from "../commands.ts";
import { modeOf } from "../modes/modes.ts";
import { cancel, type CancelReason, follow } from "./ending.ts";

export const NO_PARTICIPANT = refuse("not_found", "Agent not in this conversation");
export const NEEDS_AGENT = refuse("validation", "must include at least one agent", "agentIds");

export function addJoining(now: Decision, agent: Joining): { participantId: string } {
  const participantId = now.mint("participant");
  now.add("ParticipantAdded", { participantId, ...agent });
  return { participantId };
}

export function addParticipant({ agent }: CommandOf<"add_participant">, now: Decision): Answer | Refusal {
  const { participants } = now.state;
  if (participants.some((p) => p.agentId === agent.agentId)) {
    return refuse("conflict", "This agent already takes part in the conversation.", "agentId");
  }
  if (participants.length >= PARTICIPANTS) {
    return refuse("validation", `At most ${PARTICIPANTS} agents can take part.`, "agentId");
  }
  return addJoining(now, agent);
}

/** Ends what a participant is doing because it left or is turned off; the round goes on without it. */
function silence(now: Decision, participantId: string, why: CancelReason): void {
  const turns = now.open().filter((turn) => turn.participantId === participantId);
  for (const turn of turns) cancel(now, turn, why);
  for (const turn of turns) follow(now, turn);
}

export function changeParticipant(
  command: CommandOf<"change_participant">,
  now: Decision,
): Answer | Refusal {
  const { participantId, enabled, position } = command;
  const { participants } = now.state;
  const participant = participants.find((p) => p.id === participantId);
  if (!participant) return NO_PARTICIPANT;
  if (enabled === true && !participant.enabled) now.add("ParticipantEnabled", { participantId });
  if (enabled === false && participant.enabled) {
    now.add("ParticipantDisabled", { participantId });
    silence(now, participantId, "disabled");
  }
  if (position !== undefined) {
    const ids = participants.map((p) => p.id);
    const others = ids.filter((id) => id !== participantId);
    const participantIds = [...others.slice(0, position), participantId, ...others.slice(position)];
    if (participantIds.some((id, index) => id !== ids[index])) {
      now.add("ParticipantsReordered", { participantIds });
    }
  }
  return { participantId };
}

export function removeParticipant(
  { participantId }: CommandOf<"remove_participant">,
  now: Decision,
): Answer | Refusal {
  const { participants, former, mode } = now.state;
  if (!participants.some((p) => p.id === participantId)) {
    return former.some((p) => p.id === participantId) ? { participantId } : NO_PARTICIPANT;
  }
  // What a conversation cannot begin with it is not left with (S4-5).
  if (modeOf(mode).needsAgent && participants.length === 1) return { ...NEEDS_AGENT, path: "participantId" };
  now.add("ParticipantRemoved", { participantId });
  silence(now, participantId, "removed");
  return { participantId };
}
