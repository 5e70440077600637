/** Everything that can happen in a conversation. A published version of an event never changes. */
import { z } from "zod";
import { Attachment } from "./attachment.ts";
import { CallSettings } from "./call_settings.ts";
import { ContextSpec, ContextTokens } from "./context_spec.ts";
import { event, eventOf, Id, type Placed, Seq, Timestamp } from "./envelope.ts";
import { isClear, NOT_CLEAR } from "./clear_text.ts";
import {
  CITATIONS,
  LABEL_CODE_POINTS,
  LABELS,
  MANAGER_TURNS,
  MERGE_SOURCES,
  PARTICIPANTS,
  ROUNDS,
  TITLE_CODE_POINTS,
} from "./limits.ts";
import { CallId, ContentErased } from "./erased.ts";
import { joinedFields } from "./joined.ts";
import { Memory } from "./memory.ts";
import { MODES } from "./modes.ts";
import { Citation, Formed, TurnError, Usage } from "./outcome.ts";
import { PANEL_EVENTS, PanelPlace } from "./panels.ts";
import { CHECK_RUN_EVENTS, Judged } from "./check_runs.ts";
import { COMPARISON_EVENTS } from "./comparisons.ts";
import { EXPECTATION_EVENTS } from "./expectations.ts";
import { Asks, HANDS_EVENTS } from "./hands.ts";
import { SCHEDULE_EVENTS } from "./schedules.ts";
import { AnswerTaken, OfTrial, TrialArm, TrialStarted } from "./trials.ts";
import {
  attempt,
  call,
  InputAnswered,
  InputAsked,
  ToolCalled,
  ToolDecided,
  ToolReturned,
} from "./tool_events.ts";
import { words } from "./words_mark.ts";

export { Attachment } from "./attachment.ts";
export { Citation, ErrorCode, Formed, TurnError, Usage } from "./outcome.ts";

export const Mode = z.enum(MODES).meta({ id: "Mode" });
export type Mode = z.infer<typeof Mode>;

export const Title = words(
  z.string().trim().min(1).refine((s) => [...s].length <= TITLE_CODE_POINTS, {
    message: `must be at most ${TITLE_CODE_POINTS} characters`,
  }),
);

/** A title as somebody gives it. */
export const GivenTitle = Title.refine(isClear, { message: NOT_CLEAR });

/** Who manages, and by which principles (S1-11), as they were when the mode was chosen. */
export const Manager = z.strictObject({
  participantId: Id,
  principles: words(z.string()),
  agencyId: Id.optional(),
});

/** Per-conversation caps; absent means the built-in bound, or none for tokens and money. */
export const Limits = z.strictObject({
  managerTurns: z.int().min(1).max(MANAGER_TURNS).optional(),
  tokens: z.int().min(1).optional(),
  usd: z.number().positive().optional(),
});
export const Settings = z.strictObject({
  rounds: z.int().min(1).max(ROUNDS).optional(),
  limits: Limits.optional(),
  webAccess: z.boolean().optional(),
  onNewMessage: z.enum(["cancel", "queue"]).optional(),
}).meta({ id: "Settings" });
export type Settings = z.infer<typeof Settings>;

export const Author = z.strictObject({
  /** `agent`: words a calling program brought along as that agent's; its own answers are turns. */
  kind: z.enum(["user", "system", "agent"]),
  id: Id,
  name: words(z.string().max(400)),
});

/** Of words that were said in another product, and of a conversation that came from there. */
export const Origin = z.strictObject({
  /** The product. Any word: one that comes later changes no published event. */
  from: z.string().min(1).max(40),
  /** When they were said there; absent of the notice that tells of the import, which is no word of theirs. */
  at: Timestamp.optional(),
}).meta({ id: "Origin" });
export type Origin = z.infer<typeof Origin>;

/** What a system message is about, so that the interface can offer the next step. */
export const Notice = z.strictObject({
  code: z.enum([
    "no_agents",
    "unclear_mention",
    "turn_failed",
    "passed",
    "cap",
    "context_warning",
    "custom_instructions",
    "imported",
  ]),
  turnId: Id.optional(),
  participantId: Id.optional(),
});

