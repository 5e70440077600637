/** Two answers against each other: part by part, with the words that differ marked, and what may come of it. */
import "./compare_answers.css";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { useKeys } from "../keys/acts.ts";
import { colorOf } from "../message/facts.tsx";
import { wordCount } from "../message/said_words.ts";
import { shownVersion } from "../message/versions.tsx";
import { seconds } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import { Menu } from "../parts/menu.tsx";
import { isInFront } from "../parts/keyboard.ts";
import { Name } from "../parts/name.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { words as told } from "../words/about.ts";
import type { Claim } from "./about_lines.ts";
import { aligned, type Pair } from "./aligning.ts";
import { Claims, ClaimsLine, contradictionsIn, judgedOf } from "./claims.tsx";
import { Row, type Side } from "./compare_row.tsx";
import { goTo } from "./going.ts";
import type { Answer, Exchange } from "./grouping.ts";
import { mergeable } from "./keeping.ts";
import { Verdict } from "./verdict.tsx";

interface CompareProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly answers: readonly Answer[];
  /** By their first tries. */
  readonly comparing: readonly [string, string];
}

export function Compare({ store, exchange, answers, comparing }: CompareProps) {
  const view = useSignal<View>("words");
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.scrollIntoView({ block: "start" }), []);
  const { exchanges } = readingOf(store.id);
  const [left, right] = [sideOf(store, answers, comparing[0]), sideOf(store, answers, comparing[1])];
  const close = () => exchanges.change(exchange.key, { comparing: null });
  useKeys({
    escape: ({ target }) => {
      if (isInFront(target)) return false;
      close();
      // What had the focus goes with the comparison.
      if (root.current?.contains(document.activeElement)) goTo(store.id, answers, comparing[0]);
      return true;
    },
  });
  const pairs = useMemo(() => left && right ? aligned(left.text, right.text) : [], [left?.text, right?.text]);
  if (!left || !right) return null;
  const judged = judgedOf(store, exchange, left.message.id, right.message.id);
  const compare = (a: string, b: string) => exchanges.change(exchange.key, { comparing: [a, b] });
  return (
    <div class="group comparing" ref={root}>
      <div class="group-bar compared">
        <button type="button" class="slim" onClick={close}>
          <Icon name="chevron-left" />
          {words.answers(answers.length)}
        </button>
        <Tally pairs={pairs} contradictions={contradictionsIn(judged?.claims ?? [])} />
        <span class="push" />
        <Views shown={view.value} choose={(wanted) => (view.value = wanted)} />
      </div>
      {judged && (
        <ClaimsLine store={store} exchange={exchange} shown={judged.shown} versions={judged.versions} />
      )}
      <Sheet
        store={store}
        answers={answers}
        left={left}
        right={right}
        compare={compare}
      >
        {view.value === "claims"
          ? <Claims store={store} judged={judged} sides={[left.message, right.message]} />
          : pairs.map((pair, index) => (
            <Row
              key={index}
              pair={pair}
              left={left}
              right={right}
              marks={view.value === "words"}
              claims={judged?.claims ?? NONE}
            />
          ))}
      </Sheet>
      {store.live && (
        <Verdict
          store={store}
          exchange={exchange}
          answers={answers}
          sides={[left.message, right.message]}
          close={close}
        />
      )}
    </div>
  );
}

/** What is shown of two answers: their words with those that differ marked, or without, or their claims. */
type View = "words" | "plain" | "claims";
const NONE: readonly Claim[] = [];

function Views({ shown, choose }: { shown: View; choose(view: View): void }) {
  return (
    <div class="layouts views" role="group" aria-label={words.shownOf}>
      <button
        type="button"
        aria-pressed={shown === "words"}
        onClick={() => choose(shown === "words" ? "plain" : "words")}
      >
        {words.wordsThatDiffer}
      </button>
      <button
        type="button"
        aria-pressed={shown === "claims"}
        onClick={() => choose(shown === "claims" ? "words" : "claims")}
      >
        {told.claimsOnly}
      </button>
    </div>
  );
}

interface SheetProps {
  readonly store: ConversationStore;
  readonly answers: readonly Answer[];
  readonly left: Side;
  readonly right: Side;
  readonly children: ComponentChildren;
  /** Lays two others against each other, by their first tries. */
  compare(left: string, right: string): void;
}

function Sheet({ store, answers, left, right, children, compare }: SheetProps) {
  const [[a], [b]] = [left.answer.versions, right.answer.versions];
  return (
    <div class="compare">
      <div class="sides">
        <SideHead
          store={store}
          answers={answers}
          side={left}
          other={b}
          choose={(root) => compare(root, b)}
        />
        <button
          type="button"
          class="icon"
          aria-label={words.swap}
          title={words.swap}
          onClick={() => compare(b, a)}
        >
          <Icon name="arrow-right-left" />
        </button>
        <SideHead
          store={store}
          answers={answers}
          side={right}
          other={a}
          choose={(root) => compare(a, root)}
        />
      </div>
      {children}
    </div>
  );
}

function sideOf(store: ConversationStore, answers: readonly Answer[], root: string): Side | null {
  const answer = answers.find(({ versions }) => versions[0] === root);
  const shown = answer && store.message(shownVersion(store.id, answer.versions))?.value;
  if (!answer || !shown) return null;
  const { message, body } = shown;
  return { answer, message, text: body?.content ?? "", color: colorOf(store.state, message) };
}

/** What an agent found to contradict; how many parts are the same, differ, stand alone. */
function Tally({ pairs, contradictions }: { pairs: readonly Pair[]; contradictions: number }) {
  const count = (...kinds: Pair["kind"][]) => pairs.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
    [count("same"), words.agree],
    [count("different", "apart"), words.differ],
    [count("left", "right"), words.alone],
  ] as const;
  return (
    <span class="sum num">
      <span class="of-two">
        <b>{words.comparing}</b>
        {" · "}
      </span>
      {contradictions > 0 && <span class="asks">{`${told.contradictions(contradictions)} · `}</span>}
      {parts.flatMap(([n, said]) => n > 0 ? [said(n)] : []).join(" · ")}
    </span>
  );
}

interface HeadProps {
  readonly store: ConversationStore;
  readonly answers: readonly Answer[];
  readonly side: Side;
  /** The answer on the other side, by its first try. */
  readonly other: string;
  choose(root: string): void;
}

function SideHead({ store, answers, side: { answer, message, text, color }, other, choose }: HeadProps) {
  const { name } = message.author;
  const at = answer.versions.indexOf(message.id);
  const facts = [
    message.totalMs === undefined ? "" : seconds(message.totalMs),
    words.words(wordCount(text)),
    answer.versions.length > 1 ? words.versionSaid(at + 1, answer.versions.length) : "",
  ].filter((fact) => fact !== "");
  const others = answers.filter(({ versions }) =>
    versions[0] !== other && versions[0] !== answer.versions[0] && mergeable(store.state, versions).length > 0
  );
  return (
    <div class="side" data-color={color}>
      <AuthorMark roster={store.state} participantId={message.participantId ?? name} name={name} size={32} />
      <div class="of">
        <b>
          <Name of={name} />
        </b>
        <small class="num">{facts.join(" · ")}</small>
      </div>
      {others.length > 0 && (
        <Menu
          label={words.another(clearText(name))}
          class="icon"
          items={others.map(({ versions: [root] }) => ({
            label: clearText(store.state.messages[root]?.author.name ?? ""),
            run: () => choose(root),
          }))}
        >
          <Icon name="chevrons-up-down" />
        </Menu>
      )}
    </div>
  );
}
