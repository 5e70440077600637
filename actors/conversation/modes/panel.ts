/**
 * A panel: stage by stage, as its format says. What comes next stands in the commit of what ended, so that a stage which
 * waits survives whatever a turn survives. A turn that failed, was stopped, or is late is a gap that is told; the rest
 * goes on without it.
 */
import type { Gap, PanelEnd } from "../../../events/catalog/panels.ts";
import type { ConversationState, Message, Turn } from "../../../projections/shapes/folds.ts";
import type { Panel, PanelRound } from "../../../projections/shapes/panel_folds.ts";
import { agreeIn } from "../../../projections/panels/agreement.ts";
import {
  answersIn,
  panelOf,
  roundAt,
  roundNow,
  seatsOf,
  stageOf,
} from "../../../projections/panels/panels.ts";
import { customInstructions } from "../../../projections/prompt/agency_prompt.ts";
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { Decision } from "../decision.ts";
import type { Mode } from "./mode.ts";

const NOBODY = "Nobody is left for the next stage of this panel, so it ends here.";

/** UTF-16 units of a reason. */
const REASON_UNITS = 400;

type Place = Pick<PanelRound, "stage" | "round">;

/** Whether who has a seat can speak. */
const isThere = ({ participants }: ConversationState, participantId: string | undefined): boolean =>
  participants.some((p) => p.id === participantId && p.enabled);

const panelNow = ({ state }: Decision, id: string): Panel | undefined => state.panels?.[id];

/** Requests what a seat says. */
function ask(
  now: Decision,
  panel: Panel,
  place: Place,
  { seat, participantId = seat }: Panel["seats"][number],
) {
  const { name = "", stages = {} } = panel.texts ?? {};
  const stage = stages[panel.shape.stages[place.stage]?.id ?? ""]?.name ?? "";
  now.request({
    participantId,
    exchange: panel.messageId,
    mode: "parallel",
    reason: { code: "panel", text: `${name}: ${stage}`.slice(0, REASON_UNITS).toWellFormed() },
    through: now.state.messages[panel.messageId]?.seq ?? now.state.seq,
    panel: { panelId: panel.id, ...place, seat },
  });
}

/** Ends a panel; of its answers those of the last stage that has any stay in later contexts. */
export function endPanel(now: Decision, id: string, how: PanelEnd): void {
  const panel = panelNow(now, id);
  if (!panel || panel.how !== undefined) return;
  now.add("PanelEnded", { panelId: id, how }, panel.messageId);
  if (how === "deleted") return;
  const answered = panel.rounds.filter((round) => answersIn(now.state, panel, round).length > 0);
  const last = answered.at(-1)?.stage;
  for (const round of answered) {
    if (round.stage === last) continue;
    for (const { messageId } of answersIn(now.state, panel, round)) {
      if (!now.state.messages[messageId]?.included) continue;
      now.add("InclusionSet", { messageId, included: false }, panel.messageId);
    }
  }
}

/** Begins a round, or ends the panel where nobody can speak in it. */
function beginRound(now: Decision, id: string, place: Place): void {
  const panel = panelNow(now, id);
  if (!panel) return;
  const about = { exchange: panel.messageId };
  const limit = now.limit(panel.messageId);
  if (limit) {
    now.notify("cap", limit, about);
    return endPanel(now, id, "capped");
  }
  const speakers = seatsOf(panel, place.stage).filter(({ seat, participantId = seat }) =>
    isThere(now.state, participantId)
  );
  const [first] = speakers;
  if (!first) {
    now.notify("no_agents", NOBODY, about);
    return endPanel(now, id, "nobody");
  }
  const order = now.shuffled(panel.seats.map(({ seat }) => seat));
  now.add("StageBegun", { panelId: id, ...place, order }, panel.messageId);
  const inTurn = panel.shape.stages[place.stage]?.turns === "in_turn";
  for (const seat of inTurn ? [first] : speakers) ask(now, panel, place, seat);
}

/** Begins what a message was put to. */
export function beginPanel(now: Decision, id: string): void {
  beginRound(now, id, { stage: 0, round: 1 });
}

/** What a round goes on without, and why. */
function gapsOf({ state }: Decision, panel: Panel, round: PanelRound): Gap[] {
  const given = new Set(answersIn(state, panel, round).map(({ seat }) => seat));
  return seatsOf(panel, round.stage).filter(({ seat }) => !given.has(seat)).map(({ seat }): Gap => {
    const turn = state.turns[round.turns[seat] ?? ""];
    if (!turn) return { seat, why: "gone" };
    return { seat, why: whyNot(state, turn), turnId: turn.id };
  });
}

