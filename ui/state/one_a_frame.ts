/** What costs most of a frame, one a frame: whatever comes together with it is done in the frames after it. */

/** Where nothing is drawn there is nothing to wait for. */
const nextFrame = (does: () => void): void =>
  typeof requestAnimationFrame === "function" ? void requestAnimationFrame(does) : does();

export class OneAFrame {
  readonly #waiting = new Set<string>();
  /** Something was done that is not drawn yet. */
  #taken = false;

  constructor(readonly does: (id: string) => void, readonly frame = nextFrame) {}

  add(id: string): void {
    if (this.#taken) return void this.#waiting.add(id);
    this.#taken = true;
    this.does(id);
    this.frame(() => {
      this.#taken = false;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      this.add(next);
    });
  }
}
