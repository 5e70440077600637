/** One agent's answer: its head, its words, and what can be done with it; whichever of its tries is looked at. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { AuthorMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { onPaper } from "../state/on_paper.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { clock } from "../parts/format.ts";
import { type Action, ActionBar, ActionMenu, actionsOf } from "./actions.tsx";
import { AnswerText } from "./answer_text.tsx";
import { Attachments } from "./attachments.tsx";
import { useCapped } from "./capped.ts";
import { colorOf, Facts, isElsewhere, nameOf } from "./facts.tsx";
import { Failure } from "./failure.tsx";
import { InContext } from "./in_context.tsx";
import { isOpen, type Progress, progressOf } from "./progress.ts";
import { wordCount } from "./said_words.ts";
import { SawMarks } from "./saw_marks.tsx";
import { Sources } from "./sources.tsx";
import { useSettled } from "./settled.ts";
import { shownVersion, Versions } from "./versions.tsx";

interface AnswerProps {
  readonly store: ConversationStore;
  /** Its tries, oldest first. */
  readonly versions: readonly [string, ...string[]];
  /** Notices of failures, by the answer that failed. */
  readonly failures: Readonly<Record<string, string>>;
  /** Beside others, one of several below one another, by itself, or the one in focus. */
  readonly look: "column" | "stacked" | "single" | "focus";
  /** What can be done with it besides, where it stands, by its first try. */
  more?(root: string): readonly Action[];
  /** Said beside its name. */
  readonly beside?: ComponentChildren;
}

export function AnswerCard(props: AnswerProps) {
  const id = shownVersion(props.store.id, props.versions);
  const shown = props.store.message(id)?.value;
  // Each try is a message of its own, with a state of its own.
  return shown ? <Card key={id} {...props} shown={shown} /> : null;
}

const classesOf = (look: AnswerProps["look"], { message }: Shown, progress: Progress): string => {
  const open = isOpen(progress);
  return `message theirs card ${look} ${message.status}${open ? " open" : ""}${
    message.included || open ? "" : " left-out"
  }`;
};

/** How its mark looks: failed ones are grey, those that do not count hollow. */
const markState = (progress: Progress, included: boolean) =>
  progress === "failed" ? "failed" : included || isOpen(progress) ? undefined : "out";

function Card({ store, shown, versions, failures, look, more, beside }: AnswerProps & { shown: Shown }) {
  const { message } = shown;
  const { state } = store;
  const progress = progressOf(state, message.id);
  const open = isOpen(progress);
  const { whole } = readingOf(store.id).answers.of(versions[0]).value;
  const capped = (look === "column" || look === "stacked") && !whole && !onPaper.value;
  const { body, content, overflows, scrolled, onScroll } = useCapped(open, capped);
  const name = nameOf(state, message);
  const elsewhere = isElsewhere(state, message);
  const can = () => open || !store.live ? [] : [...more?.(versions[0]) ?? [], ...actionsOf(store, shown)];
  const actions = can();
  const settled = useSettled(open);
  const unfold = (whole: boolean) => readingOf(store.id).answers.change(versions[0], { whole });
  return (
    <article
      id={message.id}
      class={`${classesOf(look, shown, progress)}${capped ? " capped" : ""}${overflows.value ? " over" : ""}${
        scrolled.value ? " scrolled" : ""
      }`}
      data-color={colorOf(state, message)}
      tabIndex={-1}
      aria-busy={open}
      aria-label={`${clearText(name)}${elsewhere ? `, ${words.imported}` : ""}, ${clock(message.at)}`}
    >
      {open && progress !== "asks" && <i class="progress" />}
      <header class="head">
        <AuthorMark
          roster={state}
          participantId={message.participantId ?? message.author.name}
          name={name}
          size={look === "focus" ? 32 : 24}
          state={markState(progress, message.included)}
        />
        <b class="author">
          <Name of={name} />
        </b>
        {elsewhere && <span class="elsewhere" title={words.importedHelp}>{words.imported}</span>}
        {beside}
        <Facts store={store} shown={shown} roomy={look === "single" || look === "focus"} />
        <span class="push" />
        {message.turnId && <SawMarks store={store} turnId={message.turnId} />}
        <Versions conversationId={store.id} versions={versions} id={message.id} />
        {settled && !open ? <InContext store={store} message={message} /> : <i class="in-context room" />}
        {settled && actions.length > 0
          ? <ActionMenu actions={can} name={name} />
          : store.live && <i class="icon more room" />}
      </header>
      <div class="body" ref={body} onScroll={onScroll} tabIndex={capped && open ? 0 : undefined}>
        <div class="content" ref={content}>
          {message.sources && <Sources store={store} ids={message.sources} />}
          <AnswerText store={store} shown={shown} />
          {message.attachments && <Attachments files={message.attachments} />}
          {message.status === "failed" && (
            <Failure store={store} message={message} noticeId={failures[message.id]} />
          )}
        </div>
      </div>
      {!open && (overflows.value || whole) && (
        <Rest text={shown.body?.content ?? ""} whole={whole} counts={settled} set={unfold} />
      )}
      {settled && actions.length > 0 && <ActionBar actions={actions} name={name} />}
    </article>
  );
}

interface RestProps {
  readonly text: string;
  readonly whole: boolean;
  /** Whether its words are counted yet. */
  readonly counts: boolean;
  set(whole: boolean): void;
}

/** What is below the fold, and the way there. */
function Rest({ text, whole, counts, set }: RestProps) {
  const counted = useMemo(() => counts ? wordCount(text) : null, [text, counts]);
  return (
    <footer class="rest">
      <button type="button" aria-expanded={whole} onClick={() => set(!whole)}>
        {whole ? words.showLess : words.showAll}
      </button>
      <span class="num">{counted !== null && words.words(counted)}</span>
    </footer>
  );
}
