/** What is asked of the server about comparisons, and how one is opened. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { LabelList } from "../../server/contract/ranking_shapes.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { settings } from "../state/server_state.ts";
import type {
  Comparison,
  StartComparison,
  StartedComparison,
  VoteComparison,
} from "../../server/contract/comparison_shapes.ts";
import type { ExpectedUse } from "../../server/contract/trial_shapes.ts";
import type { CompareUse } from "../../server/contract/use_shapes.ts";
import { get, write } from "../state/api.ts";
import { conversation, rankings } from "../state/queries.ts";
import { dialog } from "../state/ui_state.ts";

const at = (id: string, comparisonId: string, what = "") =>
  conversation(id, `/comparisons/${encodeURIComponent(comparisonId)}${what}`);

interface Done {
  readonly comparison: Comparison;
  readonly seq: number;
}

export const comparisonOf = (id: string, comparisonId: string) => get<Comparison>(at(id, comparisonId));
/** Under the same key it is asked once, however often this is said. */
export const startComparison = (id: string, what: StartComparison, key: string) =>
  write<StartedComparison>("POST", conversation(id, "/comparisons"), what, key);
/** What it is expected to use, before anybody is asked. */
export const comparisonUse = (id: string, what: CompareUse) =>
  write<ExpectedUse>("POST", conversation(id, "/comparisons/cost"), what);
export const stopComparison = (id: string, comparisonId: string) =>
  write<Done>("POST", at(id, comparisonId, "/stop"));
export const vote = (id: string, comparisonId: string, what: VoteComparison) =>
  write<Done>("POST", at(id, comparisonId, "/vote"), what);
export const reveal = (id: string, comparisonId: string) =>
  write<Done>("POST", at(id, comparisonId, "/reveal"));

/** The kinds of task in which something was judged, as of now; null before they are known. */
export function useLabels(): LabelList["items"] | null {
  const found = useSignal<LabelList["items"] | null>(null);
  useEffect(() =>
    unlessLate(rankings(), (answer) => {
      if (answer.ok) found.value = answer.value.items;
    }), [settings.value?.seq]);
  return found.value;
}

/** Opens one by its id: what was just begun may not be told of yet. */
export function showComparison(conversationId: string, comparisonId: string): void {
  dialog.value = { name: "compare", text: "", shown: { conversationId, comparisonId } };
}
