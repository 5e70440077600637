/** The same words to other models: a new conversation, the old one stays as it is. */
import { useSignal } from "@preact/signals";
import { DialogForm, openMade, useSubmit, useTries } from "../parts/form.tsx";
import { rerun } from "../state/commands.ts";
import { here } from "../state/server_state.ts";
import { words } from "../words/dialogues.ts";
import { AS_IT_IS, Instead, type Model, othersThan } from "./instead.tsx";

/** What was filled in, by participant. */
export function othersOf(chosen: Readonly<Record<string, Model>>) {
  return Object.fromEntries(
    Object.entries(chosen).map(([id, model]) => [id, othersThan(model)] as const).filter(([, others]) =>
      Object.keys(others).length > 0
    ),
  );
}

export function RunAgain() {
  const store = here.value;
  const chosen = useSignal<Readonly<Record<string, Model>>>({});
  const tries = useTries("again");
  const form = useSubmit(async () => {
    if (!store) return "";
    const others = othersOf(chosen.value);
    return openMade(await tries.send(others, (key) => rerun(store.id, others, key)));
  });
  if (!store) return <p class="hint">{words.noneOpen}</p>;
  const agents = store.state.participants.filter((p) => p.enabled);
  return (
    <DialogForm form={form} title={words.runAgain} action={words.runAgain} disabled={form.busy.value}>
      <p class="hint">{words.runAgainMeans}</p>
      {agents.map((agent) => (
        <Instead
          key={agent.id}
          agent={agent}
          model={chosen.value[agent.id] ?? AS_IT_IS}
          set={(model) => (chosen.value = { ...chosen.value, [agent.id]: model })}
        />
      ))}
      {agents.length === 0 && <p class="hint">{words.runAgainNobody}</p>}
    </DialogForm>
  );
}
