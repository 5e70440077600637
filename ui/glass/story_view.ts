/** What of the story is seen: how far it is scrolled, and that what one reads stays where it is. */
import { type Signal, useSignal } from "@preact/signals";
import { type RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Laid } from "./story_layout.ts";
import { type Anchor, anchorAt, placeOf, topOf } from "./story_places.ts";
import type { View } from "./windowed.ts";

/** Pixels of the list before the page has said how many there are. */
const HEIGHT = 600;

export interface StoryView {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly seen: Signal<View>;
  /** What one holds on to while things are put above it; null at the top. */
  readonly anchor: { current: Anchor | null };
  /** The row or head that is to have the focus once it is in the page. */
  readonly wanted: { current: string | null };
}

/** The element that takes the focus for a row or a head. */
function rowElement(scroller: HTMLElement | null, key: string): HTMLElement | null {
  const row = scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
  return row instanceof HTMLButtonElement ? row : row?.querySelector<HTMLElement>(".event-said") ?? null;
}

/** How the list is seen, as it is scrolled and changes its size. */
export function useStoryView(): StoryView {
  const box = useRef<HTMLDivElement>(null);
  const seen = useSignal<View>({ top: 0, height: HEIGHT });
  const anchor = useRef<Anchor | null>(null);
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const look = () => (seen.value = { top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { box, seen, anchor, wanted };
}

/** After the list has changed: what one reads stands where it stood, and the wanted row has the focus. */
export function useSteady(
  { box, anchor, wanted }: StoryView,
  parts: readonly Laid[],
  offsets: readonly number[],
): void {
  useLayoutEffect(() => {
    const { current: scroller } = box;
    if (!scroller) return;
    const top = anchor.current && topOf(parts, offsets, anchor.current);
    if (top !== null && Math.abs(scroller.scrollTop - top) > 1) scroller.scrollTop = top;
    const row = wanted.current === null ? null : rowElement(scroller, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
}

/** Somebody scrolled. */
export function scrolled(view: StoryView, parts: readonly Laid[], offsets: readonly number[]): void {
  const { current } = view.box;
  if (!current) return;
  view.anchor.current = anchorAt(parts, offsets, current.scrollTop);
  view.seen.value = { top: current.scrollTop, height: current.clientHeight };
}

/** Brings a row or a head into sight, `lift` pixels below the top where it was not; what is in sight stays. */
export function bring(
  { box, seen, anchor }: StoryView,
  parts: readonly Laid[],
  offsets: readonly number[],
  key: string,
  lift = 0,
): void {
  const place = placeOf(parts, offsets, key);
  if (!box.current || !place) return;
  const { top, height } = seen.peek();
  const [from, to] = [place.top, place.top + place.height];
  if (from >= top && to <= top + height) return;
  anchor.current = null;
  box.current.scrollTop = from < top || lift > 0 ? from - lift : to - height;
}
