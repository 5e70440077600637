/**
 * Answers to the same as one object: a bar over them, and below it columns, one in focus, one below the other, tiles
 * where they are many, two against each other, or the one that was kept.
 */
import type { ComponentChildren } from "preact";
import { useCallback, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Action } from "../message/actions.tsx";
import { AnswerCard } from "../message/answer_card.tsx";
import { isOpen, progressOf } from "../message/progress.ts";
import { shownVersion } from "../message/versions.tsx";
import { lazy } from "../parts/lazy.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { onPaper } from "../state/on_paper.ts";
import { keptAnswers, type Layout, layout, readingOf, shownLayout } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { Columns } from "./columns.tsx";
import { Focus, focusedOf } from "./focus.tsx";
import { goTo } from "./going.ts";
import { GroupBar } from "./group_bar.tsx";
import { type Answer, type Exchange, holdsBoth } from "./grouping.ts";
import { useInTurn } from "./in_turn.ts";
import { Kept } from "./kept.tsx";
import { aloneIn, keepThis, mergeable, mergeThese } from "./keeping.ts";
import { lastOf } from "./summary.ts";
import { Tiles, TILES_FROM } from "./tiles.tsx";

const Compare = lazy(async () => (await import("./compare_answers.tsx")).Compare);

interface TogetherProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly answers: readonly [Answer, ...Answer[]];
  /** It can be folded away again. */
  readonly folds: boolean;
}

export function Together({ store, exchange, answers, folds }: TogetherProps) {
  const { exchanges } = readingOf(store.id);
  const look = exchanges.of(exchange.key).value;
  const alone = aloneIn(store.state, answers, (id) => store.message(id)?.value.message);
  const keptAnswer = alone && keptAnswers.value.includes(alone.versions[0]) ? alone : undefined;
  const more = useMore({ store, exchange, answers });
  // On paper all of it is read.
  if (look.comparing && holdsBoth(answers, look.comparing) && !onPaper.value) {
    return <Compare store={store} exchange={exchange} answers={answers} comparing={look.comparing} />;
  }
  if (keptAnswer && !onPaper.value) {
    return (
      <Kept
        store={store}
        exchange={exchange}
        answers={answers}
        kept={keptAnswer}
        more={more}
      />
    );
  }
  return (
    <div class="group">
      <Bar store={store} exchange={exchange} answers={answers} folds={folds} />
      <Answers store={store} exchange={exchange} answers={answers} more={more} />
    </div>
  );
}

/** The same function each time, so that with one that ends not all of them are made anew. */
function useMore(of: Omit<TogetherProps, "folds">): (root: string) => Action[] {
  const now = useRef(of);
  now.current = of;
  return useCallback((root) => {
    const { store, exchange, answers } = now.current;
    const answer = answers.find(({ versions }) => versions[0] === root);
    return answer ? moreOf(store, exchange, answers, answer) : [];
  }, []);
}

/** What can be done with one of several answers, because there are others. */
function moreOf(
  store: ConversationStore,
  exchange: Exchange,
  answers: readonly Answer[],
  answer: Answer,
): Action[] {
  if (!store.live) return [];
  const id = shownVersion(store.id, answer.versions);
  const message = store.state.messages[id];
  if (message?.status !== "complete" || message.passed) return [];
  const { exchanges } = readingOf(store.id);
  const others = answers.filter((other) =>
    other !== answer && mergeable(store.state, other.versions).length > 0
  );
  return [
    {
      name: "keep",
      icon: "check",
      label: words.keep,
      run: () => void keepThis(store, exchange, answer, id),
    },
    ...others.slice(0, COMPARED_IN_MENU).map((other): Action => ({
      name: "compare",
      icon: "git-compare",
      label: words.compareWith(clearText(store.state.messages[other.versions[0]]?.author.name ?? "")),
      rare: true,
      run: () => exchanges.change(exchange.key, { comparing: [answer.versions[0], other.versions[0]] }),
    })),
  ];
}

/** Others offered in the menu of an answer; the heads of the comparison lead to all. */
const COMPARED_IN_MENU = 4;

