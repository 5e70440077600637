/** A new title for a conversation. */
import { useSignal } from "@preact/signals";
import { codePoints, TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { DialogForm, useSubmit } from "../parts/form.tsx";
import { rename } from "../state/commands.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/dialogues.ts";

export function Rename({ conversationId, title }: { conversationId: string; title: string }) {
  const text = useSignal(title);
  const trimmed = text.value.trim();
  const tooLong = codePoints(trimmed) > TITLE_CODE_POINTS;
  const unfit = trimmed === "" || tooLong;
  const form = useSubmit(async () => {
    // Somebody else may have given it another one meanwhile.
    const answer = trimmed === title ? { ok: true } as const : await rename(conversationId, trimmed);
    if (!answer.ok) return answer.message;
    dialog.value = null;
    return "";
  });
  return (
    <DialogForm form={form} title={words.rename} action={words.rename} disabled={unfit}>
      <label class="field">
        <span>{words.title}</span>
        <input
          autofocus
          autocomplete="off"
          aria-invalid={tooLong}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      {tooLong && <p class="problem" role="alert">{words.titleLong(TITLE_CODE_POINTS)}</p>}
    </DialogForm>
  );
}
