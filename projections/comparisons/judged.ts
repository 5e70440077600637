/**
 * What was judged in comparisons, of the events of the settings. A fold of its own: the settings go to every page, and
 * this is looked at by who opens a ranking.
 */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { JUDGED_COMPARISONS } from "../../events/catalog/limits.ts";
import { workspaceEvent } from "../../events/catalog/typed_event.ts";
import type { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { Fold } from "../fold.ts";
import type { JudgedComparison } from "../shapes/comparison_folds.ts";

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
