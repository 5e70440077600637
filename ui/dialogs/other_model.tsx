/** An answer that failed, asked for again of another model: the agent has it from then on. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { DialogForm, useSubmit } from "../parts/form.tsx";
import { retry } from "../state/commands.ts";
import { here } from "../state/server_state.ts";
import { update } from "../state/settings_commands.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/dialogues.ts";
import { AS_IT_IS, Instead, othersThan } from "./instead.tsx";

export function OtherModel({ turnId, participantId }: { turnId: string; participantId: string }) {
  const store = here.value;
  const agent = store && participantOf(store.state, participantId);
  const model = useSignal(AS_IT_IS);
  const others = othersThan(model.value);
  const form = useSubmit(async () => {
    if (!store || !agent) return "";
    // Of another provider its own, where none is named.
    const saved = await update("agents", agent.agentId, { model: "", ...others });
    if (!saved.ok) return saved.message;
    const asked = await retry(store.id, turnId);
    if (!asked.ok) return asked.message;
    dialog.value = null;
    return "";
  });
  if (!agent) return <p class="hint">{words.noneOpen}</p>;
  const unfit = Object.keys(others).length === 0 || form.busy.value;
  return (
    <DialogForm form={form} title={words.otherModel} action={words.saveAndRetry} disabled={unfit}>
      <p class="hint">{words.otherModelMeans(clearText(agent.name))}</p>
      <Instead agent={agent} model={model.value} set={(next) => (model.value = next)} />
    </DialogForm>
  );
}
