/** Whether a key was just pressed in the composer: then what streams in may wait a little for it, and what turns rests. */
import { oneAFrame } from "./one_a_frame.ts";

/** Milliseconds after a key during which the next one is to be expected: a quick typist needs 60 to 150. */
const TYPING_MS = 200;
/**
 * Milliseconds after the last key in which what turns rests: who looks for a word for less types on. Each time that it
 * turns and rests again its styles are made anew and its layers come and go.
 */
const RESTS_MS = 1_000;
/** Milliseconds between two updates of an answer meanwhile: still read along, and most keys have a frame alone. */
const CALM_MS = 120;
/** Milliseconds in which a key is painted: the frame that comes in this time is its own. */
const FRAME_MS = 16;

interface Surroundings {
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** Does something after so many milliseconds. */
  readonly later: (does: () => void, ms: number) => void;
  /**
   * Told when somebody begins to type and when no key came for a while. What turns meanwhile has the whole window composed
   * for each of its pictures: forty hundredths of a core where no graphics card does it.
   */
  readonly busy: (typing: boolean) => void;
}

export class Typing {
  #typedAt = -Infinity;
  #busy = false;

  constructor(readonly around: Surroundings) {}

  typed(): void {
    this.#typedAt = this.around.now();
    if (this.#busy) return;
    this.#busy = true;
    // The key's own frame is the key's.
    this.around.later(() => this.around.busy(true), FRAME_MS);
    this.#restSoon(RESTS_MS);
  }

  #restSoon(ms: number): void {
    this.around.later(() => {
      const left = this.#typedAt + RESTS_MS - this.around.now();
      if (left > 0) return this.#restSoon(left);
      this.#busy = false;
      this.around.busy(false);
    }, ms);
  }

  /** Milliseconds that text which arrives now should wait, when text of the same answer was last shown at `shownAt`. */
  patience(shownAt: number): number {
    return this.expected() ? Math.max(0, shownAt + CALM_MS - this.around.now()) : 0;
  }

  /** Whether another key is to be expected. */
  expected(): boolean {
    return this.around.now() - this.#typedAt <= TYPING_MS;
  }

  /** Whether a key waits for the next frame: whoever would draw in it draws in the one after. */
  waits(): boolean {
    return this.around.now() - this.#typedAt < FRAME_MS;
  }
}

/** The composer's. */
export const typing = new Typing({
  now: () => performance.now(),
  later: (does, ms) => void setTimeout(does, ms),
  // In a frame in which no words of answers are drawn.
  busy: (typing) => oneAFrame.add(() => document.documentElement.toggleAttribute("data-typing", typing)),
});
