/** Together: every enabled agent answers a message at once. */
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { ConversationState, Message, Participant } from "../../../projections/shapes/folds.ts";
import type { Mode } from "./mode.ts";

/** Who answers in a room: of the agents that are enabled those who are mentioned, else all. */
export function members(
  { participants }: Pick<ConversationState, "participants">,
  { mentions = [] }: Pick<Message, "mentions">,
): Participant[] {
  return participants.filter((p) => p.enabled && (mentions.length === 0 || mentions.includes(p.id)));
}

export const together: Mode = {
  prompt: roomPrompt,
  speakers: (state, message) =>
    members(state, message).map(({ id }) => ({
      participantId: id,
      reason: message.mentions?.length
        ? { code: "mentioned", text: `mentioned by ${message.author.name}` }
        : { code: "enabled", text: "enabled in this conversation" },
    })),
};
