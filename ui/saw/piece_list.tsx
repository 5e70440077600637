/** The left side of the sheet: what was sent, in its order; what was left out, struck through, with why. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { Said } from "../glass/said.tsx";
import { inSight, offsetsOf } from "../glass/windowed.ts";
import { clock, count } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark, Person } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { revealBelow } from "../state/revealing.ts";
import { words } from "../words/sent.ts";
import { Sentence } from "../words/sentence.ts";
import type { LeftOutFacts } from "./left_out_facts.ts";
import type { Listed } from "./listed.ts";
import { factsOf, linesOfRow, type RowFacts, settingThatLeftOut } from "./row_facts.ts";
import { useView } from "./use_view.ts";

/** Pixels: around the words of a row, of its head, of a line of the preview, of the reason. */
const [AROUND, HEAD, LINE, WHY] = [24, 20, 19, 22];

interface ListProps {
  readonly state: ConversationState;
  readonly turn: Turn;
  readonly rows: readonly Listed[];
  readonly facts: LeftOutFacts;
  /** Messages that the call before did not have. */
  readonly fresh: ReadonlySet<string>;
  readonly picked: string;
  readonly onPick: (row: Listed) => void;
  /** Asks what the answer is like without a message; null: that cannot be asked of this turn. */
  readonly onWithout: ((messageId: string) => void) | null;
}

