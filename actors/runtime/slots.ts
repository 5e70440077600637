/** A bounded amount of things at once; who comes later waits in line, also where what is left would do for it. */
export class Slots {
  #free: number;
  #held = 0;
  #line: { readonly size: number; readonly begin: () => void }[] = [];

  constructor(readonly size: number) {
    this.#free = size;
  }

  /**
   * Resolves with the way to give the slot back; null when `signal` aborts first.
   * @param size what it takes; one that takes more than there is has all of it, and goes alone
   */
  async take(signal: AbortSignal, size = 1): Promise<(() => void) | null> {
    if (signal.aborted) return null;
    const most = this.#most(size);
    return this.takeFree(most) ?? (await this.#wait(signal, most) ? this.#taken(most) : null);
  }

  /** The same for a slot that is free now; null when there is none. */
  takeFree(size = 1): (() => void) | null {
    const most = this.#most(size);
    if (this.#line.length > 0 || this.#free < most) return null;
    this.#free -= most;
    return this.#taken(most);
  }

  #most(size: number): number {
    return Math.min(size, this.size);
  }

  #taken(size: number): () => void {
    let given = false;
    this.#held++;
    return () => {
      if (given) return;
      given = true;
      this.#held--;
      this.#free += size;
      this.#pass();
    };
  }

  /** How many have one. */
  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Those at the head of the line that there is room for begin. */
  #pass(): void {
    for (let [next] = this.#line; next && next.size <= this.#free; [next] = this.#line) {
      this.#free -= next.size;
      this.#line.shift();
      next.begin();
    }
  }

  #wait(signal: AbortSignal, size: number): Promise<boolean> {
    return new Promise((resolve) => {
      const one = {
        size,
        begin: () => {
          signal.removeEventListener("abort", leave);
          resolve(true);
        },
      };
      const leave = () => {
        this.#line = this.#line.filter((waiting) => waiting !== one);
        resolve(false);
        // Who stood behind it may be smaller.
        this.#pass();
      };
      this.#line.push(one);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
