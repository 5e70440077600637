/** Whether a key was just pressed in the composer: then what streams in may wait a little for it. */

/** Milliseconds after a key during which the next one is to be expected: a quick typist needs 60 to 150. */
const TYPING_MS = 200;
/** Milliseconds between two updates of answers meanwhile: still read along, and most keys have a frame alone. */
const CALM_MS = 120;
/** Milliseconds in which a key is painted: the frame that comes in this time is its own. */
const FRAME_MS = 16;

export class Typing {
  #typedAt = -Infinity;

  /** @param now milliseconds that only grow */
  constructor(readonly now: () => number) {}

  typed(): void {
    this.#typedAt = this.now();
  }

  /** Milliseconds that text which arrives now should wait, when text was last shown at `shownAt`. */
  patience(shownAt: number): number {
    const now = this.now();
    return now - this.#typedAt > TYPING_MS ? 0 : Math.max(0, shownAt + CALM_MS - now);
  }

  /** Whether a key waits for the next frame: whoever would draw in it draws in the one after. */
  waits(): boolean {
    return this.now() - this.#typedAt < FRAME_MS;
  }
}

/** The composer's. */
export const typing = new Typing(() => performance.now());
