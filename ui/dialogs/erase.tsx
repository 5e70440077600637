/** Erasing the words of a message, or of one use of a tool in it: what goes, what stays, and what cannot be called back. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { ERASED_WHY_UNITS } from "../../events/catalog/limits.ts";
import type { ErasedMessage, MessageCopies } from "../../server/contract/erasing_shapes.ts";
import { DialogForm, useSubmit, wrongOf } from "../parts/form.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { seenBy } from "../../projections/context/requests.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { copiesOf, erase } from "../state/erasing_commands.ts";
import { notesKeptOf } from "../../projections/memory/kept_of.ts";
import { current, settings } from "../state/server_state.ts";
import { say } from "../state/toast.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { words } from "../words/dialogues.ts";

type Props = Omit<Extract<Dialog, { name: "erase" }>, "name">;

const told = ({ copies, partial }: ErasedMessage): string =>
  [words.eraseDone(copies.length), ...(partial ? [words.eraseMore] : [])].join(" ");

export function Erase({ messageId, use, of }: Props) {
  const store = current.value;
  const why = useSignal("");
  const also = useSignal(false);
  const copies = useSignal<MessageCopies["items"]>([]);
  const partial = useSignal(false);
  const id = of ?? store?.id ?? "";
  useEffect(() => {
    // A use of a tool has no copy in what was said again.
    if (id === "") return;
    return unlessLate(copiesOf(id, messageId), (found) => {
      if (!found.ok) return;
      copies.value = found.value.items;
      partial.value = found.value.partial === true;
    });
  }, [id, messageId]);
  const form = useSubmit(async () => {
    return wrongOf(
      await erase(id, messageId, { use, why: why.value.trim(), copies: also.value }),
      (value) => {
        dialog.value = null;
        say(told(value));
      },
    );
  });
  if (!store) return <p class="hint">{words.noneOpen}</p>;
  const places = [
    { conversationId: id, messageId },
    ...(also.value ? copies.value : []).flatMap(({ conversationId, messageIds }) =>
      messageIds.map((messageId) => ({ conversationId, messageId }))
    ),
  ];
  const { notes } = settings.value ?? { notes: {} };
  // Of one use of a tool nobody here knows which note it kept.
  const kept = use ? 0 : places.flatMap((place) => notesKeptOf({ notes }, place)).length;
  const here = store.id === id;
  const files = here ? store.state.messages[messageId]?.attachments?.length ?? 0 : 0;
  return (
    <DialogForm form={form} title={use ? words.eraseUse : words.erase} action={words.erase} danger>
      <p>{use ? words.eraseUseMeans : words.eraseMeans(files)}</p>
      {kept > 0 && <p>{words.eraseNotes(kept)}</p>}
      {here && isCompared(store.state, messageId) && <p>{words.eraseCompared}</p>}
      <p class="hint">{words.eraseStays}</p>
      {here && !use && store.missing.value === 0 && <MayQuote state={store.state} messageId={messageId} />}
      {copies.value.length > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={also.value}
            onChange={(event) => (also.value = event.currentTarget.checked)}
          />
          <span>
            {words.eraseAlso(copies.value.length)}
            <small class="hint">
              {copies.value.slice(0, 5).map(({ title }) => title || words.untitled).join(" · ")}
            </small>
            {partial.value && <small class="hint">{words.eraseMore}</small>}
          </span>
        </label>
      )}
      <Why why={why} />
      <p class="hint">{words.eraseBefore}</p>
    </DialogForm>
  );
}

/** Whether it is what a blind comparison asks. */
const isCompared = ({ comparisons = {} }: ConversationState, messageId: string): boolean =>
  Object.values(comparisons).some((one) => one.messageId === messageId);

/** What was written with it in view, by agents and by judges, may have its words: each is erased by itself. */
function MayQuote({ state, messageId }: { readonly state: ConversationState; readonly messageId: string }) {
  const seen = seenBy(state, messageId).filter((one) => !state.messages[one.messageId]?.erased);
  if (seen.length === 0) return null;
  const judges = seen.filter(({ turnId }) => state.turns[turnId]?.judges).length;
  return (
    <p class="hint">
      {words.eraseSeen(seen.length - judges, judges)}{" "}
      <button type="button" class="link" onClick={() => (dialog.value = { name: "seen", messageId })}>
        {words.eraseSeenWhich}
      </button>
    </p>
  );
}

/** The reason stays when the words are gone: said before it is given. */
function Why({ why }: { why: Signal<string> }) {
  const stays = useId();
  return (
    <>
      <label class="field">
        <span>{words.eraseWhy}</span>
        <input
          autocomplete="off"
          maxLength={ERASED_WHY_UNITS}
          placeholder={words.eraseWhyHint}
          aria-describedby={stays}
          value={why.value}
          onInput={(event) => (why.value = event.currentTarget.value)}
        />
      </label>
      <p id={stays} class="hint">{words.eraseWhyStays}</p>
    </>
  );
}