function Bar({ store, exchange, answers, folds }: TogetherProps) {
  const { exchanges } = readingOf(store.id);
  const look = exchanges.of(exchange.key).value;
  const shown = shownLayout(store.id, exchange.key);
  const tiled = layout.value === "columns" && answers.length >= TILES_FROM;
  const ids = answers.map(({ versions }) => shownVersion(store.id, versions));
  // Which of them have ended is told by each of them.
  const complete = ids.filter((id) => store.message(id)?.value.message.status === "complete");
  // What can be done with several comes in the place that is kept for it while one is written: both are told together.
  const writing = answers.some((answer) => isOpen(progressOf(store.state, lastOf(answer))));
  const [kept, ...ended] = useInTurn([writing ? "kept" : "", ...complete].join(" ")).split(" ");
  // Who could write something of them all.
  const able = store.live && ended.length > 1
    ? store.state.participants.filter(({ enabled }) => enabled)
    : [];
  const [one, other] = pairOf(answers, look.focused, mergeable(store.state, ended));
  const focused = shown === "focus" ? focusedOf(store.id, exchange, answers).versions[0] : look.focused;
  return (
    <GroupBar
      store={store}
      answers={answers}
      layout={shown}
      later={kept !== ""}
      current={focused}
      marks={!(tiled && shown === "columns")}
      go={(root) => {
        exchanges.change(exchange.key, { focused: root });
        goTo(store.id, answers, root);
      }}
      back={tiled && look.layout === "focus"
        ? () => exchanges.change(exchange.key, { layout: null })
        : undefined}
      fold={folds ? () => exchanges.change(exchange.key, { folded: null }) : undefined}
      compare={one && other ? () => exchanges.change(exchange.key, { comparing: [one, other] }) : undefined}
      gists={able.map(({ agentId, name }) => ({
        label: clearText(name),
        run: () => void mergeThese(store, agentId, ended, "gist"),
      }))}
      merges={able.map(({ agentId, name }) => ({
        label: words.mergeBy(clearText(name)),
        icon: "merge",
        run: () => void mergeThese(store, agentId, ended),
      }))}
      choose={(wanted: Layout) => {
        layout.value = wanted;
        exchanges.change(exchange.key, { layout: null });
      }}
    />
  );
}

/** Two answers to begin a comparison with: the one in focus, or the first, and the next of those that can be read. */
function pairOf(
  answers: readonly Answer[],
  focused: string | null,
  readable: readonly string[],
): readonly string[] {
  const roots = answers.filter(({ versions }) => versions.some((id) => readable.includes(id)))
    .map(({ versions }) => versions[0]);
  const first = focused !== null && roots.includes(focused) ? focused : roots[0];
  const rest = roots.filter((root) => root !== first);
  return first === undefined || rest[0] === undefined ? [] : [first, rest[0]];
}

interface AnswersProps extends Omit<TogetherProps, "folds"> {
  more(root: string): Action[];
}

function Answers({ store, exchange, answers, more }: AnswersProps) {
  const shown = shownLayout(store.id, exchange.key);
  if (shown === "focus") return <Focus store={store} exchange={exchange} answers={answers} more={more} />;
  if (shown === "columns" && answers.length >= TILES_FROM) {
    const open = ({ versions: [focused] }: Answer) =>
      readingOf(store.id).exchanges.change(exchange.key, { layout: "focus", focused });
    return <Tiles store={store} answers={answers} open={open} />;
  }
  const cards = answers.map((answer) => (
    <AnswerCard
      key={answer.versions[0]}
      store={store}
      versions={answer.versions}
      failures={exchange.failures}
      look={shown === "columns" ? "column" : "stacked"}
      more={more}
    />
  ));
  return shown === "columns"
    ? <InColumns store={store} exchange={exchange} answers={answers}>{cards}</InColumns>
    : <div class="stacked-answers">{cards}</div>;
}

type InColumnsProps = Omit<AnswersProps, "more"> & { readonly children: ComponentChildren };

function InColumns({ store, exchange, answers, children }: InColumnsProps) {
  const { exchanges } = readingOf(store.id);
  const { focused } = exchanges.of(exchange.key).value;
  return (
    <Columns
      label={words.group(answers.length)}
      at={answers.findIndex(({ versions }) => versions[0] === focused)}
      arrived={(index) => {
        const root = answers[index]?.versions[0];
        if (root !== undefined && root !== focused) exchanges.change(exchange.key, { focused: root });
      }}
    >
      {children}
    </Columns>
  );
}
