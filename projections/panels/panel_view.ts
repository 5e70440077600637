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

/** What stands in the place of a name whose letter would not be clear. */
const SOMEBODY = "an agent";

/** What one place in a panel is shown. */
export class PanelView {
  /** In the order in which they are sent. */
  readonly answers: readonly ShownAnswer[];
  /** Without names: the letters of seats whose agent has no other, by the agent's name; else what is said instead. */
  readonly names: ReadonlyMap<string, string> | null;
  readonly #state: ConversationState;

  constructor(
    state: ConversationState,
    readonly panel: Panel,
    readonly stage: StageOf,
    readonly place: PanelPlace,
    readonly round: PanelRound,
  ) {
    this.#state = state;
    this.answers = this.#roundsBefore().flatMap((one) => this.#answersOf(one));
    this.names = this.#isUnnamed ? this.#letters() : null;
  }

  /** Whether a message is an answer of this panel. */
  has({ panel, turnId }: Message): boolean {
    return turnId !== undefined && panel?.panelId === this.panel.id;
  }

  /** A message as one of the answers that are shown. */
  shown({ id }: Message): ShownAnswer | undefined {
    return this.answers.find(({ messageId }) => messageId === id);
  }

  /** Answers that are sent as they are: where a stage shows what all come to, its own alone. */
  get sent(): readonly ShownAnswer[] {
    return this.stage.sees === "summary" ? this.answers.filter(({ own }) => own) : this.answers;
  }

  get #isUnnamed(): boolean {
    return this.stage.sees === "anonymised" || this.stage.sees === "summary";
  }

  /** Rounds whose answers it may be shown: before its own, and, in turn, its own. */
  #roundsBefore(): PanelRound[] {
    const { panel, stage, place, round } = this;
    if (stage.sees === "question") return [];
    const named = stage.of;
    const of = (one: PanelRound): boolean =>
      named === undefined || one.stage === place.stage ||
      named.includes(panel.shape.stages[one.stage]?.id ?? "");
    return panel.rounds.filter((one) =>
      of(one) && (one.seq < round.seq || (one === round && stage.turns === "in_turn"))
    );
  }

  /** What it is shown of one of them. */
  #answersOf(one: PanelRound): ShownAnswer[] {
    const { panel, stage, place, round } = this;
    const order = seatsOf(panel, place.stage).map(({ seat }) => seat);
    const mine = order.indexOf(place.seat);
    const given = answersIn(this.#state, panel, one).filter(({ seat }) =>
      (one !== round || order.indexOf(seat) < mine) && (stage.sees !== "own" || seat === place.seat)
    );
    const sorted = this.#isUnnamed
      ? given.toSorted((a, b) => round.order.indexOf(a.seat) - round.order.indexOf(b.seat))
      : given;
    return sorted.map(({ seat, messageId }) => ({
      seat,
      messageId,
      round: one,
      own: seat === place.seat && stage.sees !== "anonymised",
      label: this.#labelOf(one, seat, messageId),
    }));
  }

  /** What an answer is called where it is sent. */
  #labelOf(of: PanelRound, seat: string, messageId: string): string {
    const { rounds = 1, texts } = stageOf(this.panel, of.stage) ?? {};
    const gives = speakerName({ kind: "agent", name: texts?.gives ?? "Answer" });
    const which = rounds > 1 ? `, round ${of.round}` : "";
    if (this.#isUnnamed) return `${gives} ${letterOf(this.round, seat)}${which}`;
    const message = this.#state.messages[messageId];
    const name = message ? speakerName(message.author) : "Agent";
    return `${name}, ${gives}${which}`;
  }

  /**
   * What stands for the names of all agents who had joined by then: the letter of a seat, where its name is that of no other,
   * else no more than that it is an agent. Whoever joins or leaves later changes nothing.
   */
  #letters(): ReadonlyMap<string, string> {
    const { panel, round } = this;
    const letters = new Map<string, Set<string>>();
    for (const { id, name, addedSeq } of [...this.#state.participants, ...this.#state.former]) {
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
}

/** What a place in a panel is shown; null where the panel is not here, or its place is none. */
export function panelView(state: ConversationState, place: PanelPlace | undefined): PanelView | null {
  const panel = place && state.panels?.[place.panelId];
  const stage = panel && stageOf(panel, place.stage);
  const round = panel && roundAt(panel, place);
  return place && panel && stage && round ? new PanelView(state, panel, stage, place, round) : null;
}