/** Why this agent speaks now, in data and in words. */
export const Reason = z.strictObject({
  code: z.enum([
    "enabled",
    "mentioned",
    "asked",
    "in_turn",
    "addressed",
    "managing",
    "retried",
    "repaired",
    "panel",
  ]),
  text: words(z.string().max(400)),
  /** In-turn mode: this turn's round, of how many. */
  round: z.int().min(1).optional(),
  rounds: z.int().min(1).optional(),
  /** Manager mode: the number of the agent that addressed this one; 0 is the person. */
  from: z.int().min(0).optional(),
}).meta({ id: "Reason" });
export type Reason = z.infer<typeof Reason>;

const turn = { turnId: Id };
/** Text and reasoning that were shown before a turn ended without completing. */
const partial = { partial: words(z.string()).optional(), reasoning: words(z.string()).optional() };

// Events whose fields other shapes take up; the rest stand in the union below.
/** Where a conversation comes from. */
const Lineage = z.strictObject({
  conversationId: Id,
  /** It begins with the events up to here (`rerun`: was made when the other one had these). */
  seq: Seq,
  /** `changed`: it goes on with other words in the place of one message. */
  kind: z.enum(["fork", "rerun", "changed"]),
  /** The message it goes on behind, or (`changed`) instead of; absent where none is. */
  messageId: Id.optional(),
  /** What the other one was called then. */
  title: words(z.string().max(4 * TITLE_CODE_POINTS)).optional(),
});

/** A name under which conversations are filed. */
export const Label = z.string().trim().min(1).refine((s) => [...s].length <= LABEL_CODE_POINTS, {
  message: `must be at most ${LABEL_CODE_POINTS} characters`,
});

export const ConversationStarted = event("ConversationStarted", 2, () => ({
  title: words(z.string().max(4 * TITLE_CODE_POINTS)),
  mode: Mode,
  settings: Settings,
  lineage: Lineage.optional(),
  origin: Origin.optional(),
}));
/** A call of a tool that the calling program runs itself, in an answer that it brought along. */
const BroughtCall = z.strictObject({ callId: CallId, tool: z.string().min(1).max(200), args: z.string() });
export type BroughtCall = Readonly<z.infer<typeof BroughtCall>>;
/** What such a tool gave. */
const BroughtResult = z.strictObject({ callId: CallId, result: z.string() });
export type BroughtResult = Readonly<z.infer<typeof BroughtResult>>;

