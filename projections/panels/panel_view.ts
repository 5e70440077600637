/**
 * What a turn of a panel is shown of it. It follows from the format and from rounds that had ended before it was asked
 * for, never from what came later or from answers that were asked for again, so that it is told the same for ever.
 */
import type { PanelPlace } from "../../events/catalog/panels.ts";
import type { ConversationState, Message } from "../shapes/folds.ts";
import type { Panel, PanelRound } from "../shapes/panel_folds.ts";
import { speakerName } from "../prompt/names.ts";
import { answersIn, letterOf, roundAt, seatsOf, type StageOf, stageOf } from "./panels.ts";

/** An answer that a turn is shown. */
export interface ShownAnswer {
  readonly messageId: string;
  readonly seat: string;
  readonly round: PanelRound;
  /** It is the seat's own, and comes as such. */
  readonly own: boolean;
  /** What it is called where it is sent: `Answer A`, `Fennel, Answer`. */
  readonly label: string;
}

export interface PanelView {
  readonly panel: Panel;
  readonly stage: StageOf;
  readonly place: PanelPlace;
  readonly round: PanelRound;
  /** In the order in which they are sent. */
  readonly answers: readonly ShownAnswer[];
  /** Without names: the letters of seats whose agent has no other, by the agent's name; else what is said instead. */
  readonly names: ReadonlyMap<string, string> | null;
}

/** What stands in the place of a name whose letter would not be clear. */
const SOMEBODY = "an agent";

/** Rounds whose answers a turn may be shown: before its own, and, in turn, its own. */
function roundsBefore({ panel, stage, place, round }: Omit<PanelView, "answers" | "names">): PanelRound[] {
  if (stage.sees === "question") return [];
  const named = stage.of;
  const of = (one: PanelRound): boolean =>
    named === undefined || one.stage === place.stage ||
    named.includes(panel.shape.stages[one.stage]?.id ?? "");
  return panel.rounds.filter((one) =>
    of(one) && (one.seq < round.seq || (one === round && stage.turns === "in_turn"))
  );
}

function answersBefore(
  state: ConversationState,
  view: Omit<PanelView, "answers" | "names">,
): Omit<ShownAnswer, "label">[] {
  const { panel, stage, place, round } = view;
  const order = seatsOf(panel, place.stage).map(({ seat }) => seat);
  const mine = order.indexOf(place.seat);
  const unnamed = stage.sees === "anonymised" || stage.sees === "summary";
  return roundsBefore(view).flatMap((one) => {
    const given = answersIn(state, panel, one).filter(({ seat }) =>
      (one !== round || order.indexOf(seat) < mine) && (stage.sees !== "own" || seat === place.seat)
    );
    const sorted = unnamed
      ? given.toSorted((a, b) => round.order.indexOf(a.seat) - round.order.indexOf(b.seat))
      : given;
    return sorted.map(({ seat, messageId }) => ({
      seat,
      messageId,
      round: one,
      own: seat === place.seat && stage.sees !== "anonymised",
    }));
  });
}

/** What an answer is called where it is sent. */
function labelOf(
  state: ConversationState,
  { panel, stage, round }: Omit<PanelView, "answers" | "names">,
  { seat, messageId, round: of }: Omit<ShownAnswer, "label">,
): string {
  const { rounds = 1, texts } = stageOf(panel, of.stage) ?? {};
  const gives = speakerName({ kind: "agent", name: texts?.gives ?? "Answer" });
  const which = rounds > 1 ? `, round ${of.round}` : "";
  if (stage.sees === "anonymised" || stage.sees === "summary") {
    return `${gives} ${letterOf(round, seat)}${which}`;
  }
  const message = state.messages[messageId];
  const name = message ? speakerName(message.author) : "Agent";
  return `${name}, ${gives}${which}`;
}

/**
 * What stands for the names of all agents who had joined by then: the letter of a seat, where its name is that of no other,
 * else no more than that it is an agent. Whoever joins or leaves later changes nothing.
 */
function lettersOf(state: ConversationState, panel: Panel, round: PanelRound): ReadonlyMap<string, string> {
  const letters = new Map<string, Set<string>>();
  for (const { id, name, addedSeq } of [...state.participants, ...state.former]) {
    if (addedSeq > round.seq) continue;
    const own = letters.get(name) ?? new Set();
    letters.set(name, own);
    for (const { seat, participantId = seat } of panel.seats) {
      if (participantId === id) own.add(letterOf(round, seat));
    }
  }
  return new Map(
    [...letters].map(([name, [letter = SOMEBODY, ...more]]) => [name, more.length > 0 ? SOMEBODY : letter]),
  );
}

/** What a place in a panel is shown; null where the panel is not here, or its place is none. */
export function panelView(state: ConversationState, place: PanelPlace | undefined): PanelView | null {
  const panel = place && state.panels?.[place.panelId];
  const stage = panel && stageOf(panel, place.stage);
  const round = panel && roundAt(panel, place);
  if (!place || !panel || !stage || !round) return null;
  const view = { panel, stage, place, round };
  const unnamed = stage.sees === "anonymised" || stage.sees === "summary";
  return {
    ...view,
    answers: answersBefore(state, view).map((one) => ({ ...one, label: labelOf(state, view, one) })),
    names: unnamed ? lettersOf(state, panel, round) : null,
  };
}

/** Whether a message is an answer of this panel. */
export const isOfPanel = ({ panel, turnId }: Message, panelId: string): boolean =>
  turnId !== undefined && panel?.panelId === panelId;