export function PieceList(props: ListProps) {
  const { state, turn, rows, facts, picked } = props;
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef(false);
  const { view, onScroll } = useView(box);
  const offsets = offsetsOf(rows.map((row) => heightOf(state, row)));
  const [from, to] = inSight(offsets, view.value);
  const tab = Math.max(0, rows.findIndex(({ key }) => key === picked));
  useEffect(() => {
    for (const row of rows.slice(from, to)) if (row.kind === "left out") facts.want(state, row.messageId);
  }, [rows, from, to]);
  useLayoutEffect(() => {
    if (!focus.current) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-piece="${CSS.escape(picked)}"]`);
    if (!row) return;
    focus.current = false;
    row.focus({ preventScroll: true });
  });
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: tab + 1, ArrowUp: tab - 1, Home: 0, End: rows.length - 1 }[event.key];
    const row = step === undefined ? undefined : rows[Math.max(0, Math.min(rows.length - 1, step))];
    if (!row || !box.current) return;
    event.preventDefault();
    focus.current = true;
    props.onPick(row);
    const index = rows.indexOf(row);
    const [top, bottom] = [offsets[index] ?? 0, offsets[index + 1] ?? 0];
    const { scrollTop, clientHeight } = box.current;
    if (top < scrollTop) box.current.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) box.current.scrollTop = bottom - clientHeight;
  };
  return (
    <div
      class="saw-list"
      ref={box}
      onKeyDown={walk}
      onScroll={onScroll}
    >
      <ol style={{ height: `${offsets.at(-1) ?? 0}px` }}>
        {rows.slice(from, to).map((row, index) => (
          <Row
            key={row.key}
            {...props}
            row={row}
            of={factsOf(state, turn, row, (id) => facts.text(state, id))}
            top={offsets[from + index] ?? 0}
            tab={from + index === tab}
          />
        ))}
      </ol>
    </div>
  );
}

const heightOf = (state: ConversationState, row: Listed): number =>
  AROUND + HEAD + LINE * linesOfRow(state, row) + (row.kind === "left out" ? WHY : 0);

interface RowProps extends ListProps {
  readonly row: Listed;
  readonly of: RowFacts;
  readonly top: number;
  readonly tab: boolean;
}

function Row({ state, row, of, top, tab, picked, fresh, turn, facts, onPick, onWithout }: RowProps) {
  const messageId = row.kind === "left out"
    ? row.messageId
    : row.kind === "sent" && row.piece.kind === "message"
    ? row.piece.key
    : null;
  const color = participantOf(state, of.participantId ?? "")?.color;
  const isPicked = row.key === picked;
  // What was erased since was sent, and nobody knows how much it was.
  const isGone = row.kind === "left out" && row.why === "erased";
  const isOut = row.kind !== "sent" && !isGone;
  const lines = linesOfRow(state, row);
  return (
    <li
      class={`saw-piece${isPicked ? " picked" : ""}${isOut ? " out" : ""}`}
      data-color={color}
      style={{ top: `${top}px`, height: `${heightOf(state, row)}px` }}
    >
      <button
        type="button"
        data-piece={row.key}
        aria-pressed={isPicked}
        tabIndex={tab ? 0 : -1}
        onClick={() => onPick(row)}
      >
        <PieceMark state={state} row={row} of={of} />
        <span class="saw-words">
          <span class="saw-who">
            <b>
              <Name of={of.name} />
            </b>
            <span class="saw-role">{of.role}</span>
            {row.kind === "sent" && messageId !== null && fresh.has(messageId) && <em>{words.fresh}</em>}
            {row.kind !== "many" && !isGone && (
              <span class="saw-tokens">{count(row.kind === "sent" ? row.tokens : 0)}</span>
            )}
          </span>
          {lines > 0 && <span class={`saw-text lines-${lines}`} dir="auto">{of.text}</span>}
          {row.kind === "left out" && (
            <span class="saw-why">
              <Icon name="eye-off" size={14} />
              <span>
                <Said sentence={whyOf(state, turn, row, facts)} roster={state} />
              </span>
            </span>
          )}
        </span>
      </button>
      <WithoutButton messageId={row.kind === "sent" ? messageId : null} tab={tab} ask={onWithout} />
      {messageId !== null && (
        <button
          type="button"
          class="saw-show"
          tabIndex={tab ? 0 : -1}
          aria-label={words.show}
          title={words.show}
          onClick={() => revealBelow(state.id, messageId)}
        >
          <Icon name="arrow-right" size={14} />
        </button>
      )}
    </li>
  );
}

interface WithoutProps {
  readonly messageId: string | null;
  readonly tab: boolean;
  readonly ask: RowProps["onWithout"];
}

function WithoutButton({ messageId, tab, ask }: WithoutProps) {
  if (messageId === null || !ask) return null;
  return (
    <button
      type="button"
      class="saw-show saw-without"
      tabIndex={tab ? 0 : -1}
      aria-label={words.without}
      title={words.without}
      onClick={() => ask(messageId)}
    >
      <Icon name="eye-off" size={14} />
    </button>
  );
}

const SIGNS = {
  instructions: "scroll-text",
  tools: "wrench",
  call: "wrench",
  result: "wrench",
  said: "quote",
  added: "plus",
} as const;

function PieceMark({ state, row, of }: Pick<RowProps, "state" | "row" | "of">) {
  if (row.kind === "sent" && row.piece.kind !== "message") {
    return (
      <span class="saw-sign">
        <Icon name={SIGNS[row.piece.kind]} size={14} />
      </span>
    );
  }
  if (row.kind === "many") {
    return (
      <span class="saw-sign">
        <Icon name="eye-off" size={14} />
      </span>
    );
  }
  if (of.participantId === null) return <Person name={of.name} />;
  return <AuthorMark roster={state} participantId={of.participantId} name={of.name} />;
}

/** Why a message was left out: by whom and when, where that was somebody’s choice and is known. */
function whyOf(
  state: ConversationState,
  turn: Turn,
  row: Extract<Listed, { kind: "left out" }>,
  facts: LeftOutFacts,
): Sentence {
  if (row.why === "erased") {
    return new Sentence([words.erasedSince(count(state.order.indexOf(row.messageId) + 1))]);
  }
  const plain = new Sentence([words.why[row.why]]);
  const message = state.messages[row.messageId];
  if (!message || !turn.context || (row.why !== "excluded" && row.why !== "excluded_for_agent")) return plain;
  const seq = settingThatLeftOut(message, turn.participantId, row.why, turn.context);
  const event = seq === undefined ? undefined : facts.event(seq);
  if (!event) return plain;
  const time = clock(event.at);
  const isOwn = event.by.kind === "user" && event.by.id === "local";
  const by = { name: event.by.name };
  if (row.why === "excluded") {
    return isOwn ? new Sentence([words.youLeftOut(time)]) : words.leftOutBy(by, time);
  }
  const from = {
    name: participantOf(state, turn.participantId)?.name ?? "",
    participantId: turn.participantId,
  };
  return isOwn ? words.youHid(from, time) : words.hiddenBy(by, from, time);
}
