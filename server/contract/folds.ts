/**
 * The folds as they travel, for a client that goes on folding. Each schema has the type of its fold, so that the
 * compiler finds where they part.
 */
import { z } from "zod";
import { ContextSpec, ContextTokens } from "../../events/catalog/context_spec.ts";
import {
  Attachment,
  ConversationStarted,
  Manager,
  MessagePosted,
  Mode,
  Notice,
  Reason,
  Settings,
  ToolReturned,
  TurnError,
  TurnInterrupted,
  Usage,
} from "../../events/catalog/conversation.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import {
  Agency,
  Agent,
  Personality,
  Provider,
  Role,
  TokenScope,
  WorkspaceSettings,
} from "../../events/catalog/workspace.ts";
import type * as fold from "../../projections/conversation/state.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { Count } from "./values.ts";

/** A schema for every field, those that may be absent too: the compiler names one that is forgotten. */
type Shape<T> = { readonly [K in keyof T]-?: z.ZodType };

const Number1 = z.int().min(1);

export const Participant: z.ZodType<fold.Participant> = z.strictObject(
  {
    id: Id,
    agentId: Id,
    agentVersion: Number1,
    number: Number1,
    name: z.string(),
    color: Number1,
    model: z.string(),
    enabled: z.boolean(),
    addedSeq: Seq,
  } satisfies Shape<fold.Participant>,
).meta({ id: "Participant" });

export const MessageStatus: z.ZodType<fold.MessageStatus> = z.enum([
  "pending",
  "streaming",
  "complete",
  "failed",
  "cancelled",
  "interrupted",
]).meta({ id: "MessageStatus" });
export const MessageRole = MessagePosted.shape.data.shape.role;
export const AuthorKind = z.enum(["human", "agent", "system"]);

const Header: z.ZodType<fold.Message> = z.strictObject(
  {
    id: Id,
    seq: Seq,
    at: Timestamp,
    role: MessageRole,
    author: z.strictObject({ kind: AuthorKind, id: Id, name: z.string() }),
    status: MessageStatus,
    included: z.boolean(),
    length: Count,
    participantId: Id.exactOptional(),
    turnId: Id.exactOptional(),
    doneSeq: Seq.exactOptional(),
    prefixed: z.literal(true).exactOptional(),
    inclusion: z.array(z.strictObject({
      seq: Seq,
      included: z.boolean(),
      participantIds: z.array(Id).exactOptional(),
    })).exactOptional(),
    to: Id.exactOptional(),
    mentions: z.array(Id).exactOptional(),
    attachments: z.array(Attachment).exactOptional(),
    notice: Notice.exactOptional(),
    error: TurnError.exactOptional(),
    passed: z.literal(true).exactOptional(),
    usage: Usage.exactOptional(),
    model: z.string().exactOptional(),
    finishReason: z.string().exactOptional(),
    totalMs: z.number().exactOptional(),
    firstTextMs: z.number().exactOptional(),
    toolsUsed: z.array(z.string()).exactOptional(),
    retries: Count.exactOptional(),
  } satisfies Shape<fold.Message>,
).meta({ id: "MessageHeader" });

const ToolUse: z.ZodType<fold.ToolUse> = z.strictObject(
  {
    callId: z.string(),
    attempt: Number1,
    round: Number1,
    tool: z.string(),
    /** JSON text, as the model wrote it. */
    args: z.string(),
    asks: z.literal(true).exactOptional(),
    allowed: z.boolean().exactOptional(),
    address: z.string().exactOptional(),
    site: z.string().exactOptional(),
    status: ToolReturned.shape.data.shape.status.exactOptional(),
    result: z.string().exactOptional(),
  } satisfies Shape<fold.ToolUse>,
).meta({ id: "ToolUse" });

export const MessageBody: z.ZodType<fold.Body> = z.strictObject(
  {
    content: z.string(),
    reasoning: z.string().exactOptional(),
    raw: z.string().exactOptional(),
    tools: z.array(ToolUse).exactOptional(),
    cut: z.array(z.strictObject({
      attempt: Number1,
      why: TurnInterrupted.shape.data.shape.why,
      content: z.string(),
      reasoning: z.string().exactOptional(),
    })).exactOptional(),
  } satisfies Shape<fold.Body>,
).meta({ id: "MessageBody" });

export const Turn: z.ZodType<fold.Turn> = z.strictObject(
  {
    id: Id,
    participantId: Id,
    messageId: Id,
    exchange: Id,
    mode: Mode,
    reason: Reason,
    through: Seq,
    status: z.enum(["pending", "running", "completed", "failed", "cancelled"]),
    requestedSeq: Seq,
    attempt: Count,
    retryOf: Id.exactOptional(),
    owner: z.string().exactOptional(),
    startedSeq: Seq.exactOptional(),
    startedAt: Timestamp.exactOptional(),
    agentVersion: Number1.exactOptional(),
    context: ContextSpec.exactOptional(),
    tokens: ContextTokens.exactOptional(),
    doneSeq: Seq.exactOptional(),
    calls: Count.exactOptional(),
    provider: z.string().exactOptional(),
  } satisfies Shape<fold.Turn>,
).meta({ id: "Turn" });

export const Lineage = ConversationStarted.shape.data.shape.lineage.unwrap();

export const ConversationFold: z.ZodType<fold.ConversationState> = z.strictObject(
  {
    id: Id,
    seq: Seq,
    title: z.string(),
    titled: z.boolean(),
    mode: Mode,
    manager: Manager.nullable(),
    settings: Settings,
    lineage: Lineage.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    archived: z.boolean(),
    deleted: z.boolean(),
    group: z.boolean(),
    people: z.array(z.strictObject({ id: Id, name: z.string() })),
    importedThrough: Seq.exactOptional(),
    participants: z.array(Participant),
    former: z.array(Participant),
    order: z.array(Id),
    messages: z.record(z.string(), Header),
    bodies: z.record(z.string(), MessageBody),
    turns: z.record(z.string(), Turn),
    open: z.array(Id),
    exchanges: z.record(
      z.string(),
      z.strictObject({ id: Id, mode: Mode, by: Id, turnIds: z.array(Id) }),
    ),
    queue: z.array(Id),
    lastSaid: Id.nullable(),
    tokens: Count,
  } satisfies Shape<fold.ConversationState>,
).meta({ id: "ConversationFold" });

const archived = { archived: z.boolean() };
const keptAs = <S extends z.ZodRawShape>(resource: z.ZodObject<S>) =>
  z.record(z.string(), resource.extend(archived));

export const WorkspaceFold: z.ZodType<WorkspaceState> = z.strictObject(
  {
    seq: Seq,
    providers: keptAs(Provider),
    roles: keptAs(Role),
    personalities: keptAs(Personality),
    agents: keptAs(Agent),
    agencies: keptAs(Agency),
    tokens: z.record(
      z.string(),
      z.strictObject({
        id: Id,
        name: z.string(),
        createdAt: Timestamp,
        scope: TokenScope.optional(),
        expiresAt: Timestamp.optional(),
        ...archived,
      }),
    ),
    keys: z.record(z.string(), z.literal(true)),
    settings: WorkspaceSettings,
    nextAgentNumber: Number1,
  } satisfies Shape<WorkspaceState>,
).meta({ id: "WorkspaceFold" });
