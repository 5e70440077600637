/** An exchange that ended in one answer: the others are folded to a line and left out from here on. */
import { useEffect, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Action } from "../message/actions.tsx";
import { AnswerCard } from "../message/answer_card.tsx";
import { PROGRESS } from "../message/facts.tsx";
import { progressOf } from "../message/progress.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark, MarkStack } from "../parts/mark.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { readingOf, rememberKept } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { Line } from "./folded.tsx";
import { leadToKept } from "./going.ts";
import type { Answer, Exchange } from "./grouping.ts";
import { wasJustKept } from "./keeping.ts";
import { lastOf } from "./summary.ts";

interface KeptProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly answers: readonly Answer[];
  readonly kept: Answer;
  more(root: string): readonly Action[];
}

/** Marks in the line of the others; more say no more. */
const MARKS = 6;

export function Kept({ store, exchange, answers, kept, more }: KeptProps) {
  const others = answers.filter((answer) => answer !== kept);
  const open = (focused: string | null) => {
    readingOf(store.id).exchanges.change(exchange.key, { focused });
    rememberKept(kept.versions[0], false);
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current && wasJustKept(kept.versions[0])) leadToKept(box.current);
  }, []);
  return (
    <div class="kept" ref={box}>
      <details class="others">
        <summary>
          <Others store={store} others={others} />
        </summary>
        {others.map(({ versions }) => (
          <Line
            key={versions[0]}
            store={store}
            versions={versions}
            unfold={() => open(versions[0])}
          />
        ))}
        <button type="button" class="slim" onClick={() => open(null)}>
          <Icon name="columns-3" />
          {words.sideBySide}
        </button>
      </details>
      <AnswerCard
        store={store}
        versions={kept.versions}
        failures={exchange.failures}
        look="single"
        more={(root) => more(root).filter(({ name }) => name !== "keep")}
        beside={
          <span class="tag kept-tag">
            <Icon name="check" size={13} />
            {words.youKept}
          </span>
        }
      />
    </div>
  );
}

function Others({ store, others }: { store: ConversationStore; others: readonly Answer[] }) {
  const { state } = store;
  const messages = others.flatMap((answer) => store.message(lastOf(answer))?.value.message ?? []);
  const said = messages.filter(({ id }) => progressOf(state, id) === "done");
  const silent = messages.filter((message) => !said.includes(message));
  return (
    <>
      <MarkStack>
        {said.slice(0, MARKS).map(({ id, participantId, author }) => (
          <AuthorMark
            key={id}
            roster={state}
            participantId={participantId ?? author.name}
            name={author.name}
            size={18}
          />
        ))}
      </MarkStack>
      <span class="one-line">
        <b>{words.others(said.length)}</b>, {words.fromHereOn}
      </span>
      <span class="meta one-line">
        {silent.map(({ id, author }) => `${clearText(author.name)} ${PROGRESS[progressOf(state, id)]}`).join(
          ", ",
        )}
      </span>
      <Icon name="chevron-right" />
    </>
  );
}
