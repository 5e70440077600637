/** Rows of bytes: numbered, coloured as JSON, what was picked is marked; of many only those in sight are in the page. */
import { useSignal } from "@preact/signals";
import { Fragment, type RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { inSight } from "../glass/windowed.ts";
import { count } from "../parts/format.ts";
import { type Piece, spaceAfter } from "./body_lines.ts";
import { type ByteRow, firstRowWith, type FoldRow, type ShownRow } from "./byte_rows.ts";
import { useView } from "./use_view.ts";

/** Pixels of a row. */
const ROW = 22;
/** Pixels beside the words: numbers, signs, and the scroll bar. */
const GUTTER = 88;
/** Before the page has said how wide a character is. */
const COLUMNS = 80;

/** How many characters stand on a row; it changes with the width and the typeface. */
export function useColumns(box: RefObject<HTMLElement | null>): number {
  const columns = useSignal(COLUMNS);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => {
      const probe = current.querySelector<HTMLElement>(".byte-probe");
      const wide = (probe?.offsetWidth ?? 0) / (probe?.textContent?.length ?? 1);
      if (wide > 0) columns.value = Math.max(1, Math.floor((current.clientWidth - GUTTER) / wide));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
  }, []);
  return columns.value;
}

export type Marked = readonly [start: number, end: number] | null;

interface ViewProps {
  readonly rows: readonly ShownRow[];
  readonly marked: Marked;
  readonly label: string;
  /** Without the white space between the signs. */
  readonly raw: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly foldText: (row: FoldRow) => string;
}

export function ByteView({ rows, marked, label, raw, box, foldText }: ViewProps) {
  const { view, onScroll } = useView(box);
  const shown = useRef("");
  useEffect(() => {
    const { current } = box;
    const wanted = marked ? `${marked.join()} ${rows.length}` : "";
    if (!current || !marked || shown.current === wanted) return;
    shown.current = wanted;
    const row = firstRowWith(rows, ...marked);
    if (row < 0) return;
    const place = row * ROW;
    const { scrollTop, clientHeight } = current;
    // A little of what stands before it says where one is.
    if (place < scrollTop || place > scrollTop + clientHeight - 3 * ROW) current.scrollTop = place - 2 * ROW;
  }, [marked, rows]);
  const offsets = { from: 0, to: 0 };
  [offsets.from, offsets.to] = inSight(evenly(rows.length), view.value);
  return (
    <div
      class={`bytes${raw ? " raw" : ""}`}
      ref={box}
      role="region"
      tabIndex={0}
      aria-label={label}
      onScroll={onScroll}
    >
      <span class="byte-probe" aria-hidden="true">0000000000</span>
      <div class="byte-all" style={{ height: `${rows.length * ROW}px` }}>
        {rows.slice(offsets.from, offsets.to).map((row, index) => (
          <ByteLine
            key={offsets.from + index}
            row={row}
            top={(offsets.from + index) * ROW}
            marked={marked}
            raw={raw}
            foldText={foldText}
          />
        ))}
      </div>
    </div>
  );
}

let even: number[] = [0];
/** Where each of so many rows begins: they are alike, so one list serves all. */
function evenly(rows: number): readonly number[] {
  while (even.length <= rows) even.push(even.length * ROW);
  return even.length === rows + 1 ? even : even = even.slice(0, rows + 1);
}

interface LineProps extends Pick<ViewProps, "marked" | "raw" | "foldText"> {
  readonly row: ShownRow;
  readonly top: number;
}

const SIGNS = { same: "", added: "+", removed: "−" } as const;

function ByteLine({ row, top, marked, raw, foldText }: LineProps) {
  const style = { top: `${top}px` };
  if (row.kind === "fold") {
    return (
      <div class="byte-row" style={style}>
        <i />
        <s />
        <span class="byte-fold">{foldText(row)}</span>
      </div>
    );
  }
  const mark = row.kind === "removed" ? null : marked;
  const isMarked = mark !== null && row.pieces.some(({ start, end }) => start < mark[1] && end > mark[0]);
  return (
    <div class={`byte-row ${row.kind}${isMarked ? " picked" : ""}`} style={style}>
      <i>{row.first && row.kind !== "removed" ? count(row.line + 1) : ""}</i>
      <s>{SIGNS[row.kind]}</s>
      <span style={{ paddingInlineStart: `${row.indent}ch` }}>
        {row.pieces.map((piece) => (
          <Fragment key={piece.start}>
            <Signs piece={piece} row={row} marked={mark} />
            {raw ? "" : spaceAfter(piece.kind)}
          </Fragment>
        ))}
      </span>
    </div>
  );
}

/** The characters of a piece, those that are marked told apart. */
function Signs({ piece: { kind, start, end }, row, marked }: { piece: Piece; row: ByteRow; marked: Marked }) {
  const from = Math.max(start, Math.min(end, marked?.[0] ?? start));
  const to = Math.max(from, Math.min(end, marked?.[1] ?? start));
  const cut = (a: number, b: number) => row.body.slice(a, b);
  return (
    <span class={`byte-${kind}`}>
      {cut(start, from)}
      {to > from && <mark>{cut(from, to)}</mark>}
      {cut(to, end)}
    </span>
  );
}
