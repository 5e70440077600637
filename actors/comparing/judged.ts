/** What became of a panel that was judged beside one agent alone is kept in the settings, for whoever asks a panel next. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { resultOf } from "../../projections/comparisons/judged_result.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import type { WorkspaceActor } from "../workspace/workspace_actor.ts";

/** @returns keeps one; told again it changes nothing. Throws where the store does not answer. */
export const keepJudged = (workspace: Pick<WorkspaceActor, "change">) =>
async (
  id: string,
  conversationId: string,
  room: ConversationState,
  comparison: Comparison,
): Promise<void> => {
  const outcome = await workspace.change((state) => {
    const result = resultOf(comparison, room, pricesInForce(state));
    const known = state.judgedPanels.some((one) => one.id === id);
    const events = result && !known
      ? [{ type: "PanelJudged" as const, data: { id, conversationId, ...result } }]
      : [];
    return { ok: true, answer: { id }, events };
  }, { by: SYSTEM });
  if (!outcome.ok) throw new Error(outcome.detail);
};