export const MessagePosted = event("MessagePosted", 2, () => ({
  messageId: Id,
  author: Author,
  role: z.enum(["user", "system", "assistant"]),
  /** At most MESSAGE_CODE_POINTS from a person; programs may send more. */
  content: words(z.string()),
  attachments: words(z.array(Attachment)).optional(),
  /** Participants this message is meant for alone, in roster order. */
  mentions: z.array(Id).max(PARTICIPANTS).optional(),
  /** Manager mode: the participant who alone receives it, or "person". */
  to: Id.optional(),
  notice: Notice.optional(),
  origin: Origin.optional(),
  /** Of an answer that a calling program brought along: it ended with these calls. */
  calls: words(z.array(BroughtCall)).optional(),
  /** What a calling program's own tools gave: results of all the calls with which the answer `to` ended. */
  returned: z.strictObject({ to: Id, results: words(z.array(BroughtResult)) }).optional(),
  /** Of a calling program, and of nobody else: how the answers to this message are to be made. */
  call: words(CallSettings).optional(),
}));
export const Timing = z.strictObject({
  /** Milliseconds from `TurnStarted` to the first text; null when none came. */
  firstTextMs: z.number().min(0).nullable(),
  /** Milliseconds from `TurnStarted` to the end. */
  totalMs: z.number().min(0),
});
export const TurnInterrupted = event("TurnInterrupted", 1, () => ({
  ...attempt,
  why: z.enum(["shutdown", "lost", "crashed"]),
  ...partial,
}));
export const InclusionSet = event("InclusionSet", 1, () => ({
  messageId: Id,
  included: z.boolean(),
  /** Absent: the message's checkbox. Present: an override for these participants. */
  participantIds: z.array(Id).min(1).max(PARTICIPANTS).optional(),
}));
/** A message that counts wherever the window begins, with its files; left out by its checkbox it is pinned no more. */
export const PinSet = event("PinSet", 1, () => ({ messageId: Id, pinned: z.boolean() }));
/** What reads answers instead of being one: the gist of several, or the claims of two against each other. */
export const ReadingTask = z.enum(["gist", "claims"]).meta({ id: "ReadingTask" });
export type ReadingTask = z.infer<typeof ReadingTask>;
export const TurnRequested = event("TurnRequested", 8, () => ({
  ...turn,
  participantId: Id,
  /** Id of the answer-to-be, minted before anything is shown and never changed (S3). */
  messageId: Id,
  mode: Mode,
  reason: Reason,
  /** Messages up to this seq are the turn's context. */
  through: Seq,
  /** The turn this one repeats. */
  retryOf: Id.optional(),
  /** One answer is to be written from these, in their order: they are in its context wherever they stand. */
  sources: z.array(Id).min(MERGE_SOURCES.min).max(MERGE_SOURCES.max).optional(),
  /** What is made of the sources; absent: one answer from all. */
  task: ReadingTask.optional(),
  /** It is one of a panel's. */
  panel: PanelPlace.optional(),
  /** It is asked beside the talk, to be compared. */
  trial: OfTrial.optional(),
  /** Messages that are held back from it. */
  without: TrialArm.shape.without,
  /** It is asked beside the talk to judge answers. */
  judges: Judged.optional(),
  /** It is no answer: it asks for this. */
  asks: Asks.optional(),
}));
export const TurnStarted = event("TurnStarted", 2, () => ({
  ...attempt,
  /** The process that claimed the turn. */
  owner: z.string().min(1).max(100),
  agentVersion: z.int().min(1),
  context: ContextSpec,
  /** Absent where the model's window is not known. */
  tokens: ContextTokens.optional(),
  /** Absent where nothing of it was given. */
  memory: Memory.optional(),
}));
export const ProviderCalled = event("ProviderCalled", 3, () => ({
  ...call,
  providerId: Id,
  /** The kind of provider. Any word: a kind that comes later or goes changes no published event. */
  provider: z.string().min(1).max(40),
  model: z.string().max(200),
  /** Name and version of the renderer that made the bytes, e.g. `openai/1`. */
  renderer: z.string().max(40),
  /**
   * `salted`: `sha256` goes over the body bytes that were sent and over the salts of the words in them, so that words
   * that are gone cannot be guessed from it. `plain`, as before there were salts: it is that of the bytes alone.
   */
  hash: z.enum(["plain", "salted"]),
  /** "" where it is `plain` and can be forgotten with the words it would confirm a guess at. */
  sha256: z.string().regex(/^([0-9a-f]{64})?$/),
  /** A plain hash, as what was brought up from before there were salts holds it. */
  plain: words(z.string().regex(/^[0-9a-f]{64}$/)).optional(),
  /** Blob with what is not in the log: parameters, tool schemas, system prompt, added messages. */
  shellBlob: words(z.string().regex(/^[0-9a-f]{64}$/)),
}));
/** The maker paused in the middle of an answer, its own tools at work: the next call goes on behind what is here. */
export const AnswerPaused = event("AnswerPaused", 1, () => ({
  ...call,
  said: words(z.string()),
  /** What must be sent again as it is. */
  opaque: words(z.string()),
}));
export const ParticipantAdded = event("ParticipantAdded", 1, () => joinedFields);

