/** What an agent is to do in a turn: what its instructions say of it and of the others, a brief or not, within which time. */
import { ANSWER_MINUTES, HAND_MINUTES } from "../../events/catalog/limits.ts";
import type { Agent } from "../../events/catalog/workspace.ts";
import type { Selection } from "../../projections/context/selection.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { modeOfTurn } from "../conversation/modes/modes.ts";
import { panelPrompt } from "../conversation/modes/panel.ts";

export interface Task {
  /** The answer is a brief, and what the answers it is made of are called in it; null: it is none. */
  readonly brief: readonly string[] | null;
  /** The most that the answer may take. */
  readonly minutes: number;
  /** What it is told of the others and of its task. */
  readonly group: string;
}

type Asked = Pick<Selection, "participantId" | "spec" | "panel">;

export const taskOf = (state: ConversationState, { params }: Agent, asked: Asked): Task => ({
  brief: asked.panel?.stage.brief ? asked.panel.sent.map(({ label }) => label) : null,
  minutes: Math.min(
    asked.panel?.stage.minutes ?? Infinity,
    asked.spec.asks ? HAND_MINUTES : Infinity,
    params.maxMinutes ?? ANSWER_MINUTES,
  ),
  group: groupPrompt(state, asked),
});

function groupPrompt(
  state: ConversationState,
  { participantId, spec: { mode, judges, through, panel: place }, panel }: Asked,
): string {
  return place
    ? panelPrompt(state, participantId, through, panel?.stage.sees)
    : modeOfTurn({ mode, judges }).prompt(state, participantId, through);
}
