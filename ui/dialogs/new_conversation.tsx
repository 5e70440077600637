/** A new conversation: who takes part, and who answers. */
import { type Signal, useSignal } from "@preact/signals";
import { factsOf, type Mode, MODES } from "../../events/catalog/modes.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { DialogForm, openMade, useSubmit } from "../parts/form.tsx";
import { newId } from "../state/api.ts";
import { start, takeIn } from "../state/commands.ts";
import { settings } from "../state/server_state.ts";

type Agent = WorkspaceState["agents"][string];

export function NewConversation() {
  const agents = Object.values(settings.value?.agents ?? {}).filter((agent) => !agent.archived);
  const agencies = Object.values(settings.value?.agencies ?? {}).filter((agency) => !agency.archived);
  const chosen = useSignal<ReadonlySet<string>>(new Set(agents.slice(0, 3).map((agent) => agent.id)));
  const mode = useSignal<Mode>("parallel");
  const agency = useSignal("");
  const key = useSignal(newId("new"));
  const form = useSubmit(async () => {
    const agentIds = agents.filter((agent) => chosen.value.has(agent.id)).map((agent) => agent.id);
    const who = agency.value ? { agencyId: agency.value } : { agentIds, mode: mode.value };
    const answer = await start(who, key.value);
    // What was refused is not repeated: the next try is another.
    if (!answer.ok) key.value = newId("new");
    return openMade(answer);
  });
  const take = async (file: File | undefined) => {
    if (file) form.wrong.value = openMade(await takeIn(file));
  };
  return (
    <DialogForm form={form} title="New conversation" action="Start">
      {agencies.length > 0 && (
        <label class="field">
          <span>Agency</span>
          <select value={agency.value} onChange={(event) => (agency.value = event.currentTarget.value)}>
            <option value="">None: choose agents</option>
            {agencies.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select>
        </label>
      )}
      {!agency.value && (
        <>
          <Members agents={agents} chosen={chosen} />
          <WhoAnswers mode={mode} />
        </>
      )}
      <details>
        <summary>Or take in an export</summary>
        <label class="field">
          <span>The log of a conversation (NDJSON)</span>
          <input
            type="file"
            accept=".ndjson,application/x-ndjson"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
        </label>
      </details>
    </DialogForm>
  );
}

function Members({ agents, chosen }: { agents: readonly Agent[]; chosen: Signal<ReadonlySet<string>> }) {
  const toggle = (id: string) => {
    const next = new Set(chosen.value);
    if (!next.delete(id)) next.add(id);
    chosen.value = next;
  };
  return (
    <fieldset>
      <legend>Who takes part</legend>
      <div class="choices">
        {agents.map((agent) => (
          <label key={agent.id} data-color={agent.color}>
            <input type="checkbox" checked={chosen.value.has(agent.id)} onChange={() => toggle(agent.id)} />
            <Avatar name={agent.name} />
            <Name of={agent.name} />
          </label>
        ))}
        {agents.length === 0 && <p class="hint">No agents yet. Make one in the settings.</p>}
      </div>
    </fieldset>
  );
}

function WhoAnswers({ mode }: { mode: Signal<Mode> }) {
  return (
    <fieldset>
      <legend>Who answers</legend>
      {MODES.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="mode"
            value={value}
            checked={mode.value === value}
            onChange={() => (mode.value = value)}
          />{" "}
          <b>{factsOf(value).label}</b> <span class="hint">{factsOf(value).help}</span>
        </label>
      ))}
    </fieldset>
  );
}
