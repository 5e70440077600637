/** Comparisons in which nobody knows whose answer is whose: what is asked, judged and revealed. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import {
  Best,
  ComparisonVoted,
  Criteria,
  Seated,
  SharedBytes,
  TaskLabel,
} from "../../events/catalog/comparisons.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { codePoints, COMPARISON_SEATS, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { Attachment } from "../../events/catalog/attachment.ts";
import { Attachments } from "./conversation_requests.ts";
import { AskPanel } from "./panel_shapes.ts";
import { Count, type Given, listOf, type Wire } from "./values.ts";

/** One question to several agents, each alone. */
export const StartComparison = lazy(() =>
  z.strictObject({
    question: z.string().refine((text) => text.trim() !== "", { message: "must say something" })
      .refine((text) => codePoints(text) <= MESSAGE_CODE_POINTS, {
        message: `must be at most ${MESSAGE_CODE_POINTS} characters`,
      }),
    attachments: Attachments.optional(),
    agentIds: z.array(Id).min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
    label: TaskLabel.optional(),
    criteria: Criteria.optional(),
  }).meta({ id: "StartComparison" })
);
export type StartComparison = Given<typeof StartComparison>;

/** One question to a panel, and to one of its agents alone. */
export const JudgePanel = lazy(() =>
  StartComparison.unwrap().omit({ agentIds: true }).extend({
    panel: AskPanel,
    /** Who answers alone: the best of them, by who asks. */
    aloneId: Id,
    /** An agent that judges the two answers, too, as blind as people are; absent: people alone do. */
    judge: Id.optional(),
  }).meta({ id: "JudgePanel" })
);
export type JudgePanel = Given<typeof JudgePanel>;

export const StartedComparison = lazy(() =>
  z.strictObject({ comparisonId: Id, seq: Seq }).meta({
    id: "StartedComparison",
  })
);
export type StartedComparison = Wire<typeof StartedComparison>;

const { criteria } = ComparisonVoted.shape.data.shape;
/** Which letter is best, from 0, or `tie` or `none`; and the same by each criterion. */
export const VoteComparison = lazy(() =>
  z.strictObject({ best: Best, criteria }).meta({ id: "VoteComparison" })
);
export type VoteComparison = Given<typeof VoteComparison>;

/** `asked`: answers are waited for; `ready`: they can be judged; `elsewhere`: a copy of what was asked in another conversation. */
const status = z.enum(["asked", "ready", "revealed", "elsewhere"]);

const Vote = lazy(() =>
  z.strictObject({
    by: Id,
    at: Timestamp,
    best: Best,
    criteria: z.array(Best.nullable()),
  }).meta({ id: "ComparisonVote" })
);

export const Comparison = lazy(() =>
  z.strictObject({
    id: Id,
    seq: Seq,
    at: Timestamp,
    /** Of the question, which stands beside the talk. */
    messageId: Id,
    /** "" where it was erased. */
    question: z.string(),
    /** Files that went with it. */
    attachments: z.array(Attachment),
    label: z.string().nullable(),
    criteria: z.array(z.string()),
    /** One of the two answers is that of a panel of this format; null: each is an agent’s. */
    panel: z.string().nullable(),
    seats: Count,
    status,
    /** What fixes whose seat is whose: SHA-256 of `revealed.sealed`, base64url. */
    digest: z.string(),
    /** In the order of the letters; none before all are there. */
    answers: z.array(z.strictObject({
      letter: z.string(),
      messageId: Id,
      /** "" where there is none, or it was erased. */
      content: z.string(),
      /** It failed, came too late or was stopped. */
      gap: z.boolean(),
      /** It has the name of an agent, a model or a maker in it, whoever's that is. */
      names: z.boolean(),
      erased: z.boolean(),
    })),
    /** The bytes of the question, and in how many of the requests they stand so. */
    shared: SharedBytes.nullable(),
    /** Judgements of all, each person's last. */
    votes: z.array(Vote),
    /** That of whoever asks. */
    own: Vote.nullable(),
    revealed: z.strictObject({
      at: Timestamp,
      salt: z.string(),
      /** What the digest goes over. */
      sealed: z.string(),
      /** Whether it does. */
      verified: z.boolean(),
      seated: z.array(Seated.extend({ name: z.string(), color: z.int() })),
      /** What an agent found that was asked to judge, too; `best` null: it gave no verdict. `judge` null: none was asked. */
      judge: z.strictObject({
        agentId: Id,
        name: z.string(),
        model: z.string(),
        best: Best.nullable(),
        /** As it gave it, or why there is none; "" where it was erased. */
        reason: z.string(),
        /** Its answer in the room; null where that is not there. */
        messageId: Id.nullable(),
        erased: z.boolean(),
      }).nullable(),
      /** The conversation in which they were asked; null where it is not there any more. */
      roomId: Id.nullable(),
    }).nullable(),
  }).meta({ id: "Comparison" })
);
export type Comparison = Wire<typeof Comparison>;

export const ComparisonList = lazy(() =>
  listOf(
    Comparison.unwrap().pick({
      id: true,
      seq: true,
      at: true,
      messageId: true,
      question: true,
      label: true,
      seats: true,
      status: true,
    })
      .meta({ id: "ComparisonRow" }),
  )
);
export const OneComparison = lazy(() =>
  z.strictObject({ comparison: Comparison, seq: Seq }).meta({
    id: "OneComparison",
  })
);
