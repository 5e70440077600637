/** Two answers against each other: part by part, with the words that differ marked, and what may come of it. */
import "./compare_answers.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { colorOf } from "../message/facts.tsx";
import { wordCount } from "../message/said_words.ts";
import { shownVersion } from "../message/versions.tsx";
import { seconds } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { AuthorMark } from "../parts/mark.tsx";
import { Menu } from "../parts/menu.tsx";
import { Name } from "../parts/name.tsx";
import { partsOf } from "../rich/rich_text.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { aligned, type Pair } from "./aligning.ts";
import { differing } from "./differing.ts";
import type { Answer, Exchange } from "./grouping.ts";
import { mergeable } from "./keeping.ts";
import { marked, textsIn } from "./marked_elements.tsx";
import { Verdict } from "./verdict.tsx";

interface CompareProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly answers: readonly Answer[];
  /** By their first tries. */
  readonly comparing: readonly [string, string];
}

export function Compare({ store, exchange, answers, comparing }: CompareProps) {
  const marks = useSignal(true);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.scrollIntoView({ block: "start" }), []);
  const { exchanges } = readingOf(store.id);
  const [left, right] = [sideOf(store, answers, comparing[0]), sideOf(store, answers, comparing[1])];
  const close = () => exchanges.change(exchange.key, { comparing: null });
  const pairs = useMemo(() => left && right ? aligned(left.text, right.text) : [], [left?.text, right?.text]);
  if (!left || !right) return null;
  const compare = (a: string, b: string) => exchanges.change(exchange.key, { comparing: [a, b] });
  return (
    <div class="group comparing" ref={root}>
      <div class="group-bar">
        <button type="button" class="slim" onClick={close}>
          <Icon name="chevron-left" />
          {words.answers(answers.length)}
        </button>
        <Tally pairs={pairs} />
        <span class="push" />
        <button
          type="button"
          class="outline slim"
          aria-pressed={marks.value}
          onClick={() => (marks.value = !marks.value)}
        >
          {words.wordsThatDiffer}
        </button>
      </div>
      <Sheet
        store={store}
        answers={answers}
        left={left}
        right={right}
        pairs={pairs}
        marks={marks.value}
        compare={compare}
      />
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

interface SheetProps {
  readonly store: ConversationStore;
  readonly answers: readonly Answer[];
  readonly left: Side;
  readonly right: Side;
  readonly pairs: readonly Pair[];
  /** Words that differ are marked. */
  readonly marks: boolean;
  /** Lays two others against each other, by their first tries. */
  compare(left: string, right: string): void;
}

function Sheet({ store, answers, left, right, pairs, marks, compare }: SheetProps) {
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
      {pairs.map((pair, index) => <Row key={index} pair={pair} left={left} right={right} marks={marks} />)}
    </div>
  );
}

interface Side {
  readonly answer: Answer;
  readonly message: Message;
  readonly text: string;
  readonly color: number | undefined;
}

function sideOf(store: ConversationStore, answers: readonly Answer[], root: string): Side | null {
  const answer = answers.find(({ versions }) => versions[0] === root);
  const shown = answer && store.message(shownVersion(store.id, answer.versions))?.value;
  if (!answer || !shown) return null;
  const { message, body } = shown;
  return { answer, message, text: body?.content ?? "", color: colorOf(store.state, message) };
}

/** How many parts are the same, differ, stand alone. */
function Tally({ pairs }: { pairs: readonly Pair[] }) {
  const count = (...kinds: Pair["kind"][]) => pairs.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
    [count("same"), words.agree],
    [count("different", "apart"), words.differ],
    [count("left", "right"), words.alone],
  ] as const;
  return (
    <span class="sum num">
      <b>{words.comparing}</b>
      {parts.map(([n, said]) => n > 0 ? ` · ${said(n)}` : "")}
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

const SIGNS: Readonly<Record<Pair["kind"], readonly [IconName, string]>> = {
  same: ["equal", words.isSame],
  different: ["diff", words.isDifferent],
  apart: ["diff", words.isDifferent],
  left: ["arrow-left", words.onlyLeft],
  right: ["arrow-right", words.onlyRight],
};

interface RowProps {
  readonly pair: Pair;
  readonly left: Side;
  readonly right: Side;
  /** Words that differ are marked. */
  readonly marks: boolean;
}

function Row({ pair, left, right, marks }: RowProps) {
  const [icon, label] = SIGNS[pair.kind];
  return (
    <div class={`against ${pair.kind}`}>
      <Sides pair={pair} left={left} right={right} marks={marks} />
      <span class="sign" role="img" aria-label={label} title={label}>
        <Icon name={icon} />
      </span>
    </div>
  );
}

function Sides({ pair, left, right, marks }: RowProps) {
  const nodes = useMemo(() => nodesOf(pair, marks), [pair, marks]);
  const cell = (side: Side, children: typeof nodes.left) => (
    <div class="cell" data-color={side.color}>
      {children === null
        ? <p class="hint">{words.saysNothing(side.message.author.name)}</p>
        : <div class="text rich">{children}</div>}
    </div>
  );
  return (
    <>
      {cell(left, nodes.left)}
      {cell(right, nodes.right)}
    </>
  );
}

/** The elements of both sides; null of the one that has nothing there. */
function nodesOf(pair: Pair, marks: boolean) {
  const left = pair.kind === "right" ? null : [...partsOf(pair.left, false).elements];
  const right = pair.kind === "left" ? null : [...partsOf(pair.right, false).elements];
  if (!marks || pair.kind !== "different" || !left || !right) return { left, right };
  const ranges = differing(textsIn(left), textsIn(right));
  return { left: marked(left, ranges.left), right: marked(right, ranges.right) };
}
