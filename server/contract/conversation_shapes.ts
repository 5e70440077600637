/**
 * Conversations: their list, messages, roster and turns. Each body is strict: a field that nobody here knows is an
 * error, since what it was meant to do would otherwise silently not happen.
 */
import { z } from "zod";
import {
  Attachment,
  Citation,
  Formed,
  GivenTitle,
  Label,
  Mode,
  Origin,
  ReadingTask,
  Settings,
  TurnError,
  Usage,
} from "../../events/catalog/conversation.ts";
import { isClear, NOT_CLEAR } from "../../events/catalog/clear_text.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
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
import type { MessageView } from "../../projections/conversation/message_view.ts";
import {
  AuthorKind,
  Body,
  Erasure,
  MessageRole,
  MessageStatus,
  Participant,
  ToldConversation,
  Turn,
} from "../../projections/shapes/folds.ts";
import { Draft, ListRow, Overfull, RequestOfTurn, Seen, Wait } from "../../projections/shapes/views.ts";
import { AskedNow } from "./input_shapes.ts";
import { AskPanel } from "./panel_shapes.ts";
import { Count, flag, type Given, Hash, listOf, whole, type Wire } from "./values.ts";

/** A message's text; its length is judged by the conversation, in code points (C-4). */
const Content = z.string();
/** Uploads by their hashes, as a body names them. */
export const Attachments = z.array(z.strictObject({ sha256: Hash, name: z.string().min(1).max(255) }))
  .max(ATTACHMENTS_PER_MESSAGE);
const Position = z.string();
/** Conversations that could not be read and were left out; absent where all could. */
export const leftOut = { unreadable: z.array(z.string()).exactOptional() };

export const PostMessage = z.strictObject({
  id: z.string().max(200).optional(),
  content: Content,
  attachments: Attachments.optional(),
  mentions: z.array(Id).max(PARTICIPANTS).optional(),
  panel: AskPanel.optional(),
}).meta({ id: "PostMessage" });
export type PostMessage = Given<typeof PostMessage>;
export const ChangeMessage = z.strictObject({
  included: z.boolean(),
  participantIds: z.array(Id).min(1).max(PARTICIPANTS).optional(),
});

const Inclusions = z.array(z.strictObject({ messageId: Id, included: z.boolean() })).max(INCLUSIONS_AT_ONCE);
export const ChangeMessages = z.strictObject({ changes: Inclusions.min(1) }).meta({ id: "ChangeMessages" });
export type ChangeMessages = Given<typeof ChangeMessages>;

