/**
 * Standing turns: what is said in a conversation by itself, at times, when an address changes, or some minutes after the
 * last word. What is set is recorded whole, and each event that plans a run says when that is.
 */
import { z } from "zod";
import { event, Id, Timestamp } from "./envelope.ts";
import {
  ADDRESS_CHARS,
  MESSAGE_CODE_POINTS,
  PARTICIPANTS,
  SCHEDULE_MINUTES,
  SCHEDULE_RUN_TOKENS,
  SCHEDULE_RUNS_PER_DAY,
} from "./limits.ts";
import { words } from "./words_mark.ts";

const minutes = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** When it runs. */
export const When = z.discriminatedUnion("kind", [
  /** On these days of the week (1 is Monday), at a time of day in a time zone (IANA). */
  z.strictObject({
    kind: z.literal("times"),
    days: z.array(z.int().min(1).max(7)).min(1).max(7).readonly(),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:00"),
    zone: z.string().regex(/^[\w+/-]{1,64}$/, "must be a time zone such as Europe/Berlin"),
  }),
  /** Every so many minutes from when it was set. */
  z.strictObject({ kind: z.literal("every"), minutes: minutes(SCHEDULE_MINUTES.every) }),
  /** The same, where the readable text of the address is another than it was. */
  z.strictObject({ kind: z.literal("watch"), minutes: minutes(SCHEDULE_MINUTES.watch) }),
  /** So many minutes after the last word of a person or an answer to it; again when a person has spoken. */
  z.strictObject({ kind: z.literal("idle"), minutes: minutes(SCHEDULE_MINUTES.idle) }),
]).meta({ id: "ScheduleWhen" });
export type When = Readonly<z.infer<typeof When>>;

const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** What a person chooses of a schedule. */
export const scheduleFields = {
  when: When,
  /** What is said. */
  instruction: words(
    z.string().trim().min(1).refine((text) => [...text].length <= MESSAGE_CODE_POINTS, {
      message: `must be at most ${MESSAGE_CODE_POINTS} characters`,
    }),
  ),
  /** The address that is watched. */
  address: words(z.string().min(1).max(ADDRESS_CHARS)).optional(),
  /** Who is to answer; absent: whoever answers a person. */
  participantIds: z.array(Id).min(1).max(PARTICIPANTS).optional(),
  /** Tokens after which nothing more is begun in one run. */
  runTokens: whole(SCHEDULE_RUN_TOKENS),
  /** Runs of one day (UTC). */
  runsPerDay: whole(SCHEDULE_RUNS_PER_DAY),
};

const scheduleId = { scheduleId: Id };
/** When it runs next; null: nothing is planned, as before a person has spoken. */
const next = { next: Timestamp.nullable() };

export const ScheduleSet = event("ScheduleSet", 1, () => ({ ...scheduleId, ...scheduleFields, ...next }));
export const SchedulePaused = event("SchedulePaused", 1, () => ({
  ...scheduleId,
  why: z.enum(["person", "archived", "imported"]),
}));
export const ScheduleResumed = event("ScheduleResumed", 1, () => ({ ...scheduleId, ...next }));
export const ScheduleRemoved = event("ScheduleRemoved", 1, () => scheduleId);

/** Runs that did not take place because no process was there. */
export const MissedRuns = z.strictObject({
  count: z.int().min(1),
  /** There were more than were counted. */
  more: z.literal(true).optional(),
  from: Timestamp,
  to: Timestamp,
});

/** What became of a run that was due: once for each moment that was planned. */
export const ScheduleRan = event("ScheduleRan", 1, () => ({
  ...scheduleId,
  /** The moment that was planned; absent: a person asked for it. */
  due: Timestamp.optional(),
  outcome: z.enum([
    "ran",
    /** It was due while no process was there. */
    "missed",
    /** Its last run was still going on. */
    "busy",
    /** As often as it may run on a day. */
    "over_cap",
    /** The day's budget was used up. */
    "over_budget",
    /** Of an address that is watched: the same as before, or its first reading. */
    "unchanged",
    "unreachable",
    /** None of its agents takes part any more. */
    "nobody",
    /** Its time zone has other rules now: it is planned anew. */
    "replanned",
  ]),
  ...next,
  missed: MissedRuns.optional(),
  /** `ran`: what was said. */
  messageId: Id.optional(),
  /** `ran`: what it may use, of its own cap and of what was left of the day. */
  tokens: z.int().min(1).optional(),
  usd: z.number().positive().optional(),
  /** Of the readable text of an address that is watched. */
  digest: words(z.string().regex(/^[0-9a-f]{64}$/)).optional(),
}));

export const SCHEDULE_EVENTS = [
  ScheduleSet,
  SchedulePaused,
  ScheduleResumed,
  ScheduleRemoved,
  ScheduleRan,
] as const;
