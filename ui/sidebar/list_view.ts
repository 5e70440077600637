/** What of the list is in sight. */
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { View } from "../glass/windowed.ts";

/** Pixels of a step: within one nothing is drawn anew. */
const STEP = 160;
/** Pixels that are taken to be in sight until the browser tells: half of most windows, the rest comes before they are seen. */
const FIRST = 400;

/** In pixels from the first group of a `list`, marked by `data-rows`; what is around the list scrolls it. */
export function useListView(list: RefObject<HTMLElement | null>): Signal<View> {
  const view = useSignal<View>({ top: 0, height: FIRST });
  useLayoutEffect(() => {
    const scroller = list.current?.parentElement;
    if (!scroller) return;
    const look = () => {
      const first = list.current?.querySelector("[data-rows]");
      if (!first) return;
      const above = scroller.getBoundingClientRect().top - first.getBoundingClientRect().top;
      const top = Math.floor(above / STEP) * STEP;
      const height = scroller.clientHeight + STEP;
      const known = view.peek();
      if (top !== known.top || height !== known.height) view.value = { top, height };
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
