/** What agents were asked to write about the answers of an exchange: their gist, and the claims of two of them. */
import "./about_answers.css";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { ActionMenu, actionsOf } from "../message/actions.tsx";
import { AnswerText, isWriting } from "../message/answer_text.tsx";
import { colorOf, Facts } from "../message/facts.tsx";
import { Failure } from "../message/failure.tsx";
import { InContext } from "../message/in_context.tsx";
import { isOpen, progressOf } from "../message/progress.ts";
import { light } from "../message/saw_marks.tsx";
import { shownVersion, Versions } from "../message/versions.tsx";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { lastWordOf } from "../rich/links.tsx";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { onPaper } from "../state/on_paper.ts";
import { readingOf } from "../state/reading.ts";
import { reveal } from "../state/revealing.ts";
import { words } from "../words/about.ts";
import { type GistLine, gistOf, isWholeGist } from "./about_lines.ts";
import { type AboutProps, AsWritten, ClaimsLine } from "./claims.tsx";
import type { Answer, Exchange } from "./grouping.ts";

interface Props {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
}

export function About({ store, exchange }: Props) {
  return (
    <div class="about">
      {exchange.about.map((answer) => (
        <One key={answer.versions[0]} store={store} exchange={exchange} answer={answer} />
      ))}
    </div>
  );
}

function One({ store, exchange, answer: { versions } }: Props & { answer: Answer }) {
  const shown = store.message(shownVersion(store.id, versions))?.value;
  if (!shown) return null;
  return shown.message.task === "claims"
    ? <ClaimsLine store={store} exchange={exchange} shown={shown} versions={versions} />
    : <Gist store={store} exchange={exchange} shown={shown} versions={versions} />;
}

/** Who wrote it, as a mark and a name. */
function Writer({ store: { state }, message }: { store: ConversationStore; message: Message }) {
  const { name } = message.author;
  return (
    <span class="writer" data-color={colorOf(state, message)}>
      <AuthorMark roster={state} participantId={message.participantId ?? name} name={name} size={18} />
      <Name of={name} />
    </span>
  );
}

function Gist({ store, exchange, shown, versions }: AboutProps) {
  const { message } = shown;
  const open = isOpen(progressOf(store.state, message.id));
  const looks = readingOf(store.id).answers;
  const closed = looks.of(versions[0]).value.closed && !onPaper.value;
  const close = (closed: boolean) => looks.change(versions[0], { closed });
  const title = words.whatTheySaid(message.sources?.length ?? 0);
  return (
    <article
      id={message.id}
      class={`message theirs gist ${message.status}${message.included || open ? "" : " left-out"}`}
      aria-label={`${title}, ${words.by(clearText(message.author.name))}, ${clock(message.at)}`}
      aria-busy={open}
      tabIndex={-1}
    >
      {open && <i class="progress" data-color={colorOf(store.state, message)} />}
      <header>
        <Icon name="sparkle" />
        <b>{title}</b>
        <span class="by">{words.byWhom}</span>
        <Writer store={store} message={message} />
        <Facts store={store} shown={shown} />
        <span class="push" />
        <Versions conversationId={store.id} versions={versions} id={message.id} />
        {open ? null : <InContext store={store} message={message} />}
        {!open && store.live && (
          <ActionMenu actions={() => actionsOf(store, shown)} name={message.author.name} />
        )}
        <button
          type="button"
          class="icon"
          aria-expanded={!closed}
          aria-label={closed ? words.open : words.close}
          title={closed ? words.open : words.close}
          onClick={() => close(!closed)}
        >
          <Icon name={closed ? "chevron-down" : "x"} />
        </button>
      </header>
      {!closed && <Said store={store} shown={shown} />}
      {!closed && message.status === "failed" && (
        <Failure store={store} message={message} noticeId={exchange.failures[message.id]} />
      )}
    </article>
  );
}

/** Its lines, as they come; what did not keep to the form as it was written. */
function Said({ store, shown }: { store: ConversationStore; shown: Shown }) {
  const { message, body } = shown;
  const writing = isWriting(message) && message.status !== "interrupted";
  const text = writing ? store.draft(message.id).value.text : body?.content ?? "";
  const sources = message.sources ?? [];
  const lines = message.erased ? [] : gistOf(text, sources.length);
  // A tool it uses, or wants to, is told as in every answer.
  if (lines.length === 0 || body?.tools?.length) {
    return (
      <div class="body">
        {!writing && text !== "" && message.status !== "failed" && <p class="hint">{words.otherForm}</p>}
        <AnswerText store={store} shown={shown} />
      </div>
    );
  }
  return (
    <>
      <dl class="lines">
        {lines.map((line, index) => <Line key={index} store={store} line={line} sources={sources} />)}
      </dl>
      {!writing && !isWholeGist(text, lines) && <AsWritten store={store} shown={shown} />}
    </>
  );
}

function labelOf(store: ConversationStore, { kind, of }: GistLine, sources: readonly string[]): string {
  if (kind === "open") return words.stillOpen;
  if (kind === "alone") {
    return words.aloneSays(clearText(store.state.messages[sources[of[0] ?? 0] ?? ""]?.author.name ?? ""));
  }
  return of.length === sources.length ? words.allAgree : words.someAgree(of.length, sources.length);
}

interface LineProps {
  readonly store: ConversationStore;
  readonly line: GistLine;
  readonly sources: readonly string[];
}

function Line({ store, line, sources }: LineProps) {
  const [before, word] = lastWordOf(line.text);
  return (
    <div>
      <dt dir="auto">{labelOf(store, line, sources)}</dt>
      <dd dir="auto">
        {before}
        <span class="glue">
          {word}{" "}
          <span class="leads">
            {line.of.map((index) => <Dot key={index} store={store} id={sources[index] ?? ""} />)}
          </span>
        </span>
      </dd>
    </div>
  );
}

/** Leads to an answer; pointed at, it lights it. */
function Dot({ store, id }: { store: ConversationStore; id: string }) {
  const message = store.state.messages[id];
  if (!message) return null;
  const name = words.toAnswer(clearText(message.author.name));
  return (
    <button
      type="button"
      class="dot"
      data-color={colorOf(store.state, message)}
      aria-label={name}
      title={name}
      onPointerEnter={() => light(id, true)}
      onPointerLeave={() => light(id, false)}
      onFocus={() => light(id, true)}
      onBlur={() => light(id, false)}
      onClick={() => void reveal(store.id, id)}
    />
  );
}
