/**
 * Where the reader is. The transcript follows the end only while they are there; any upward scroll lets go, and
 * then what is read stays where it is, whatever comes above or below it.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Pixels from the end that still count as being there. */
const AT_END = 60;

/** The row that the reader has at the top, and where it stood in the scrolled content, in pixels. */
interface Anchor {
  readonly row: Element;
  at: number;
}

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
  const inside = from === first || (begins && begins.getBoundingClientRect().top < bottom);
  const row = inside ? begins : rows[from - 1];
  return row ? { row, at: placeOf(box, row) } : null;
}

/** Scrolls by what came or went above the anchor since it was last looked at; returns how much that was. */
function hold(box: Element, anchor: Anchor | null): number {
  if (!anchor?.row.isConnected) return 0;
  const now = placeOf(box, anchor.row);
  const above = now - anchor.at;
  anchor.at = now;
  if (above !== 0) box.scrollTop += above;
  return above;
}

/** Of a `scroller` and the `content` in it, whose children are rows. */
export function useFollowing() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const lastTop = useRef(0);
  const anchor = useRef<Anchor | null>(null);
  /** Something came below what is read. */
  const unseen = useSignal(false);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    let height = box.scrollHeight;
    const observer = new ResizeObserver(() => {
      const grown = box.scrollHeight - height;
      height = box.scrollHeight;
      if (pinned.current) {
        box.scrollTop = box.scrollHeight;
        return;
      }
      const above = hold(box, anchor.current);
      if (grown - above > 1) unseen.value = true;
    });
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
    else if (fromTheEnd < AT_END) {
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
  /** Lets go of the end and shows `row`. */
  const toRow = (row: Element) => {
    pinned.current = false;
    anchor.current = null;
    row.scrollIntoView({ block: "center" });
  };
  return { scroller, content, unseen, scrolled, toEnd, toRow };
}
