/** Small marks in an answer's head: the messages before it, each in its author's colour, hollow where it had not got it. */
import { useMemo } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/answers.ts";
import { colorOf, nameOf } from "./facts.tsx";
import { sawOf } from "./in_view.ts";

/** Lights a message wherever it stands in the page, while its mark is pointed at. */
export function light(id: string, on: boolean): void {
  document.getElementById(id)?.toggleAttribute("data-lit", on);
}

/** Marks that a narrow card has room for: its style hides the others. */
const NARROW_DOTS = 5;

const untold = (count: number): string | undefined => count > 0 ? `+${count}` : undefined;

export function SawMarks({ store, turnId }: { store: ConversationStore; turnId: string }) {
  const { state } = store;
  // What a started turn had never changes.
  const saw = useMemo(() => sawOf(state, turnId), [state, state.turns[turnId]?.startedSeq]);
  if (!saw || saw.shown.length === 0 || store.missing.value > 0) return null;
  const had = saw.shown.filter((one) => one.had).length;
  const all = (on: boolean) => saw.shown.forEach(({ messageId, had }) => had && light(messageId, on));
  return (
    <button
      type="button"
      class="saw"
      aria-label={words.sawMarks(had + saw.more, saw.shown.length + saw.more)}
      onFocus={() => all(true)}
      onBlur={() => all(false)}
      onPointerLeave={() => all(false)}
      onClick={() => (dialog.value = { name: "saw", turnId })}
    >
      {/* Its words are those of the label, which counts them all. */}
      <small
        data-more={untold(saw.more)}
        data-more-narrow={untold(saw.more + saw.shown.length - NARROW_DOTS)}
      />
      {saw.shown.map(({ messageId, had }) => {
        const message = state.messages[messageId];
        const name = message ? clearText(nameOf(state, message)) : "";
        return (
          <i
            key={messageId}
            class={had ? undefined : "not"}
            data-color={message && colorOf(state, message)}
            title={had ? words.sawOne(name) : words.sawNot(name)}
            onPointerEnter={() => light(messageId, true)}
            onPointerLeave={() => light(messageId, false)}
          />
        );
      })}
    </button>
  );
}
