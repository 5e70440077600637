/**
 * What was judged in comparisons, of agents and of panels, by the events of the settings. Folds of their own: the settings
 * go to every page, and these are looked at by who opens a ranking or asks a panel.
 */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { JUDGED_COMPARISONS, JUDGED_PANELS } from "../../events/catalog/limits.ts";
import { workspaceEvent } from "../../events/catalog/typed_event.ts";
import type { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { Fold } from "../fold.ts";
import type { JudgedComparison, JudgedPanel } from "../shapes/comparison_folds.ts";

/** The newest comparisons that are revealed and were judged, the newest last. */
export type JudgedComparisons = readonly JudgedComparison[];

type JudgedEvent = Extract<WorkspaceEvent, { type: "ComparisonJudged" | "JudgementErased" }>;

/** What is gone keeps its place, so that it makes no difference whether it was read before or after. */
function apply(all: JudgedComparisons, event: JudgedEvent): JudgedComparisons {
  if (event.type === "JudgementErased") {
    return all.map((one) => one.id === event.data.id ? withoutWords(one) : one);
  }
  const { data, seq, at, erased } = event;
  const others = all.filter(({ id }) => id !== data.id);
  const one = { ...data, seq, at };
  return [...others, erased ? withoutWords(one) : one].slice(-JUDGED_COMPARISONS);
}

function withoutWords({ label: _, criteria: __, ...one }: JudgedComparison): JudgedComparison {
  return { ...one, erased: true };
}

export const judgedComparisons: Fold<JudgedComparisons> = {
  name: "judged",
  version: 1,
  initial: () => [],
  evolve(all: JudgedComparisons, stored: AnyEvent) {
    const event = workspaceEvent(stored);
    return event.type === "ComparisonJudged" || event.type === "JudgementErased" ? apply(all, event) : all;
  },
};

/** The newest panels that were judged beside one agent alone, the newest last. */
export type JudgedPanels = readonly JudgedPanel[];

export const judgedPanels: Fold<JudgedPanels> = {
  name: "judged_panels",
  version: 1,
  initial: () => [],
  /** Told once more it is the same. */
  evolve(all: JudgedPanels, stored: AnyEvent) {
    const event = workspaceEvent(stored);
    if (event.type !== "PanelJudged") return all;
    const { data, at } = event;
    return [...all.filter(({ id }) => id !== data.id), { ...data, at }].slice(-JUDGED_PANELS);
  },
};

/** Both, as of one event. */
export interface Judged {
  readonly comparisons: JudgedComparisons;
  readonly panels: JudgedPanels;
}
