/** The same words to other models: a new conversation, the old one stays as it is. */
import { useSignal } from "@preact/signals";
import type { Participant } from "../../projections/shapes/folds.ts";
import { Mark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { DialogForm, openMade, useSubmit } from "../parts/form.tsx";
import { newId } from "../state/api.ts";
import { rerun } from "../state/commands.ts";
import { here, settings } from "../state/server_state.ts";
import { words } from "../words/dialogues.ts";

/** What an agent is to use instead; blank: what it uses now. */
interface Instead {
  readonly providerId: string;
  readonly model: string;
}
const AS_IT_IS: Instead = { providerId: "", model: "" };

/** What was filled in, by participant. */
export function othersOf(chosen: Readonly<Record<string, Instead>>) {
  return Object.fromEntries(
    Object.entries(chosen).map(([id, { providerId, model }]) =>
      [id, {
        ...(providerId ? { providerId } : {}),
        ...(model.trim() ? { model: model.trim() } : {}),
      }] as const
    ).filter(([, others]) => Object.keys(others).length > 0),
  );
}

export function RunAgain() {
  const store = here.value;
  const chosen = useSignal<Readonly<Record<string, Instead>>>({});
  const key = useSignal(newId("again"));
  const form = useSubmit(async () => {
    if (!store) return "";
    const answer = await rerun(store.id, othersOf(chosen.value), key.value);
    // What was refused is not repeated: the next try is another.
    if (!answer.ok) key.value = newId("again");
    return openMade(answer);
  });
  if (!store) return <p class="hint">{words.noneOpen}</p>;
  const agents = store.state.participants.filter((p) => p.enabled);
  return (
    <DialogForm form={form} title={words.runAgain} action={words.runAgain} disabled={form.busy.value}>
      <p class="hint">{words.runAgainMeans}</p>
      {agents.map((agent) => (
        <Other
          key={agent.id}
          agent={agent}
          instead={chosen.value[agent.id] ?? AS_IT_IS}
          set={(instead) => (chosen.value = { ...chosen.value, [agent.id]: instead })}
        />
      ))}
      {agents.length === 0 && <p class="hint">{words.runAgainNobody}</p>}
    </DialogForm>
  );
}

interface OtherProps {
  readonly agent: Participant;
  readonly instead: Instead;
  set(instead: Instead): void;
}

function Other({ agent: { agentId, name, model, color }, instead, set }: OtherProps) {
  const providers = Object.values(settings.value?.providers ?? {}).filter((one) => !one.archived);
  return (
    <fieldset data-color={color}>
      <legend>
        <Mark agent={agentId} color={color} /> <Name of={name} />
        {words.nowWith(model)}
      </legend>
      <div class="pair">
        <label class="field">
          <span>{words.providerOf(name)}</span>
          <select
            value={instead.providerId}
            onChange={(event) => set({ ...instead, providerId: event.currentTarget.value })}
          >
            <option value="">{words.asItIs}</option>
            {providers.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select>
        </label>
        <label class="field">
          <span>{words.modelOf(name)}</span>
          <input
            autocomplete="off"
            placeholder={words.asItIs}
            value={instead.model}
            onInput={(event) => set({ ...instead, model: event.currentTarget.value })}
          />
        </label>
      </div>
    </fieldset>
  );
}
