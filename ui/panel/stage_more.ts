/** What most stages of a format never need, as somebody types it: read, judged, and put into its stage. */
import { formProblem } from "../../events/catalog/answer_form.ts";
import { PANEL_MINUTES, PANEL_STAGE_TOKENS } from "../../events/catalog/limits.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { typedWhole } from "../parts/format.ts";
import { objectIn } from "../settings/values.ts";
import { words as server } from "../words/sayings.ts";
import { words } from "../words/settings.ts";

export type Stage = PanelFormat["stages"][number];
const MORE = ["agree", "tokens", "minutes", "schema"] as const;
export type MoreField = typeof MORE[number];
/** What was typed into a stage, by its id: a text stays as it was typed, whether it can be kept or not. */
export type Drafts = Readonly<Record<string, Readonly<Partial<Record<MoreField, string>>>>>;

const BOUNDS = { tokens: PANEL_STAGE_TOKENS, minutes: PANEL_MINUTES } as const;

/** What is kept of a stage, as its field shows it; "": nothing. */
export function textOf(stage: Stage, field: MoreField): string {
  const value = stage[field];
  return value === undefined ? "" : typeof value === "object" ? JSON.stringify(value, null, 2) : `${value}`;
}

/** Why a text cannot be kept in its field, in words; "" where it can. Nothing typed always can. */
export function wrongText(field: MoreField, text: string): string {
  if (text.trim() === "" || field === "agree") return "";
  if (field === "schema") {
    const schema = objectIn(text);
    const problem = schema && formProblem(schema);
    return schema === null ? words.wrong.object : problem === null ? "" : server.field(problem);
  }
  const { min, max } = BOUNDS[field];
  const number = typedWhole(text);
  return number >= min && number <= max ? "" : words.wrong.between(min, max);
}

/** The stage with what was typed; as it is where that cannot be kept. Nothing typed takes the field away. */
export function put(stage: Stage, field: MoreField, text: string): Stage {
  if (wrongText(field, text) !== "") return stage;
  const { [field]: _, ...rest } = stage;
  if (text.trim() === "") return rest;
  if (field === "agree") return { ...rest, agree: text.trim() };
  if (field === "schema") return { ...rest, schema: objectIn(text) ?? {} };
  return { ...rest, [field]: typedWhole(text) };
}

/** Whether something was typed into a stage of it that cannot be kept. */
export const isUnkept = ({ stages }: Pick<PanelFormat, "stages">, drafts: Drafts): boolean =>
  stages.some(({ id }) => MORE.some((field) => wrongText(field, drafts[id]?.[field] ?? "") !== ""));

/** Stages of which this one may be shown the answers: those before it, and itself where it is repeated. */
export const shownOf = (stages: readonly Stage[], at: number): readonly Stage[] =>
  stages.slice(0, at + 1).filter(({ id, rounds, of }, index) =>
    index < at || rounds !== undefined || (of?.includes(id) ?? false)
  );

/** The stage shown the answers of one more, or of one less; of none that is named, it is shown those of all. */
export function toggled(stage: Stage, id: string, on: boolean): Stage {
  const { of = [], ...rest } = stage;
  const now = on ? [...of, id] : of.filter((one) => one !== id);
  return now.length > 0 ? { ...rest, of: now } : rest;
}

/** Whether the form has a place beside which what is wrong there is told. */
export const isPlaced = (path: string): boolean =>
  /^format\.(name|description|roles\.\d+\.(name|brief|id)|stages\.\d+\.(name|gives|who|of|instruction|rounds|agree|tokens|minutes|schema))$/
    .test(path);
