/**
 * Comparisons in which nobody knows whose answer is whose: one question to several agents, each alone, in a room that is
 * there for nobody. Of what happens in it the conversation tells seats by letters, and all answers at once; which seat is
 * whom is fixed by a digest from the start, and told when it is revealed.
 */
import { z } from "zod";
import { Attachment } from "./attachment.ts";
import { event, Id, Seq } from "./envelope.ts";
import {
  ATTACHMENTS_PER_MESSAGE,
  COLORS,
  COMPARISON_CRITERIA,
  COMPARISON_SEATS,
  COMPARISON_VOTERS,
  CRITERION_CODE_POINTS,
  ERASED_EVENTS,
  LABEL_CODE_POINTS,
  PANEL_SEATS,
  VERDICT_UNITS,
} from "./limits.ts";
import { ShortName, Slug } from "./panels.ts";
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
const seat = { agentId: Id, agentVersion: z.int().min(1), model: z.string().max(200) };
export const Seated = z.strictObject({
  ...seat,
  /** It is a panel’s: whose seats it has; the agent is who speaks last in it. */
  panel: z.array(z.strictObject({ role: Slug, ...seat })).min(1).max(PANEL_SEATS).optional(),
});
export type Seated = Readonly<z.infer<typeof Seated>>;
/** The same as a fold holds it. */
export type HeldSeat = Omit<Seated, "panel"> & {
  readonly panel?: readonly Readonly<NonNullable<Seated["panel"]>[number]>[] | undefined;
};

const comparison = { comparisonId: Id };

export const ComparisonBegun = event("ComparisonBegun", 1, () => ({
  ...comparison,
  /** The stream in which they are asked: nobody is given anything of it before it is revealed. */
  roomId: Id,
  /** Of the question, which stands beside the talk. */
  messageId: Id,
  /** What who asks was called then. */
  author: words(z.string().max(400)),
  content: words(z.string()),
  /** Files that each is sent with it. */
  attachments: words(z.array(Attachment).max(ATTACHMENTS_PER_MESSAGE)).optional(),
  seats: z.int().min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
  /** SHA-256 over a salt and the list of who has which seat, base64url. */
  digest: Hash,
  label: words(TaskLabel).optional(),
  criteria: words(Criteria).optional(),
  /** One of the two answers is that of a panel of this format, the other that of one agent alone. */
  panel: words(ShortName).optional(),
}));

/** The answer of one seat. All of them stand in one commit, in the order of their letters. */
export const ComparisonAnswered = event("ComparisonAnswered", 1, () => ({
  ...comparison,
  seat: Letter,
  messageId: Id,
  content: words(z.string()),
  /** It failed, came too late or was stopped: there is no answer. */
  gap: z.literal(true).optional(),
  /** It has the name of an agent, a model or a maker in it, whoever's that is. */
  names: z.literal(true).optional(),
}));

/** What was the same in every request: the bytes of the question as they were sent. */
export const SharedBytes = z.strictObject({
  /**
   * `salted`: `sha256` goes over the bytes and over the salt of `ComparisonBegun`, with which it goes when the question is
   * erased. `plain`, as before it was salted: over the bytes alone.
   */
  hash: z.enum(["plain", "salted"]),
  /** In hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  /** Requests in which they were looked for, and in which they were found so. */
  requests: z.int().min(0),
  same: z.int().min(0),
  /** Of each file, in the order of the question, the requests in which it was found: its own bytes, or all of its text. */
  files: z.array(z.int().min(0)).max(ATTACHMENTS_PER_MESSAGE).optional(),
});

/** Nothing more is answered: from here on people judge. */
export const ComparisonReady = event(
  "ComparisonReady",
  2,
  () => ({ ...comparison, shared: SharedBytes.optional() }),
);

/** A person's judgement; it stands until the same person judges otherwise, and never changes after the reveal. */
export const ComparisonVoted = event("ComparisonVoted", 1, () => ({
  ...comparison,
  best: Best,
  /** By each criterion, in their order; null: not judged by it. */
  criteria: z.array(Best.nullable()).max(COMPARISON_CRITERIA).optional(),
}));

