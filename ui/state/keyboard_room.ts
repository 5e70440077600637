/**
 * Room for the keyboard of a phone. Some browsers make the page smaller for it, as it asks them to; others lay it over
 * the page, which then has to make room itself, or the message box lies beneath.
 */

/** What of the window is seen, in CSS pixels. */
export type Seen = Pick<VisualViewport, "height" | "offsetTop" | "scale">;

/** Pixels below which it is no keyboard: bars of the browser come and go. */
const LEAST = 100;

/** Pixels at the page's foot that lie under something; 0 where somebody zoomed in, for then they see a part by choice. */
export function covered(windowHeight: number, { height, offsetTop, scale }: Seen): number {
  const under = Math.round(windowHeight - height - offsetTop);
  return scale > 1.01 || under < LEAST ? 0 : under;
}

/** From now on, for as long as the page is open. */
export function followKeyboard(): void {
  const seen = globalThis.visualViewport;
  const root = document.documentElement;
  const follow = () => {
    if (seen) root.style.setProperty("--keyboard", `${covered(root.clientHeight, seen)}px`);
  };
  seen?.addEventListener("resize", follow);
  seen?.addEventListener("scroll", follow);
}
