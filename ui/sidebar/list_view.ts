/** What of the list is in sight. */
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { View } from "../glass/windowed.ts";

/** Pixels of a step: within one nothing is drawn anew. */
const STEP = 160;

/** In pixels from the first group of a `list`, marked by `data-rows`; what is around the list scrolls it. */
export function useListView(list: RefObject<HTMLElement | null>): Signal<View> {
  // At its beginning, with what little stands above the first group. All of the window may be the list's: that is known
  // before anything is laid out, so that the list is laid out once.
  const view = useSignal<View>({ top: -STEP, height: innerHeight });
  useLayoutEffect(() => {
    const scroller = list.current?.parentElement;
    if (!scroller) return;
    const look = () => {
      const first = list.current?.querySelector("[data-rows]");
      if (!first) return;
      const above = scroller.getBoundingClientRect().top - first.getBoundingClientRect().top;
      const top = Math.floor(above / STEP) * STEP;
      const known = view.peek();
      if (top !== known.top || innerHeight !== known.height) view.value = { top, height: innerHeight };
    };
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, []);
  return view;
}
