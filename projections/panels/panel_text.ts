/**
 * What an agent is asked in a stage of a panel, behind everything it is shown. The words are part of requests that are
 * proven by their bytes, so a published sentence stays as it is.
 */
import type { Gap } from "../../events/catalog/panels.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { BRIEF_TEXT } from "./brief_form.ts";
import { letterOf, roleOf, stageOf } from "./panels.ts";
import { type PanelView, type ShownAnswer } from "./panel_view.ts";
import { nameless } from "./nameless.ts";
import { summaryText } from "./summary.ts";
import { participantOf } from "../conversation/conversation.ts";
import { speakerName } from "../prompt/names.ts";

const WHY: Readonly<Record<Gap["why"], string>> = {
  failed: "it failed",
  late: "it took too long",
  stopped: "a person stopped it",
  gone: "its agent is not there",
  passed: "its agent had nothing to say",
};

const calledAs = ({ own, label }: ShownAnswer, index: number): string =>
  `${index + 1} is ${own ? "your own, " : ""}[${label}]`;

/** What is missing of the rounds it is shown, and why. */
function missing(state: ConversationState, { panel, stage, round, answers, names }: PanelView): string[] {
  if (stage.sees === "own") return [];
  // What is missing of a round that goes on nobody knows yet.
  const over = new Set(answers.map((one) => one.round).filter((one) => one !== round));
  return [...over].flatMap((one) =>
    one.gaps.map(({ seat, why }) => {
      const gives = stageOf(panel, one.stage)?.texts?.gives ?? "Answer";
      const id = panel.seats.find((other) => other.seat === seat)?.participantId ?? seat;
      const of = names
        ? letterOf(round, seat)
        : `of ${speakerName({ kind: "agent", name: participantOf(state, id)?.name ?? "" })}`;
      return `${gives} ${of} (${WHY[why]})`;
    })
  );
}

/** What the texts of those who answered come to, where a stage shows that instead of them. */
function summaryOf(state: ConversationState, { answers, names }: PanelView): string {
  const others = answers.map(({ messageId, label }) => ({
    label,
    text: nameless(state.bodies[messageId]?.content ?? "", names ?? new Map()),
  }));
  return summaryText(others);
}

export function panelText(state: ConversationState, view: PanelView): string {
  const { panel, stage, place, sent } = view;
  const { name = "", instruction = "" } = stage.texts ?? {};
  const { rounds = 1 } = stage;
  const role = roleOf(panel, place.seat);
  const lacks = missing(state, view);
  return [
    `This is a panel: several agents answer one question in stages. Stage ${place.stage + 1} of ` +
    `${panel.shape.stages.length}, ${name}${rounds > 1 ? `, round ${place.round}` : ""}. ` +
    `You sit as ${role?.name ?? ""}.`,
    role?.brief ?? "",
    sent.length > 0 ? `Above stand, in this order: ${sent.map(calledAs).join(", ")}.` : "",
    lacks.length > 0 ? `Missing: ${lacks.join(", ")}.` : "",
    stage.sees === "summary" ? summaryOf(state, view) : "",
    instruction,
    stage.brief ? BRIEF_TEXT : "",
  ].filter((part) => part !== "").join("\n\n");
}
