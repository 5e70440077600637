/** What conversations are checked for, and what of it holds. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { CheckOutcome, CheckWhy } from "../../events/catalog/check_runs.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { expectationFields } from "../../events/catalog/expectations.ts";
import { Expectation } from "../../projections/shapes/folds.ts";
import type { Given, Wire } from "./values.ts";

export const NewExpectation = lazy(() => z.strictObject(expectationFields).meta({ id: "NewExpectation" }));
export type NewExpectation = Given<typeof NewExpectation>;

/** `run`: another conversation, of the same messages; absent: this one's own answers are looked at. */
export const ChecksQuery = z.object({ run: Id.optional() });

export const CheckResult = lazy(() =>
  z.strictObject({
    expectationId: Id,
    outcome: CheckOutcome,
    why: CheckWhy.nullable(),
    /** Tokens, US dollars or seconds, where there is a bound. */
    measured: z.number().nullable(),
    /** The answers that were looked at, in the run; of an expectation that does not hold, those that fail it. */
    messageIds: z.array(Id),
    /** What a judge said of the answer that decides it, or why it said nothing; null: none was asked. */
    judged: z.string().nullable(),
    /** What a judge was asked of these answers, and has said. */
    verdicts: z.array(z.strictObject({
      /** The answer that was judged. */
      of: Id,
      /** Null: it gave no verdict. */
      holds: z.boolean().nullable(),
      reason: z.string(),
      /** What the judge answered, and its turn, of which it is told what it was sent. */
      messageId: Id,
      turnId: Id,
    })),
  }).meta({ id: "CheckResult" })
);

export const Checks = lazy(() =>
  z.strictObject({
    expectations: z.array(Expectation),
    /** Whose answers were looked at. */
    run: Id,
    /** As many, in the same order. */
    results: z.array(CheckResult),
  }).meta({ id: "Checks" })
);
export type Checks = Wire<typeof Checks>;
