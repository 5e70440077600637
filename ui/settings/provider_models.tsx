/** The list of models of a form's provider: where it comes from, how old it is, and the way to a new one. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { ModelNames } from "../../server/contract/resources.ts";
import { clock } from "../parts/format.ts";
import { askModels } from "../state/settings_commands.ts";
import { models as modelsOf } from "../state/queries.ts";
import { orSay } from "../state/toast.ts";
import { words as told } from "../words/sayings.ts";
import { words } from "../words/settings.ts";
import type { Form, Values } from "./forms.ts";
import { ModelFacts } from "./model_facts.tsx";

export interface Models {
  /** Null: not there yet, or of nobody. */
  readonly known: { readonly value: ModelNames | null };
  readonly busy: ReadonlySignal<boolean>;
  /** Undefined where there is nobody to ask. */
  readonly again: (() => Promise<void>) | undefined;
}

/** Which form has models: an agent's those of its provider, a provider's its own. */
const providerOf = (form: Form, id: string, values: Values): string =>
  form.named === "providers" ? id : String(values["providerId"] ?? "");

/** The list of a provider, as the server has it; "": of nobody. Of another one it would mislead. */
export function useListOf(provider: string): Models {
  // Of each provider its own: whose answer comes last need not be who is chosen.
  const known = useSignal<ReadonlyMap<string, ModelNames>>(new Map());
  const learn = (list: ModelNames) => void (known.value = new Map(known.value).set(provider, list));
  const busy = useSignal(false);
  useEffect(() => {
    if (!provider || known.value.has(provider)) return;
    void modelsOf(provider).then((answer) => answer.ok && learn(answer.value));
  }, [provider]);
  const again = async () => {
    busy.value = true;
    const answer = await orSay(askModels(provider));
    busy.value = false;
    if (answer.ok) learn(answer.value);
  };
  return { known: { value: known.value.get(provider) ?? null }, busy, again: provider ? again : undefined };
}

/** The same of a form, where it has a field for a model. `id`: of what is changed. */
export const useModels = (form: Form, values: ReadonlySignal<Values>, id = ""): Models =>
  useListOf(form.fields.some(({ kind }) => kind === "model") ? providerOf(form, id, values.value) : "");

/** What is known of the model that a form says, or that its provider has for those that say none. */
export function chosenModel(
  form: Form,
  values: Values,
  state: WorkspaceState | null,
  list: ModelNames | null,
): OfferedModel | undefined {
  const own = String(values[form.named === "providers" ? "defaultModel" : "model"] ?? "").trim();
  const name = own || state?.providers[String(values["providerId"])]?.defaultModel;
  return list?.models.find((model) => model.name === name);
}

/** Below the field for a model. */
export function ModelNews({ models, model }: { models: Models; model: OfferedModel | undefined }) {
  const list = models.known.value;
  const { again, busy } = models;
  return (
    <div class="model-news">
      {model && <ModelFacts model={model} />}
      {list && (
        <p class="hint">
          {words.model.asked(clock(list.readAt))}
          {list.cut > 0 && ` ${words.model.cut(list.cut)}`}
          {list.failed && ` ${words.model.failed(told.notice(list.failed.error))}`}
          {again && (
            <button type="button" class="link" disabled={busy.value} onClick={() => void again()}>
              {busy.value ? words.model.asking : words.model.ask}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
