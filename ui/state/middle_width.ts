/**
 * How wide the middle is, for its styles: `data-under` holds the steps it is narrower than, `--middle` its pixels. What
 * container queries would say as well, but with one of those above the talk Chromium lays out the talk anew for each key and
 * each word that arrives.
 */
import { onPaper } from "./on_paper.ts";

/** Pixels below which there is less room for something. */
const STEPS = [480, 600, 720, 760, 900, 1120];

/** For `ref` of the box in the middle: told before it is painted. */
export function followWidth(middle: HTMLElement | null): (() => void) | undefined {
  if (!middle) return;
  let width = 0;
  const tell = () => {
    if (width === 0) return;
    // Paper is as wide as it is.
    middle.dataset["under"] = onPaper.value ? "" : STEPS.filter((step) => width < step).join(" ");
    middle.style.setProperty("--middle", `${width}px`);
  };
  const observer = new ResizeObserver(([entry]) => {
    if (!entry || entry.contentRect.width === width) return;
    width = entry.contentRect.width;
    tell();
  });
  observer.observe(middle);
  const forget = onPaper.subscribe(tell);
  return () => {
    observer.disconnect();
    forget();
  };
}
