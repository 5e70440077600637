/** A new conversation: who takes part, and who answers. */
import { useSignal } from "@preact/signals";
import { factsOf, type Mode, MODES } from "../../events/catalog/modes.ts";
import { bring, newId, write } from "../state/api.ts";
import { go } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { submits } from "../parts/submits.ts";

export function NewConversation() {
  const agents = Object.values(settings.value?.agents ?? {}).filter((agent) => !agent.archived);
  const agencies = Object.values(settings.value?.agencies ?? {}).filter((agency) => !agency.archived);
  const chosen = useSignal<ReadonlySet<string>>(new Set(agents.slice(0, 3).map((agent) => agent.id)));
  const mode = useSignal<Mode>("parallel");
  const agency = useSignal("");
  const wrong = useSignal("");
  const key = useSignal(newId("new"));
  const toggle = (id: string) => {
    const next = new Set(chosen.value);
    if (!next.delete(id)) next.add(id);
    chosen.value = next;
  };
  const start = async () => {
    const members = agents.filter((agent) => chosen.value.has(agent.id)).map((agent) => agent.id);
    const body = agency.value
      ? { agencyId: agency.value, mode: "manager" }
      : { agentIds: members, mode: mode.value };
    const answer = await write<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      body,
      key.value,
    );
    if (!answer.ok) {
      wrong.value = answer.message;
      key.value = newId("new");
      return;
    }
    dialog.value = null;
    go(`/c/${answer.value.conversation.id}`);
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const answer = await bring(file);
    if (!answer.ok) {
      wrong.value = answer.message;
      return;
    }
    dialog.value = null;
    go(`/c/${answer.value.conversation.id}`);
  };
  return (
    <form
      onSubmit={submits(start)}
    >
      <h2>New conversation</h2>
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
          <fieldset>
            <legend>Who takes part</legend>
            <div class="choices">
              {agents.map((agent) => (
                <label key={agent.id} data-color={agent.color}>
                  <input
                    type="checkbox"
                    checked={chosen.value.has(agent.id)}
                    onChange={() => toggle(agent.id)}
                  />
                  <Avatar name={agent.name} />
                  <Name of={agent.name} />
                </label>
              ))}
              {agents.length === 0 && <p class="hint">No agents yet. Make one in the settings.</p>}
            </div>
          </fieldset>
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
      {wrong.value && <p class="problem" role="alert">{wrong.value}</p>}
      <p class="buttons">
        <button type="button" class="outline" onClick={() => (dialog.value = null)}>Cancel</button>
        <button type="submit" class="primary">Start</button>
      </p>
    </form>
  );
}
