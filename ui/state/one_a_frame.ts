/** What costs most of a frame, one a frame: whatever comes together with it is done in tasks behind the frames after it. */
import { after } from "./timer.ts";

/**
 * Once the next frame is drawn, in a task of its own: within that frame it would be laid out together with what waits to be
 * drawn. Where nothing is drawn, as of a page that is out of sight, there is nothing to wait for: hours of answers would be
 * told one behind the other to who comes back to it.
 */
function onceDrawn(does: () => void): void {
  if (typeof requestAnimationFrame !== "function" || document.hidden) return does();
  let done = false;
  const once = () => {
    document.removeEventListener("visibilitychange", once);
    if (!done) does();
    done = true;
  };
  document.addEventListener("visibilitychange", once);
  requestAnimationFrame(() => after(0, once));
}

export class OneAFrame {
  readonly #waiting = new Set<() => void>();
  #taken = false;

  constructor(readonly drawn = onceDrawn) {}

  /** Something was done that is not drawn yet. */
  get taken(): boolean {
    return this.#taken;
  }

  add(does: () => void): void {
    if (this.#taken) return void this.#waiting.add(does);
    this.#taken = true;
    try {
      does();
    } finally {
      // Where it fails, what waits behind it is done all the same.
      this.drawn(() => this.#next());
    }
  }

  #next(): void {
    this.#taken = false;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.add(next);
  }
}

/** The page's. */
export const oneAFrame = new OneAFrame();
