/** Answers beside the talk: what is asked for, what it is expected to cost, and what came of it. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { TrialStarted } from "../../events/catalog/trials.ts";
import { TRIAL_AGENTS, TRIAL_TIMES, TRIAL_WITHHELD } from "../../events/catalog/limits.ts";
import { Message } from "./conversation_shapes.ts";
import { Count, type Given, listOf, whole, type Wire } from "./values.ts";

const { times, limit } = TrialStarted.shape.data.shape;
const without = lazy(() => z.array(Id).min(1).max(TRIAL_WITHHELD));
const agentIds = lazy(() => z.array(Id).min(1).max(TRIAL_AGENTS));

/** A turn again: `times` with all it was sent and `times` without these messages. */
const Without = lazy(() => z.strictObject({ turnId: Id, without, times, limit }));
/** Answers of these agents to what a person said, `times` of each. */
const Samples = lazy(() => z.strictObject({ messageId: Id, agentIds, times, limit }));
export const StartTrial = lazy(() => z.union([Without, Samples]).meta({ id: "StartTrial" }));
export type StartTrial = Given<typeof StartTrial>;

/** Ids with commas between. */
const ids = z.string().regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,19}$/, "must be ids with commas between");
export const TrialCostQuery = z.object({
  turnId: Id.optional(),
  without: ids.optional(),
  messageId: Id.optional(),
  agentIds: ids.optional(),
  times: whole(TRIAL_TIMES.min, TRIAL_TIMES.max).default(1),
});
const usd = z.number().nullable();
/** What a trial is expected to use. */
export const TrialCost = lazy(() =>
  z.strictObject({
    answers: Count,
    /** Tokens of all of them, estimated, and of the largest. */
    tokens: Count,
    largest: Count,
    /** US dollars; null: the price of a model is not known. */
    usd,
    /** One answer of each arm. */
    arms: z.array(z.strictObject({ agentId: Id, model: z.string(), input: Count, output: Count, usd })),
  }).meta({ id: "TrialCost" })
);
export type TrialCost = Wire<typeof TrialCost>;

/** What a panel or a comparison is expected to use at most, before anything is asked. */
export const ExpectedUse = lazy(() =>
  TrialCost.unwrap().pick({ answers: true, tokens: true, usd: true }).meta({
    id: "ExpectedUse",
  })
);
export type ExpectedUse = Wire<typeof ExpectedUse>;

export const StartedTrial = lazy(() =>
  z.strictObject({ trialId: Id, turnIds: z.array(Id), seq: Seq })
    .meta({ id: "StartedTrial" })
);
export type StartedTrial = Wire<typeof StartedTrial>;

const Stats = lazy(() =>
  z.strictObject({
    /** Answers that are whole, of so many that were asked for. */
    whole: Count,
    asked: Count,
    /** Words of an answer: mean, and standard deviation of a sample; null where there are too few. */
    words: z.number().nullable(),
    deviation: z.number().nullable(),
    /** Of two answers of this arm, the mean share of pairs of words they have in common; null of fewer than two. */
    agreement: z.number().nullable(),
    tokens: Count,
    usd,
    /** Milliseconds that an answer took, mean. */
    ms: z.number().nullable(),
  })
);

export const Trial = lazy(() =>
  z.strictObject({
    ...TrialStarted.shape.data.omit({ trialId: true, arms: true }).shape,
    id: Id,
    seq: Seq,
    at: Timestamp,
    /** `running`; `ended`: all that were asked for; `stopped`: fewer; `capped`: fewer, for the cap allowed no more. */
    status: z.enum(["running", "ended", "stopped", "capped"]),
    arms: z.array(z.strictObject({
      participantId: Id,
      name: z.string(),
      without: z.array(Id),
      ...Stats.unwrap().shape,
    })),
    answers: z.array(z.strictObject({
      arm: Count,
      message: Message,
      /** Words that were counted, and whether there are more than were looked at; null where it is not whole. */
      words: Count.nullable(),
      cut: z.boolean(),
      /** Mean agreement with the other answers of its trial; null where there is none. */
      agreement: z.number().nullable(),
      taken: z.boolean(),
    })),
    /** Of `without`, once each side has an answer. */
    difference: z.strictObject({
      /** Mean agreement of two answers of the same side; null where neither has two. */
      within: z.number().nullable(),
      /** The same of two of different sides. */
      between: z.number().nullable(),
      /** Of all divisions of these answers into two such groups, how many set them at least as far apart; null: none can be. */
      ways: z.strictObject({ all: Count, asFar: Count }).nullable(),
    }).nullable(),
  }).meta({ id: "Trial" })
);
export type Trial = Wire<typeof Trial>;
export const TrialList = lazy(() =>
  listOf(
    Trial.unwrap().pick({
      id: true,
      seq: true,
      at: true,
      kind: true,
      turnId: true,
      question: true,
      times: true,
      status: true,
    })
      .meta({ id: "TrialRow" }),
  )
);
export const TakeAnswer = lazy(() => z.strictObject({ messageId: Id }));
