/** Moves a conversation into a project, into a new one, or out of the one it is in; says for whom that is too much. */
import "./projects.css";
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ProjectView } from "../../server/contract/resources.ts";
import { DialogForm, useSubmit, useTries, wrongOf } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { moveInto } from "../state/commands.ts";
import { current, settings } from "../state/server_state.ts";
import { create } from "../state/settings_commands.ts";
import { say } from "../state/toast.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/projects.ts";
import { projectsOf } from "./in_use.ts";

/** The choice of one that is not made yet. */
const NEW = "new";

export function MoveToProject(
  { conversationId, title, projectId }: Omit<Extract<Dialog, { name: "project" }>, "name">,
) {
  const chosen = useSignal(projectId ?? "");
  const name = useSignal("");
  const tries = useTries("save");
  const fresh = name.value.trim();
  const choices = [
    { value: "", label: words.outside },
    ...projectsOf(settings.value).map(({ id, name: label }) => ({ value: id, label })),
    { value: NEW, label: words.make },
  ];
  const made = async (): Promise<{ readonly id: string } | string> => {
    if (chosen.value !== NEW) return { id: chosen.value };
    const fields = { name: fresh };
    const answer = await tries.send(fields, (key) => create<ProjectView>("projects", fields, key));
    return answer.ok ? answer.value : answer.message;
  };
  const form = useSubmit(async () => {
    const into = await made();
    if (typeof into === "string") return into;
    return wrongOf(await moveInto(conversationId, into.id === "" ? null : into.id), (value) => {
      dialog.value = null;
      const to = clearText(fresh || (settings.value?.projects[into.id]?.name ?? words.one));
      const silenced = silencedIn(conversationId, value.overfull ?? []);
      if (into.id === "") say(words.movedOut);
      else if (silenced === "") say(words.moved(to));
      else say(words.movedTooLarge(to, silenced), true);
    });
  });
  const unfit = chosen.value === NEW ? fresh === "" : chosen.value === (projectId ?? "");
  return (
    <DialogForm
      form={form}
      title={words.moveOf(clearText(title, frame.untitled))}
      action={words.move}
      disabled={unfit}
    >
      <p class="hint">{words.moveHint}</p>
      <fieldset class="project-choices">
        <legend class="sr">{words.moveTo}</legend>
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="project"
              checked={chosen.value === value}
              onChange={() => (chosen.value = value)}
            />
            <Name of={label} />
          </label>
        ))}
      </fieldset>
      {chosen.value === NEW && (
        <label class="field">
          <span>{words.name}</span>
          <input
            autofocus
            autocomplete="off"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
      )}
    </DialogForm>
  );
}

/** Who is sent nothing now, by name; "" for nobody. */
function silencedIn(conversationId: string, overfull: readonly { participantId: string }[]): string {
  const store = current.peek();
  const there = store?.id === conversationId ? store.now.participants : [];
  return overfull.map(({ participantId }) =>
    clearText(there.find(({ id }) => id === participantId)?.name ?? words.agents)
  ).join(", ");
}
