/** What a note says and who is given it: the same fields wherever one is written. */
import type { Signal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { NOTE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/memory.ts";
import { choicesOf } from "./whose.ts";

export function NoteFields({ text, whose }: { text: Signal<string>; whose: Signal<string> }) {
  return (
    <>
      <label class="field">
        <span>{words.text}</span>
        <textarea
          required
          autofocus
          rows={4}
          maxLength={NOTE_CODE_POINTS}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <small class="hint">{words.textHint}</small>
      </label>
      <label class="field">
        <span>{words.whose}</span>
        <select value={whose.value} onChange={(event) => (whose.value = event.currentTarget.value)}>
          {choicesOf(settings.value).map(({ value, label }) => (
            <option key={value} value={value}>{clearText(label)}</option>
          ))}
        </select>
      </label>
    </>
  );
}
