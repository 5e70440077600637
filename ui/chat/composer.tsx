/** Where one writes: grows with the text, knows mentions, keeps drafts, sends once, stops. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { count, plural } from "../parts/format.ts";
import { stopAll } from "../parts/keyboard.ts";
import { AttachingFiles } from "../state/attaching.ts";
import { load, save } from "../state/browser_storage.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { keepPick } from "../state/picks.ts";
import { outbox } from "../state/server_state.ts";
import { say } from "../state/toast.ts";
import { typed } from "../state/typing.ts";
import { insert } from "../state/ui_state.ts";
import { Attaching, DropZone } from "./attachment_chips.tsx";
import { Mentions, useMentions } from "./mention_list.tsx";

/** Code points from which the counter is shown as a warning. */
const NEAR = MESSAGE_CODE_POINTS - 500;
/** The browser grows the box by itself, without a layout of our own for every key. */
const GROWS = CSS.supports("field-sizing", "content");
const touch = matchMedia("(pointer: coarse)");

export function Composer({ store }: { store: ConversationStore }) {
  const state = store.now;
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, set } = useDraft(store.id, box);
  const files = useMemo(() => new AttachingFiles(store.id), [store.id]);
  const roster = factsOf(state.mode).addressed ? [] : state.participants;
  const mentions = useMentions(roster, ({ id, name }, { start, end }) => {
    if (id !== null) keepPick(store.id, roster, { id, name });
    set(`${text.value.slice(0, start)}@${name} ${text.value.slice(end)}`);
    box.current?.focus();
  });
  const { options, chosen } = mentions;
  const tooLong = codePoints(text.value) > MESSAGE_CODE_POINTS;
  const empty = text.value.trim() === "" && files.items.value.length === 0;
  const ready = !empty && !tooLong && !files.busy;
  const send = (event: Event) => {
    event.preventDefault();
    if (!ready) return;
    outbox.send(store.id, text.value, files.take());
    set("");
    mentions.close();
  };
  const write = () => box.current?.focus();
  return (
    <form class="composer" id="composer-form" onSubmit={send}>
      <DropZone files={files} done={write} />
      {options.length > 0 && <Mentions options={options} chosen={chosen} choose={mentions.choose} />}
      <textarea
        id="composer"
        ref={box}
        rows={1}
        placeholder={hintOf(state)}
        aria-label="Message"
        aria-invalid={tooLong}
        aria-describedby="composer-count"
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? "mentions" : undefined}
        aria-activedescendant={options.length > 0 ? `mention-${chosen}` : undefined}
        value={text.value}
        onInput={({ currentTarget }) => {
          typed();
          set(currentTarget.value);
          mentions.look(currentTarget);
        }}
        onKeyDown={(event) => {
          if (event.isComposing || event.keyCode === 229 || mentions.takes(event)) return;
          if (event.key === "Enter" && !event.shiftKey && !touch.matches) send(event);
        }}
        onBlur={() => setTimeout(mentions.close, 150)}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData);
          if (pasted.length === 0) return;
          event.preventDefault();
          void files.add(pasted);
        }}
      />
      <Attaching files={files} done={write} />
      <div class="composer-foot">
        <AttachButton files={files} done={write} />
        <Count length={codePoints(text.value)} />
        <span class="hint only-wide">{touch.matches ? "" : "Enter to send"}</span>
        {state.open.length > 0 && empty
          ? <Stop answers={state.open.length} />
          : <button type="submit" class="primary" disabled={!ready}>Send</button>}
      </div>
    </form>
  );
}

/** The text of the box, kept in this browser; the box grows with it, and others put words before it. */
function useDraft(id: string, box: RefObject<HTMLTextAreaElement | null>) {
  const text = useSignal(load(`draft.${id}`, ""));
  const set = (value: string) => {
    text.value = value;
    save(`draft.${id}`, value || undefined);
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
  return { text, set };
}

function hintOf({ mode, participants }: ConversationState): string {
  const { onRequest, hint } = factsOf(mode);
  const enabled = participants.filter((p) => p.enabled).length;
  if (enabled === 0 && !onRequest) return "A note to yourself: no agent is on";
  return hint ?? `Message ${plural(enabled, "agent")}. @ to ask one.`;
}

/** What was pasted as files; words too long for a message become one. */
function pastedFiles(pasted: DataTransfer | null): File[] {
  if (pasted?.files.length) return [...pasted.files];
  const words = pasted?.getData("text") ?? "";
  if (codePoints(words) <= MESSAGE_CODE_POINTS) return [];
  say("Too long for a message: attached as a text file.");
  return [new File([words], "pasted.txt", { type: "text/plain" })];
}

function AttachButton({ files, done }: { files: AttachingFiles; done(): void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="quiet" onClick={() => picker.current?.click()}>Attach</button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          void files.add([...currentTarget.files ?? []]);
          currentTarget.value = "";
          done();
        }}
      />
    </>
  );
}

function Count({ length }: { length: number }) {
  const over = length - MESSAGE_CODE_POINTS;
  return (
    <span id="composer-count" class={over > 0 ? "count bad" : length > NEAR ? "count near" : "count"}>
      {count(length)} / {count(MESSAGE_CODE_POINTS)}
      {over > 0 && `: ${count(over)} too many. Shorten it, or attach it as a file.`}
    </span>
  );
}

/** The second click of a double click on Send is not meant to stop what the first one asked for. */
function Stop({ answers }: { answers: number }) {
  return (
    <button type="button" class="primary" onClick={(event) => event.detail < 2 && void stopAll()}>
      {answers > 1 ? "Stop all" : "Stop"}
    </button>
  );
}
