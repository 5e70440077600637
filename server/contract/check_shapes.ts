/** Checks: conversations that are run again, their runs, what came of them, and of which version of an agent. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { CheckName, CheckRunBegun, RunAgent, RunEnd, SeatCast } from "../../events/catalog/check_runs.ts";
import { Actor, Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { CHECK_TOKENS } from "../../events/catalog/limits.ts";
import { Expectation } from "../../projections/shapes/folds.ts";
import { CheckResult } from "./expectation_shapes.ts";
import { Count, type Given, listOf, type Wire } from "./values.ts";

/** "": it is a check no more. */
export const NameCheck = lazy(() => z.strictObject({ name: CheckName }).meta({ id: "NameCheck" }));
export const NamedCheck = lazy(() =>
  z.strictObject({ name: z.string(), seq: Seq }).meta({ id: "NamedCheck" })
);
/** Every check, the one that was touched last first. */
export const CheckList = lazy(() =>
  listOf(
    z.strictObject({ conversationId: Id, name: z.string(), title: z.string(), updatedAt: Timestamp })
      .meta({ id: "CheckRow" }),
  )
);
export type CheckList = Wire<typeof CheckList>;

/** By participant, what is otherwise than in the settings. */
const agents = lazy(() => z.record(z.string(), SeatCast.shape.data.omit({ participantId: true })));
/** The agent of the settings that judges what answers must be like; absent: nobody does. */
const judge = Id.optional();
export const RunCost = lazy(() => z.strictObject({ agents, judge }).meta({ id: "RunOfCheck" }));
export const StartRun = lazy(() =>
  z.strictObject({
    agents,
    judge,
    limit: z.strictObject({ tokens: z.int().min(CHECK_TOKENS.min).max(CHECK_TOKENS.max) }),
  }).meta({ id: "StartCheckRun" })
);
export type StartRun = Given<typeof StartRun>;

const usd = z.number().nullable();
/** What a run is expected to use: what the answers of the conversation used, and what judging such answers would. */
export const ForeseenRun = lazy(() =>
  z.strictObject({
    questions: Count,
    /** Answers that are there, by which it is measured. */
    answers: Count,
    /** Times that the judge is asked; 0 where there is none. */
    verdicts: Count,
    tokens: Count,
    /** US dollars, at the prices of the models that are asked; null: one is not known. */
    usd,
  }).meta({ id: "ForeseenCheckRun" })
);
export type ForeseenRun = Wire<typeof ForeseenRun>;
export const StartedRun = lazy(() =>
  z.strictObject({ conversationId: Id, seq: Seq }).meta({ id: "StartedCheckRun" })
);
export type StartedRun = Wire<typeof StartedRun>;

export const RunView = lazy(() =>
  CheckRunBegun.shape.data.omit({ agents: true, judge: true }).extend({
    at: Timestamp,
    /** A person or program, by its id. */
    by: Id,
    agents: z.array(RunAgent.extend({ name: z.string() })),
    /** Who judges in it what answers must be like; null: nobody. */
    judge: RunAgent.omit({ changed: true }).extend({ name: z.string() }).nullable(),
    /** `gone`: its conversation is not there, or not any more. */
    status: z.union([RunEnd, z.enum(["running", "gone"])]),
    /** Questions that were asked, of so many. */
    asked: Count,
    questions: Count,
    tokens: Count,
    usd,
    /** Of its expectations, once it has ended. */
    held: Count,
    failed: Count,
    open: Count,
  }).meta({ id: "CheckRunRow" })
);
export type RunView = Wire<typeof RunView>;
export const RunList = lazy(() => listOf(RunView));
export type RunList = Wire<typeof RunList>;

/** `against`: another run of the same check; absent: the conversation itself. */
export const ComparedQuery = z.object({ against: Id.optional() });
const Side = lazy(() =>
  z.strictObject({
    messageId: Id,
    text: z.string(),
    /** Not all of it is told. */
    cut: z.boolean(),
  }).nullable()
);
/** A run beside the conversation, or beside another run. */
export const Compared = lazy(() =>
  z.strictObject({
    run: RunView,
    /** What stands on the other side. */
    against: Id,
    lines: z.array(z.strictObject({
      expectation: Expectation,
      /** Null: it was not expected there. */
      before: CheckResult.nullable(),
      after: CheckResult.nullable(),
      /** Which of the answers it is about, by their places. */
      answers: z.array(Count),
    })),
    answers: z.array(z.strictObject({
      question: z.strictObject({ place: Count, text: z.string() }),
      agent: z.string(),
      before: Side,
      after: Side,
    })),
  }).meta({ id: "ComparedCheckRun" })
);
export type Compared = Wire<typeof Compared>;

/** What a version of an agent has otherwise than the one before it; a value as JSON, null: none. */
const Changed = lazy(() =>
  z.strictObject({
    field: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
);
export const VersionList = lazy(() =>
  listOf(
    z.strictObject({
      version: z.int().min(1),
      at: Timestamp,
      by: Actor,
      changed: z.array(Changed),
      /** Runs in which it answered as it is in the settings, the newest first. */
      runs: z.array(z.strictObject({
        /** The check, and the run. */
        conversationId: Id,
        name: z.string(),
        run: RunView,
      })),
    }).meta({ id: "AgentVersion" }),
  )
);
export type VersionList = Wire<typeof VersionList>;
