/** Where one writes: grows with the text, knows mentions, keeps drafts, sends once, stops. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { count, plural } from "../parts/format.ts";
import { stopAll } from "../parts/keyboard.ts";
import { AttachingFiles } from "../state/attaching.ts";
import { insert } from "../state/composer_text.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { keepPick } from "../state/picks.ts";
import { outbox } from "../state/server_state.ts";
import { typed } from "../state/typing.ts";
import { say } from "../state/toast.ts";
import { draftOf, keepDraft } from "../state/ui_state.ts";
import { Attaching, DropZone } from "./attachment_chips.tsx";
import { completed, Mentions, type Typing, typingAt } from "./mention_list.tsx";

/** Code points from which the counter is shown as a warning. */
const NEAR = MESSAGE_CODE_POINTS - 500;
/** The browser grows the box by itself, without a layout of our own for every key. */
const GROWS = CSS.supports("field-sizing", "content");
const touch = matchMedia("(pointer: coarse)");

export function Composer({ store }: { store: ConversationStore }) {
  const text = useSignal(draftOf(store.id));
  const files = useMemo(() => new AttachingFiles(store.id), [store.id]);
  const typing = useSignal<Typing | null>(null);
  const chosen = useSignal(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const state = store.now;
  const mode = factsOf(state.mode);
  const running = state.open.length;
  const length = codePoints(text.value);
  const tooLong = length > MESSAGE_CODE_POINTS;
  const empty = text.value.trim() === "" && files.items.value.length === 0;
  const ready = !empty && !tooLong && !files.busy;

  const set = (value: string) => {
    text.value = value;
    keepDraft(store.id, value);
  };
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || GROWS) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, innerHeight * 0.4)}px`;
  }, [text.value]);
  useEffect(() => {
    if (!insert.value) return;
    set(insert.value + text.value);
    insert.value = "";
    box.current?.focus();
  }, [insert.value]);

  const attach = (list: Iterable<File>) => void files.add(list);
  const write = () => box.current?.focus();
  const send = () => {
    if (!ready) return;
    outbox.send(store.id, text.value, files.take());
    set("");
    typing.value = null;
  };
  const roster = mode.addressed ? [] : state.participants;
  const matches = typing.value ? completed(roster, typing.value.word) : [];
  const complete = ({ id, name }: (typeof matches)[number]) => {
    const at = typing.value;
    if (!at) return;
    if (id !== null) keepPick(store.id, roster, { id, name });
    set(`${text.value.slice(0, at.start)}@${name} ${text.value.slice(at.end)}`);
    typing.value = null;
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (matches.length > 0 && typing.value) {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        chosen.value = (chosen.value + step + matches.length) % matches.length;
        return;
      }
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        const option = matches[chosen.value % matches.length];
        return option && complete(option);
      }
      if (event.key === "Escape") {
        event.preventDefault();
        typing.value = null;
        return;
      }
    }
    if (event.key === "Enter" && !event.shiftKey && !touch.matches) {
      event.preventDefault();
      send();
    }
  };
  const enabled = state.participants.filter((p) => p.enabled).length;
  const hint = enabled === 0 && !mode.onRequest
    ? "A note to yourself: no agent is on"
    : mode.hint ?? `Message ${plural(enabled, "agent")}. @ to ask one.`;
  return (
    <form
      class="composer"
      id="composer-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropZone files={files} done={write} />
      {matches.length > 0 && (
        <Mentions options={matches} chosen={chosen.value % matches.length} choose={complete} />
      )}
      <textarea
        id="composer"
        ref={box}
        rows={1}
        placeholder={hint}
        aria-label="Message"
        aria-invalid={tooLong}
        aria-describedby="composer-count"
        aria-autocomplete="list"
        aria-controls={matches.length > 0 ? "mentions" : undefined}
        aria-activedescendant={matches.length > 0 ? `mention-${chosen.value % matches.length}` : undefined}
        value={text.value}
        onInput={(event) => {
          typed();
          set(event.currentTarget.value);
          typing.value = typingAt(event.currentTarget);
          chosen.value = 0;
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => (typing.value = null), 150)}
        onPaste={(event) => {
          const pasted = event.clipboardData;
          if (pasted?.files.length) {
            event.preventDefault();
            attach([...pasted.files]);
            return;
          }
          const words = pasted?.getData("text") ?? "";
          if (codePoints(words) > MESSAGE_CODE_POINTS) {
            event.preventDefault();
            say("Too long for a message: attached as a text file.");
            attach([new File([words], "pasted.txt", { type: "text/plain" })]);
          }
        }}
      />
      <Attaching files={files} done={write} />
      <div class="composer-foot">
        <button type="button" class="quiet" onClick={() => picker.current?.click()}>Attach</button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          onChange={(event) => {
            attach([...event.currentTarget.files ?? []]);
            event.currentTarget.value = "";
            write();
          }}
        />
        <span id="composer-count" class={tooLong ? "count bad" : length > NEAR ? "count near" : "count"}>
          {count(length)} / {count(MESSAGE_CODE_POINTS)}
          {tooLong &&
            `: ${count(length - MESSAGE_CODE_POINTS)} too many. Shorten it, or attach it as a file.`}
        </span>
        <span class="hint only-wide">{touch.matches ? "" : "Enter to send"}</span>
        {running > 0 && empty
          ? (
            // The second click of a double click on Send is not meant to stop what the first one asked for.
            <button
              type="button"
              class="primary"
              onClick={(event) => {
                if (event.detail < 2) void stopAll();
              }}
            >
              {running > 1 ? "Stop all" : "Stop"}
            </button>
          )
          : <button type="submit" class="primary" disabled={!ready}>Send</button>}
      </div>
    </form>
  );
}