function whyNot({ messages, participants }: ConversationState, turn: Turn): Gap["why"] {
  const message = messages[turn.messageId];
  if (message?.passed) return "passed";
  if (turn.status === "failed") return message?.error?.code === "timeout" ? "late" : "failed";
  return participants.some((p) => p.id === turn.participantId && p.enabled) ? "stopped" : "gone";
}

/** The next seat of a round in which one speaks after the other; undefined where all had their turn. */
function nextSeat({ state }: Decision, panel: Panel, round: PanelRound): Panel["seats"][number] | undefined {
  if (panel.shape.stages[round.stage]?.turns !== "in_turn") return undefined;
  const seats = seatsOf(panel, round.stage);
  const spoken = seats.findLastIndex(({ seat }) => Object.hasOwn(round.turns, seat));
  return seats.slice(spoken + 1).find(({ seat, participantId = seat }) => isThere(state, participantId));
}

/** Why a round is the last of its stage; null: there is another. */
function whyLast(now: Decision, panel: Panel, round: PanelRound): "all" | "agreed" | "budget" | null {
  const stage = stageOf(panel, round.stage);
  const { rounds = 1, agree, tokens } = stage ?? {};
  if (agree !== undefined) {
    const texts = answersIn(now.state, panel, round).map(({ messageId }) =>
      now.state.bodies[messageId]?.content ?? ""
    );
    if (agreeIn(texts, agree)) return "agreed";
  }
  if (round.round >= rounds) return "all";
  const spent = panel.rounds.filter((one) => one.stage === round.stage).flatMap(({ turns }) =>
    Object.values(turns)
  );
  return tokens !== undefined && now.tokensOf(spent) >= tokens ? "budget" : null;
}

/** What comes after a turn of the round that is under way. */
function goOn(now: Decision, panel: Panel, round: PanelRound): void {
  const next = nextSeat(now, panel, round);
  if (next) {
    const limit = now.limit(panel.messageId);
    if (!limit) return ask(now, panel, { stage: round.stage, round: round.round }, next);
    now.notify("cap", limit, { exchange: panel.messageId });
    return endPanel(now, panel.id, "capped");
  }
  const gaps = gapsOf(now, panel, round);
  const last = whyLast(now, panel, round);
  const { stage, round: number } = round;
  now.add(
    "StageEnded",
    { panelId: panel.id, stage, round: number, why: last ?? "all", gaps },
    panel.messageId,
  );
  if (gaps.length === seatsOf(panel, stage).length) {
    const stopped = gaps.every(({ why }) => why === "stopped");
    if (!stopped) now.notify("no_agents", NO_ANSWER, { exchange: panel.messageId });
    return endPanel(now, panel.id, stopped ? "stopped" : "nobody");
  }
  if (last === null) return beginRound(now, panel.id, { stage, round: number + 1 });
  if (stage + 1 < panel.shape.stages.length) {
    return beginRound(now, panel.id, { stage: stage + 1, round: 1 });
  }
  endPanel(now, panel.id, "completed");
}

const NO_ANSWER = "Nobody gave an answer in this stage of the panel, so it ends here.";

/** The panel that a message waits for; undefined where it was put to none, or that has begun. */
export function waitingPanel(state: ConversationState, message: Message): Panel | undefined {
  const panel = message.turnId === undefined ? panelOf(state, message) : undefined;
  return panel && panel.how === undefined && panel.rounds.length === 0 ? panel : undefined;
}

/** What an agent is told of the others: by name only where it is shown who said what. */
export function panelPrompt(
  state: ConversationState,
  participantId: string,
  through: number,
  sees: Panel["shape"]["stages"][number]["sees"] | undefined,
): string {
  return sees === "all" ? roomPrompt(state, participantId, through) : customInstructions(state, through);
}

export const panel: Mode = {
  prompt: roomPrompt,
  speakers: () => [],
  next(now, turn) {
    const place = turn.panel;
    const panel = place && panelNow(now, place.panelId);
    // Asked for again it is an answer by itself.
    if (!panel || panel.how !== undefined || turn.exchange !== panel.messageId) return;
    const round = roundAt(panel, place);
    if (!round || round !== roundNow(panel) || round.endedSeq !== undefined) return;
    if (now.open().some((one) => one.exchange === turn.exchange)) return;
    goOn(now, panel, round);
  },
};
