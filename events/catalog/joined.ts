/** An agent as it joins a conversation: its name and colour stay with the conversation whatever becomes of it. */
import { z } from "zod";
import { Id, Name } from "./envelope.ts";
import { COLORS } from "./limits.ts";

export const joinedFields = {
  participantId: Id,
  agentId: Id,
  agentVersion: z.int().min(1),
  number: z.int().min(1),
  name: Name,
  color: z.int().min(1).max(COLORS),
  model: z.string().max(200),
};