/** Every event of a conversation, told apart by `type`. */
export const ConversationEvent = z.discriminatedUnion("type", [
  ConversationStarted,
  event("ConversationRenamed", 1, () => ({ title: Title })),
  event("ConversationArchived", 1, () => ({})),
  event("ConversationRestored", 1, () => ({})),
  /** How it stands in the list: both whole, whatever was changed. */
  event("ConversationFiled", 1, () => ({ pinned: z.boolean(), labels: words(z.array(Label).max(LABELS)) })),
  /** From now on it is there for nobody; deleted for good as soon as `until` has passed, unless that is withdrawn. */
  /** `bringing`: nobody deleted it, its history is still being brought; withdrawn when that is whole. */
  event("DeletionRequested", 1, () => ({ until: Timestamp, bringing: z.literal(true).optional() })),
  event("DeletionWithdrawn", 1, () => ({ brought: z.literal(true).optional() })),
  /** `bringing`: its history never became whole. */
  event("ConversationDeleted", 1, () => ({ bringing: z.literal(true).optional() })),
  event("ModeChanged", 1, () => ({
    mode: Mode,
    rounds: z.int().min(1).max(ROUNDS).optional(),
    manager: Manager.optional(),
  })),
  eventOf("SettingsChanged", 1, () => Settings),
  ParticipantAdded,
  event("ParticipantRemoved", 1, () => ({ participantId: Id })),
  event("ParticipantEnabled", 1, () => ({ participantId: Id })),
  event("ParticipantDisabled", 1, () => ({ participantId: Id })),
  event("ParticipantsReordered", 1, () => ({ participantIds: z.array(Id).max(PARTICIPANTS) })),
  /** The project it belongs to from now on; absent: none. */
  event("ProjectSet", 1, () => ({ projectId: Id.optional() })),
  MessagePosted,
  ContentErased,
  InclusionSet,
  PinSet,
  TrialStarted,
  AnswerTaken,
  TurnRequested,
  TurnStarted,
  ProviderCalled,
  event(
    "ProviderCallFailed",
    1,
    () => ({ ...call, error: TurnError, retryAfterMs: z.int().min(0).optional() }),
  ),
  ToolCalled,
  ToolDecided,
  InputAsked,
  InputAnswered,
  ToolReturned,
  AnswerPaused,
  event("TurnCompleted", 5, () => ({
    ...attempt,
    messageId: Id,
    content: words(z.string()),
    /** What the model really said, where `content` differs (an echoed name prefix, JSON). */
    raw: words(z.string()).optional(),
    reasoning: words(z.string()).optional(),
    finishReason: z.string().max(100),
    usage: Usage.nullable(),
    model: z.string().max(200),
    providerMessageId: z.string().max(200).nullable(),
    toolsUsed: words(z.array(z.string().max(2_000))),
    /** Where it has what it says from, as its maker's search says. */
    citations: words(z.array(Citation).max(CITATIONS)).optional(),
    /** It was held to the schema of its agent, and fits it. */
    form: Formed.optional(),
    timing: Timing,
    /** The agent answered only SKIP: shown as a notice, out of every context. */
    passed: z.boolean().optional(),
    /** Manager mode: the participant addressed, or "person". */
    to: Id.optional(),
  })),
  event("TurnFailed", 3, () => ({
    ...attempt,
    error: TurnError,
    ...partial,
    usage: Usage.nullable().optional(),
    model: z.string().max(200).optional(),
  })),
  TurnInterrupted,
  event("TurnCancelled", 1, () => ({
    ...turn,
    why: z.enum(["stopped", "new_message", "disabled", "removed", "imported", "deleted", "capped"]),
    ...partial,
  })),
  event("ExchangeCompleted", 1, () => ({
    /** Turns of the exchange by how they ended. */
    completed: z.int().min(0),
    failed: z.int().min(0),
    cancelled: z.int().min(0),
  })),
  ...SCHEDULE_EVENTS,
  ...EXPECTATION_EVENTS,
  ...HANDS_EVENTS,
  ...CHECK_RUN_EVENTS,
  ...PANEL_EVENTS,
  ...COMPARISON_EVENTS,
]);
/** An event about to be appended. */
export type NewConversationEvent = z.infer<typeof ConversationEvent>;
/** Events by their type. */
export type ConversationEvents = { [E in NewConversationEvent as E["type"]]: E };
/** The data of one event type. */
export type DataOf<T extends keyof ConversationEvents> = ConversationEvents[T]["data"];
/** An event as read back. */
export type ConversationEvent = NewConversationEvent & Placed;