export const ComparisonRevealed = event("ComparisonRevealed", 3, () => ({
  ...comparison,
  /** What the digest begins with. */
  salt: Salt,
  /** Who had which seat, in the order of the letters: what the digest goes over. */
  seated: z.array(Seated).min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
  colors: z.array(z.int().min(1).max(COLORS)).max(COMPARISON_SEATS.max),
  /** What an agent found that was asked to judge, too; without `best`: it gave no verdict. */
  judge: z.strictObject({
    ...seat,
    best: Best.optional(),
    name: words(z.string().max(400)),
    /** Why, as it was told here too before; now it stands in the room alone, where it can be erased as any answer. */
    reason: words(z.string().max(VERDICT_UNITS)).optional(),
  }).optional(),
  names: words(z.array(z.string().max(400)).max(COMPARISON_SEATS.max)),
}));

/** This stream is the room of a comparison: who takes part has the seats in this order. */
export const RoomSealed = event("RoomSealed", 1, () => ({
  ...comparison,
  /** The conversation it belongs to. */
  of: Id,
  salt: Salt,
  /** Two seats: the one of the panel that the question is put to, and the other of this participant, who answers alone. */
  worth: z.strictObject({ panelSeat: z.int().min(0).max(1), alone: Id }).optional(),
}));
/** From here on it is a conversation like any other. */
export const RoomOpened = event("RoomOpened", 1, () => ({}));

export const COMPARISON_EVENTS = [
  ComparisonBegun,
  ComparisonAnswered,
  ComparisonReady,
  ComparisonVoted,
  ComparisonRevealed,
  RoomSealed,
  RoomOpened,
] as const;

/** What one side of a judged panel used: tokens, dollars (null: no price is known), milliseconds to its answer. */
const Used = z.strictObject({
  tokens: z.int().min(0),
  usd: z.number().min(0).nullable(),
  ms: z.int().min(0),
});

/** People judged the answer of a panel beside that of one agent alone, without knowing which was which. */
export const PanelJudged = event("PanelJudged", 2, () => ({
  /** The comparison, and where it was asked. */
  id: Id,
  conversationId: Id,
  /** Absent: a format that was given with the question. */
  formatId: z.string().min(1).max(64).optional(),
  /** How many found the panel’s answer better, worse, as good, and neither of them good. */
  votes: z.strictObject({
    won: z.int().min(0),
    lost: z.int().min(0),
    tied: z.int().min(0),
    none: z.int().min(0),
  }),
  panel: Used,
  alone: Used,
  /** What an agent found of the panel’s answer, who was asked to judge, too; `open`: it gave no verdict. */
  judge: z.strictObject({ ...seat, found: z.enum(["won", "lost", "tied", "none", "open"]) }).optional(),
}));

/** Somebody judged answers of agents, and it was revealed whose they are: what a ranking is made of. */
export const ComparisonJudged = event("ComparisonJudged", 1, () => ({
  /** The comparison, where it was asked, and the event there that began it. */
  id: Id,
  conversationId: Id,
  begun: Seq.min(1),
  label: words(TaskLabel).optional(),
  criteria: words(Criteria).optional(),
  /** Who answered, in the order of the letters; `gap`: there was no answer to be judged. */
  seated: z.array(z.strictObject({ ...seat, gap: z.literal(true).optional() }))
    .min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
  /** What people found, each once. */
  votes: z.array(ComparisonVoted.shape.data.omit({ comparisonId: true })).min(1).max(COMPARISON_VOTERS),
}));

/** The question of a judged comparison is gone, or its conversation is: with it goes what was judged. */
export const JudgementErased = event("JudgementErased", 1, () => ({
  id: Id,
  seqs: z.array(Seq.min(1)).min(1).max(ERASED_EVENTS),
}));
