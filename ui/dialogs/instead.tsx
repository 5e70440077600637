/** Another provider and model for an agent. */
import { useSignal } from "@preact/signals";
import type { Participant } from "../../projections/shapes/folds.ts";
import { Mark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { ModelField } from "../settings/model_field.tsx";
import { useListOf } from "../settings/provider_models.tsx";
import { settings } from "../state/server_state.ts";
import { words } from "../words/dialogues.ts";

/** What an agent is to use instead; blank: what it uses now. */
export interface Model {
  readonly providerId: string;
  readonly model: string;
}
export const AS_IT_IS: Model = { providerId: "", model: "" };

/** What was filled in. */
export const othersThan = ({ providerId, model }: Model) => ({
  ...(providerId ? { providerId } : {}),
  ...(model.trim() ? { model: model.trim() } : {}),
});

interface InsteadProps {
  readonly agent: Participant;
  readonly model: Model;
  set(model: Model): void;
}

export function Instead({ agent: { agentId, name, model: now, color }, model, set }: InsteadProps) {
  const providers = Object.values(settings.value?.providers ?? {}).filter((one) => !one.archived);
  // Whoever changes nothing asks nobody.
  const asked = useSignal(false);
  const provider = model.providerId || (settings.value?.agents[agentId]?.providerId ?? "");
  const list = useListOf(asked.value ? provider : "").known.value;
  return (
    <fieldset data-color={color}>
      <legend>
        <Mark agent={agentId} color={color} /> <Name of={name} />
        {words.nowWith(now)}
      </legend>
      <div class="pair">
        <label class="field">
          <span>{words.providerOf(name)}</span>
          <select
            value={model.providerId}
            onChange={(event) => set({ ...model, providerId: event.currentTarget.value })}
          >
            <option value="">{words.asItIs}</option>
            {providers.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select>
        </label>
        <div class="field" onFocusIn={() => (asked.value = true)}>
          <label for={`instead-${agentId}`}>{words.modelOf(name)}</label>
          <ModelField
            id={`instead-${agentId}`}
            placeholder={words.asItIs}
            value={model.model}
            models={list?.models ?? []}
            set={(name) => set({ ...model, model: name })}
          />
        </div>
      </div>
    </fieldset>
  );
}
