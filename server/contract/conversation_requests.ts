/**
 * What conversations are asked: to begin, to change, to be read. Each body is strict: a field that nobody here knows is
 * an error, since what it was meant to do would otherwise silently not happen.
 */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { GivenTitle, Label, Mode, ReadingTask, Settings } from "../../events/catalog/conversation.ts";
import { isClear, NOT_CLEAR } from "../../events/catalog/clear_text.ts";
import { Id, Seq } from "../../events/catalog/envelope.ts";
import {
  ATTACHMENTS_PER_MESSAGE,
  CALL_ID_CHARS,
  INCLUSIONS_AT_ONCE,
  LABELS,
  MERGE_SOURCES,
  PAGE_MESSAGES,
  PAGE_MOST,
  PARTICIPANTS,
} from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { ModelName } from "../../events/catalog/workspace.ts";
import { AskPanel } from "./panel_shapes.ts";
import { flag, type Given, Hash, whole } from "./values.ts";

/** A message's text; its length is judged by the conversation, in code points (C-4). */
const Content = z.string();
/** Uploads by their hashes, as a body names them. */
export const Attachments = lazy(() =>
  z.array(z.strictObject({ sha256: Hash, name: z.string().min(1).max(255) }))
    .max(ATTACHMENTS_PER_MESSAGE)
);

export const PostMessage = lazy(() =>
  z.strictObject({
    id: z.string().max(200).optional(),
    content: Content,
    attachments: Attachments.optional(),
    mentions: z.array(Id).max(PARTICIPANTS).optional(),
    panel: AskPanel.optional(),
  }).meta({ id: "PostMessage" })
);
export type PostMessage = Given<typeof PostMessage>;
export const ChangeMessage = lazy(() =>
  z.strictObject({
    included: z.boolean(),
    participantIds: z.array(Id).min(1).max(PARTICIPANTS).optional(),
  })
);

export const Inclusions = lazy(() =>
  z.array(z.strictObject({ messageId: Id, included: z.boolean() })).max(INCLUSIONS_AT_ONCE)
);
export const ChangeMessages = lazy(() =>
  z.strictObject({ changes: Inclusions.unwrap().min(1) }).meta({ id: "ChangeMessages" })
);
export type ChangeMessages = Given<typeof ChangeMessages>;

export const CreateConversation = lazy(() =>
  z.strictObject({
    title: z.union([z.literal(""), GivenTitle]).optional(),
    agentIds: z.array(Id).max(PARTICIPANTS).optional(),
    mode: Mode.optional(),
    manualResponses: z.boolean().optional(),
    agencyId: Id.optional(),
    /** It begins in this project: with its agents, unless `agentIds` or an agency say who. */
    projectId: Id.optional(),
    ...Settings.shape,
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
  ).meta({ id: "CreateConversation" })
);
export type CreateConversation = Given<typeof CreateConversation>;
export const ChangeConversation = lazy(() =>
  z.strictObject({
    title: GivenTitle.optional(),
    mode: Mode.optional(),
    agencyId: Id.optional(),
    managerAgentId: Id.optional(),
    archived: z.boolean().optional(),
    pinned: z.boolean().optional(),
    labels: z.array(Label.refine(isClear, { message: NOT_CLEAR })).max(LABELS)
      .refine((labels) => new Set(labels).size === labels.length, { message: "must name each label once" })
      .optional(),
    /** Into this project, out of the one it was in; null: into none. */
    projectId: Id.nullable().optional(),
    ...Settings.shape,
  }).meta({ id: "ChangeConversation" })
);
export type ChangeConversation = Given<typeof ChangeConversation>;

/** Events up to here were seen. */
export const Read = lazy(() => z.strictObject({ seq: Seq }));

export const AddParticipant = lazy(() => z.strictObject({ agentId: Id }));
export const ChangeParticipant = lazy(() =>
  z.strictObject({
    enabled: z.boolean().optional(),
    position: z.int().min(0).max(PARTICIPANTS).optional(),
  })
);
export const Merge = lazy(() =>
  z.strictObject({
    agentId: Id,
    messageIds: z.array(Id).min(MERGE_SOURCES.min).max(MERGE_SOURCES.max),
    /** The gist of the answers, or the claims of two of them against each other, instead of one answer. */
    task: ReadingTask.optional(),
  })
);
export type Merge = Given<typeof Merge>;
export const Stop = lazy(() => z.strictObject({ turnId: Id.optional() }));
export const Permission = lazy(() =>
  z.strictObject({
    callId: z.string().min(1).max(CALL_ID_CHARS),
    allowed: z.boolean(),
    /** With `allowed`: every further address of the same host, for this conversation. */
    site: z.boolean().optional(),
    /** With `allowed`: the tool of another server runs without asking from now on in this conversation. */
    conversation: z.boolean().optional(),
  })
);
export type Permission = Given<typeof Permission>;
export const Fork = lazy(() => z.strictObject({ seq: z.int().min(1), title: GivenTitle.optional() }));
/** Without `attachments` the files of the message go with the new words. */
export const Continue = lazy(() =>
  z.strictObject({
    messageId: Id,
    content: Content,
    attachments: Attachments.optional(),
    mentions: z.array(Id).max(PARTICIPANTS).optional(),
    title: GivenTitle.optional(),
  }).meta({ id: "ContinueElsewhere" })
);
export type Continue = Given<typeof Continue>;
export const Rerun = lazy(() =>
  z.strictObject({
    agents: z.record(z.string(), z.strictObject({ providerId: Id.optional(), model: ModelName.optional() })),
  })
);

export type Rerun = Given<typeof Rerun>;

export const ListQuery = z.object({
  q: z.string().optional(),
  archived: flag.optional(),
  /** Those of this project alone. */
  project: Id.optional(),
  cursor: z.string().optional(),
  limit: whole(1, PAGE_MOST.conversations).default(100),
});
export const ConversationQuery = z.object({
  /** The seq of the event as of which it is told; absent: now. */
  at: whole(1).optional(),
  view: z.literal("fold").optional(),
  /** With `view=fold`: of the newest so many messages alone; absent: of all. */
  headers: whole(1).optional(),
});
export const MessagesQuery = z.object({
  before: whole(0).default(0),
  limit: whole(1, PAGE_MOST.messages).default(PAGE_MESSAGES),
  view: z.literal("fold").optional(),
});
export const ContextQuery = z.object({ at: whole(1).optional() });
/** Of a proof: what of the conversation is told; of all else its structure alone is there. */
const shown = {
  /** Ids of messages, with commas between; absent: all. */
  messages: z.string().regex(
    /^[\w-]{1,64}(,[\w-]{1,64}){0,999}$/,
    "must be up to 1000 ids of messages, with commas between",
  )
    .optional(),
  /** `0`: without what agents were told besides, as their system prompts. */
  prompts: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("1"),
  /** Of a page: `0`: without the names of models; then nobody can check it. */
  models: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("1"),
  /** Of a page: in whose words it speaks. */
  language: z.enum(["en", "de"], { error: "must be en or de" }).default("en"),
};
export const ExportQuery = z.object({
  format: z.enum(["ndjson", "markdown", "html", "json", "openai", "proof", "page"], {
    error: "must be ndjson, markdown, html, json, openai, proof or page",
  }).default("ndjson"),
  ...shown,
});
