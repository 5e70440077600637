/** Answers of which more is known than shown, and when the page shows it. */
import { oneAFrame } from "./one_a_frame.ts";
import { typing } from "./typing.ts";

interface Surroundings {
  readonly typing: Pick<typeof typing, "patience" | "expected" | "waits">;
  /** What else takes most of a frame, as the end of an answer. */
  readonly ends: Pick<typeof oneAFrame, "taken" | "add">;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  readonly later: (does: () => void, ms: number) => void;
  /** Does something in the page's next frame. */
  readonly frame: (does: () => void) => void;
}

const PAGE: Surroundings = {
  typing,
  ends: oneAFrame,
  now: () => performance.now(),
  later: (does, ms) => void setTimeout(does, ms),
  frame: (does) => void requestAnimationFrame(does),
};

export class DraftQueue {
  /** Those that wait longest first. */
  readonly #behind = new Set<string>();
  /** When an answer was shown last. */
  readonly #shownAt = new Map<string, number>();
  #awaited = false;

  /** `show` shows as much of an answer as is known; false when there was nothing to show. */
  constructor(readonly show: (id: string) => boolean, readonly around = PAGE) {}

  /** Has an answer shown soon. Once a frame is as often as anyone can see; a hidden tab has none and catches up later. */
  add(id: string): void {
    this.#behind.add(id);
    this.#showSoon();
  }

  #showSoon(): void {
    const [first] = this.#behind;
    if (this.#awaited || first === undefined) return;
    this.#awaited = true;
    const { typing, ends, later } = this.around;
    const frame = () => this.around.frame(() => ends.taken ? ends.add(show) : show());
    const show = () => typing.waits() ? frame() : this.#flush();
    const wait = typing.patience(this.#shownAt.get(first) ?? -Infinity);
    if (wait > 0) later(frame, wait);
    else frame();
  }

  /** Shows all of them; while somebody types, one: together they are 20 ms of work, for which a key would have to wait. */
  #flush(): void {
    this.#awaited = false;
    for (const id of this.#behind) {
      this.#behind.delete(id);
      if (!this.show(id)) continue;
      this.#shownAt.set(id, this.around.now());
      if (this.around.typing.expected()) break;
    }
    this.#showSoon();
  }
}
