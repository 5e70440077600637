/** Sentences of panels: that one was called, its stages, and how it ended. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { PanelPlace } from "../../events/catalog/panels.ts";
import { stageOf } from "../../projections/panels/panels.ts";
import type { Sentence } from "../words/sentence.ts";
import { byOf, type Of, type Told } from "./telling.ts";

export const panelStarted = ({ data, by }: Of<"PanelStarted">, told: Told): Sentence =>
  told.words.panel.started(byOf(by, told), clearText(data.texts?.name ?? ""));

/** What a stage is called; its number where its words are gone. */
function nameOf(
  { panelId, stage }: Pick<PanelPlace, "panelId" | "stage">,
  { state, words }: Told,
): string {
  const panel = state.panels?.[panelId];
  const texts = panel && stageOf(panel, stage)?.texts;
  return texts ? clearText(texts.name) : words.panel.stage(stage + 1);
}

export function stageBegun({ data }: Of<"StageBegun">, told: Told): Sentence {
  const { rounds } = told.state.panels?.[data.panelId]?.shape.stages[data.stage] ?? {};
  return told.words.panel.begun(nameOf(data, told), rounds === undefined ? undefined : data.round);
}

export function stageEnded({ data }: Of<"StageEnded">, told: Told): Sentence {
  const { agreed, budget, ended } = told.words.panel;
  const name = nameOf(data, told);
  if (data.why === "agreed") return agreed(name);
  return data.why === "budget" ? budget(name) : ended(name, data.gaps.length);
}

export const panelEnded = ({ data }: Of<"PanelEnded">, { words }: Told): Sentence =>
  words.panel.over(data.how);
