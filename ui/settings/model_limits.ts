/** What a form says of the model that is chosen in it: what it takes, and what of the settings it does not. */
import { EFFORTS } from "../../events/catalog/efforts.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { words } from "../words/settings.ts";
import type { Choice } from "./forms.ts";

/** The words for how long a model may think: those it takes, all where nobody knows; the chosen one in any case. */
export function effortsOf(model: OfferedModel | undefined, chosen: unknown): readonly Choice[] {
  const taken = model?.efforts ?? EFFORTS;
  const shown = EFFORTS.filter((one) => taken.includes(one) || one === chosen);
  return [
    { value: "", label: words.fields.byModel },
    ...shown.map((value) => {
      const label = words.fields.efforts[value];
      return { value, label: taken.includes(value) ? label : words.model.notTaken(label) };
    }),
  ];
}

/** What is to be said beside a field of an agent's form; undefined: nothing of this model. */
export function hintOf(field: string, model: OfferedModel | undefined): string | undefined {
  if (!model) return undefined;
  const { efforts, contextWindow, maxOutput } = model;
  switch (field) {
    case "params.temperature":
      return model.temperature === false ? words.model.noTemperature : undefined;
    case "params.effort":
      return efforts?.length === 0 ? words.model.noEffort : undefined;
    case "params.maxTokens":
      return maxOutput === undefined ? undefined : words.model.most(maxOutput);
    case "params.contextWindow":
      return contextWindow === undefined ? undefined : words.model.window(contextWindow);
    case "tools":
      return model.tools === false ? words.model.noTools : undefined;
    default:
      return undefined;
  }
}
