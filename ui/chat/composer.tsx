/** Where one writes in a conversation: keeps drafts, sends once, stops. */
import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { AttachingFiles } from "../state/attaching.ts";
import { leaveField } from "../parts/left_field.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { keepPick } from "../state/picks.ts";
import { outbox, sought } from "../state/server_state.ts";
import { attach } from "../state/ui_state.ts";
import { keptAnswers } from "../state/reading.ts";
import { useSoon } from "../state/soon.ts";
import { slim } from "../state/widths.ts";
import { beginChange, lastToChange } from "../message/changing.ts";
import { wordsOfMode } from "../words/head.ts";
import { words } from "../words/writing.ts";
import { Attaching, DropZone } from "./attachment_chips.tsx";
import { AskButtons, AttachButton, Count, SendButton, StopButton } from "./composer_parts.tsx";
import { goingOnFrom, lookedAt } from "./going_on.ts";
import { MessageBox } from "./message_box.tsx";
import { Recipients } from "./recipients.tsx";
import { useDraft } from "./use_draft.ts";

export function Composer({ store }: { store: ConversationStore }) {
  const told = useSoon(store);
  const { state } = store;
  const draft = useDraft(store.id);
  const { text, set, focus } = draft;
  const files = useMemo(() => new AttachingFiles(store.id), [store.id]);
  useEffect(() => {
    if (attach.value.length === 0) return;
    void files.add(attach.value);
    attach.value = [];
    focus();
  }, [attach.value]);
  const members = factsOf(state.mode).addressed ? [] : state.participants;
  // Not with every key: who is gone on from is looked for among the last answers.
  const hint = useComputed(() => (void told.value, hintOf(store.state)));
  const length = codePoints(text.value);
  const empty = text.value.trim() === "" && files.items.value.length === 0;
  // As it was kept in this browser it takes a draft, and nothing else.
  const ready = store.live && !empty && length <= MESSAGE_CODE_POINTS && !files.busy;
  const send = () => {
    if (!ready) return;
    outbox.send(store.id, text.value, files.take());
    set("");
  };
  const stops = store.live && state.open.length > 0 && empty;
  return (
    <form
      class="composer"
      id="composer-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropZone files={files} done={focus} />
      <MessageBox
        draft={draft}
        files={files}
        members={members}
        roster={store.state}
        placeholder={hint.value}
        send={send}
        up={() => changeLast(store)}
        picked={({ id, name }) => id !== null && keepPick(store.id, members, { id, name })}
      />
      <div class="chips">
        <Attaching files={files} done={focus} />
      </div>
      <AttachButton files={files} done={focus} />
      <Recipients
        store={store}
        changes={told.value}
        text={text.value}
        files={files.items.value.flatMap(({ uploaded }) => uploaded ?? [])}
      />
      <Count length={length} />
      {store.live && (
        <AskButtons
          text={text.value}
          files={files}
          blind
          panel={members.length > 0}
          asked={() => set("")}
        />
      )}
      {stops ? <StopButton answers={state.open.length} /> : <SendButton ready={ready} />}
    </form>
  );
}

/** ↑ in an empty box: the last message of a person is said otherwise, if its words are at hand. */
function changeLast(store: ConversationStore): boolean {
  const last = lastToChange(store.state);
  const body = last && store.state.bodies[last.id];
  if (!last || !body || !store.live) return false;
  // What stands in the transcript is scrolled to by taking the focus.
  if (!document.getElementById(last.id)) sought.value = last.id;
  // What is typed until its words are there to be changed is no new message.
  leaveField();
  beginChange(store.id, last.id, body.content);
  return true;
}

function hintOf(state: ConversationState): string {
  const { mode, participants } = state;
  const on = participants.filter((p) => p.enabled);
  const enabled = on.length;
  if (enabled === 0 && !factsOf(mode).onRequest) return words.note;
  const kept = goingOnFrom(state, keptAnswers.value);
  if (kept !== null) return words.goOn(clearText(kept));
  const { hint } = wordsOfMode(mode);
  if (hint !== undefined) return hint;
  // To whom it goes stands right above there.
  if (slim.value) return words.shortHint;
  if (enabled === 1) return words.hintOne(clearText(on[0]?.name ?? ""));
  const one = lookedAt(state);
  return one === null ? words.hint(enabled) : words.hintOr(enabled, clearText(one));
}
