/**
 * Answers that are asked for beside the talk, to compare them: of agents several times each, or of one agent with a
 * message and without it. They are turns like any other, and stand in nobody's context until one of them is taken in.
 */
import { z } from "zod";
import { event, Id, Seq } from "./envelope.ts";
import { PARTICIPANTS, TRIAL_TIMES, TRIAL_TOKENS, TRIAL_WITHHELD } from "./limits.ts";

/** Those who are asked alike. */
export const TrialArm = z.strictObject({
  participantId: Id,
  /** Messages that they are not sent, and would be otherwise; absent: none. */
  without: z.array(Id).min(1).max(TRIAL_WITHHELD).optional(),
}).meta({ id: "TrialArm" });

/** What a trial may use before nothing more of it is begun. */
export const TrialLimit = z.strictObject({
  tokens: z.int().min(TRIAL_TOKENS.min).max(TRIAL_TOKENS.max),
  /** US dollars, as far as prices are known. */
  usd: z.number().positive().optional(),
}).meta({ id: "TrialLimit" });

export const TrialStarted = event("TrialStarted", 1, () => ({
  trialId: Id,
  /** `without`: a turn again, with some messages and without; `samples`: several answers to what a person said. */
  kind: z.enum(["without", "samples"]),
  /** The turn that is asked again. */
  turnId: Id.optional(),
  /** What is answered; absent where nobody had said anything. */
  question: Id.optional(),
  arms: z.array(TrialArm).min(1).max(PARTICIPANTS),
  /** Answers of each arm. */
  times: z.int().min(TRIAL_TIMES.min).max(TRIAL_TIMES.max),
  /** What all of them are sent: messages up to here … */
  through: Seq,
  /** … with checkboxes as they stood at this event … */
  inclusionThrough: Seq,
  /** … and, where a turn is asked again, from where its window began; null: it had none. */
  window: Seq.nullable().optional(),
  limit: TrialLimit,
  /** Tokens that one answer was expected to use, as it was told. */
  expected: z.int().min(0),
}));

/** An answer of a trial is taken into the talk: from here on it stands there as the others do. */
export const AnswerTaken = event("AnswerTaken", 1, () => ({ messageId: Id }));

/** Of a turn: which trial it is of, and of which of its arms, from 0. */
export const OfTrial = z.strictObject({ id: Id, arm: z.int().min(0) });