export const CreateConversation = z.strictObject({
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
).meta({ id: "CreateConversation" });
export type CreateConversation = Given<typeof CreateConversation>;
export const ChangeConversation = z.strictObject({
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
}).meta({ id: "ChangeConversation" });
export type ChangeConversation = Given<typeof ChangeConversation>;

/** Events up to here were seen. */
export const Read = z.strictObject({ seq: Seq });

export const AddParticipant = z.strictObject({ agentId: Id });
export const ChangeParticipant = z.strictObject({
  enabled: z.boolean().optional(),
  position: z.int().min(0).max(PARTICIPANTS).optional(),
});
export const Merge = z.strictObject({
  agentId: Id,
  messageIds: z.array(Id).min(MERGE_SOURCES.min).max(MERGE_SOURCES.max),
  /** The gist of the answers, or the claims of two of them against each other, instead of one answer. */
  task: ReadingTask.optional(),
});
export type Merge = Given<typeof Merge>;
export const Stop = z.strictObject({ turnId: Id.optional() });
export const Permission = z.strictObject({
  callId: z.string().min(1).max(CALL_ID_CHARS),
  allowed: z.boolean(),
  /** With `allowed`: every further address of the same host, for this conversation. */
  site: z.boolean().optional(),
  /** With `allowed`: the tool of another server runs without asking from now on in this conversation. */
  conversation: z.boolean().optional(),
});
export type Permission = Given<typeof Permission>;
export const Fork = z.strictObject({ seq: z.int().min(1), title: GivenTitle.optional() });
/** Without `attachments` the files of the message go with the new words. */
export const Continue = z.strictObject({
  messageId: Id,
  content: Content,
  attachments: Attachments.optional(),
  mentions: z.array(Id).max(PARTICIPANTS).optional(),
  title: GivenTitle.optional(),
}).meta({ id: "ContinueElsewhere" });
export type Continue = Given<typeof Continue>;
export const Rerun = z.strictObject({
  agents: z.record(z.string(), z.strictObject({ providerId: Id.optional(), model: ModelName.optional() })),
});

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

export const ConversationList = z.strictObject({
  items: z.array(ListRow),
  /** The `cursor` of the next page; null at the end. */
  next: z.string().nullable(),
  position: Position,
  /** How far whoever asks has seen those of `items` (events up to here); absent: nothing of it. */
  read: z.record(z.string(), Seq),
  ...leftOut,
}).meta({ id: "ConversationList" });
export type ConversationList = Wire<typeof ConversationList>;

const ConversationView = ToldConversation.pick({
  id: true,
  seq: true,
  title: true,
  mode: true,
  manager: true,
  lineage: true,
  archived: true,
  pinned: true,
  labels: true,
  projectId: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  manualResponses: z.boolean(),
  ...Settings.required().shape,
  messageCount: Count,
}).meta({ id: "Conversation" });
export type ConversationView = Wire<typeof ConversationView>;

export const Message = z.strictObject({
  id: Id,
  seq: Seq,
  conversationId: Id,
  participantId: Id.nullable(),
  role: MessageRole,
  content: z.string(),
  included: z.boolean(),
  pinned: z.boolean(),
  includedFor: z.record(z.string(), z.boolean()),
  createdAt: Timestamp,
  authorName: z.string(),
  authorType: AuthorKind,
  streaming: z.boolean(),
  completed: z.boolean(),
  status: MessageStatus,
  turnId: Id.nullable(),
  usage: Usage.nullable(),
  modelId: z.string().nullable(),
  reasoning: z.string().nullable(),
  toolsUsed: z.array(z.string()),
  citations: z.array(Citation),
  form: Formed.nullable(),
  toolStatus: z.string().nullable(),
  attachments: z.array(Attachment),
  error: TurnError.pick({ code: true, message: true }).nullable(),
  finishReason: z.string().nullable(),
  timing: z.strictObject({ firstTextMs: z.number().nullable(), totalMs: z.number() }).nullable(),
  /** US dollars; null: it called nobody, or has not ended. */
  cost: z.union([z.number(), z.literal("unknown")]).nullable(),
  question: Id.nullable(),
  versionOf: Id.nullable(),
  versions: z.array(Id),
  sources: z.array(Id),
  task: ReadingTask.nullable(),
  permission: z.strictObject({
    callId: z.string(),
    tool: z.string(),
    address: z.string().nullable(),
    refusesAt: Timestamp.nullable(),
  }).nullable(),
  input: AskedNow.nullable(),
  origin: Origin.nullable(),
  erased: z.boolean(),
  erasure: Erasure.nullable(),
}).meta({ id: "Message" }) satisfies z.ZodType<MessageView>;

const written = { drafts: z.array(Draft) };
const read = {
  /** How far whoever asks has seen it; 0: nothing of it. */
  read: Seq,
};
const fileUpload = {
  fileUpload: z.strictObject({ acceptableTypes: z.array(z.string()), maxSize: Count }),
};
/** With `view=fold`. */
const FoldAnswer = z.strictObject({
  seq: Seq,
  position: Position,
  fold: ToldConversation,
  /** With `headers`: messages that are not in the fold; absent where all are. */
  missing: z.int().min(1).exactOptional(),
  ...written,
  waits: z.array(Wait),
  ...read,
  ...fileUpload,
}).meta({ id: "FoldAnswer" });
/** As it is received: the fold goes on in place. */
export type OpenedFold = z.output<typeof FoldAnswer>;
export const ConversationAnswer = z.union([
  z.strictObject({
    seq: Seq,
    position: Position,
    conversation: ConversationView,
    participants: z.array(Participant),
    headers: z.array(Message.omit({ content: true, reasoning: true }).meta({ id: "MessageWithoutText" })),
    messages: z.array(Message),
    turns: z.array(Turn),
    ...written,
    /** By participant. */
    status: z.record(z.string(), z.enum(["off", "idle", "waiting", "answering"])),
    ...read,
    ...fileUpload,
  }).meta({ id: "ConversationAnswer" }),
  FoldAnswer,
]);
export type ConversationAnswer = Wire<typeof ConversationAnswer>;

export const Started = z.strictObject({
  conversation: ConversationView.extend({ participants: z.array(Participant) }),
  seq: Seq,
}).meta({ id: "StartedConversation" });
export const Changed = z.strictObject({ conversation: ConversationView, seq: Seq })
  .meta({ id: "ChangedConversation" });
export type Changed = Wire<typeof Changed>;
/** `overfull`: with `projectId`, agents for whom what counts always is too large now. */
export const Filed = Changed.extend({ overfull: z.array(Overfull).exactOptional() })
  .meta({ id: "FiledConversation" });
export type Filed = Wire<typeof Filed>;
export const Imported = Changed.extend({ created: z.boolean() }).meta({ id: "ImportedConversation" });
export type Imported = Wire<typeof Imported>;
export const Continued = Changed.extend({ message: Message }).meta({ id: "ContinuedConversation" });
export type Continued = Wire<typeof Continued>;
/** The conversation for another program: `export?format=json`. */
export const Transcript = z.strictObject({
  id: Id,
  seq: Seq,
  title: z.string(),
  mode: Mode,
  createdAt: Timestamp,
  participants: z.array(Participant),
  messages: z.array(Message),
}).meta({ id: "Transcript" });
export type Transcript = Wire<typeof Transcript>;

/** As a program sends it to `/v1/chat/completions`. */
export const ProgramTranscript = z.strictObject({
  messages: z.array(z.strictObject({
    role: z.enum(["user", "assistant"]),
    name: z.string().optional(),
    content: z.string(),
  })),
}).meta({ id: "ProgramTranscript" });

export const MessagePage = z.strictObject({
  items: z.array(Message),
  /** The `before` of the next older page; null at the end. */
  next: Seq.nullable(),
  /** With `view=fold`, by message. */
  bodies: z.record(z.string(), Body).exactOptional(),
}).meta({ id: "MessagePage" });
export type MessagePage = Wire<typeof MessagePage>;
export const OneMessage = z.strictObject({ message: Message, seq: Seq }).meta({ id: "OneMessage" });
export type OneMessage = Wire<typeof OneMessage>;
/** Checkboxes that were changed, each as it stood before: sent as `changes`, they undo it; none where all stood so. */
export const ChangedMessages = z.strictObject({ changed: Inclusions, seq: Seq })
  .meta({ id: "ChangedMessages" });
export type ChangedMessages = Wire<typeof ChangedMessages>;
export const Pin = z.strictObject({ pinned: z.boolean() }).meta({ id: "Pin" });
/** The message, and the agents for which all that is pinned now is too large by itself. */
export const Pinned = OneMessage.extend({ overfull: z.array(Overfull) }).meta({ id: "Pinned" });
export type Pinned = Wire<typeof Pinned>;
export const SeenByList = listOf(Seen);

export const Roster = z.strictObject({
  participant: Participant.nullable(),
  participants: z.array(Participant),
  seq: Seq,
}).meta({ id: "Roster" });
export type Roster = Wire<typeof Roster>;
export const Asked = z.strictObject({ turnId: Id, messageId: Id, seq: Seq }).meta({ id: "AskedTurn" });
export type Asked = Wire<typeof Asked>;
export const AskedAll = z.strictObject({ turnIds: z.array(Id), seq: Seq });
/** What every answer to a command has: the seq of its last event. */
export type Written = Pick<Asked, "seq">;
export const Stopped = z.strictObject({ stopped: z.array(Id), seq: Seq });
export const Decided = z.strictObject({
  turnId: Id,
  callId: z.string(),
  allowed: z.boolean(),
  site: z.boolean(),
  conversation: z.boolean(),
  seq: Seq,
});

export const TurnRequest = RequestOfTurn.extend({
  /** Of the last call; null where none was made, or where words of it are gone. */
  body: z.string().nullable(),
  sha256: Hash.nullable(),
}).meta({ id: "TurnRequest" });
export type TurnRequest = Wire<typeof TurnRequest>;
