/**
 * What an agent of an agency is told beyond itself (S1-11…18): the principles, who the others are, and that
 * it answers in JSON to one of them. Private: it is in no answer of any API (S1-30).
 */
import type { ConversationState, Participant } from "../../projections/conversation_state.ts";
import { speakerName } from "../../projections/names.ts";

/** Asked of a model whose answer was not the JSON it was told to write; once per turn. */
export const REPAIR =
  'That was not the JSON object you were asked for. Answer again with nothing but {"to": number, "context": string}.';

/** `#143 (programmer)` (S1-13). */
export function listed(participant: Pick<Participant, "number" | "name">): string {
  return `#${participant.number} (${speakerName({ kind: "agent", name: participant.name })})`;
}

/** @param instructions what the calling program's system message said; for the manager alone (S1-29) */
export function agencyPrompt(state: ConversationState, participantId: string, instructions = ""): string {
  const self = state.participants.find((p) => p.id === participantId);
  const isManager = state.manager?.participantId === participantId;
  const others = state.participants.filter((p) => p.id !== participantId && p.enabled)
    .sort((a, b) => a.number - b.number);
  const manager = others.find((p) => p.id === state.manager?.participantId);
  return [
    state.manager?.principles.trim() ?? "",
    self ? `You are agent ${listed(self)} in a group of agents that work for one user.` : "",
    others.length > 0 ? `The other agents are: ${others.map(listed).join(", ")}.` : "You have no colleagues.",
    'Answer with one JSON object and nothing else: {"to": number, "context": string}. ' +
    '"to" is the ID number of the agent you address; "context" is what you say to it.',
    isManager
      ? 'You are the manager: you alone speak with the user. To answer the user, write 0 in "to". Ask the ' +
        "other agents when their view helps, one at a time, and answer the user once you have what you need."
      : `You never address the user. Answer whoever addressed you${
        manager ? `, usually ${listed(manager)}` : ""
      }.`,
    isManager ? instructions.trim() : "",
  ].filter((part) => part !== "").join("\n\n");
}

/** The custom instructions of a calling program, as the conversation last had them at `through`. */
export function customInstructions(state: ConversationState, through: number): string {
  const id = state.order.findLast((messageId) => {
    const message = state.messages[messageId];
    return message !== undefined && message.seq <= through && message.notice?.code === "custom_instructions";
  });
  return id === undefined ? "" : state.bodies[id]?.content ?? "";
}
