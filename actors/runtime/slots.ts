/** A bounded number of things at once; who comes later waits in line. */
export class Slots {
  #free: number;
  #line: (() => void)[] = [];

  constructor(readonly size: number) {
    this.#free = size;
  }

  /** Resolves with the way to give the slot back; null when `signal` aborts first. */
  async take(signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return null;
    return this.takeFree() ?? (await this.#wait(signal) ? this.#taken() : null);
  }

  /** The same for a slot that is free now; null when there is none. */
  takeFree(): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free--;
    return this.#taken();
  }

  #taken(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#line.shift();
      if (next) next();
      else this.#free++;
    };
  }

  get waiting(): number {
    return this.#line.length;
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = () => {
        signal.removeEventListener("abort", leave);
        resolve(true);
      };
      const leave = () => {
        this.#line = this.#line.filter((waiting) => waiting !== turn);
        resolve(false);
      };
      this.#line.push(turn);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
