/** The open conversation given away: one file that checks itself, or a proof for programs; all of it, or chosen messages. */
import "./give_labels.css";
import { useSignal } from "@preact/signals";
import { DialogForm, useSubmit } from "../parts/form.tsx";
import { wordsOf } from "../message/one_line.ts";
import { count } from "../parts/format.ts";
import { shareAddress, type Sharing } from "../state/queries.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { here } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { language } from "../words/language.ts";
import { words } from "../words/share.ts";

/** Messages that can be chosen one by one: their ids stand in the address of the file. */
export const CHOSEN_MOST = 200;
/** UTF-16 units of a message in the list. */
const LINE_UNITS = 90;

/** What is wrong with what was chosen; null for nothing. */
export function wrongChoice(chosen: ReadonlySet<string> | null): string | null {
  if (chosen?.size === 0) return words.none;
  return chosen && chosen.size > CHOSEN_MOST ? words.tooMany(count(CHOSEN_MOST)) : null;
}

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly name?: string;
  readonly set: (on: boolean) => void;
}
function Choice({ label, hint, checked, name, set }: ChoiceProps) {
  return (
    <label class="choice">
      <input
        type={name === undefined ? "checkbox" : "radio"}
        name={name}
        checked={checked}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <span>{label} {hint && <small class="hint">{hint}</small>}</span>
    </label>
  );
}

/** What is chosen in the dialog. */
function useChoice() {
  return {
    format: useSignal<Sharing["format"]>("page"),
    prompts: useSignal(true),
    models: useSignal(true),
    /** Null: all messages. */
    chosen: useSignal<ReadonlySet<string> | null>(null),
  };
}
type Chosen = ReturnType<typeof useChoice>;

function WhatIsMade({ choice: { format, prompts, models } }: { choice: Chosen }) {
  const page = format.value === "page";
  return (
    <fieldset>
      <legend>{words.what}</legend>
      <Choice
        name="format"
        label={words.oneFile}
        hint={words.oneFileHint}
        checked={page}
        set={() => (format.value = "page")}
      />
      <Choice
        name="format"
        label={words.proof}
        hint={words.proofHint}
        checked={!page}
        set={() => (format.value = "proof")}
      />
      <Choice label={words.prompts} checked={prompts.value} set={(on) => (prompts.value = on)} />
      {page && <Choice label={words.models} checked={models.value} set={(on) => (models.value = on)} />}
      {page && !models.value && <p class="hint">{words.modelsHint}</p>}
    </fieldset>
  );
}

/** The same with a message more, or one less. */
function picked(before: ReadonlySet<string> | null, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

function Messages({ store, chosen }: { store: ConversationStore; chosen: Chosen["chosen"] }) {
  const { order, messages, bodies } = store.state;
  return (
    <ul class="label-list" aria-label={words.messages}>
      {order.map((id) => (
        <li key={id}>
          <label>
            <input
              type="checkbox"
              checked={chosen.value?.has(id) ?? false}
              onChange={(event) => (chosen.value = picked(chosen.value, id, event.currentTarget.checked))}
            />
            <span class="one-line">
              <b>{messages[id]?.author.name}</b>{" "}
              {wordsOf(bodies[id]?.content ?? "", messages[id]?.attachments).slice(0, LINE_UNITS)}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

export function Share() {
  const store = here.value;
  const choice = useChoice();
  const { chosen } = choice;
  const wrong = wrongChoice(chosen.value);
  const form = useSubmit(() => {
    if (!store || wrong) return Promise.resolve(wrong ?? "");
    const { format: { value: format }, prompts: { value: prompts }, models: { value: models } } = choice;
    const messages = chosen.value ? [...chosen.value] : null;
    location.assign(shareAddress(store.id, { format, prompts, models, messages, language }));
    dialog.value = null;
    return Promise.resolve("");
  });
  if (!store) return null;
  return (
    <DialogForm form={form} title={words.title} action={words.save} disabled={wrong !== null}>
      <WhatIsMade choice={choice} />
      <fieldset>
        <legend>{words.messages}</legend>
        <Choice
          name="messages"
          label={words.all}
          checked={chosen.value === null}
          set={() => (chosen.value = null)}
        />
        <Choice
          name="messages"
          label={words.some}
          checked={chosen.value !== null}
          set={() => (chosen.value = new Set())}
        />
        {chosen.value && <p class="hint">{words.someHint}</p>}
        {chosen.value && <Messages store={store} chosen={chosen} />}
        {wrong && <p class="hint" role="status">{wrong}</p>}
      </fieldset>
      <p class="hint">{words.gone}</p>
    </DialogForm>
  );
}
