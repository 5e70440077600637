/**
 * A card's body that is no higher than its share of the screen. While an answer is written it follows the answer's own
 * end, until its reader scrolls up in it; once written it shows its beginning, and the rest is unfolded.
 */
import { batch, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { oneAFrame } from "../state/one_a_frame.ts";

/** Pixels from the end that still count as being there. */
const AT_END = 24;
/** How a reader scrolls: by wheel, finger, key, or the bar beside it. */
const HANDS = ["wheel", "pointerdown", "keydown"] as const;

/** Where a box stood when it was last looked at, in pixels. */
interface Place {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

const placeOf = ({ scrollTop, scrollHeight, clientHeight }: Element): Place => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

/** Pixels of a box that are below what is seen. */
const below = (box: Place): number => box.scrollHeight - box.scrollTop - box.clientHeight;

/**
 * Whether a scroll may be its reader's, away from the end. What got shorter takes the box up too, and may have got longer
 * again before that is told, and so does a window that got taller.
 */
export const letsGo = (before: Place, now: Place): boolean =>
  now.scrollTop < before.scrollTop && below(now) > 1 && now.scrollHeight >= before.scrollHeight &&
  now.clientHeight <= before.clientHeight;

const toEnd = (box: Element): void => {
  box.scrollTop = box.scrollHeight;
};

const scrolls: (() => void)[] = [];

/**
 * Draws what came of the scrolling of several boxes at once, in the frame in which they scrolled: what one of them became
 * would have the page laid out before the next one is looked at.
 */
function together(draw: () => void): void {
  if (scrolls.push(draw) > 1) return;
  requestAnimationFrame(() =>
    batch(() => {
      for (const one of scrolls.splice(0)) one();
    })
  );
}

/** Of the `body` and the `content` in it; `open`: it is being written; `capped`: its height is bounded at all. */
export function useCapped(open: boolean, capped: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  /** It was written here, so that it may be at its end. */
  const followed = useRef(open);
  /** Somebody had a hand in it. Text that gets shorter and at once longer than it was scrolls it as a reader does. */
  const touched = useRef(false);
  const last = useRef<Place>({ scrollTop: 0, scrollHeight: 0, clientHeight: 0 });
  /** There is more than can be seen. */
  const overflows = useSignal(false);
  /** Its beginning is out of sight. */
  const scrolled = useSignal(false);

  useEffect(() => {
    const box = body.current;
    if (!box || !content.current || !capped) return;
    const observer = new ResizeObserver(() => {
      overflows.value = box.scrollHeight > box.clientHeight + 1;
      if (open && pinned.current) toEnd(box);
      // What got shorter took it up, no reader did.
      last.current = placeOf(box);
    });
    observer.observe(content.current);
    observer.observe(box);
    const touch = () => touched.current = true;
    for (const hand of HANDS) box.addEventListener(hand, touch, { passive: true });
    return () => {
      observer.disconnect();
      for (const hand of HANDS) box.removeEventListener(hand, touch);
    };
  }, [open, capped]);
  useEffect(() => {
    if (open) followed.current = true;
    // Whoever reads in the middle of it is left there.
    if (open || !capped || !followed.current || !pinned.current) return;
    let off = false;
    // In a frame of its own, with what it makes of the card: amid the work of what ended, that held the page.
    oneAFrame.add(() => {
      if (off || !pinned.current || !body.current) return;
      body.current.scrollTop = 0;
      scrolled.value = false;
    });
    return () => void (off = true);
  }, [open, capped]);

  const onScroll = () => {
    const box = body.current;
    if (!box) return;
    const up = box.scrollTop < last.current.scrollTop;
    if (touched.current && letsGo(last.current, box)) pinned.current = false;
    else if (below(box) < AT_END) pinned.current = true;
    last.current = placeOf(box);
    // What got shorter took it up, and may be as long again before its size is told, or this is: then nothing else comes.
    if (open && pinned.current && (up || below(box) > 1)) {
      requestAnimationFrame(() => pinned.current && toEnd(box));
    }
    const begins = box.scrollTop <= 1;
    together(() => (scrolled.value = !begins));
  };
  return { body, content, overflows, scrolled, onScroll };
}
