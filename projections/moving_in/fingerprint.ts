/**
 * SHA-256, for ids of what has none. Written out here: a browser has its own only where the page came safely, and there
 * it cannot be asked in between.
 */

const WORDS = 64, BLOCK = 64, LENGTH_AT = 56;

/** The first 32 bits behind the point of roots of the first primes. */
function rootsOf(power: number, count: number): Uint32Array {
  const primes: number[] = [];
  for (let one = 2; primes.length < count; one++) if (primes.every((prime) => one % prime)) primes.push(one);
  return Uint32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32);
}
const ROUNDS = rootsOf(1 / 3, WORDS);
const BEGIN = rootsOf(1 / 2, 8);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export class Fingerprint {
  readonly #state = BEGIN.slice();
  readonly #block = new Uint8Array(BLOCK);
  readonly #view = new DataView(this.#block.buffer);
  readonly #words = new Uint32Array(WORDS);
  readonly #encoder = new TextEncoder();
  #bytes = 0;

  /** @outside */
  add(text: string): this {
    this.#push(this.#encoder.encode(text));
    return this;
  }

  #push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const used = this.#bytes % BLOCK;
      const part = bytes.subarray(at, at + BLOCK - used);
      this.#block.set(part, used);
      this.#bytes += part.length;
      at += part.length;
      if (this.#bytes % BLOCK === 0) this.#mix();
    }
  }

  /** What it is of, in 64 letters; nothing can be added behind it. */
  end(): string {
    const bits = this.#bytes * 8;
    this.#push(Uint8Array.of(0x80));
    const used = this.#bytes % BLOCK;
    this.#push(new Uint8Array((LENGTH_AT - used + BLOCK) % BLOCK));
    const length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(bits));
    this.#push(new Uint8Array(length.buffer));
    return [...this.#state].map((word) => word.toString(16).padStart(8, "0")).join("");
  }

  #mix(): void {
    const words = this.#words;
    const state = this.#state;
    const word = (at: number): number => words[at] ?? 0;
    for (let at = 0; at < 16; at++) words[at] = this.#view.getUint32(at * 4);
    for (let at = 16; at < WORDS; at++) {
      const one = word(at - 15), two = word(at - 2);
      const low = turned(one, 7) ^ turned(one, 18) ^ (one >>> 3);
      const high = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      words[at] = word(at - 16) + low + word(at - 7) + high;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    // One after the other: as lists they are made anew in each round, by an engine that has not made this fast yet.
    for (let at = 0; at < WORDS; at++) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) +
        (ROUNDS[at] ?? 0) + word(at);
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    const more = [a, b, c, d, e, f, g, h];
    for (let at = 0; at < more.length; at++) state[at] = (state[at] ?? 0) + (more[at] ?? 0);
  }
}

/** Letters of an id that is made so. */
const ID_LETTERS = 32;
/** The id of something that tells none of its own: what it is. */
export const madeId = (print: Fingerprint): string => `made ${print.end().slice(0, ID_LETTERS)}`;
