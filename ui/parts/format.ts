/** Times, numbers and names as people read them, through Intl. */
const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const number = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const dated = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** The time of day, with the date where that is not today. */
export function clock(iso: string, now = new Date()): string {
  if (!iso) return "";
  const then = new Date(iso);
  return (then.toDateString() === now.toDateString() ? time : dated).format(then);
}
const precise = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** The time of day to the second. */
export const toTheSecond = (iso: string): string => precise.format(new Date(iso));
export const exact = (iso: string): string => (iso ? full.format(new Date(iso)) : "");
export const count = (value: number): string => number.format(value);

/** Bytes of one step from KB to MB. */
const STEP = 1024;
/** The size of a file: in whole KB, from 1 MB on in MB. */
export const fileSize = (bytes: number): string =>
  bytes < STEP * STEP
    ? `${count(Math.ceil(bytes / STEP))} KB`
    : `${number.format(Math.round(bytes / STEP / STEP * 10) / 10)} MB`;
export const seconds = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;
export const usd = (value: number | null): string =>
  value === null ? "unknown" : value === 0 ? "$0" : `$${value < 0.01 ? value.toFixed(5) : value.toFixed(2)}`;

const dollars = new Intl.NumberFormat(undefined, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  minimumFractionDigits: 0,
  maximumFractionDigits: 4,
});
/** A price of a million tokens. */
export const rate = (value: number): string => dollars.format(value);

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

/** "Today", "Yesterday", "Last week", or the month. */
export function dayGroup(iso: string, now: Date): string {
  const then = new Date(iso);
  // By the calendar: where clocks change, a day has no 24 hours.
  const midnight = (ago: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  if (then >= midnight(0)) return "Today";
  if (then >= midnight(1)) return "Yesterday";
  if (then >= midnight(7)) return "Last week";
  return new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" }).format(then);
}

export const date = (iso: string): string => (iso ? day.format(new Date(iso)) : "");
