/** What is kept of a comparison when it is revealed: of agents what people found, of a panel besides what each side used. */
import type { Best } from "../../events/catalog/comparisons.ts";
import type { Comparison, JudgedComparison, JudgedPanel } from "../shapes/comparison_folds.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { betterIn } from "./better.ts";
import { totalUsage, usageOf } from "../usage/usage.ts";
import type { PriceOverrides } from "../usage/prices.ts";

type JudgedAgents = Omit<JudgedComparison, "seq" | "at" | "erased">;
type Result = Pick<JudgedPanel, "formatId" | "votes" | "panel" | "alone" | "judge">;

/** What the judge of a room found. */
export interface Verdict {
  /** Absent: it gave none, or its words are gone. */
  readonly best?: Best;
  /** As it gave it, or why there is none. */
  readonly reason: string;
  /** Its answer. */
  readonly messageId: string;
}

/** Null where it was not asked. */
export function verdictOf(
  { turns, messages, bodies }: Pick<ConversationState, "turns" | "messages" | "bodies">,
): Verdict | null {
  const turn = Object.values(turns).find(({ judges }) => judges && "answers" in judges);
  if (!turn) return null;
  const { messageId } = turn;
  const { content = "", form } = bodies[messageId] ?? {};
  const said = turn.status === "completed" ? betterIn(content.slice(form?.at ?? 0)) : null;
  return { messageId, ...said ?? { reason: messages[messageId]?.error?.message ?? "" } };
}

/** How the panel fared by what its judge found. */
function judgedBy(room: ConversationState, panelSeat: number): Pick<Result, "judge"> {
  const judge = room.former.find(({ id }) => id === room.room?.judge);
  if (!judge) return {};
  const { agentId, agentVersion, model } = judge;
  const { best } = verdictOf(room) ?? {};
  const found = best === undefined
    ? "open"
    : best === "tie"
    ? "tied"
    : best === "none"
    ? "none"
    : best === panelSeat
    ? "won"
    : "lost";
  return { judge: { agentId, agentVersion, model, found } };
}

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
    Object.values(room.turns).filter((turn) => !turn.judges && (turn.panel !== undefined) === of)
  );
  const used = (turns: typeof asked, ms: number): JudgedPanel["panel"] => {
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
    ...judgedBy(room, worth.panelSeat),
  };
}

/** What people judged of agents; null where there is nothing to be kept: nobody judged, or its question is gone. */
export function judgementOf(
  { id: conversationId, messages }: Pick<ConversationState, "id" | "messages">,
  comparison: Comparison,
): JudgedAgents | null {
  const { id, seq: begun, messageId, answers, votes, revealed, label, criteria } = comparison;
  if (!revealed || votes.length === 0 || messages[messageId]?.erased) return null;
  return {
    id,
    conversationId,
    begun,
    ...(label === undefined ? {} : { label }),
    ...(criteria === undefined ? {} : { criteria: [...criteria] }),
    seated: revealed.seated.map(({ agentId, agentVersion, model }, seat) => ({
      agentId,
      agentVersion,
      model,
      ...(answers[seat]?.gap ? { gap: true as const } : {}),
    })),
    votes: votes.map(({ best, criteria }) => ({ best, ...(criteria ? { criteria: [...criteria] } : {}) })),
  };
}
