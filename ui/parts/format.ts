/** Times, numbers and money as people read them in the chosen language, through Intl. */
import { today } from "../state/ticking.ts";
import { words } from "../words/frame.ts";
import { locale } from "../words/language.ts";
import { whenNeeded } from "../words/when_needed.ts";

const time = whenNeeded(() => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }));
const full = whenNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" }));
const number = whenNeeded(() => new Intl.NumberFormat(locale));
const day = whenNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));

const dated = whenNeeded(() =>
  new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  })
);

/** The time of day, with the date where that is not today; of another year the date alone. */
export function clock(iso: string, now = today.value): string {
  if (!iso) return "";
  const then = new Date(iso);
  if (then.getFullYear() !== now.getFullYear()) return day().format(then);
  return (then.toDateString() === now.toDateString() ? time : dated)().format(then);
}
/** A moment of these weeks, with its day of the week, as clocks show it in a time zone: here, unless one is named. */
export const moment = (iso: string, timeZone?: string): string =>
  new Date(iso).toLocaleString(locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
const ago = whenNeeded(() => new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" }));
const weekday = whenNeeded(() => new Intl.DateTimeFormat(locale, { weekday: "short" }));
const dayOnly = whenNeeded(() => new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" }));

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Days of which the name says which one is meant. */
const NAMED_DAYS = 6;

/** How long ago, as people say it: minutes, the time of today, yesterday, the day of the week, the date with its year if that is another. */
export function since(iso: string, now: Date): string {
  const then = new Date(iso);
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / MINUTE_MS));
  if (minutes === 0) return words.justNow;
  if (minutes < 60) return ago().format(-minutes, "minute");
  const midnight = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  // Rounded: where clocks change, a day has no 24 hours.
  const days = Math.round((midnight(now) - midnight(then)) / DAY_MS);
  if (days === 0) return time().format(then);
  if (days === 1) return ago().format(-1, "day");
  if (days <= NAMED_DAYS) return weekday().format(then);
  return (then.getFullYear() === now.getFullYear() ? dayOnly : day)().format(then);
}
const precise = whenNeeded(() =>
  new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", second: "2-digit" })
);
/** The time of day to the second. */
export const toTheSecond = (iso: string): string => precise().format(new Date(iso));
export const exact = (iso: string): string => (iso ? full().format(new Date(iso)) : "");
export const count = (value: number): string => number().format(value);
const short = whenNeeded(() =>
  new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1, useGrouping: "always" })
);
/** A number that need not be exact: 1.9K. */
export const compact = (value: number): string => short().format(value);

/** Bytes of one step from KB to MB, and to GB. */
const STEP = 1024;
const MB = STEP * STEP;
/** The size of a file: in whole KB, from 1 MB on in MB, from 1 GB on in GB. */
export function fileSize(bytes: number): string {
  if (bytes < MB) return `${count(Math.ceil(bytes / STEP))} KB`;
  const [size, unit] = bytes < STEP * MB ? [bytes / MB, "MB"] : [bytes / MB / STEP, "GB"];
  return `${count(Math.round(size * 10) / 10)} ${unit}`;
}
const tenths = whenNeeded(() =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
);
/** How long something took, to the tenth where that says something. */
export const seconds = (ms: number): string =>
  ms < 50
    ? `< ${tenths().format(0.1)} s`
    : `${ms < 10_000 ? tenths().format(ms / 1000) : count(Math.round(ms / 1000))} s`;
/** US dollars with between `least` and `most` digits after the point. */
const dollarsWith = (least: number, most: number) =>
  whenNeeded(() =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
  );
const dollars = dollarsWith(0, 4);
const cents = dollarsWith(2, 2);
const crumbs = whenNeeded(() =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumSignificantDigits: 2,
    maximumSignificantDigits: 2,
  })
);
/** US dollars below which cents say too little: from here on they are rounded to one. */
const CRUMB = 0.00995;
/** What something costs or may cost, everywhere alike: cents, and two digits of less than one; null where nobody knows. */
export const usd = (value: number | null): string =>
  value === null
    ? words.unknown
    : value === 0
    ? dollars().format(0)
    : (value < CRUMB ? crumbs : cents)().format(value);

/** The same where nothing else stands beside it that is money: what costs nothing is free. */
export const usdOrFree = (value: number | null): string => value === 0 ? words.free : usd(value);

/** A price of a million tokens. */
export const rate = (value: number): string => dollars().format(value);

/**
 * A number as a person types it: a comma is what many write for the point. NaN where it is none, and where the
 * comma may as well set thousands apart: money must not depend on which of the two was meant.
 * @outside
 */
export function typedNumber(text: string): number {
  const trimmed = text.trim();
  if (!/^\d*(?:[.,]\d+)?$/.test(trimmed) || trimmed === "" || /^[1-9]\d{0,2},\d{3}$/.test(trimmed)) {
    return NaN;
  }
  return Number(trimmed.replace(",", "."));
}

/**
 * A whole number as a person types it, digits alone; NaN for anything else.
 * @outside
 */
export const typedWhole = (text: string): number => /^\d{1,15}$/.test(text.trim()) ? Number(text) : NaN;

const utc = whenNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
/** A day of UTC, `2026-01-31`: what is counted by such days is told by them, wherever one is. */
export const utcDay = (day: string): string => (day ? utc().format(new Date(day)) : "");

export const date = (iso: string): string => (iso ? day().format(new Date(iso)) : "");
