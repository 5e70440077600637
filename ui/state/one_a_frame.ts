/** What costs most of a frame, one a frame: whatever comes together with it is done in tasks behind the frames after it. */
import { after } from "./timer.ts";

/**
 * Once the next frame is drawn, in a task of its own: within that frame it would be laid out together with what waits to be
 * drawn. Where nothing is drawn there is nothing to wait for.
 */
const onceDrawn = (does: () => void): void =>
  typeof requestAnimationFrame === "function" ? void requestAnimationFrame(() => after(0, does)) : does();

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
    // Before it is done: where that fails, what waits behind it is done all the same.
    this.drawn(() => {
      this.#taken = false;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      this.add(next);
    });
    does();
  }
}

/** The page's. */
export const oneAFrame = new OneAFrame();
