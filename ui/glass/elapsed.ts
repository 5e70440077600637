/** How long something took, or how long after something else it came, in as few characters as say it. */
import { count } from "../parts/format.ts";
import { locale } from "../words/language.ts";
import { whenNeeded } from "../words/when_needed.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

const one = whenNeeded(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const unit = (name: string) =>
  whenNeeded(() =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
      maximumFractionDigits: 0,
    })
  );
const [minutes, hours, days] = ["minute", "hour", "day"].map(unit);

/** From here on milliseconds say more than anybody reads. */
const TENTH = 100;

/** Milliseconds in words: "38 ms", "0.9 s", "21 s", "12 min"; what is below nothing is nothing. */
export function elapsed(ms: number): string {
  const past = Number.isFinite(ms) ? Math.max(0, ms) : 0;
  if (past < TENTH) return `${count(Math.round(past))} ms`;
  if (past < 10 * SECOND) return `${one().format(past / SECOND)} s`;
  if (past < MINUTE) return `${count(Math.round(past / SECOND))} s`;
  if (past < HOUR) return minutes?.().format(past / MINUTE) ?? "";
  if (past < DAY) return hours?.().format(past / HOUR) ?? "";
  return days?.().format(past / DAY) ?? "";
}

/** The same between two times, with a plus: "+38 ms"; "" where one of them is not known, or both are the same. */
export function since(from: string | undefined, to: string): string {
  const ms = Date.parse(to) - Date.parse(from ?? "");
  return Number.isNaN(ms) || ms <= 0 ? "" : `+${elapsed(ms)}`;
}
