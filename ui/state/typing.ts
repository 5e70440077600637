/** Whether a key was just pressed in the composer: then what streams in may wait a little for it. */

/** Milliseconds after a key during which the next one is to be expected: a quick typist needs 60 to 150. */
const TYPING_MS = 200;
/** Milliseconds between two updates of answers meanwhile: still read along, and most keys have a frame alone. */
const CALM_MS = 120;

let typedAt = -Infinity;

export function typed(): void {
  typedAt = performance.now();
}

/** Milliseconds that text which arrives now should wait, when text was last shown at `shownAt`. */
export function patience(shownAt: number): number {
  const now = performance.now();
  return now - typedAt > TYPING_MS ? 0 : Math.max(0, shownAt + CALM_MS - now);
}
