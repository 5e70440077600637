/** How panels change a conversation, and what is asked of one: which stage it is in, whose turn was whose. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { PanelPlace, PanelShape, PanelTexts } from "../../events/catalog/panels.ts";
import type { ConversationState, Message, Turn } from "../shapes/folds.ts";
import type { Lasting } from "../shapes/lasting.ts";
import type { Panel, PanelRound } from "../shapes/panel_folds.ts";
import { forgetSalt } from "../conversation/messages.ts";
import { isBeside } from "../conversation/asked_beside.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;
/** What happens to a panel itself; what is said in it are turns. */
export type PanelEvent = Of<"PanelStarted" | "StageBegun" | "StageEnded" | "PanelEnded">;
const PANEL_EVENTS: ReadonlySet<string> = new Set<PanelEvent["type"]>([
  "PanelStarted",
  "StageBegun",
  "StageEnded",
  "PanelEnded",
]);
export const isPanelEvent = (event: ConversationEvent): event is PanelEvent => PANEL_EVENTS.has(event.type);

function keep(state: ConversationState, panel: Panel): void {
  (state.panels ??= {})[panel.id] = panel;
}

const isRound = (
  { stage, round }: Pick<PanelPlace, "stage" | "round">,
  of: Pick<PanelPlace, "stage" | "round">,
): boolean => stage === of.stage && round === of.round;

/** Changes one round of a panel; what is not there stays so. */
function changeRound(
  state: ConversationState,
  at: Pick<PanelPlace, "panelId" | "stage" | "round">,
  change: (round: PanelRound) => PanelRound,
): void {
  const panel = state.panels?.[at.panelId];
  if (!panel) return;
  keep(state, { ...panel, rounds: panel.rounds.map((one) => isRound(one, at) ? change(one) : one) });
}

function start(state: ConversationState, event: Of<"PanelStarted">): void {
  const { panelId, ...data } = event.data;
  const message = state.messages[data.messageId];
  if (!message || message.panel !== undefined || state.panels?.[panelId]) return;
  keep(state, { ...data, id: panelId, seq: event.seq, at: event.at, rounds: [] });
  if (event.salt !== undefined) (state.salts ??= {})[panelId] = event.salt;
  state.messages[message.id] = { ...message, panel: { panelId } };
}

/** Folds what happens to a panel itself. */
export function changePanel(state: ConversationState, event: PanelEvent): void {
  if (event.type === "PanelStarted") return start(state, event);
  const panel = state.panels?.[event.data.panelId];
  if (!panel || panel.how !== undefined) return;
  switch (event.type) {
    case "StageBegun": {
      const { panelId: _, ...begun } = event.data;
      if (panel.rounds.some((one) => isRound(one, begun))) return;
      return keep(state, {
        ...panel,
        rounds: [...panel.rounds, { ...begun, seq: event.seq, turns: {}, gaps: [] }],
      });
    }
    case "StageEnded": {
      const { why, gaps } = event.data;
      return changeRound(state, event.data, (round) => ({ ...round, why, gaps, endedSeq: event.seq }));
    }
    case "PanelEnded":
      return keep(state, { ...panel, how: event.data.how, endedSeq: event.seq, endedAt: event.at });
  }
}

/** Notes the turn that was asked for under its seat; one that repeats another changes nothing. */
export function seatTurn(state: ConversationState, { id, panel, retryOf }: Turn): void {
  if (!panel || retryOf !== undefined) return;
  changeRound(
    state,
    panel,
    (round) =>
      Object.hasOwn(round.turns, panel.seat)
        ? round
        : { ...round, turns: { ...round.turns, [panel.seat]: id } },
  );
}

/** The texts of a format are words: with those of its question they go. */
export function forgetTexts(state: ConversationState, seqs: readonly number[]): void {
  for (const panel of Object.values(state.panels ?? {})) {
    if (!seqs.includes(panel.seq)) continue;
    const { texts: _, ...rest } = panel;
    keep(state, rest);
    forgetSalt(state, panel.id);
  }
}

/** The panel that a message was put to, or that an answer is of. */
export function panelOf(
  { panels }: Pick<ConversationState, "panels">,
  message: Pick<Message, "panel"> | undefined,
): Panel | undefined {
  return panels?.[message?.panel?.panelId ?? ""];
}

/**
 * Who speaks, for whom one thing at a time is due: in a panel a seat, else an agent. What is asked beside the talk goes on
 * beside it, each answer by itself.
 */
export const speakerOf = (
  turn: Pick<Turn, "id" | "panel" | "participantId" | "trial" | "judges" | "asks">,
): string => isBeside(turn) ? turn.id : turn.panel?.seat ?? turn.participantId;

/** Of a stage its shape and its texts; without these, they were erased. */
export type StageOf = Lasting<PanelShape>["stages"][number] & {
  readonly texts?: Lasting<PanelTexts>["stages"][string];
};

export function stageOf({ shape, texts }: Pick<Panel, "shape" | "texts">, index: number): StageOf | null {
  const stage = shape.stages[index];
  if (!stage) return null;
  const own = texts?.stages[stage.id];
  return own ? { ...stage, texts: own } : stage;
}

/** The words of a seat's role; null where they were erased. */
export function roleOf(
  { texts, seats }: Pick<Panel, "texts" | "seats">,
  seat: string,
): Lasting<PanelTexts>["roles"][string] | null {
  const role = seats.find((one) => one.seat === seat)?.role;
  return role === undefined ? null : texts?.roles[role] ?? null;
}

/** The seats that speak in a stage, in their order. */
export function seatsOf({ shape, seats }: Pick<Panel, "shape" | "seats">, stage: number): Panel["seats"] {
  const { who = [] } = shape.stages[stage] ?? {};
  return seats.filter(({ role }) => who.includes(role));
}

/** The letter under which a seat's answers are shown without its name: in the order that the round's stage drew. */
export function letterOf({ order }: Pick<PanelRound, "order">, seat: string): string {
  const at = order.indexOf(seat);
  return at < 0 ? "?" : String.fromCharCode(65 + at);
}

/** The round a panel is in, or was in last. */
export const roundNow = ({ rounds }: Pick<Panel, "rounds">): PanelRound | undefined => rounds.at(-1);

/** The round of a place. */
export const roundAt = (
  { rounds }: Pick<Panel, "rounds">,
  place: Pick<PanelPlace, "stage" | "round">,
): PanelRound | undefined => rounds.find((one) => isRound(one, place));

/** The answers of a round that ended whole, by seat: in the order of the seats. */
export function answersIn(
  { turns, messages }: Pick<ConversationState, "turns" | "messages">,
  panel: Pick<Panel, "seats">,
  round: PanelRound,
): { readonly seat: string; readonly messageId: string }[] {
  return panel.seats.flatMap(({ seat }) => {
    const turn = turns[Object.hasOwn(round.turns, seat) ? round.turns[seat] ?? "" : ""];
    const message = messages[turn?.messageId ?? ""];
    return turn?.status === "completed" && message && !message.passed
      ? [{ seat, messageId: message.id }]
      : [];
  });
}
