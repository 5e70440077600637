/**
 * When a schedule runs next, and what became of the moments that have passed: pure, and bounded however long nobody was
 * there. A time of day is told in its zone; what the clocks do to it, the zone's own rules say:
 *
 * - the hour that is missing in spring: it runs once, when that hour ends;
 * - the hour that comes twice in autumn: it runs once, the first time.
 */
import { SCHEDULE_LATE_MINUTES } from "../../events/catalog/limits.ts";
import type { When } from "../../events/catalog/schedules.ts";

const MINUTE_MS = 60_000;
/** Days within which a day of the week comes again, and one more where a zone leaves a whole day out. */
const DAYS_AHEAD = 9;
/** Runs that are counted of those that were missed: beyond, there were more. */
export const COUNTED = 1_000;

/** A day of the calendar. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** What is known of time zones: replaced where a test has rules of its own. */
export interface Zones {
  /** The day it is there at `at` (milliseconds since the epoch). @throws {RangeError} where there is no such zone */
  dayAt(at: number, zone: string): Day;
  /** When it is `hour`:`minute` there on that day: the first time where it comes twice, the end of the gap where never. */
  momentOf(day: Day, hour: number, minute: number, zone: string): number;
}

export const systemZones: Zones = {
  dayAt(at, zone) {
    const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    return { year, month, day };
  },
  momentOf(day, hour, minute, timeZone) {
    const found = Temporal.ZonedDateTime.from({ ...day, hour, minute, timeZone }, {
      disambiguation: "compatible",
    });
    if (found.hour === hour && found.minute === minute && found.day === day.day) {
      return found.epochMilliseconds;
    }
    // The time is in a gap, and `found` as far behind it: where the gap ends is where the rules changed.
    return found.add({ milliseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds ??
      found.epochMilliseconds;
  },
};

/** Whether times can be told in `zone`. */
export function isZone(zone: string, zones: Zones = systemZones): boolean {
  try {
    zones.dayAt(0, zone);
    return true;
  } catch {
    return false;
  }
}

function nextTime(when: Extract<When, { kind: "times" }>, after: number, zones: Zones): number {
  const [hour = 0, minute = 0] = when.time.split(":").map(Number);
  const { year, month, day } = zones.dayAt(after, when.zone);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    // Days of the calendar, whatever the zone makes of their length.
    const date = new Date(Date.UTC(year, month - 1, day + ahead));
    if (!when.days.includes(date.getUTCDay() || 7)) continue;
    const on = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const at = zones.momentOf(on, hour, minute, when.zone);
    if (at > after) return at;
  }
  throw new RangeError(`No run of ${when.time} in ${when.zone} within ${DAYS_AHEAD} days.`);
}

/**
 * The first moment after `after` at which it runs, both in milliseconds since the epoch; null: words alone plan it.
 * @param since from which moment on a number of minutes is counted
 */
export function nextRun(when: When, after: number, since: number, zones: Zones = systemZones): number | null {
  switch (when.kind) {
    case "idle":
      return null;
    case "times":
      return nextTime(when, after, zones);
    case "every":
    case "watch": {
      const step = when.minutes * MINUTE_MS;
      return since + (Math.floor((after - since) / step) + 1) * step;
    }
    default:
      return when satisfies never;
  }
}

/**
 * Whether `due` was planned by a clock that was ahead of `now`: it lies behind the run after the next one. One that was less
 * ahead than that is waited for, or what ran a moment ago would run again.
 */
export function isAhead(
  when: When,
  due: number,
  now: number,
  since: number,
  zones: Zones = systemZones,
): boolean {
  const behind = (at: number) =>
    when.kind === "idle" ? at + when.minutes * MINUTE_MS : nextRun(when, at, since, zones) ?? at;
  return due > behind(behind(now));
}

/** Moments that passed. */
interface Passed {
  readonly count: number;
  readonly more: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Plan {
  /** It runs now, for this moment; null: it does not. */
  readonly run: number | null;
  /** Moments for which it does not run any more. */
  readonly missed: Passed | null;
  /** When it runs next. */
  readonly next: number | null;
}

/** The moments from `first` to `now`, of which `first` is one: how many, and the last two. */
function passed(when: When, first: number, now: number, since: number, zones: Zones) {
  if (when.kind === "every") {
    const step = when.minutes * MINUTE_MS;
    const steps = Math.floor((now - first) / step);
    const last = first + steps * step;
    return { count: steps + 1, more: false, last, before: last - step };
  }
  let last = first, before = first, count = 1;
  for (; count < COUNTED; count++) {
    const next = nextRun(when, last, since, zones);
    if (next === null || next > now) return { count, more: false, last, before };
    [before, last] = [last, next];
  }
  // Too many to count: the last of them is found from the end.
  let at = now - 2 * DAYS_AHEAD * 24 * 60 * MINUTE_MS;
  for (let next = nextRun(when, at, since, zones); next !== null && next <= now;) {
    [before, last, at] = [last, next, next];
    next = nextRun(when, at, since, zones);
  }
  return { count, more: true, last, before };
}

/**
 * What is to be done at `now` with a schedule that was planned for `due`, which has come; all in milliseconds since the
 * epoch. Of moments that passed unseen the last one runs where it is no later than `SCHEDULE_LATE_MINUTES`, the others
 * are missed: nothing piles up.
 * @param planned when `due` was computed: zones whose rules changed since are asked again
 */
export function planOf(
  when: When,
  { due, planned, since }: { readonly due: number; readonly planned: number; readonly since: number },
  now: number,
  zones: Zones = systemZones,
): Plan {
  const first = when.kind === "times" ? nextTime(when, Math.min(planned, due), zones) : due;
  if (first > now) return { run: null, missed: null, next: first };
  const next = nextRun(when, now, since, zones);
  // Whatever happened to an address while nobody looked, one look shows it.
  if (when.kind === "watch") return { run: due, missed: null, next };
  const { count, more, last, before } = passed(when, first, now, since, zones);
  const runs = now - last <= SCHEDULE_LATE_MINUTES * MINUTE_MS;
  const missed = runs ? count - 1 : count;
  return {
    run: runs ? last : null,
    missed: missed === 0 ? null : { count: missed, more, from: first, to: runs ? before : last },
    next,
  };
}
