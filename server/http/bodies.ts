/**
 * Schemas of request bodies. What validates is what OpenAPI publishes. Each is strict: a field that nobody here
 * knows is an error, since what it was meant to do would otherwise silently not happen.
 */
import { z } from "zod";
import { GivenTitle, Mode, Settings } from "../../events/catalog/conversation.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { ATTACHMENTS_PER_MESSAGE, PARTICIPANTS, ROUNDS } from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";

/** A message's text; its length is judged by the conversation, in code points (C-4). */
const Content = z.string();
const Attachments = z.array(z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex"),
  name: z.string().min(1).max(255),
})).max(ATTACHMENTS_PER_MESSAGE);
const MessageId = z.string().max(200);

export const PostMessage = z.strictObject({
  id: MessageId.optional(),
  content: Content,
  attachments: Attachments.optional(),
  mentions: z.array(Id).max(PARTICIPANTS).optional(),
});

export const CreateConversation = z.strictObject({
  title: z.union([z.literal(""), GivenTitle]).optional(),
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
}).refine(
  ({ manualResponses, mode }) =>
    manualResponses === undefined || mode === undefined ||
    manualResponses === (factsOf(mode).onRequest === true),
  {
    path: ["manualResponses"],
    message: "contradicts mode: it is true for manual and false for any other mode",
  },
);

export const ChangeConversation = z.strictObject({
  title: GivenTitle.optional(),
  mode: Mode.optional(),
  agencyId: Id.optional(),
  managerAgentId: Id.optional(),
  archived: z.boolean().optional(),
  rounds: Settings.shape.rounds,
  limits: Settings.shape.limits,
  webAccess: Settings.shape.webAccess,
  onNewMessage: Settings.shape.onNewMessage,
});

export const ChangeMessage = z.strictObject({
  included: z.boolean(),
  participantIds: z.array(Id).min(1).max(PARTICIPANTS).optional(),
});
export const AddParticipant = z.strictObject({ agentId: Id });
export const ChangeParticipant = z.strictObject({
  enabled: z.boolean().optional(),
  position: z.int().min(0).max(PARTICIPANTS).optional(),
});
export const Stop = z.strictObject({ turnId: Id.optional() });
export const Permission = z.strictObject({
  callId: z.string().min(1).max(200),
  allowed: z.boolean(),
  /** With `allowed`: every further address of the same host, for this conversation. */
  site: z.boolean().optional(),
});
export const Fork = z.strictObject({ seq: z.int().min(1), title: GivenTitle.optional() });
export const Rerun = z.strictObject({
  agents: z.record(
    z.string(),
    z.strictObject({ providerId: Id.optional(), model: z.string().trim().min(1).max(200).optional() }),
  ),
});
export const Empty = z.strictObject({});
