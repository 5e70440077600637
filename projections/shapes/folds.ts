/**
 * What a conversation and the settings are, as the folds of their events: plain JSON, so that they travel and can be
 * kept. Said once: the types are those of the schemas, by which the contract tells the folds to clients that fold on.
 */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import {
  Citation,
  ConversationStarted,
  Formed,
  InclusionSet,
  Manager,
  MessagePosted,
  Mode,
  ParticipantAdded,
  PinSet,
  ReadingTask,
  Settings,
  TurnError,
  TurnInterrupted,
  TurnRequested,
  TurnStarted,
  Usage,
} from "../../events/catalog/conversation.ts";
import { ContentErased } from "../../events/catalog/erased.ts";
import {
  InputAnswered,
  InputAsked,
  ToolCalled,
  ToolDecided,
  ToolReturned,
} from "../../events/catalog/tool_events.ts";
import { CallSettings } from "../../events/catalog/call_settings.ts";
import { Actor, Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { CALL_INPUTS } from "../../events/catalog/limits.ts";
import { PanelPlace } from "../../events/catalog/panels.ts";
import { lasting } from "./lasting.ts";
import { Check, CheckRun } from "./check_folds.ts";
import { Comparison, ComparisonRoom } from "./comparison_folds.ts";
import { Hands } from "./hand_folds.ts";
import { Panel } from "./panel_folds.ts";
import { Trial } from "./trial_folds.ts";
import { ExpectationSet } from "../../events/catalog/expectations.ts";
import { SchedulePaused, ScheduleRan, ScheduleSet } from "../../events/catalog/schedules.ts";

export { type Lasting, lasting } from "./lasting.ts";
export { Trial } from "./trial_folds.ts";

export const Count = z.int().min(0);

export const Participant = lasting(() =>
  ParticipantAdded.shape.data.omit({ participantId: true })
    .extend({
      id: Id,
      enabled: z.boolean(),
      addedSeq: Seq,
      /** "" where it is gone. */
      name: z.string(),
      erased: z.literal(true).exactOptional(),
    }).meta({ id: "Participant" })
);
export type Participant = z.infer<typeof Participant>;

export const MessageStatus = z.enum([
  "pending",
  "streaming",
  "complete",
  "failed",
  "cancelled",
  "interrupted",
]).meta({ id: "MessageStatus" });
export type MessageStatus = z.infer<typeof MessageStatus>;
export const MessageRole = MessagePosted.shape.data.shape.role;
export const AuthorKind = z.enum(["human", "agent", "system"]);

/** Who said something; `id` is the person's, or the agent's in the settings. */
export const Author = lazy(() => z.strictObject({ kind: AuthorKind, id: Id, name: z.string() }));

/** Who erased words, when, and why. */
export const Erasure = lasting(() =>
  z.strictObject({
    at: Timestamp,
    by: Actor,
    ...ContentErased.shape.data.pick({ why: true }).shape,
  }).meta({ id: "Erasure" })
);
export type Erasure = z.infer<typeof Erasure>;

/** What is known of a message without its text. Rare fields are absent, not null: there are thousands. */
export const Message = lasting(() =>
  MessagePosted.shape.data.pick({
    role: true,
    attachments: true,
    mentions: true,
    to: true,
    notice: true,
    origin: true,
  })
    .extend({
      id: Id,
      /** Where it stands: the seq of its `MessagePosted`, or of the `TurnRequested` that announced it. */
      seq: Seq,
      at: Timestamp,
      author: Author,
      status: MessageStatus,
      /** The checkbox as it stands now. */
      included: z.boolean(),
      /** Length of the content in UTF-16 code units, for token estimates without the body. */
      length: Count,
      participantId: Id.exactOptional(),
      turnId: Id.exactOptional(),
      /** An answer's: what a person said, which it answers; absent where nobody had said anything. */
      question: Id.exactOptional(),
      /** The first answer of which this is another version: the same agent was asked again. */
      versionOf: Id.exactOptional(),
      /** The answers that it was written from, in their order. */
      sources: z.array(Id).exactOptional(),
      /** It is a reading of them, not an answer of its own. */
      task: ReadingTask.exactOptional(),
      /** The panel that it is an answer of, and where in it; of a question, the panel that it was put to. */
      panel: PanelPlace.partial().required({ panelId: true }).exactOptional(),
      /** It stands beside the talk: of a trial, of a comparison, or a hand; in nobody's context. */
      trial: z.literal(true).exactOptional(),
      /** On the first of several versions: all of them in their order, itself among them. */
      versions: z.array(Id).exactOptional(),
      /** Seq of the event that ended the answer (completed, failed or cancelled). */
      doneSeq: Seq.exactOptional(),
      /** People's messages: shown to agents as `[Name]: …` (C-8). */
      prefixed: z.literal(true).exactOptional(),
      /** No person said it: the schedule with this id did. */
      schedule: Id.exactOptional(),
      /**
       * Every setting of the checkbox so far, oldest first. Without `participantIds`: the message's own; with: an
       * override for these.
       */
      inclusion: z.array(InclusionSet.shape.data.omit({ messageId: true }).extend({ seq: Seq }))
        .exactOptional(),
      /** It counts for every agent that may see it, wherever the window of that one begins. */
      pinned: z.literal(true).exactOptional(),
      /** Every time it was pinned or not any more, oldest first. */
      pins: z.array(PinSet.shape.data.omit({ messageId: true }).extend({ seq: Seq })).exactOptional(),
      error: TurnError.exactOptional(),
      passed: z.literal(true).exactOptional(),
      usage: Usage.exactOptional(),
      model: z.string().exactOptional(),
      finishReason: z.string().exactOptional(),
      totalMs: z.number().exactOptional(),
      firstTextMs: z.number().exactOptional(),
      toolsUsed: z.array(z.string()).exactOptional(),
      /** Provider retries that were seen while it was written. */
      retries: Count.exactOptional(),
      /** Results of a program's own tools: the answer whose calls they are for. */
      returned: Id.exactOptional(),
      /** Of an answer that ended with calls for a program: the message that brought their results. */
      resultsIn: Id.exactOptional(),
      /** What it said is gone. */
      erased: z.literal(true).exactOptional(),
      /** Who erased it; absent where that is not in this log. */
      erasure: Erasure.exactOptional(),
    }).meta({ id: "MessageHeader" })
);
export type Message = z.infer<typeof Message>;

/** Something that its server asked a person while a call ran; without an outcome it is open, or lost with its attempt. */
const AskedInput = lasting(() =>
  z.strictObject({
    ...InputAsked.shape.data.pick({ input: true, message: true, fields: true, url: true, again: true }).shape,
    ...InputAnswered.shape.data.pick({ outcome: true, values: true }).partial().shape,
    /** When it is told that nobody answered. */
    endsAt: Timestamp,
  }).meta({ id: "AskedInput" })
);
export type AskedInput = z.infer<typeof AskedInput>;

/** A tool call inside an answer. */
const ToolUse = lasting(() =>
  z.strictObject({
    ...ToolCalled.shape.data.omit({ turnId: true, said: true, opaque: true }).shape,
    /** A person's word on a call that asks, once it is said. */
    ...ToolDecided.shape.data.pick({ allowed: true, site: true, heard: true }).partial().shape,
    ...ToolReturned.shape.data.pick({ status: true, result: true, attachments: true, links: true }).partial()
      .shape,
    /** What its server asked while it ran, in that order. */
    inputs: z.array(AskedInput).max(CALL_INPUTS).exactOptional(),
    /** A call that asks: when it is refused by itself. */
    refusesAt: Timestamp.exactOptional(),
    /** Words of the call or of its result are gone. */
    erased: z.literal(true).exactOptional(),
    erasure: Erasure.exactOptional(),
  }).meta({ id: "ToolUse" })
);
export type ToolUse = z.infer<typeof ToolUse>;

export const Body = lasting(() =>
  z.strictObject({
    content: z.string(),
    reasoning: z.string().exactOptional(),
    /** What the model really said, where the content differs. */
    raw: z.string().exactOptional(),
    /** Where it has what it says from. */
    citations: z.array(Citation).exactOptional(),
    /** It was held to the schema of its agent, and fits it. */
    form: Formed.exactOptional(),
    /** How a calling program wants its message answered. */
    call: CallSettings.exactOptional(),
    tools: z.array(ToolUse).exactOptional(),
    /** Attempts that were cut short; they stay, collapsed under their successor. */
    cut: z.array(
      TurnInterrupted.shape.data.omit({ turnId: true, partial: true }).extend({
        content: z.string(),
        /** What was shown is gone. */
        erased: z.literal(true).exactOptional(),
      }),
    ).exactOptional(),
  }).meta({ id: "MessageBody" })
);
export type Body = z.infer<typeof Body>;

/** Of its start it has what the last attempt's says; an attempt that was cut short leaves no owner. */
export const Turn = lasting(() =>
  z.strictObject({
    ...TurnRequested.shape.data.omit({ turnId: true }).shape,
    ...TurnStarted.shape.data.omit({ turnId: true, attempt: true }).partial().shape,
    id: Id,
    exchange: Id,
    status: z.enum(["pending", "running", "completed", "failed", "cancelled"]),
    requestedSeq: Seq,
    /** Attempts started so far. */
    attempt: Count,
    startedSeq: Seq.exactOptional(),
    startedAt: Timestamp.exactOptional(),
    doneSeq: Seq.exactOptional(),
    /** Provider calls made so far, over all attempts. */
    calls: Count.exactOptional(),
    /** Which provider the last call went to: a mock costs nothing, whatever its model is called. */
    provider: z.string().exactOptional(),
  }).meta({ id: "Turn" })
);
export type Turn = z.infer<typeof Turn>;

/** What a conversation says by itself, when, and what became of it. */
export const Schedule = lasting(() =>
  z.strictObject({
    ...ScheduleSet.shape.data.omit({ scheduleId: true }).shape,
    id: Id,
    /** "" where it was erased. */
    instruction: z.string(),
    /** Minutes after the last word, where that plans it. */
    idle: z.int().min(1).exactOptional(),
    paused: z.literal(true).exactOptional(),
    /** Why it is paused. */
    why: SchedulePaused.shape.data.shape.why.exactOptional(),
    setAt: Timestamp,
    /** The event that set it. */
    setSeq: Seq,
    /** When `next` was computed. */
    plannedAt: Timestamp,
    /** Runs of the day of the last one. */
    runs: z.strictObject({ day: z.string(), count: Count }),
    /** What became of the last ones, newest first. */
    last: z.array(
      ScheduleRan.shape.data.pick({ due: true, outcome: true, missed: true, messageId: true })
        .extend({ at: Timestamp }),
    ),
    /** The last run that said something, and what it may use. */
    running: ScheduleRan.shape.data.pick({ tokens: true, usd: true }).extend({ messageId: Id })
      .exactOptional(),
    /** Of what stood at the address when it was read last; "" where that was erased. */
    digest: z.string().exactOptional(),
  }).meta({ id: "Schedule" })
);
export type Schedule = z.infer<typeof Schedule>;

/** What it is checked for when it is run again. */
export const Expectation = lasting(() =>
  z.strictObject({
    ...ExpectationSet.shape.data.omit({ expectationId: true }).shape,
    id: Id,
    /** "" where it was erased. */
    text: z.string().exactOptional(),
    setAt: Timestamp,
    /** A person or program, by its id. */
    setBy: Id,
    /** The event that set it. */
    setSeq: Seq,
  }).meta({ id: "Expectation" })
);
export type Expectation = z.infer<typeof Expectation>;

export const Lineage = lazy(() => ConversationStarted.shape.data.shape.lineage.unwrap());

/** The fold of a conversation as it is told. */
export const ToldConversation = lazy(() =>
  z.strictObject({
    id: Id,
    /** Seq of the last event folded; 0: it does not exist. */
    seq: Seq,
    title: z.string(),
    /** False while the title is still the beginning of the first message. */
    titled: z.boolean(),
    mode: Mode,
    manager: Manager.nullable(),
    settings: Settings,
    lineage: Lineage.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    archived: z.boolean(),
    /** It stands above the others in the list. */
    pinned: z.boolean(),
    labels: z.array(z.string()),
    /** The project it belongs to. */
    projectId: Id.exactOptional(),
    /** It is there for nobody; for good, unless it can still be had back. */
    deleted: z.boolean(),
    /** Until when a deleted one can be had back. */
    restorableUntil: Timestamp.exactOptional(),
    /** Nobody deleted it: its history is still being brought. */
    bringing: z.literal(true).exactOptional(),
    /** Was or had ever been on request, or of two or more people or agents: never false again (C-8). */
    group: z.boolean(),
    /** People who wrote here, in order of their first message. */
    people: z.array(z.strictObject({ id: Id, name: z.string() })),
    /** Seq up to which everything was written elsewhere and came with a file; absent: nothing was. */
    importedThrough: Seq.exactOptional(),
    /** The last event that told of an erasure; absent: nothing was erased. */
    erasedThrough: Seq.exactOptional(),
    /** The roster, in its order. */
    participants: z.array(Participant),
    /** Those who were removed; their messages keep name and colour. */
    former: z.array(Participant),
    /** Ids of all messages, in reading order. */
    order: z.array(Id),
    messages: z.record(z.string(), Message),
    /** Texts; a browser holds those of the pages it has read. */
    bodies: z.record(z.string(), Body),
    turns: z.record(z.string(), Turn),
    /** Turns that have not ended, in the order they were requested. */
    open: z.array(Id),
    /** What one message of a person, or one request to speak, set in motion; kept until it is complete. */
    exchanges: z.record(
      z.string(),
      lasting(() =>
        z.strictObject({
          id: Id,
          mode: Mode,
          /** Who caused it: a newer message by the same person cancels it (S2-38). */
          by: Id,
          turnIds: z.array(Id),
        })
      ),
    ),
    /** People's messages that wait for the exchange under way, with the setting "queue". */
    queue: z.array(Id),
    /** What was said last where everybody can see it: the id of its message. */
    lastSaid: Id.nullable(),
    /** What a person said last: who is asked for an answer now answers it. */
    question: Id.nullable(),
    /** Ids of all answers to what a person said, versions among them, by the id of that message. */
    answers: z.record(z.string(), z.array(Id)),
    /** Tokens used so far, for the cap. */
    tokens: Count,
    /** What it says by itself; absent: nothing. */
    schedules: z.array(Schedule).exactOptional(),
    /** What it is checked for; absent: nothing. */
    expectations: z.array(Expectation).exactOptional(),
    /** That it is a check, and how it was run again; absent: neither. */
    check: Check.exactOptional(),
    /** That it is a run of a check; absent: it is none. */
    run: CheckRun.exactOptional(),
    /** Raised hands; absent: they were never set. */
    hands: Hands.exactOptional(),
    /** What was asked for beside the talk, by id; absent: nothing. */
    trials: z.record(z.string(), Trial).exactOptional(),
    /** Comparisons whose answers are told under letters, by id; absent: there was none. */
    comparisons: z.record(z.string(), Comparison).exactOptional(),
    /** It is the room of a comparison. */
    room: ComparisonRoom.exactOptional(),
    /** Its panels, by their ids; absent: there was none. */
    panels: z.record(z.string(), Panel).exactOptional(),
  }).meta({ id: "ConversationFold" })
);
export type ToldConversation = z.infer<typeof ToldConversation>;
/** The same where events have their salts: in the server alone. */
export const ConversationState = lazy(() =>
  ToldConversation.unwrap().extend({
    /**
     * Salts of what is said to agents, by the id of the message or, of its name, of the participant; absent where no event
     * had any. Who was told the salt of words could guess them when they are gone.
     */
    salts: z.record(z.string(), z.string()).exactOptional(),
  })
);
export type ConversationState = z.infer<typeof ConversationState>;
