/**
 * A card's body that is no higher than its share of the screen. While an answer is written it follows the answer's own
 * end, until its reader scrolls up in it; once written it shows its beginning, and the rest is unfolded.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Pixels from the end that still count as being there. */
const AT_END = 24;

/** Where a box stood when it was last looked at, in pixels. */
interface Place {
  readonly scrollTop: number;
  readonly scrollHeight: number;
}

const placeOf = ({ scrollTop, scrollHeight }: Element): Place => ({ scrollTop, scrollHeight });

/** Pixels of a box that are below what is seen. */
const below = (box: Place & { readonly clientHeight: number }): number =>
  box.scrollHeight - box.scrollTop - box.clientHeight;

/**
 * Whether a scroll was its reader's, away from the end. What got shorter takes the box up too, and may have got longer
 * again before that is told: then it is still shorter than it was.
 */
export const letsGo = (before: Place, now: Place & { readonly clientHeight: number }): boolean =>
  now.scrollTop < before.scrollTop && below(now) > 1 && now.scrollHeight >= before.scrollHeight;

/** Of the `body` and the `content` in it; `open`: it is being written; `capped`: its height is bounded at all. */
export function useCapped(open: boolean, capped: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const last = useRef<Place>({ scrollTop: 0, scrollHeight: 0 });
  /** There is more than can be seen. */
  const overflows = useSignal(false);
  /** Its beginning is out of sight. */
  const scrolled = useSignal(false);

  useEffect(() => {
    const box = body.current;
    if (!box || !content.current || !capped) return;
    const observer = new ResizeObserver(() => {
      overflows.value = box.scrollHeight > box.clientHeight + 1;
      if (open && pinned.current) box.scrollTop = box.scrollHeight;
      // What got shorter took it up, no reader did.
      last.current = placeOf(box);
    });
    observer.observe(content.current);
    observer.observe(box);
    return () => observer.disconnect();
  }, [open, capped]);
  useEffect(() => {
    // Whoever reads in the middle of it is left there.
    if (!open && capped && pinned.current && body.current) body.current.scrollTop = 0;
  }, [open, capped]);

  const onScroll = () => {
    const box = body.current;
    if (!box) return;
    if (letsGo(last.current, box)) pinned.current = false;
    else if (below(box) < AT_END) pinned.current = true;
    last.current = placeOf(box);
    scrolled.value = box.scrollTop > 1;
  };
  return { body, content, overflows, scrolled, onScroll };
}
