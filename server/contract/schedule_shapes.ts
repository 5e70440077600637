/** Standing turns: what conversations say by themselves, when, what became of it, and how much of that a day may have. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id, Seq } from "../../events/catalog/envelope.ts";
import { ADDRESS_CHARS, PARTICIPANTS } from "../../events/catalog/limits.ts";
import { scheduleFields } from "../../events/catalog/schedules.ts";
import { DailyBudget } from "../../events/catalog/workspace.ts";
import { Schedule } from "../../projections/shapes/folds.ts";
import { flag, type Given, listOf, type Wire } from "./values.ts";

/** What is said, when, and how much that may use. */
export const NewSchedule = lazy(() => z.strictObject(scheduleFields).meta({ id: "NewSchedule" }));
export type NewSchedule = Given<typeof NewSchedule>;

/** What is given is changed; null takes a choice back. `paused`: it says nothing until it is let go on. */
export const ChangeSchedule = lazy(() =>
  z.strictObject({
    when: scheduleFields.when.optional(),
    instruction: scheduleFields.instruction.optional(),
    address: z.string().max(ADDRESS_CHARS).nullable().optional(),
    participantIds: z.array(Id).min(1).max(PARTICIPANTS).nullable().optional(),
    runTokens: scheduleFields.runTokens.optional(),
    runsPerDay: scheduleFields.runsPerDay.optional(),
    paused: z.boolean().optional(),
  }).meta({ id: "ChangeSchedule" })
);
export type ChangeSchedule = Given<typeof ChangeSchedule>;

export const ScheduleList = lazy(() => listOf(Schedule));

/** `erase`: what was to be said leaves the log, too. */
export const RemoveQuery = z.object({ erase: flag.optional() });

/** The message with which a run began. */
export const BegunRun = lazy(() => z.strictObject({ messageId: Id, seq: Seq }).meta({ id: "BegunRun" }));

/** Null: nothing runs without a person. */
export const ChangeBudget = lazy(() =>
  z.strictObject({ daily: DailyBudget.nullable() }).meta({ id: "ChangeBudget" })
);

/** What was used today (UTC) without a person. */
export const Budget = lazy(() =>
  z.strictObject({
    daily: DailyBudget.nullable(),
    /** Null while it is being added up. */
    used: z.strictObject({
      day: z.string(),
      tokens: z.int().min(0),
      /** US dollars, of the models whose price is known. */
      usd: z.number().min(0),
      /** Some of it has no known price. */
      unknown: z.boolean(),
    }).nullable(),
  }).meta({ id: "DailyBudgetView" })
);
export type Budget = Wire<typeof Budget>;

export const AllSchedules = lazy(() =>
  z.strictObject({
    /** The next run first. */
    items: z.array(z.strictObject({ conversationId: Id, title: z.string(), schedule: Schedule })),
    /** There are more conversations with schedules. */
    more: z.boolean(),
    budget: Budget,
  }).meta({ id: "AllSchedules" })
);
export type AllSchedules = Wire<typeof AllSchedules>;
