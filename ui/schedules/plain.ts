/** A schedule as a person would say it. */
import type { When } from "../../events/catalog/schedules.ts";
import type { Schedule } from "../../projections/shapes/folds.ts";
import { moment } from "../parts/format.ts";
import { locale } from "../words/language.ts";
import { words } from "../words/schedules.ts";
import { whenNeeded } from "../words/when_needed.ts";

const name = whenNeeded(() => new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }));
const list = whenNeeded(() => new Intl.ListFormat(locale, { type: "conjunction", style: "short" }));

/** The name of a day of the week, 1 for Monday. */
export const dayName = (day: number): string =>
  // The first of January 2024 was a Monday.
  name().format(Date.UTC(2024, 0, day));

const isOf = (days: readonly number[], ...wanted: number[]): boolean =>
  days.length === wanted.length && wanted.every((day) => days.includes(day));

function daysOf(days: readonly number[]): string {
  if (isOf(days, 1, 2, 3, 4, 5)) return words.weekdays;
  if (isOf(days, 6, 7)) return words.weekend;
  if (days.length === 7) return words.everyDay;
  return words.onDays(list().format([...days].sort((a, b) => a - b).map(dayName)));
}

/** When it runs. */
export function whenOf(when: When, address = ""): string {
  switch (when.kind) {
    case "times":
      return words.at(daysOf(when.days), when.time, when.zone);
    case "every":
      return words.every(when.minutes);
    case "watch":
      return words.watching(address, when.minutes);
    case "idle":
      return words.idle(when.minutes);
  }
}

/** When it runs next, or why not. */
export function nextOf(
  { paused, why, next, when }: Pick<Schedule, "paused" | "why" | "next" | "when">,
): string {
  if (paused) return words.pausedBy[why ?? "person"];
  // Beside a time of day its clock counts, not the reader's.
  const zone = when.kind === "times" ? when.zone : undefined;
  return next === null ? words.nextUnknown : words.next(moment(next, zone));
}

/** What became of a run, on one line. */
export function runOf({ outcome, due, at, missed }: Schedule["last"][number]): string {
  const when = due === undefined ? `${moment(at)}, ${words.asked}` : moment(due);
  const told = missed ? ` · ${words.missed(missed.count, moment(missed.from), moment(missed.to))}` : "";
  return outcome === "missed" ? told.slice(3) : `${when}: ${words.outcomes[outcome]}${told}`;
}
