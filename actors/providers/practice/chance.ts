/** Chance for the mock's voices: the same seed and words always give the same choices. */

/** UTF-16 units of a text, from its end, that chance hangs on: to go through more would hold everybody up. */
const LOOKED_AT = 65_536;

/** A 32-bit hash (FNV-1a) of the UTF-16 units at a text's end. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = Math.max(text.length - LOOKED_AT, 0); i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

export class Random {
  #state: number;
  constructor(seed: string) {
    this.#state = hash32(seed);
  }
  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }
  pick<T>(options: readonly [T, ...T[]]): T {
    return options[this.below(options.length)] ?? options[0];
  }
}
