/**
 * The group part of an agent's system prompt in manager mode (S1-11…18): the principles, the other agents by
 * number, and the JSON by which they address one another. Private: no API answers with it (S1-30).
 */
import type { ConversationState, Participant } from "./conversation_state.ts";
import { participantOf } from "./conversation.ts";
import { speakerName } from "./names.ts";

/** `#143 (programmer)` (S1-13). */
export function numbered({ number, name }: Pick<Participant, "number" | "name">): string {
  return `#${number} (${speakerName({ kind: "agent", name })})`;
}

/** System text of the calling program, the newest one (S1-29); "" without. */
export function customInstructions(state: ConversationState): string {
  for (let index = state.order.length - 1; index >= 0; index--) {
    const message = state.messages[state.order[index] ?? ""];
    if (message?.notice?.code === "custom_instructions") return state.bodies[message.id]?.content ?? "";
  }
  return "";
}

/** "" for one who takes no part. Agents are listed by number (D-4); those that are off cannot be addressed. */
export function agencyPrompt(state: ConversationState, participantId: string): string {
  const self = participantOf(state, participantId);
  if (!self) return "";
  const managerId = state.manager?.participantId;
  const manages = participantId === managerId;
  const others = state.participants.filter((p) => p.id !== participantId && p.enabled)
    .sort((a, b) => a.number - b.number);
  const manager = others.find((p) => p.id === managerId);
  const list = others.length > 0
    ? `The other agents of this agency:\n${others.map(numbered).join("\n")}`
    : "There are no other agents in this agency.";
  const reach = manages
    ? `"to" is the ID number of the agent you speak to, or 0 to answer the user. You alone speak with the user. ` +
      `Ask the agents who can help, bring them to a consensus, then answer the user.`
    : `"to" is the ID number of the agent you speak to. Only the manager${
      manager ? `, ${numbered(manager)},` : ""
    } speaks with the user.`;
  return [
    `You are ${numbered(self)}${manages ? ", the manager of this agency" : ", an agent of this agency"}.`,
    state.manager?.principles.trim() ?? "",
    list,
    `Answer with one JSON object and nothing else:\n{"to": number, "context": string}\n${reach} "context" is what you say to them.`,
    manages ? customInstructions(state).trim() : "",
  ].filter((part) => part !== "").join("\n\n");
}
