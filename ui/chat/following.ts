/**
 * Where the reader is. The transcript follows the end only while they are there; any upward scroll lets go, and
 * then what is read stays where it is, whatever comes above or below it.
 */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { LEADS } from "../exchange/going.ts";
import { useUnfolding } from "./unfolding.ts";

/** Pixels from the end that still count as being there. */
const AT_END = 60;

/** The row that the reader has at the top, and where it stood in the scrolled content, in pixels. */
interface Anchor {
  readonly row: Element;
  at: number;
}

/** What stands one below the other in an exchange. */
const PARTS = ":scope > .message, :scope > .notice, .columns, .stacked-answers > .card, .behind-frame";

const placeOf = (box: Element, row: Element): number => row.getBoundingClientRect().top + box.scrollTop;

/**
 * The first row that begins within `box`, or where none does the one that fills it; found by halves, there may
 * be thousands. One that begins above may still get another height, and would push what is read about.
 */
function anchorOf(box: Element, content: Element): Anchor | null {
  const { top, bottom } = box.getBoundingClientRect();
  const rows = content.children;
  const first = rows[0]?.matches(".hint") ? 1 : 0;
  let [from, to] = [first, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.getBoundingClientRect().top ?? 0) >= top) to = middle;
    else from = middle + 1;
  }
  const begins = rows[from];
  const fills = from === first ? undefined : rows[from - 1];
  // Within an exchange that fills the page, what stands one below the other in it.
  const parts = fills?.querySelectorAll(PARTS) ?? [];
  const part = [...parts].find((one) => one.getBoundingClientRect().top >= top);
  if (part && part.getBoundingClientRect().top < bottom) return { row: part, at: placeOf(box, part) };
  const inside = from === first || (begins && begins.getBoundingClientRect().top < bottom);
  const row = inside ? begins : fills;
  return row ? { row, at: placeOf(box, row) } : null;
}

/** Tells whether something came at the end since it was last asked: rows between that get their size are nothing new. */
function watchEnd(content: Element): () => boolean {
  let row: Element | null = null;
  let height = 0;
  const look = () => {
    const [beforeRow, beforeHeight] = [row, height];
    row = content.lastElementChild;
    height = row?.getBoundingClientRect().height ?? 0;
    return row !== beforeRow || height - beforeHeight > 1;
  };
  look();
  return look;
}

/** Scrolls by what came or went above the anchor since it was last looked at. */
function hold(box: Element, anchor: Anchor | null): void {
  if (!anchor?.row.isConnected) return;
  const now = placeOf(box, anchor.row);
  const above = now - anchor.at;
  anchor.at = now;
  if (above !== 0) box.scrollTop += above;
}

interface Remembered<T> {
  current: T;
}

interface Following {
  readonly pinned: Remembered<boolean>;
  readonly lastTop: Remembered<number>;
  readonly anchor: Remembered<Anchor | null>;
  readonly unseen: Signal<boolean>;
  readonly unfolding: () => boolean;
}

/** Stays at the end, or where its reader is, whatever got another size. */
function afterSizes(box: Element, content: Element, following: Following): () => void {
  const { pinned, lastTop, anchor, unseen, unfolding } = following;
  let height = box.scrollHeight;
  const cameAtEnd = watchEnd(content);
  return () => {
    const grown = box.scrollHeight - height;
    height = box.scrollHeight;
    const came = cameAtEnd();
    // Who unfolds something wants to read it, not to be taken to its end.
    if (pinned.current && grown > AT_END && unfolding()) pinned.current = false;
    if (pinned.current) {
      box.scrollTop = box.scrollHeight;
      // What got shorter took it up, no reader did.
      lastTop.current = box.scrollTop;
      return;
    }
    hold(box, anchor.current);
    if (came && !unfolding()) unseen.value = true;
  };
}

/** Shows what in the `scroller` wants to be read. */
function useLed(scroller: { readonly current: Element | null }, toRow: (row: Element) => void): void {
  useEffect(() => {
    const led = ({ target }: Event) => target instanceof Element && toRow(target);
    const box = scroller.current;
    box?.addEventListener(LEADS, led);
    return () => box?.removeEventListener(LEADS, led);
  }, []);
}

/** Of a `scroller` and the `content` in it, whose children are rows. */
export function useFollowing() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const lastTop = useRef(0);
  const anchor = useRef<Anchor | null>(null);
  /** Where a row was shown: as near the end as that may be, no reader went there to follow it. */
  const ledTo = useRef<number | null>(null);
  const unfolding = useUnfolding(scroller);
  /** Something came below what is read. */
  const unseen = useSignal(false);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // What its scroll bar takes at each side, in pixels: edges can be where they are without one.
    box.style.setProperty("--gutter", `${(box.offsetWidth - box.clientWidth) / 2}px`);
    box.scrollTop = box.scrollHeight;
  }, []);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    const observer = new ResizeObserver(afterSizes(box, content.current, {
      pinned,
      lastTop,
      anchor,
      unseen,
      unfolding,
    }));
    observer.observe(content.current);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const scrolled = (box: Element) => {
    // Rows that were only estimated get their size as they come into sight.
    if (!pinned.current) hold(box, anchor.current);
    const up = box.scrollTop < lastTop.current;
    lastTop.current = box.scrollTop;
    const fromTheEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
    // A scroll up that is not the end growing away lets go at once, near the end too.
    if (up && fromTheEnd > 1) pinned.current = false;
    else if (fromTheEnd < AT_END && box.scrollTop !== ledTo.current) {
      pinned.current = true;
      unseen.value = false;
    }
    anchor.current = content.current && anchorOf(box, content.current);
  };
  const toEnd = () => {
    const box = scroller.current;
    pinned.current = true;
    unseen.value = false;
    if (box) box.scrollTop = box.scrollHeight;
  };
  /** Lets go of the end and shows `row`: in the middle, or from its beginning where it is higher than what is seen. */
  const toRow = (row: Element) => {
    const box = scroller.current;
    if (!box) return;
    pinned.current = false;
    anchor.current = null;
    const fits = row.getBoundingClientRect().height <= box.clientHeight;
    row.scrollIntoView({ block: fits ? "center" : "start" });
    ledTo.current = box.scrollTop;
  };
  useLed(scroller, toRow);
  return { scroller, content, pinned, unseen, scrolled, toEnd, toRow };
}
