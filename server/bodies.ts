/** Schemas of request bodies. What validates is what OpenAPI publishes. */
import { z } from "zod";
import { Mode, Settings, Title } from "../events/conversation.ts";
import { Id } from "../events/envelope.ts";
import { ATTACHMENTS_PER_MESSAGE, PARTICIPANTS, ROUNDS } from "../events/limits.ts";

/** A message's text; its length is judged by the conversation, in code points (C-4). */
const Content = z.string();
const Attachments = z.array(z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex"),
  name: z.string().min(1).max(255),
})).max(ATTACHMENTS_PER_MESSAGE);
const MessageId = z.string().max(200);

export const PostMessage = z.object({
  id: MessageId.optional(),
  content: Content,
  attachments: Attachments.optional(),
  mentions: z.array(Id).max(PARTICIPANTS).optional(),
});

export const CreateConversation = z.object({
  title: z.union([z.literal(""), Title]).optional(),
  agentIds: z.array(Id).max(PARTICIPANTS).optional(),
  mode: Mode.optional(),
  manualResponses: z.boolean().optional(),
  agencyId: Id.optional(),
  rounds: z.int().min(1).max(ROUNDS).optional(),
  webAccess: z.boolean().optional(),
  onNewMessage: z.enum(["cancel", "queue"]).optional(),
  limits: Settings.shape.limits,
  message: z.union([Content, PostMessage]).optional(),
  attachments: Attachments.optional(),
});

export const ChangeConversation = z.object({
  title: Title.optional(),
  mode: Mode.optional(),
  agencyId: Id.optional(),
  managerAgentId: Id.optional(),
  archived: z.boolean().optional(),
  rounds: Settings.shape.rounds,
  limits: Settings.shape.limits,
  webAccess: Settings.shape.webAccess,
  onNewMessage: Settings.shape.onNewMessage,
});

export const ChangeMessage = z.object({
  included: z.boolean(),
  participantIds: z.array(Id).min(1).max(PARTICIPANTS).optional(),
});
export const AddParticipant = z.object({ agentId: Id });
export const ChangeParticipant = z.object({
  enabled: z.boolean().optional(),
  position: z.int().min(0).max(PARTICIPANTS).optional(),
});
export const Stop = z.object({ turnId: Id.optional() });
export const Permission = z.object({ callId: z.string().min(1).max(200), allowed: z.boolean() });
export const Fork = z.object({ seq: z.int().min(1), title: Title.optional() });
export const Rerun = z.object({
  agents: z.record(
    z.string(),
    z.object({ providerId: Id.optional(), model: z.string().trim().min(1).max(200).optional() }),
  ),
});
export const Empty = z.object({});
