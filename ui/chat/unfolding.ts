/** Whether what grows was unfolded by its reader just now: then it is nothing new, and nobody is taken to its end. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Milliseconds after a key or a press in which what grows belongs to it. */
const UNFOLDING_MS = 600;
const SIGNALS = ["pointerdown", "keydown"] as const;

/** Of presses inside of `scroller`, and of keys that nothing has the focus for. */
export function useUnfolding(scroller: RefObject<HTMLElement | null>): () => boolean {
  const pressed = useRef(-Infinity);
  useEffect(() => {
    const press = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (target === document.body || scroller.current?.contains(target)) pressed.current = performance.now();
    };
    for (const name of SIGNALS) addEventListener(name, press, true);
    return () => {
      for (const name of SIGNALS) removeEventListener(name, press, true);
    };
  }, []);
  return () => performance.now() - pressed.current < UNFOLDING_MS;
}
