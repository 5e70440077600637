/** Which form an answer is to have, and whether its model is asked for it by the maker's own means. */
import { hasBounds, isStrict, type Schema } from "../../events/catalog/answer_form.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { Agent } from "../../events/catalog/workspace.ts";
import { VERDICT_FORM } from "../../projections/checks/verdict.ts";
import { BETTER_FORM } from "../../projections/comparisons/better.ts";
import type { Selection } from "../../projections/context/selection.ts";
import type { Spec } from "../../projections/context/spec.ts";
import { BRIEF_SCHEMA } from "../../projections/panels/brief_form.ts";
import type { Capabilities } from "../providers/models.ts";

/** What a manager and its members speak (S1-15): kept to by the model, it needs no repair. */
const PROTOCOL = JSON.stringify({
  type: "json_schema",
  json_schema: {
    name: "addressed",
    strict: true,
    schema: {
      type: "object",
      properties: { to: { type: "integer" }, context: { type: "string" } },
      required: ["to", "context"],
      additionalProperties: false,
    },
  },
});

interface Asked {
  readonly kind: ProviderKind;
  /** Its maker searches the web: Messages names no sources in an answer of a given form, and refuses both together. */
  readonly search: boolean;
  readonly known: Pick<Capabilities, "structured">;
}

/**
 * The schema that an answer is held to; null: none. A judge has its own, and so may a stage of a panel; what is written
 * about other answers has none.
 */
function formOf(
  { answerForm }: Pick<Agent, "answerForm">,
  { spec: { judges, panel, mode, sources, task, asks }, panel: view }: Pick<Selection, "spec" | "panel">,
): Schema | null {
  if (judges) return "answers" in judges ? BETTER_FORM : VERDICT_FORM;
  if (panel) return view?.stage.brief ? BRIEF_SCHEMA : view?.stage.texts?.schema ?? null;
  return answerForm && !factsOf(mode).addressed && !sources && !task && !asks ? answerForm : null;
}

/**
 * JSON text of OpenAI's `response_format`, for models that keep to one; undefined: it is asked for in words alone.
 * @param form the schema of the agent; null: none
 */
function askedForm(
  { mode }: Pick<Spec, "mode">,
  form: Schema | null,
  { kind, known, search }: Asked,
): string | undefined {
  if (kind === "mock" && form) return formatOf(form);
  // A practice agent speaks the protocol by itself.
  if (kind === "mock" || known.structured !== true || (kind === "anthropic" && search)) return undefined;
  if (factsOf(mode).addressed) return PROTOCOL;
  return form && keeps(kind, form) ? formatOf(form) : undefined;
}

/** Whether a maker takes such a schema: an object at its top, and Messages those alone that are strict and bound nothing. */
const keeps = (kind: ProviderKind, form: Schema): boolean =>
  form["type"] === "object" && (kind !== "anthropic" || (isStrict(form) && !hasBounds(form)));

const formatOf = (schema: Schema): string =>
  JSON.stringify({ type: "json_schema", json_schema: { name: "answer", strict: isStrict(schema), schema } });

/** Both of an answer. A program that says which form it wants is answered in that one, and held to it by itself. */
export function formsFor(
  agent: Pick<Agent, "answerForm">,
  selection: Pick<Selection, "spec" | "panel">,
  asked: Asked,
  call: CallSettings = {},
): { readonly form: Schema | null; readonly format: string | undefined } {
  if (call.format !== undefined) return { form: null, format: undefined };
  const form = formOf(agent, selection);
  return { form, format: askedForm(selection.spec, form, asked) };
}
