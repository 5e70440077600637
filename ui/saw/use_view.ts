/** What of a long list is in sight, for rows that are drawn only there. */
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { View } from "../glass/windowed.ts";

const viewOf = ({ scrollTop, clientHeight }: HTMLElement): View => ({ top: scrollTop, height: clientHeight });

/** Of the box that scrolls: what it shows, and what it has to do as it scrolls. */
export function useView(box: RefObject<HTMLElement | null>): {
  readonly view: Signal<View>;
  readonly onScroll: (event: { readonly currentTarget: HTMLElement }) => void;
} {
  const view = useSignal<View>({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => (view.value = viewOf(current)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { view, onScroll: ({ currentTarget }) => (view.value = viewOf(currentTarget)) };
}
