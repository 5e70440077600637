/** One answer at the width of a page, the others as a rail beside it, and what it was written with in view. */
import { useComputed } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { AnswerCard } from "../message/answer_card.tsx";
import { askAgain } from "../message/actions.tsx";
import { colorOf, PROGRESS } from "../message/facts.tsx";
import { firstSentence } from "../message/first_sentence.ts";
import { InContext } from "../message/in_context.tsx";
import { isOpen, type Progress, progressOf } from "../message/progress.ts";
import { shownVersion } from "../message/versions.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { words as told } from "../words/sayings.ts";
import type { Action } from "../message/actions.tsx";
import type { Answer, Exchange } from "./grouping.ts";
import { SawList } from "./saw_list.tsx";

interface FocusProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly answers: readonly [Answer, ...Answer[]];
  /** What can be done with the answer in focus besides. */
  more(root: string): readonly Action[];
}

/** The answer in focus: the one that was chosen, else the first. */
export function focusedOf(
  conversationId: string,
  { key }: Exchange,
  answers: readonly [Answer, ...Answer[]],
): Answer {
  const { focused } = readingOf(conversationId).exchanges.of(key).value;
  return answers.find(({ versions }) => versions[0] === focused) ?? answers[0];
}

export function Focus({ store, exchange, answers, more }: FocusProps) {
  const focused = focusedOf(store.id, exchange, answers);
  const choose = ({ versions }: Answer) =>
    readingOf(store.id).exchanges.change(exchange.key, { focused: versions[0] });
  return (
    <div class="focus-frame">
      <ul class="answer-rail" aria-label={words.group(answers.length)}>
        {answers.map((answer, index) => (
          <RailItem
            key={answer.versions[0]}
            store={store}
            answer={answer}
            number={index + 1}
            current={answer === focused}
            choose={() => choose(answer)}
          />
        ))}
      </ul>
      <AnswerCard
        key={focused.versions[0]}
        store={store}
        versions={focused.versions}
        failures={exchange.failures}
        look="focus"
        more={more}
      />
      <SawList store={store} id={shownVersion(store.id, focused.versions)} />
    </div>
  );
}

interface RailProps {
  readonly store: ConversationStore;
  readonly answer: Answer;
  /** The key that leads here, from 1; above 9 none does. */
  readonly number: number;
  readonly current: boolean;
  choose(): void;
}

function RailItem({ store, answer, number, current, choose }: RailProps) {
  const id = shownVersion(store.id, answer.versions);
  const shown = store.message(id)?.value;
  if (!shown) return null;
  const { state } = store;
  const { message } = shown;
  const progress = progressOf(state, id);
  const open = isOpen(progress);
  const { name } = message.author;
  return (
    <li
      class={`rail-item ${progress}${current ? " current" : ""}${
        message.included || open ? "" : " left-out"
      }`}
      data-color={colorOf(state, message)}
    >
      <button type="button" class="choose" aria-current={current} onClick={choose}>
        <AuthorMark
          roster={state}
          participantId={message.participantId ?? name}
          name={name}
          state={progress === "failed" ? "failed" : message.included || open ? undefined : "out"}
        />
        <span class="of">
          <b>
            <Name of={name} />
          </b>
          <span class="says">
            {open ? <Begins store={store} id={id} progress={progress} /> : said(shown)}
          </span>
        </span>
        <span class="meta num">
          {PROGRESS[progress] && !open ? PROGRESS[progress] : number < 10 ? number : ""}
        </span>
      </button>
      {progress === "failed" && store.live && (
        <button
          type="button"
          class="retry"
          onClick={() => askAgain(store, message.turnId ?? "")}
        >
          {words.retry}
          <span class="sr">{clearText(name)}</span>
        </button>
      )}
      {!open && <InContext store={store} message={message} />}
    </li>
  );
}

const said = ({ message, body }: Shown): string =>
  message.error
    ? told.failure(message.error.code, message.error.message)
    : message.erased
    ? words.erased
    : firstSentence(body?.content ?? "");

/** How an answer begins that is being written: changes with its first sentence, not with each word behind. */
function Begins({ store, id, progress }: { store: ConversationStore; id: string; progress: Progress }) {
  const draft = store.draft(id);
  const begins = useComputed(() => firstSentence(draft.value.text));
  return <>{begins.value || PROGRESS[progress]}</>;
}
