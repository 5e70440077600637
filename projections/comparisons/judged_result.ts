/** What became of a panel that was judged beside one agent alone: what people found, and what each side used. */
import type { Comparison } from "../shapes/comparison_folds.ts";
import type { ConversationState } from "../shapes/folds.ts";
import type { WorkspaceState } from "../shapes/settings_fold.ts";
import { totalUsage, usageOf } from "../usage/usage.ts";
import type { PriceOverrides } from "../usage/prices.ts";

type Judged = WorkspaceState["judgedPanels"][number];
type Result = Pick<Judged, "formatId" | "votes" | "panel" | "alone">;

/** What people judged, and what each side used; null where the room had no panel. */
export function resultOf(
  { votes }: Pick<Comparison, "votes">,
  room: ConversationState,
  prices: PriceOverrides,
): Result | null {
  const [panel] = Object.values(room.panels ?? {});
  const { worth } = room.room ?? {};
  if (!panel || !worth) return null;
  const told = { won: 0, lost: 0, tied: 0, none: 0 };
  for (const { best } of votes) {
    if (best === "tie") told.tied++;
    else if (best === "none") told.none++;
    else if (best === worth.panelSeat) told.won++;
    else told.lost++;
  }
  const [asked = [], alone = []] = [true, false].map((of) =>
    Object.values(room.turns).filter((turn) => (turn.panel !== undefined) === of)
  );
  const used = (turns: typeof asked, ms: number): Judged["panel"] => {
    const usages = turns.flatMap((turn) => usageOf(room, turn, prices) ?? []);
    const { input, cacheRead, cacheWrite, output, usd } = totalUsage(usages);
    return { tokens: input + cacheRead + cacheWrite + output, usd, ms: Math.max(0, Math.round(ms)) };
  };
  const { formatId, at, endedAt = at } = panel;
  const took = alone.reduce((sum, { messageId }) => sum + (room.messages[messageId]?.totalMs ?? 0), 0);
  return {
    ...(formatId === undefined ? {} : { formatId }),
    votes: told,
    panel: used(asked, Date.parse(endedAt) - Date.parse(at)),
    alone: used(alone, took),
  };
}
