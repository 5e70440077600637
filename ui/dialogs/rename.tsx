/** A new title for a conversation. */
import { useSignal } from "@preact/signals";
import { codePoints, TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { write } from "../state/api.ts";
import { dialog } from "../state/ui_state.ts";
import { submits } from "../parts/submits.ts";

export function Rename({ conversationId, title }: { conversationId: string; title: string }) {
  const text = useSignal(title);
  const failed = useSignal("");
  const trimmed = text.value.trim();
  const tooLong = codePoints(trimmed) > TITLE_CODE_POINTS;
  const save = async () => {
    if (trimmed === "" || tooLong) return;
    const answer = await write("PATCH", `/api/conversations/${conversationId}`, { title: trimmed });
    if (answer.ok) dialog.value = null;
    else failed.value = answer.message;
  };
  return (
    <form
      onSubmit={submits(save)}
    >
      <h2>Rename</h2>
      <label class="field">
        <span>Title</span>
        <input
          autofocus
          autocomplete="off"
          aria-invalid={tooLong}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      {tooLong && <p class="problem" role="alert">At most {TITLE_CODE_POINTS} characters.</p>}
      {failed.value && <p class="problem" role="alert">{failed.value}</p>}
      <p class="buttons">
        <button type="button" class="outline" onClick={() => (dialog.value = null)}>Cancel</button>
        <button type="submit" class="primary" disabled={trimmed === "" || tooLong}>Rename</button>
      </p>
    </form>
  );
}
