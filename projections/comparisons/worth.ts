/** Whether panels were worth it: what people judged, and what a panel used more than one agent alone. */
import type { JudgedPanel } from "../shapes/comparison_folds.ts";

/** How panels of one format fared, added up. */
export interface Worth {
  /** Panels that were judged. */
  readonly panels: number;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly none: number;
  /** What a panel used more than one agent alone, on the average; of dollars null where a price is not known. */
  readonly tokens: number;
  readonly usd: number | null;
  readonly ms: number;
  /** How the same panels fared by agents that were asked to judge them, too; nothing of people is in it. */
  readonly judges: {
    readonly panels: number;
    readonly won: number;
    readonly lost: number;
    readonly tied: number;
    readonly none: number;
    /** They gave no verdict. */
    readonly open: number;
  };
}

/** What they gave and cost together; null where there are none. */
export function worthOf(of: readonly JudgedPanel[]): Worth | null {
  if (of.length === 0) return null;
  const sum = (value: (one: JudgedPanel) => number) => of.reduce((all, one) => all + value(one), 0);
  const mean = (value: (one: JudgedPanel) => number) => sum(value) / of.length;
  const priced = of.every(({ panel, alone }) => panel.usd !== null && alone.usd !== null);
  return {
    panels: of.length,
    won: sum(({ votes }) => votes.won),
    lost: sum(({ votes }) => votes.lost),
    tied: sum(({ votes }) => votes.tied),
    none: sum(({ votes }) => votes.none),
    tokens: Math.round(mean(({ panel, alone }) => panel.tokens - alone.tokens)),
    usd: priced ? mean(({ panel, alone }) => (panel.usd ?? 0) - (alone.usd ?? 0)) : null,
    ms: Math.round(mean(({ panel, alone }) => panel.ms - alone.ms)),
    judges: byJudges(of),
  };
}

function byJudges(of: readonly JudgedPanel[]): Worth["judges"] {
  const found = of.flatMap(({ judge }) => judge ? [judge.found] : []);
  const count = (what: typeof found[number]) => found.filter((one) => one === what).length;
  return {
    panels: found.length,
    won: count("won"),
    lost: count("lost"),
    tied: count("tied"),
    none: count("none"),
    open: count("open"),
  };
}
