/** Many answers to the same, each in a tile that opens it. */
import { useComputed } from "@preact/signals";
import { colorOf, PROGRESS } from "../message/facts.tsx";
import { firstLine } from "../message/first_sentence.ts";
import { InContext } from "../message/in_context.tsx";
import { isOpen, type Progress, progressOf } from "../message/progress.ts";
import { shownVersion } from "../message/versions.tsx";
import { seconds } from "../parts/format.ts";
import { AuthorMark, type MarkState } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { words } from "../words/answers.ts";
import { words as told } from "../words/sayings.ts";
import type { Answer } from "./grouping.ts";

/** Answers from which on columns would hide more than they show. */
export const TILES_FROM = 8;

interface TilesProps {
  readonly store: ConversationStore;
  readonly answers: readonly Answer[];
  open(answer: Answer): void;
}

export const Tiles = ({ store, answers, open }: TilesProps) => (
  <ul class="answer-tiles" aria-label={words.group(answers.length)}>
    {answers.map((answer) => (
      <Tile
        key={answer.versions[0]}
        store={store}
        answer={answer}
        open={() => open(answer)}
      />
    ))}
  </ul>
);

const markState = (progress: Progress, included: boolean): MarkState | undefined =>
  progress === "writing"
    ? "writing"
    : progress === "waiting" || progress === "asks"
    ? "waiting"
    : progress === "failed"
    ? "failed"
    : included
    ? undefined
    : "out";

function Tile({ store, answer, open }: { store: ConversationStore; answer: Answer; open(): void }) {
  const id = shownVersion(store.id, answer.versions);
  const shown = store.message(id)?.value;
  const draft = store.draft(id);
  const begins = useComputed(() => firstLine(draft.value.text));
  if (!shown) return null;
  const { state } = store;
  const { message, body } = shown;
  const progress = progressOf(state, id);
  const writes = isOpen(progress);
  const { name } = message.author;
  const text = message.error
    ? told.failure(message.error.code, message.error.message)
    : (message.erased ? words.erased : firstLine(body?.content ?? "") || (writes ? begins.value : ""));
  return (
    <li
      id={id}
      class={`message theirs answer-tile ${progress}${message.included || writes ? "" : " left-out"}`}
      data-color={colorOf(state, message)}
      aria-busy={writes}
    >
      <button type="button" class="choose" onClick={open}>
        <AuthorMark
          roster={state}
          participantId={message.participantId ?? name}
          name={name}
          state={markState(progress, message.included)}
        />
        <b class="author">
          <Name of={name} />
        </b>
        <span class="meta num">
          {PROGRESS[progress] || (message.totalMs === undefined ? "" : seconds(message.totalMs))}
        </span>
        <span class="says">{text}</span>
      </button>
      {!writes && <InContext store={store} message={message} />}
    </li>
  );
}
