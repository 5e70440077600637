/** Over answers to the same: whose they are and how far, what they took together, how they are laid out. */
import { useEffect, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { colorOf, PROGRESS } from "../message/facts.tsx";
import { isOpen, type Progress, progressOf } from "../message/progress.ts";
import { shownVersion } from "../message/versions.tsx";
import { Icon } from "../parts/icon.tsx";
import { type Item, Menu } from "../parts/menu.tsx";
import { AuthorMark, type MarkState } from "../parts/mark.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { type Layout, LAYOUTS } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import type { Answer } from "./grouping.ts";
import { Sum, useHeaded } from "./sum.tsx";

const STATES: Partial<Record<Progress, MarkState>> = {
  writing: "writing",
  asks: "waiting",
  waiting: "waiting",
  done: "ok",
  passed: "ok",
  failed: "failed",
};

interface MarkProps {
  readonly store: ConversationStore;
  readonly answer: Answer;
  /** The one that is looked at, where one is. */
  readonly current: boolean;
  /** Leads to the answer, by its first try. */
  go(root: string): void;
}

/** One agent: its mark, ringed while it writes, with a sign when it is done. */
function AnswerMark({ store, answer, current, go }: MarkProps) {
  const id = shownVersion(store.id, answer.versions);
  const shown = store.message(id)?.value;
  const button = useRef<HTMLButtonElement>(null);
  // Seen while it was written: of what was there before nothing is announced.
  const awaited = useRef(false);
  useEffect(() => {
    if (current && button.current) bringIntoStrip(button.current);
  }, [current]);
  if (!shown) return null;
  const { state } = store;
  const { message } = shown;
  const progress = progressOf(state, id);
  const { name } = message.author;
  if (isOpen(progress)) awaited.current = true;
  return (
    <button
      type="button"
      class={awaited.current && progress === "done" ? "answer-mark came" : "answer-mark"}
      ref={button}
      data-color={colorOf(state, message)}
      aria-label={`${clearText(name)}, ${PROGRESS[progress] || words.done}`}
      aria-current={current}
      title={clearText(name)}
      onClick={() => go(answer.versions[0])}
    >
      <AuthorMark
        roster={state}
        participantId={message.participantId ?? name}
        name={name}
        size={20}
        state={STATES[progress]}
      />
      <bdi aria-hidden="true">{clearText(name)}</bdi>
    </button>
  );
}

/** Moves the strip of marks alone, so that `mark` stands in its middle. */
function bringIntoStrip(mark: HTMLElement): void {
  const strip = mark.parentElement;
  if (!strip || strip.scrollWidth <= strip.clientWidth) return;
  const [box, at] = [strip.getBoundingClientRect(), mark.getBoundingClientRect()];
  strip.scrollBy({ left: at.left + at.width / 2 - box.left - box.width / 2, behavior: "smooth" });
}

interface BarProps {
  readonly store: ConversationStore;
  readonly answers: readonly Answer[];
  readonly layout: Layout;
  /** One is still written. */
  readonly later: boolean;
  /** By its first try; null: none is looked at more than the others. Where one has the page to itself it is that. */
  readonly current: string | null;
  /** Whose marks lead to it: not where a rail or tiles show the same. */
  readonly marks: boolean;
  go(root: string): void;
  /** Leads back to where one came from. */
  readonly back: (() => void) | undefined;
  /** Folds the exchange away; undefined where it cannot be. */
  readonly fold: (() => void) | undefined;
  readonly compare: (() => void) | undefined;
  /** Who could say what they say in a few lines. */
  readonly gists: readonly Item[];
  /** Who could write one answer from all. */
  readonly merges: readonly Item[];
  choose(layout: Layout): void;
}

/** Marks beside which everything else has its words in a bar of middle width. */
const FEW = 3;

export function GroupBar(props: BarProps) {
  const { store, answers, current, marks, go, back, fold, compare, gists, merges, choose } = props;
  // What can be done with several comes when two have ended: its place is there before, so that nothing moves then.
  const later = store.live && answers.length > 1 && props.later;
  const tabbed = marks && props.layout !== "focus";
  // Of the last, which alone cannot be folded.
  const headed = useHeaded(tabbed && !fold, props);
  return (
    <div class={headed ? "group-bar tabbed headed" : tabbed ? "group-bar tabbed" : "group-bar"}>
      {back && (
        <button type="button" class="slim" onClick={back}>
          <Icon name="chevron-left" />
          <span>{words.allAnswers(answers.length)}</span>
        </button>
      )}
      {marks && (
        <div class={answers.length > FEW ? "answer-marks many" : "answer-marks"}>
          {answers.map((answer) => (
            <AnswerMark
              key={answer.versions[0]}
              store={store}
              answer={answer}
              current={answer.versions[0] === current}
              go={go}
            />
          ))}
        </div>
      )}
      <Sum store={store} answers={answers} />
      <span class="push" />
      {fold && (
        <button type="button" class="slim fold-it" onClick={fold}>
          <Icon name="chevron-up" />
          {words.fold}
        </button>
      )}
      <Layouts chosen={props.layout} choose={choose} />
      {(compare || later) && (
        <button type="button" class="outline slim compare-them" disabled={!compare} onClick={compare}>
          <Icon name="git-compare" />
          <span>{words.compare}</span>
        </button>
      )}
      {gists.length > 0
        ? (
          <span class="for-room" title={words.gistHelp}>
            <Menu label={words.gist} class="outline slim" items={gists} heading={words.writtenBy}>
              <Icon name="sparkle" />
              <span>{words.gist}</span>
            </Menu>
          </span>
        )
        : later && (
          <button type="button" class="outline slim for-room" disabled>
            <Icon name="sparkle" />
            <span>{words.gist}</span>
          </button>
        )}
      {merges.length > 0 ? <More items={merges} /> : later && <span class="icon more room" />}
      <More items={allOf(props)} phone />
    </div>
  );
}

/** Where there is room for one button, it leads to everything. */
const allOf = ({ layout, choose, fold, compare, gists, merges }: BarProps): Item[] => [
  ...LAYOUTS.map((name): Item => ({
    label: words[name],
    icon: ICONS[name],
    checked: name === layout,
    run: () => choose(name),
  })),
  ...compare ? [{ label: words.compare, icon: "git-compare", apart: true, run: compare } as const] : [],
  ...gists.map(({ label, run }): Item => ({ label: words.gistBy(label), icon: "sparkle", run })),
  ...merges,
  ...fold ? [{ label: words.fold, icon: "chevron-up", apart: true, run: fold } as const] : [],
];

const More = ({ items, phone = false }: { items: readonly Item[]; phone?: boolean }) => (
  <span class={phone ? "for-phone" : "for-room"}>
    <Menu label={words.moreForAll} class="icon more" items={items}>
      <Icon name="ellipsis" />
    </Menu>
  </span>
);

const ICONS = { columns: "columns-3", focus: "focus", stack: "rows-3" } as const;

function Layouts({ chosen, choose }: { chosen: Layout; choose(layout: Layout): void }) {
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = event.key === "ArrowRight" || event.key === "ArrowDown"
      ? 1
      : event.key === "ArrowLeft" || event.key === "ArrowUp"
      ? -1
      : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = LAYOUTS[(LAYOUTS.indexOf(chosen) + step + LAYOUTS.length) % LAYOUTS.length] ?? chosen;
    event.currentTarget.querySelector<HTMLElement>(`[data-layout="${next}"]`)?.focus();
    choose(next);
  };
  return (
    <div class="layouts" role="radiogroup" aria-label={words.layout} onKeyDown={onKeyDown}>
      {LAYOUTS.map((name) => (
        <button
          type="button"
          key={name}
          role="radio"
          data-layout={name}
          aria-checked={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          title={words[name]}
          onClick={() => choose(name)}
        >
          <Icon name={ICONS[name]} />
          <span>{words[name]}</span>
        </button>
      ))}
    </div>
  );
}
