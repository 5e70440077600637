/**
 * Comparisons in which nobody knows whose answer is whose: one question to several agents, each alone, in a room that is
 * there for nobody. Of what happens in it the conversation tells seats by letters, and all answers at once; which seat is
 * whom is fixed by a digest from the start, and told when it is revealed.
 */
import { z } from "zod";
import { event, Id } from "./envelope.ts";
import {
  COLORS,
  COMPARISON_CRITERIA,
  COMPARISON_SEATS,
  CRITERION_CODE_POINTS,
  LABEL_CODE_POINTS,
} from "./limits.ts";
import { words } from "./words_mark.ts";

const atMost = (most: number) =>
  z.string().trim().min(1).refine((text) => [...text].length <= most, {
    message: `must be at most ${most} characters`,
  });

/** The kind of task a question is an example of. */
export const TaskLabel = atMost(LABEL_CODE_POINTS);
/** What answers are judged by, besides which is best. */
export const Criteria = z.array(atMost(CRITERION_CODE_POINTS)).max(COMPARISON_CRITERIA);

/** A seat, from 0: `A` is 0. */
const Letter = z.int().min(0).max(COMPARISON_SEATS.max - 1);
/** The letter of the best, all as good as one another, or none of them good. */
export const Best = z.union([Letter, z.enum(["tie", "none"])]).meta({ id: "Best" });
export type Best = z.infer<typeof Best>;

const Hash = z.string().regex(/^[\w-]{43}$/);
const Salt = z.string().regex(/^[\w-]{22}$/);

/** Whom a seat was given to; the digest goes over a list of these. */
export const Seated = z.strictObject({
  agentId: Id,
  agentVersion: z.int().min(1),
  model: z.string().max(200),
});
export type Seated = Readonly<z.infer<typeof Seated>>;

const comparison = { comparisonId: Id };

export const ComparisonBegun = event("ComparisonBegun", 1, {
  ...comparison,
  /** The stream in which they are asked: nobody is given anything of it before it is revealed. */
  roomId: Id,
  /** Of the question, which stands beside the talk. */
  messageId: Id,
  /** What who asks was called then. */
  author: words(z.string().max(400)),
  content: words(z.string()),
  seats: z.int().min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
  /** SHA-256 over a salt and the list of who has which seat, base64url. */
  digest: Hash,
  label: words(TaskLabel).optional(),
  criteria: words(Criteria).optional(),
});

/** The answer of one seat. All of them stand in one commit, in the order of their letters. */
export const ComparisonAnswered = event("ComparisonAnswered", 1, {
  ...comparison,
  seat: Letter,
  messageId: Id,
  content: words(z.string()),
  /** It failed, came too late or was stopped: there is no answer. */
  gap: z.literal(true).optional(),
  /** It has the name of an agent, a model or a maker in it, whoever's that is. */
  names: z.literal(true).optional(),
});

/** What was the same in every request: the bytes of the question as they were sent. */
export const SharedBytes = z.strictObject({
  /** In hex; of the first request, where they differ. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  /** Requests in which they were looked for, and in which they were found so. */
  requests: z.int().min(0),
  same: z.int().min(0),
});

/** Nothing more is answered: from here on people judge. */
export const ComparisonReady = event("ComparisonReady", 1, { ...comparison, shared: SharedBytes.optional() });

/** A person's judgement; it stands until the same person judges otherwise, and never changes after the reveal. */
export const ComparisonVoted = event("ComparisonVoted", 1, {
  ...comparison,
  best: Best,
  /** By each criterion, in their order; null: not judged by it. */
  criteria: z.array(Best.nullable()).max(COMPARISON_CRITERIA).optional(),
});

export const ComparisonRevealed = event("ComparisonRevealed", 1, {
  ...comparison,
  /** What the digest begins with. */
  salt: Salt,
  /** Who had which seat, in the order of the letters: what the digest goes over. */
  seated: z.array(Seated).min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
  colors: z.array(z.int().min(1).max(COLORS)).max(COMPARISON_SEATS.max),
  names: words(z.array(z.string().max(400)).max(COMPARISON_SEATS.max)),
});

/** This stream is the room of a comparison: who takes part has the seats in this order. */
export const RoomSealed = event("RoomSealed", 1, {
  ...comparison,
  /** The conversation it belongs to. */
  of: Id,
  salt: Salt,
});
/** From here on it is a conversation like any other. */
export const RoomOpened = event("RoomOpened", 1, {});

export const COMPARISON_EVENTS = [
  ComparisonBegun,
  ComparisonAnswered,
  ComparisonReady,
  ComparisonVoted,
  ComparisonRevealed,
  RoomSealed,
  RoomOpened,
] as const;
