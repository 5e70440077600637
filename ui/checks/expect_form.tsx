/** Says what an answer, every answer to a question, or every answer must be like. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ExpectationKind } from "../../events/catalog/expectations.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { typedNumber } from "../parts/format.ts";
import { words } from "../words/checks.ts";
import { expectIt } from "./check_calls.ts";
import { aboutOf } from "./expected_words.ts";

const KINDS: readonly ExpectationKind[] = [
  "says",
  "says_not",
  "calls",
  "like",
  "tokens",
  "usd",
  "seconds",
];
const isBound = (kind: ExpectationKind): boolean => kind === "tokens" || kind === "usd" || kind === "seconds";

interface Props {
  readonly state: ConversationState;
  /** What it was opened from: an answer, or what a person said. */
  readonly messageId?: string | undefined;
  readonly onAdded: () => void;
}

/** What can be meant, the nearest first. */
function subjects(state: ConversationState, messageId: string | undefined): (string | undefined)[] {
  const message = state.messages[messageId ?? ""];
  if (!message) return [undefined];
  return message.question === undefined ? [message.id, undefined] : [message.id, message.question, undefined];
}

export function ExpectForm({ state, messageId, onAdded }: Props) {
  const kind = useSignal<ExpectationKind>("says");
  const text = useSignal("");
  const about = useSignal("0");
  const choices = subjects(state, messageId);
  const form = useSubmit(async () => {
    const subject = choices[Number(about.value)];
    const most = typedNumber(text.value);
    const bound = isBound(kind.value);
    if (bound && !(most > 0)) return words.mostWrong;
    if (!bound && text.value.trim() === "") return words.textWrong;
    const answer = await expectIt(state.id, {
      ...(subject === undefined ? {} : { messageId: subject }),
      kind: kind.value,
      ...(bound ? { most } : { text: text.value.trim() }),
    });
    return wrongOf(answer, () => {
      text.value = "";
      onAdded();
    });
  });
  return (
    <form class="check-expect" onSubmit={form.onSubmit}>
      <label class="field">
        <span>{words.about}</span>
        <select value={about.value} onChange={(event) => (about.value = event.currentTarget.value)}>
          {choices.map((subject, at) => (
            <option key={at} value={String(at)}>
              {aboutOf(state, subject === undefined ? {} : { messageId: subject })}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{words.rule}</span>
        <select
          value={kind.value}
          onChange={(
            event,
          ) => (kind.value = KINDS.find((one) => one === event.currentTarget.value) ?? "says")}
        >
          {KINDS.map((one) => <option key={one} value={one}>{words.kinds[one]}</option>)}
        </select>
      </label>
      <label class="field grow">
        <span>{isBound(kind.value) ? words.most : words.text}</span>
        <input
          type="text"
          inputMode={isBound(kind.value) ? "decimal" : "text"}
          value={text.value}
          title={words.textHint}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={form.busy.value}>{words.add}</button>
      <Wrong of={form.wrong} />
      {messageId !== undefined && <Quoted text={state.bodies[messageId]?.content ?? ""} />}
    </form>
  );
}

/** UTF-16 units of what it is opened from that are shown. */
const QUOTED = 600;
const Quoted = ({ text }: { readonly text: string }) =>
  text === ""
    ? null
    : <blockquote class="check-quoted">{clearText(text.slice(0, QUOTED).toWellFormed())}</blockquote>;
