/** An earlier exchange: its question, and one line for each agent. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { colorOf, isElsewhere, nameOf, PROGRESS } from "../message/facts.tsx";
import { firstLine } from "../message/first_sentence.ts";
import { InContext } from "../message/in_context.tsx";
import { Item } from "../message/message.tsx";
import { isOpen, progressOf } from "../message/progress.ts";
import { shownVersion } from "../message/versions.tsx";
import { wordsOf } from "../message/one_line.ts";
import { clock, exact } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { words as told } from "../words/sayings.ts";
import { answersOf, type Exchange } from "./grouping.ts";

/**
 * What the program says of no answer and of nobody's message, as what a schedule missed: it only happens to stand behind
 * this exchange, and who reads on from it would never see it.
 */
const standsAlone = ({ state }: ConversationStore, id: string): boolean =>
  state.messages[id]?.notice === undefined;

export function Folded({ store, exchange }: { store: ConversationStore; exchange: Exchange }) {
  const answers = answersOf(exchange);
  const unfold = (focused: string | null = null) =>
    readingOf(store.id).exchanges.change(exchange.key, { folded: false, focused });
  return (
    <>
      <section class="exchange folded" style={{ "--columns": answers.length }}>
        {exchange.asked !== null && (
          <Asked
            store={store}
            id={exchange.asked}
            answers={answers.length}
            unfold={() => unfold()}
          />
        )}
        {[...answers, ...exchange.about].map(({ versions }) => (
          <Line
            key={versions[0]}
            store={store}
            versions={versions}
            unfold={() => unfold(versions[0])}
          />
        ))}
      </section>
      {exchange.rows.map((row) =>
        row.kind === "notice" && standsAlone(store, row.id) && <Item key={row.id} store={store} id={row.id} />
      )}
    </>
  );
}

interface AskedProps {
  readonly store: ConversationStore;
  readonly id: string;
  readonly answers: number;
  unfold(): void;
}

function Asked({ store, id, answers, unfold }: AskedProps) {
  const shown = store.message(id)?.value;
  if (!shown) return null;
  const { message, body } = shown;
  const name = nameOf(store.state, message);
  return (
    <article
      id={id}
      class={`message mine line${message.included ? "" : " left-out"}`}
      aria-label={`${clearText(name)}, ${clock(message.at)}`}
    >
      <button type="button" class="open" aria-expanded={false} title={words.unfold} onClick={unfold}>
        <Icon name="chevron-right" />
        <b class={name === words.you ? "author sr" : "author"}>
          <Name of={name} />
        </b>
        {isElsewhere(store.state, message) && <span class="elsewhere">{words.imported}</span>}
        <span class="said one-line">
          {message.erased ? words.erased : wordsOf(body?.content ?? "", message.attachments)}
        </span>
        <span class="meta num" title={exact(message.at)}>
          {words.answers(answers)} · <time dateTime={message.at}>{clock(message.at)}</time>
        </span>
      </button>
      <InContext store={store} message={message} />
    </article>
  );
}

interface LineProps {
  readonly store: ConversationStore;
  readonly versions: readonly [string, ...string[]];
  unfold(): void;
}

/** One answer in a line. */
export function Line({ store, versions, unfold }: LineProps) {
  const id = shownVersion(store.id, versions);
  const shown = store.message(id)?.value;
  if (!shown) return null;
  const { state } = store;
  const { message, body } = shown;
  const progress = progressOf(state, id);
  const open = isOpen(progress);
  const name = nameOf(state, message);
  return (
    <article
      id={id}
      class={`message theirs line ${message.status}${message.included || open ? "" : " left-out"}`}
      data-color={colorOf(state, message)}
      aria-busy={open}
      aria-label={`${clearText(name)}, ${clock(message.at)}`}
    >
      <button type="button" class="open" onClick={unfold}>
        <AuthorMark
          roster={state}
          participantId={message.participantId ?? message.author.name}
          name={name}
          size={18}
          state={progress === "failed" ? "failed" : message.included || open ? undefined : "out"}
        />
        <b class="author">
          <Name of={name} />
        </b>
        {isElsewhere(state, message) && <span class="elsewhere">{words.imported}</span>}
        <span class="one-line">
          {message.error
            ? told.failure(message.error.code, message.error.message)
            : message.erased
            ? words.erased
            : firstLine(body?.content ?? "")}
        </span>
        <span class="meta" title={exact(message.at)}>
          <time class="sr" dateTime={message.at}>{clock(message.at)}</time>
          {PROGRESS[progress]}
        </span>
      </button>
      {!open && <InContext store={store} message={message} />}
    </article>
  );
}
