/** What answers come to in short, worked out and not written: how numbers are spread, what was found, or what was said. */
import { formedJson } from "../conversation/formed.ts";

/** Of one number that answers have. */
export interface Spread {
  readonly field: string;
  readonly count: number;
  readonly min: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly max: number;
}

/** Fields that are looked at, and UTF-16 units of a text that is told. */
const FIELDS = 20;
const TOLD_UNITS = 2_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value below which a share of the sorted numbers lies, between two of them in a straight line. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * How the numbers of answers in JSON are spread, by their fields in the order of the first that has them.
 * @outside
 */
export function spreadOf(answers: readonly string[]): Spread[] {
  const numbers = new Map<string, number[]>();
  for (const answer of answers) {
    const value = formedJson(answer)?.value;
    if (!isObject(value)) continue;
    for (const [field, one] of Object.entries(value)) {
      if (typeof one !== "number" || (!numbers.has(field) && numbers.size === FIELDS)) continue;
      numbers.set(field, [...numbers.get(field) ?? [], one]);
    }
  }
  return [...numbers].map(([field, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    return {
      field,
      count: sorted.length,
      min: sorted[0] ?? 0,
      low: quantile(sorted, 0.25),
      median: quantile(sorted, 0.5),
      high: quantile(sorted, 0.75),
      max: sorted.at(-1) ?? 0,
    };
  });
}

/** At most so many digits behind the point that a person still reads. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

const spreadLine = ({ field, count, min, low, median, high, max }: Spread): string =>
  `${field}: ${count} given, from ${short(min)} to ${short(max)}, median ${
    short(median)
  }, the middle half from ` +
  `${short(low)} to ${short(high)}.`;

/** The words of an answer in JSON, field by field, without its numbers; of another its text. */
function wordsOf(text: string): string {
  const value = formedJson(text)?.value;
  const said = isObject(value)
    ? Object.entries(value).filter(([, one]) => typeof one === "string").map(([name, one]) =>
      `${name}: ${one}`
    )
      .join("; ")
    : text;
  return said.slice(0, TOLD_UNITS).toWellFormed();
}

/** The same as a text that stands in a request: a published sentence stays as it is. */
export function summaryText(
  answers: readonly { readonly label: string; readonly text: string }[],
): string {
  if (answers.length === 0) return "";
  const spread = spreadOf(answers.map(({ text }) => text)).map(spreadLine);
  const said = answers.map(({ label, text }) => ({ label, words: wordsOf(text) }))
    .filter(({ words }) => words !== "").map(({ label, words }) => `[${label}]: ${words}`);
  return [
    spread.length > 0 ? `How the answers are spread:\n${spread.join("\n")}` : "",
    said.length > 0 ? `What was said with them:\n${said.join("\n")}` : "",
  ].filter((part) => part !== "").join("\n\n");
}
