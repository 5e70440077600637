/** The same words to other models: a new conversation, the old one stays as it is. */
import { useSignal } from "@preact/signals";
import { newId, write } from "../state/api.ts";
import { go } from "../state/router.ts";
import { current, settings } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { submits } from "../parts/submits.ts";

/** What an agent is to use instead; blank: what it uses now. */
interface Instead {
  readonly providerId: string;
  readonly model: string;
}
const AS_IT_IS: Instead = { providerId: "", model: "" };

export function RunAgain() {
  const store = current.value;
  const chosen = useSignal<Readonly<Record<string, Instead>>>({});
  const running = useSignal(false);
  const failed = useSignal("");
  const key = useSignal(newId("again"));
  if (!store) return <p class="hint">No conversation is open.</p>;
  const agents = store.state.participants.filter((p) => p.enabled);
  const providers = Object.values(settings.value?.providers ?? {}).filter((one) => !one.archived);
  const change = (
    id: string,
    change: Partial<Instead>,
  ) => (chosen.value = { ...chosen.value, [id]: { ...AS_IT_IS, ...chosen.value[id], ...change } });
  const run = async () => {
    if (running.value) return;
    running.value = true;
    const others = Object.entries(chosen.value).flatMap(([id, { providerId, model }]) =>
      providerId || model.trim()
        ? [[id, { ...(providerId ? { providerId } : {}), ...(model.trim() ? { model: model.trim() } : {}) }]]
        : []
    );
    const answer = await write<{ conversation: { id: string } }>(
      "POST",
      `/api/conversations/${store.id}/rerun`,
      { agents: Object.fromEntries(others) },
      key.value,
    );
    running.value = false;
    if (!answer.ok) {
      failed.value = answer.message;
      // What was refused is not repeated: the next try is another.
      key.value = newId("again");
      return;
    }
    dialog.value = null;
    go(`/c/${answer.value.conversation.id}`);
  };
  return (
    <form
      onSubmit={submits(run)}
    >
      <h2>Run again</h2>
      <p class="hint">
        A new conversation: people say the same again, with the same checkboxes, and the agents answer anew.
        This one stays as it is.
      </p>
      {agents.map(({ id, name, model, color }) => (
        <fieldset key={id} data-color={color}>
          <legend>
            <Avatar name={name} /> <Name of={name} />, now {model}
          </legend>
          <div class="pair">
            <label class="field">
              <span>Provider of {name}</span>
              <select
                value={chosen.value[id]?.providerId ?? ""}
                onChange={(event) => change(id, { providerId: event.currentTarget.value })}
              >
                <option value="">As it is</option>
                {providers.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
              </select>
            </label>
            <label class="field">
              <span>Model of {name}</span>
              <input
                autocomplete="off"
                placeholder="As it is"
                value={chosen.value[id]?.model ?? ""}
                onInput={(event) => change(id, { model: event.currentTarget.value })}
              />
            </label>
          </div>
        </fieldset>
      ))}
      {agents.length === 0 && <p class="hint">No agent is on, so nobody would answer.</p>}
      {failed.value && <p class="problem" role="alert">{failed.value}</p>}
      <p class="buttons">
        <button type="button" class="outline" onClick={() => (dialog.value = null)}>Cancel</button>
        <button type="submit" class="primary" disabled={running.value}>Run again</button>
      </p>
    </form>
  );
}
