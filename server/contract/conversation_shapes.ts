/** Conversations as they are answered: their list, messages, roster and turns. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import {
  Attachment,
  Citation,
  Formed,
  Mode,
  Origin,
  ReadingTask,
  Settings,
  TurnError,
  Usage,
} from "../../events/catalog/conversation.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
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
import { Count, Hash, listOf, type Wire } from "./values.ts";
import { Inclusions } from "./conversation_requests.ts";

const Position = z.string();
/** Conversations that could not be read and were left out; absent where all could. */
export const leftOut = { unreadable: z.array(z.string()).exactOptional() };

export const ConversationList = lazy(() =>
  z.strictObject({
    items: z.array(ListRow),
    /** The `cursor` of the next page; null at the end. */
    next: z.string().nullable(),
    position: Position,
    /** How far whoever asks has seen those of `items` (events up to here); absent: nothing of it. */
    read: z.record(z.string(), Seq),
    ...leftOut,
  }).meta({ id: "ConversationList" })
);
export type ConversationList = Wire<typeof ConversationList>;

const ConversationView = lazy(() =>
  ToldConversation.unwrap().pick({
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
  }).meta({ id: "Conversation" })
);
export type ConversationView = Wire<typeof ConversationView>;

export const Message = lazy(() =>
  z.strictObject({
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
  }).meta({ id: "Message" }) satisfies z.ZodType<MessageView>
);

const written = { drafts: z.array(Draft) };
const read = {
  /** How far whoever asks has seen it; 0: nothing of it. */
  read: Seq,
};
const fileUpload = {
  fileUpload: z.strictObject({ acceptableTypes: z.array(z.string()), maxSize: Count }),
};
/** With `view=fold`. */
const FoldAnswer = lazy(() =>
  z.strictObject({
    seq: Seq,
    position: Position,
    fold: ToldConversation,
    /** With `headers`: messages that are not in the fold; absent where all are. */
    missing: z.int().min(1).exactOptional(),
    ...written,
    waits: z.array(Wait),
    ...read,
    ...fileUpload,
  }).meta({ id: "FoldAnswer" })
);
/** As it is received: the fold goes on in place. */
export type OpenedFold = z.output<typeof FoldAnswer>;
export const ConversationAnswer = lazy(() =>
  z.union([
    z.strictObject({
      seq: Seq,
      position: Position,
      conversation: ConversationView,
      participants: z.array(Participant),
      headers: z.array(
        Message.unwrap().omit({ content: true, reasoning: true }).meta({ id: "MessageWithoutText" }),
      ),
      messages: z.array(Message),
      turns: z.array(Turn),
      ...written,
      /** By participant. */
      status: z.record(z.string(), z.enum(["off", "idle", "waiting", "answering"])),
      ...read,
      ...fileUpload,
    }).meta({ id: "ConversationAnswer" }),
    FoldAnswer,
  ])
);
export type ConversationAnswer = Wire<typeof ConversationAnswer>;

export const Started = lazy(() =>
  z.strictObject({
    conversation: ConversationView.unwrap().extend({ participants: z.array(Participant) }),
    seq: Seq,
  }).meta({ id: "StartedConversation" })
);
export const Changed = lazy(() =>
  z.strictObject({ conversation: ConversationView, seq: Seq })
    .meta({ id: "ChangedConversation" })
);
export type Changed = Wire<typeof Changed>;
/** `overfull`: with `projectId`, agents for whom what counts always is too large now. */
export const Filed = lazy(() =>
  Changed.unwrap().extend({ overfull: z.array(Overfull).exactOptional() })
    .meta({ id: "FiledConversation" })
);
export type Filed = Wire<typeof Filed>;
export const Imported = lazy(() =>
  Changed.unwrap().extend({ created: z.boolean() }).meta({ id: "ImportedConversation" })
);
export type Imported = Wire<typeof Imported>;
export const Continued = lazy(() =>
  Changed.unwrap().extend({ message: Message }).meta({ id: "ContinuedConversation" })
);
export type Continued = Wire<typeof Continued>;
/** The conversation for another program: `export?format=json`. */
export const Transcript = lazy(() =>
  z.strictObject({
    id: Id,
    seq: Seq,
    title: z.string(),
    mode: Mode,
    createdAt: Timestamp,
    participants: z.array(Participant),
    messages: z.array(Message),
  }).meta({ id: "Transcript" })
);
export type Transcript = Wire<typeof Transcript>;

/** As a program sends it to `/v1/chat/completions`. */
export const ProgramTranscript = lazy(() =>
  z.strictObject({
    messages: z.array(z.strictObject({
      role: z.enum(["user", "assistant"]),
      name: z.string().optional(),
      content: z.string(),
    })),
  }).meta({ id: "ProgramTranscript" })
);

export const MessagePage = lazy(() =>
  z.strictObject({
    items: z.array(Message),
    /** The `before` of the next older page; null at the end. */
    next: Seq.nullable(),
    /** With `view=fold`, by message. */
    bodies: z.record(z.string(), Body).exactOptional(),
  }).meta({ id: "MessagePage" })
);
export type MessagePage = Wire<typeof MessagePage>;
export const OneMessage = lazy(() =>
  z.strictObject({ message: Message, seq: Seq }).meta({ id: "OneMessage" })
);
export type OneMessage = Wire<typeof OneMessage>;
/** Checkboxes that were changed, each as it stood before: sent as `changes`, they undo it; none where all stood so. */
export const ChangedMessages = lazy(() =>
  z.strictObject({ changed: Inclusions, seq: Seq })
    .meta({ id: "ChangedMessages" })
);
export type ChangedMessages = Wire<typeof ChangedMessages>;
export const Pin = lazy(() => z.strictObject({ pinned: z.boolean() }).meta({ id: "Pin" }));
/** The message, and the agents for which all that is pinned now is too large by itself. */
export const Pinned = lazy(() =>
  OneMessage.unwrap().extend({ overfull: z.array(Overfull) }).meta({ id: "Pinned" })
);
export type Pinned = Wire<typeof Pinned>;
export const SeenByList = lazy(() => listOf(Seen));

export const Roster = lazy(() =>
  z.strictObject({
    participant: Participant.nullable(),
    participants: z.array(Participant),
    seq: Seq,
  }).meta({ id: "Roster" })
);
export type Roster = Wire<typeof Roster>;
export const Asked = lazy(() =>
  z.strictObject({ turnId: Id, messageId: Id, seq: Seq }).meta({ id: "AskedTurn" })
);
export type Asked = Wire<typeof Asked>;
export const AskedAll = lazy(() => z.strictObject({ turnIds: z.array(Id), seq: Seq }));
/** What every answer to a command has: the seq of its last event. */
export type Written = Pick<Asked, "seq">;
export const Stopped = lazy(() => z.strictObject({ stopped: z.array(Id), seq: Seq }));
export const Decided = lazy(() =>
  z.strictObject({
    turnId: Id,
    callId: z.string(),
    allowed: z.boolean(),
    site: z.boolean(),
    conversation: z.boolean(),
    seq: Seq,
  })
);

export const TurnRequest = lazy(() =>
  RequestOfTurn.unwrap().extend({
    /** Of the last call; null where none was made, or where words of it are gone. */
    body: z.string().nullable(),
    sha256: Hash.nullable(),
  }).meta({ id: "TurnRequest" })
);
export type TurnRequest = Wire<typeof TurnRequest>;
