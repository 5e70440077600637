/** Whether panels were worth it: what people judged, and what a panel used more than one agent alone. */
import type { Lasting } from "../shapes/lasting.ts";
import type { WorkspaceState } from "../shapes/settings_fold.ts";

type Judged = WorkspaceState["judgedPanels"][number];

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
}

/** @param formatId undefined: of all formats. @returns null where none was judged */
export function worthOf(judged: readonly Lasting<Judged>[], formatId?: string): Worth | null {
  const of = judged.filter((one) => formatId === undefined || one.formatId === formatId);
  if (of.length === 0) return null;
  const sum = (value: (one: Lasting<Judged>) => number) => of.reduce((all, one) => all + value(one), 0);
  const mean = (value: (one: Lasting<Judged>) => number) => sum(value) / of.length;
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
  };
}
