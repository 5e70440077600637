/** What an agent is told of a conversation in which everybody hears everybody. */
import type { ConversationState } from "../shapes/folds.ts";
import { customInstructions } from "./agency_prompt.ts";
import { speakerName } from "./names.ts";

/** Who takes part, and what a calling program asks of whoever answers (S1-29 asks it of the manager). */
export function roomPrompt(state: ConversationState, participantId: string, through: number): string {
  return [rosterText(state, participantId), customInstructions(state, through)]
    .filter((part) => part !== "").join("\n\n");
}

/**
 * With whom an agent talks (S4-13…15): "You are participating in a group conversation. Other participants: …", or
 * "" where there is no group. The order never depends on chance or on the roster's order (D-4): people as they first wrote, agents by
 * number. Agents that are off are named too, so that a click on a pill does not change everybody's prompt.
 */
export function rosterText(
  state: Pick<ConversationState, "group" | "people" | "participants">,
  participantId: string,
): string {
  if (!state.group) return "";
  const people = new Set(state.people.map(({ name }) => speakerName({ kind: "human", name })));
  const agents = state.participants.filter(({ id }) => id !== participantId)
    .sort((a, b) => a.number - b.number)
    .map(({ name }) => speakerName({ kind: "agent", name }));
  const parts = [
    ...(people.size > 0 ? [`Humans: ${[...people].join(", ")}`] : []),
    ...(agents.length > 0 ? [`AI Agents: ${agents.join(", ")}`] : []),
  ];
  const others = parts.length > 0 ? ` Other participants: ${parts.join(". ")}.` : "";
  return `You are participating in a group conversation.${others}`;
}
