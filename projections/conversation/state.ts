/** What a conversation is, as the fold of its events: plain JSON, so that it travels and can be kept. */
import type {
  Attachment,
  DataOf,
  Mode,
  Settings,
  TurnError,
  Usage,
} from "../../events/catalog/conversation.ts";

export type { DataOf };

export interface Participant extends Readonly<Omit<DataOf<"ParticipantAdded">, "participantId">> {
  readonly id: string;
  readonly enabled: boolean;
  readonly addedSeq: number;
}

export type MessageStatus = "pending" | "streaming" | "complete" | "failed" | "cancelled" | "interrupted";

/** One setting of a checkbox. Without `participantIds`: the message's own; with: an override for these. */
export interface InclusionChange {
  readonly seq: number;
  readonly included: boolean;
  readonly participantIds?: readonly string[];
}

/** What is known of a message without its text. Rare fields are absent, not null: there are thousands. */
export interface Message {
  readonly id: string;
  /** Where it stands: the seq of its `MessagePosted`, or of the `TurnRequested` that announced it. */
  readonly seq: number;
  readonly at: string;
  readonly role: "user" | "assistant" | "system";
  readonly author: {
    readonly kind: "human" | "agent" | "system";
    readonly id: string;
    readonly name: string;
  };
  readonly status: MessageStatus;
  /** The checkbox as it stands now. */
  readonly included: boolean;
  /** Length of the content in UTF-16 code units, for token estimates without the body. */
  readonly length: number;
  readonly participantId?: string;
  readonly turnId?: string;
  /** Seq of the event that ended the answer (completed, failed or cancelled). */
  readonly doneSeq?: number;
  /** People's messages: shown to agents as `[Name]: …` (C-8). */
  readonly prefixed?: true;
  /** Every setting of the checkbox so far, oldest first. */
  readonly inclusion?: readonly InclusionChange[];
  /** Manager mode: the participant who receives it, or "person". */
  readonly to?: string | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly notice?: DataOf<"MessagePosted">["notice"];
  readonly error?: TurnError;
  readonly passed?: true;
  readonly usage?: Usage;
  readonly model?: string;
  readonly finishReason?: string;
  readonly totalMs?: number;
  readonly firstTextMs?: number;
  readonly toolsUsed?: readonly string[];
  /** Provider retries that were seen while it was written. */
  readonly retries?: number;
}

/** A tool call inside an answer. */
export interface ToolUse extends Readonly<Omit<DataOf<"ToolCalled">, "turnId" | "said" | "opaque">> {
  /** A person's word on a call that asks, once it is said. */
  readonly allowed?: boolean;
  /** The site that a person's word allowed with it, for the whole conversation. */
  readonly site?: string;
  readonly status?: DataOf<"ToolReturned">["status"];
  readonly result?: string;
}

/** An attempt that was cut short; it stays, collapsed under its successor. */
export interface CutAttempt {
  readonly attempt: number;
  readonly why: DataOf<"TurnInterrupted">["why"];
  readonly content: string;
  readonly reasoning?: string;
}

export interface Body {
  readonly content: string;
  readonly reasoning?: string;
  /** What the model really said, where the content differs. */
  readonly raw?: string;
  readonly tools?: readonly ToolUse[];
  readonly cut?: readonly CutAttempt[];
}

export type TurnStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

type Requested = Readonly<Omit<DataOf<"TurnRequested">, "turnId">>;
type Started = Readonly<Omit<DataOf<"TurnStarted">, "turnId" | "attempt">>;

/** Of its start it has what the last attempt's says; an attempt that was cut short leaves no owner. */
export interface Turn extends Requested, Partial<Started> {
  readonly id: string;
  readonly exchange: string;
  readonly status: TurnStatus;
  readonly requestedSeq: number;
  /** Attempts started so far. */
  readonly attempt: number;
  readonly startedSeq?: number;
  readonly startedAt?: string;
  readonly doneSeq?: number;
  /** Provider calls made so far, over all attempts. */
  readonly calls?: number;
  /** Which provider the last call went to: a mock costs nothing, whatever its model is called. */
  readonly provider?: DataOf<"ProviderCalled">["provider"];
}

/** What one message of a person, or one request to speak, set in motion; kept until it is complete. */
export interface Exchange {
  readonly id: string;
  readonly mode: Mode;
  /** Who caused it: a newer message by the same person cancels it (S2-38). */
  readonly by: string;
  readonly turnIds: readonly string[];
}

export interface ConversationState {
  id: string;
  /** Seq of the last event folded; 0: it does not exist. */
  seq: number;
  title: string;
  /** False while the title is still the beginning of the first message. */
  titled: boolean;
  mode: Mode;
  manager: NonNullable<DataOf<"ModeChanged">["manager"]> | null;
  settings: Settings;
  lineage: NonNullable<DataOf<"ConversationStarted">["lineage"]> | null;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  deleted: boolean;
  /** Was or had ever been on request, or of two or more people or agents: never false again (C-8). */
  group: boolean;
  /** People who wrote here, in order of their first message. */
  people: { id: string; name: string }[];
  /** Seq up to which everything was written elsewhere and came with a file; absent: nothing was. */
  importedThrough?: number;
  /** The roster, in its order. */
  participants: Participant[];
  /** Those who were removed; their messages keep name and colour. */
  former: Participant[];
  /** Ids of all messages, in reading order. */
  order: string[];
  messages: Record<string, Message>;
  /** Texts; a browser holds those of the pages it has read. */
  bodies: Record<string, Body>;
  turns: Record<string, Turn>;
  /** Turns that have not ended, in the order they were requested. */
  open: string[];
  exchanges: Record<string, Exchange>;
  /** People's messages that wait for the exchange under way, with the setting "queue". */
  queue: string[];
  /** What was said last where everybody can see it: the id of its message. */
  lastSaid: string | null;
  /** Tokens used so far, for the cap. */
  tokens: number;
}
