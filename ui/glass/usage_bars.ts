/** What was used, as bars: tokens for each day, and for each agent. Pure; days are those of UTC, as they are counted. */
import type { UsageAnswer, UsageRow } from "../../server/contract/insights.ts";

type Counted = Pick<UsageRow, "input" | "cacheRead" | "cacheWrite" | "output">;

/** Every token of some answers, in and out. */
export const tokensOf = ({ input, cacheRead, cacheWrite, output }: Counted): number =>
  input + cacheRead + cacheWrite + output;

/** A part of a day’s bar. */
export interface Piece {
  /** "" where it is not told whose it is. */
  readonly agent: string;
  readonly tokens: number;
}
export interface DayBar {
  /** `2026-01-31` */
  readonly day: string;
  readonly tokens: number;
  /** The most used first; none on a day without answers. */
  readonly pieces: readonly Piece[];
}

/** Days that are drawn: two weeks at most, one at least, so that a day alone stands in its week. */
export const DAYS = 14;
const LEAST_DAYS = 7;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What one conversation's answers of a day were, agent by agent. */
function piecesOf(turns: NonNullable<UsageAnswer["turns"]>, day: string): Piece[] {
  const sums = new Map<string, number>();
  for (const turn of turns) {
    if (turn.day !== day || !turn.usage) continue;
    sums.set(turn.agentName, (sums.get(turn.agentName) ?? 0) + tokensOf(turn.usage));
  }
  return [...sums].map(([agent, tokens]) => ({ agent, tokens })).sort((a, b) => b.tokens - a.tokens);
}

/** The last days, without a gap, up to the newest with an answer. */
export function dayBars({ byDay, turns }: Pick<UsageAnswer, "byDay" | "turns">): DayBar[] {
  const sums = new Map(byDay.map((row) => [row.key, tokensOf(row)]));
  const days = [...sums.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ago = (days: number) => Date.parse(last) - (days - 1) * DAY_MS;
  const begin = Math.max(Math.min(Date.parse(first), ago(LEAST_DAYS)), ago(DAYS));
  const bars: DayBar[] = [];
  for (let ms = begin; ms <= Date.parse(last); ms += DAY_MS) {
    const day = dayOf(ms);
    const tokens = sums.get(day) ?? 0;
    const pieces = turns ? piecesOf(turns, day) : [{ agent: "", tokens }];
    bars.push({ day, tokens, pieces: tokens === 0 ? [] : pieces });
  }
  return bars;
}

/** Days with answers that are older than the drawn ones. */
export const daysBefore = (bars: readonly DayBar[], byDay: UsageAnswer["byDay"]): number =>
  byDay.filter(({ key }) => key < (bars[0]?.day ?? "")).length;

/** Rows by tokens, the most first. */
export const byTokens = (rows: readonly UsageRow[]): UsageRow[] =>
  rows.toSorted((a, b) => tokensOf(b) - tokensOf(a));
