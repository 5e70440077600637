/** What an agent is told of a conversation in which everybody hears everybody. */
import type { ConversationState } from "../conversation/state.ts";
import { customInstructions } from "./agency_prompt.ts";
import { rosterText } from "./roster_text.ts";

/** Who takes part, and what a calling program asks of whoever answers (S1-29 asks it of the manager). */
export function roomPrompt(state: ConversationState, participantId: string, through: number): string {
  return [rosterText(state, participantId), customInstructions(state, through)]
    .filter((part) => part !== "").join("\n\n");
}
