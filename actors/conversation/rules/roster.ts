/** Decisions about the roster: who takes part, who is enabled, in which order. */
import type { Mode } from "../../../events/catalog/conversation.ts";
import { PARTICIPANTS } from "../../../events/catalog/limits.ts";
import type { ConversationState, Participant } from "../../../projections/conversation/state.ts";
import { Batch, refuse } from "../decision.ts";
import type { Deciding, Decision, Joining, PersonCommand } from "../commands.ts";
import { cancel, type CancelReason, follow } from "./ending.ts";

type CommandOf<T extends PersonCommand["type"]> = Extract<PersonCommand, { type: T }>;

export const NO_PARTICIPANT = refuse("not_found", "Agent not in this conversation");
export const NEEDS_AGENT = refuse("validation", "must include at least one agent", "agentIds");

/** Whether a conversation of that mode is nothing without an agent (S4-5); the others can wait for one. */
export const needsAgent = (mode: Mode): boolean => mode === "manual" || mode === "manager";

export function addJoining(batch: Batch, agent: Joining): string {
  const participantId = batch.mint("participant");
  batch.add("ParticipantAdded", { participantId, ...agent });
  return participantId;
}

export function addParticipant(
  command: CommandOf<"add_participant">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  if (state.participants.some((p) => p.agentId === command.agent.agentId)) {
    return refuse("conflict", "This agent already takes part in the conversation.", "agentId");
  }
  if (state.participants.length >= PARTICIPANTS) {
    return refuse("validation", `At most ${PARTICIPANTS} agents can take part.`, "agentId");
  }
  const batch = new Batch(state, deciding);
  const participantId = addJoining(batch, command.agent);
  return { ok: true, events: batch.events, answer: { participantId } };
}

/** Ends what a participant is doing because it leaves or is turned off; the round goes on without it. */
function silence(batch: Batch, participant: Participant, why: CancelReason): void {
  const turns = batch.open().filter((turn) => turn.participantId === participant.id);
  for (const turn of turns) cancel(batch, turn, why);
  for (const turn of turns) follow(batch, turn, { how: "cancelled" });
}

export function changeParticipant(
  command: CommandOf<"change_participant">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const { participantId, enabled, position } = command;
  const participant = state.participants.find((p) => p.id === participantId);
  if (!participant) return NO_PARTICIPANT;
  const batch = new Batch(state, deciding);
  if (enabled === true && !participant.enabled) batch.add("ParticipantEnabled", { participantId });
  if (enabled === false && participant.enabled) {
    batch.off.add(participantId);
    batch.add("ParticipantDisabled", { participantId });
    silence(batch, participant, "disabled");
  }
  if (position !== undefined) {
    const ids = state.participants.map((p) => p.id);
    const others = ids.filter((id) => id !== participantId);
    const participantIds = [...others.slice(0, position), participantId, ...others.slice(position)];
    if (participantIds.some((id, index) => id !== ids[index])) {
      batch.add("ParticipantsReordered", { participantIds });
    }
  }
  return { ok: true, events: batch.events, answer: { participantId } };
}

export function removeParticipant(
  command: CommandOf<"remove_participant">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const { participantId } = command;
  const participant = state.participants.find((p) => p.id === participantId);
  if (!participant) {
    const gone = state.former.some((p) => p.id === participantId);
    return gone ? { ok: true, events: [], answer: { participantId } } : NO_PARTICIPANT;
  }
  // What a conversation cannot begin with it is not left with (S4-5).
  if (needsAgent(state.mode) && state.participants.length === 1) {
    return { ...NEEDS_AGENT, path: "participantId" };
  }
  const batch = new Batch(state, deciding);
  batch.off.add(participantId);
  batch.add("ParticipantRemoved", { participantId });
  silence(batch, participant, "removed");
  return { ok: true, events: batch.events, answer: { participantId } };
}
