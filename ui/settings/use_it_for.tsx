/** Which agents answer from a provider from now on: switches, a model for each, and what a question would cost. */
import { useSignal } from "@preact/signals";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { usd } from "../parts/format.ts";
import { Mark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { update } from "../state/settings_commands.ts";
import { go } from "../state/router.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/providers.ts";
import { list } from "./short_numbers.ts";
import { ModelField } from "./model_field.tsx";
import { agentsOf, changesOf, estimate, firstUses, pricesWith, switched, type Uses } from "./use_for.ts";

interface Props {
  readonly provider: Pick<Provider, "id" | "kind">;
  readonly models: readonly OfferedModel[];
  /** The one chosen for all. */
  readonly model: string;
  readonly state: WorkspaceState;
  /** A name for it was typed, where the provider lists none. */
  typed(model: string): void;
}

export function UseItFor({ provider, models, model, state, typed }: Props) {
  const uses = useSignal<Uses>(firstUses(state, provider));
  const agents = agentsOf(state);
  return (
    <aside class="use-for" aria-label={words.useFor}>
      <h2>{words.useFor}</h2>
      <p class="hint">{agents.length === 0 ? words.noAgents : today(agents, state, provider.id)}</p>
      {models.length === 0 && <ModelName model={model} typed={typed} />}
      <ul>
        {agents.map((agent) => (
          <li key={agent.id}>
            <AgentRow
              agent={agent}
              uses={uses.value}
              models={models}
              model={model}
              state={state}
              set={(next) => (uses.value = next)}
            />
          </li>
        ))}
      </ul>
      <Estimate
        uses={uses.value}
        model={model}
        prices={pricesWith(models, state.settings.prices ?? {})}
      />
      <Finish
        wanted={{ provider, model, uses: uses.value, state }}
        agents={agents.length}
      />
    </aside>
  );
}

/** The last press: what it does depends on whether anybody is to use the provider. */
function Finish({ wanted, agents }: { wanted: Wanted; agents: number }) {
  const some = Object.keys(wanted.uses).length;
  const saving = useSubmit(async () => {
    const wrong = await save(wanted);
    if (wrong) return wrong;
    say(words.saved(some));
    go("/");
    return "";
  });
  const [label, run] = agents === 0
    ? [words.makeAgent, () => go("/settings/agents/new")]
    : some === 0
    ? [words.done, () => go("/settings/providers")]
    : [words.save, saving.onSubmit];
  return (
    <>
      <Wrong of={saving.wrong} />
      <button
        type="button"
        class="primary"
        disabled={saving.busy.value || (some > 0 && wanted.model === "")}
        onClick={run}
      >
        {label}
      </button>
    </>
  );
}

/** Its place, before there is anything to use. */
export function UseItForLater() {
  return (
    <aside class="use-for waiting" aria-label={words.useFor}>
      <h2>{words.useFor}</h2>
      <p class="hint">{words.useForLater}</p>
    </aside>
  );
}

interface Wanted {
  readonly provider: Pick<Provider, "id">;
  readonly model: string;
  readonly uses: Uses;
  readonly state: WorkspaceState;
}

/** Changes each agent that is to change; answers what was wrong, "" for nothing. */
async function save({ provider, model, uses, state }: Wanted): Promise<string> {
  const kept = await update("providers", provider.id, { defaultModel: model });
  if (!kept.ok) return kept.message;
  for (const { id, fields } of changesOf(state, uses, provider.id, model)) {
    const answer = await update("agents", id, fields);
    if (!answer.ok) return answer.message;
  }
  return "";
}

/** From where agents answer by now. */
function today(agents: readonly Agent[], state: WorkspaceState, providerId: string): string {
  const ids = [...new Set(agents.map((agent) => agent.providerId))].filter((id) => id !== providerId);
  if (ids.length === 0) return words.already;
  if (ids.every((id) => state.providers[id]?.kind === "mock")) return words.todayPractice;
  return words.today(list(ids.map((id) => state.providers[id]?.name ?? "?")));
}

function ModelName({ model, typed }: { model: string; typed(model: string): void }) {
  return (
    <div class="field">
      <label for="typed-model">{words.models}</label>
      <input
        id="typed-model"
        autocomplete="off"
        spellcheck={false}
        value={model}
        onInput={(event) => typed(event.currentTarget.value.trim())}
      />
    </div>
  );
}

interface RowProps extends Pick<Props, "models" | "model" | "state"> {
  readonly agent: Agent;
  readonly uses: Uses;
  set(uses: Uses): void;
}

function AgentRow({ agent, uses, models, model, state, set }: RowProps) {
  const own = uses[agent.id];
  const on = own !== undefined;
  const before = state.providers[agent.providerId];
  // As it is typed: what is emptied is not filled again under one's hands.
  const typed = useSignal<string | null>(null);
  return (
    <div class="agent-row">
      <Mark agent={agent.id} color={agent.color} state={on ? undefined : "off"} />
      <span class="what">
        <b id={`use-${agent.id}`}>
          <Name of={agent.name} />
        </b>
        {on && models.length > 0
          ? (
            <span onFocusOut={() => (typed.value = null)}>
              <ModelField
                id={`model-of-${agent.id}`}
                label={words.modelOf(agent.name)}
                value={typed.value ?? (own || model)}
                models={models}
                set={(name) => {
                  typed.value = name;
                  set({ ...uses, [agent.id]: name === model ? "" : name.trim() });
                }}
              />
            </span>
          )
          : (
            <small>
              {on ? model : before?.kind === "mock" ? words.staysPractice : words.stays(before?.name ?? "?")}
            </small>
          )}
      </span>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={on}
        aria-labelledby={`use-${agent.id}`}
        onClick={() => set(switched(uses, agent.id, !on))}
      />
    </div>
  );
}

function Estimate(
  { uses, model, prices }: { uses: Uses; model: string; prices: Parameters<typeof estimate>[2] },
) {
  if (model === "" || Object.keys(uses).length === 0) return null;
  const cost = estimate(uses, model, prices);
  return (
    <p class="estimate">
      {"usd" in cost
        ? words.estimate(Object.keys(uses).length, usd(cost.usd))
        : words.estimateUnknown(cost.unknown)}
    </p>
  );
}
