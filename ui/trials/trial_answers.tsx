/** The answers of a trial, each folded to a line until it is opened. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { count } from "../parts/format.ts";
import { AuthorMark } from "../parts/mark.tsx";
import { firstSentence } from "../message/first_sentence.ts";
import { Markdown } from "../message/markdown.tsx";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/trials.ts";

export type TrialAnswer = Trial["answers"][number];

/** A share in whole percent. */
export const percent = (share: number): string => `${count(Math.round(100 * share))} %`;

interface Props {
  readonly state: ConversationState;
  readonly answers: readonly TrialAnswer[];
  /** Takes one into the talk; absent: none can be. */
  readonly onTake?: ((messageId: string) => void) | undefined;
}

export function TrialAnswers({ state, answers, onTake }: Props) {
  return (
    <ul class="trial-answers">
      {answers.map((answer) => (
        <Answer key={answer.message.id} state={state} answer={answer} onTake={onTake} />
      ))}
    </ul>
  );
}

function lineOf({ message }: TrialAnswer): string {
  if (message.erased) return words.erased;
  if (message.status === "failed" || message.status === "cancelled") {
    return message.error?.message ?? words.failed;
  }
  return message.completed ? firstSentence(message.content) : words.running;
}

function Answer({ state, answer, onTake }: Omit<Props, "answers"> & { readonly answer: TrialAnswer }) {
  const { message, words: length, agreement, cut, taken } = answer;
  const facts = [
    ...(length === null ? [] : [words.words(count(length))]),
    ...(agreement === null ? [] : [words.agreesWith(percent(agreement))]),
    ...(cut ? [words.cut] : []),
  ];
  return (
    <li>
      <details>
        <summary>
          <AuthorMark
            roster={state}
            participantId={message.participantId ?? ""}
            name={clearText(message.authorName)}
            size={20}
          />
          <span class="trial-line" dir="auto">{clearText(lineOf(answer))}</span>
          <span class="trial-facts">{facts.join(" · ")}</span>
        </summary>
        {message.completed && !message.erased && <Markdown text={message.content} />}
        <p class="trial-acts">
          {message.turnId !== null && (
            <button
              type="button"
              class="slim"
              onClick={() => (dialog.value = { name: "saw", turnId: message.turnId ?? "" })}
            >
              {words.saw}
            </button>
          )}
          {onTake && message.completed && !message.erased && (
            <button
              type="button"
              class="slim"
              disabled={taken}
              onClick={() => onTake(message.id)}
            >
              {taken ? words.taken : words.take}
            </button>
          )}
        </p>
      </details>
    </li>
  );
}
