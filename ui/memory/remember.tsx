/** Keeping what a message says, or what is marked in it, as a note. */
import { useSignal } from "@preact/signals";
import { firstCharacters } from "../../events/catalog/clear_text.ts";
import { NOTE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { DialogForm, useSubmit, useTries, wrongOf } from "../parts/form.tsx";
import { current, settings } from "../state/server_state.ts";
import { create } from "../state/settings_commands.ts";
import { say } from "../state/toast.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { words } from "../words/memory.ts";
import { NoteFields } from "./note_fields.tsx";
import { chosenOf, valueOf } from "./whose.ts";

export function Remember({ text: said, source }: Omit<Extract<Dialog, { name: "remember" }>, "name">) {
  // Of a long message its beginning: a note is a paragraph.
  const text = useSignal(firstCharacters(said, NOTE_CODE_POINTS));
  // What was said in a project is for the project, unless somebody says otherwise.
  const { projectId } = current.peek()?.now ?? {};
  const there = settings.peek()?.projects[projectId ?? ""]?.archived === false;
  const whose = useSignal(valueOf(there && projectId !== undefined ? { projectId } : {}));
  const tries = useTries("save");
  const form = useSubmit(async () => {
    const fields = { text: text.value.trim(), source, ...chosenOf(whose.value) };
    return wrongOf(await tries.send(fields, (key) => create("notes", fields, key)), () => {
      dialog.value = null;
      say(words.kept);
    });
  });
  return (
    <DialogForm form={form} title={words.remember} action={words.keep}>
      <NoteFields text={text} whose={whose} />
    </DialogForm>
  );
}
