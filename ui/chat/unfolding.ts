/** Whether what grows was unfolded by its reader just now: then it is nothing new, and nobody is taken to its end. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Milliseconds after a key or a press in which what grows belongs to it. */
const UNFOLDING_MS = 600;
/** Pictures of the page after it in which it does too: a slow page may show what was unfolded only later than that. */
const UNFOLDING_FRAMES = 3;
/** A press may be held for long: what it unfolds it does at its end. What is opened to be written in takes the focus. */
const SIGNALS = ["pointerdown", "click", "keydown", "focusin"] as const;

/** Of presses inside of `scroller`, and of keys that nothing has the focus for. */
export function useUnfolding(scroller: RefObject<HTMLElement | null>): () => boolean {
  const pressed = useRef(-Infinity);
  const frames = useRef(0);
  useEffect(() => {
    const frame = () => {
      frames.current--;
      if (frames.current > 0) requestAnimationFrame(frame);
    };
    const press = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (target !== document.body && !scroller.current?.contains(target)) return;
      pressed.current = performance.now();
      if (frames.current <= 0) requestAnimationFrame(frame);
      frames.current = UNFOLDING_FRAMES;
    };
    for (const name of SIGNALS) addEventListener(name, press, true);
    return () => {
      for (const name of SIGNALS) removeEventListener(name, press, true);
    };
  }, []);
  return () => frames.current > 0 || performance.now() - pressed.current < UNFOLDING_MS;
}
