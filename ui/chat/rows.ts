/** How the transcript groups messages: one by itself, answers side by side, or the agents' own talk. */
import { factsOf } from "../../events/catalog/modes.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

export interface Row {
  readonly kind: "one" | "together" | "behind";
  /** One at least; the first names the row. */
  readonly ids: readonly [string, ...string[]];
}

const turnOf = (state: ConversationState, id: string) => state.turns[state.messages[id]?.turnId ?? ""];

/** Said between agents in manager mode: one click away from the person's view. */
function isBehind(state: ConversationState, id: string): boolean {
  const message = state.messages[id];
  const turn = turnOf(state, id);
  if (message?.role === "user") return message.author.kind === "system";
  if (!turn || !factsOf(turn.mode).addressed || message?.role !== "assistant") return false;
  if (message.to !== undefined) return message.to !== "person";
  // Not yet addressed: the manager may still mean the person, anyone else cannot.
  return turn.participantId !== state.manager?.participantId;
}

/** Answers to the same, none of them written in sight of another. */
function areTogether(state: ConversationState, before: string, id: string): boolean {
  const turn = turnOf(state, id);
  const sibling = turnOf(state, before);
  return turn !== undefined && sibling !== undefined && turn.exchange === sibling.exchange &&
    factsOf(turn.mode).sideBySide === true && turn.reason.round === undefined;
}

export function rowsOf(state: ConversationState, ids: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (const id of ids) {
    const last = rows.at(-1);
    const beside = last && last.kind !== "behind" && areTogether(state, last.ids[0], id);
    const kind = isBehind(state, id) ? "behind" : beside ? "together" : "one";
    if (last && (kind === "together" || (kind === "behind" && last.kind === "behind"))) {
      rows[rows.length - 1] = { kind, ids: [...last.ids, id] };
    } else rows.push({ kind, ids: [id] });
  }
  return rows;
}
