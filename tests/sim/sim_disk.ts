/** What a simulated store holds: sorted keys, versionstamps, the limits of Deno KV. No time passes in here. */

export interface Stored {
  readonly key: Deno.KvKey;
  readonly value: unknown;
  readonly versionstamp: string;
}
export interface Transaction {
  readonly checks: { key: Deno.KvKey; versionstamp: string | null }[];
  readonly writes: { key: Deno.KvKey; value?: unknown; remove?: true }[];
}
/** Stands for the versionstamp of the commit it is written in. */
export const STAMP = Symbol("commit versionstamp");

const VALUE_BYTES = 65_536;
const KEY_BYTES = 2_048;
const TOTAL_BYTES = 819_200;
const TOTAL_KEY_BYTES = 81_920;
const MUTATIONS = 1_000;

export class SimDisk {
  /** Nothing more can be written while true. */
  full = false;
  /** Checks that one transaction may carry: 100 on a file, 10 on `denokv`. */
  checks = 100;
  readonly #rows = new Map<string, Stored>();
  /** Names of the rows, in order. */
  readonly #sorted: string[] = [];
  #version = 0;
  readonly #watchers = new Set<(keys: ReadonlySet<string>) => void>();

  /** Another disk with the same rows, written by the same commits. */
  copy(): SimDisk {
    const disk = new SimDisk();
    for (const [name, row] of this.#rows) disk.#rows.set(name, row);
    disk.#sorted.push(...this.#sorted);
    disk.#version = this.#version;
    return disk;
  }

  get(key: Deno.KvKey): Stored | null {
    return this.#rows.get(encodeKey(key)) ?? null;
  }

  /** Rows from `start` up to, without, `end`, in order. */
  range(start: string, end: string, limit: number, reverse: boolean): Stored[] {
    const from = lowerBound(this.#sorted, start);
    const to = lowerBound(this.#sorted, end);
    const rows: Stored[] = [];
    const [first, last] = reverse ? [Math.max(from, to - limit), to] : [from, Math.min(to, from + limit)];
    for (let at = first; at < last; at++) {
      const row = this.#rows.get(this.#sorted[at] ?? "");
      if (row) rows.push(row);
    }
    return reverse ? rows.reverse() : rows;
  }

  /** Applies all of it, or nothing when a check fails. */
  apply({ checks, writes }: Transaction): { ok: true; versionstamp: string } | { ok: false } {
    for (const check of checks) {
      if ((this.get(check.key)?.versionstamp ?? null) !== check.versionstamp) return { ok: false };
    }
    const versionstamp = `${(++this.#version).toString(16).padStart(16, "0")}0000`;
    const changed = new Set<string>();
    for (const write of writes) {
      const key = write.key.map((part) => part === STAMP ? versionstamp : part);
      const name = encodeKey(key);
      changed.add(name);
      if (write.remove) this.#remove(name);
      else this.#set(name, { key, value: write.value, versionstamp });
    }
    for (const watcher of this.#watchers) watcher(changed);
    return { ok: true, versionstamp };
  }

  /** As a process sees of a file whether anybody wrote to it: each tells whether since it was asked before. */
  writtenSince(): () => boolean {
    let known = -1;
    return () => {
      const written = known !== this.#version;
      known = this.#version;
      return written;
    };
  }

  onChange(watcher: (keys: ReadonlySet<string>) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Throws as Deno does for what it refuses before sending. */
  validate({ checks, writes }: Transaction): void {
    if (checks.length > this.checks) throw new TypeError(`Too many checks (max ${this.checks})`);
    if (writes.length > MUTATIONS) throw new TypeError(`Too many mutations (max ${MUTATIONS})`);
    let total = 0;
    let keys = 0;
    for (const { key } of [...checks, ...writes]) {
      const size = encodeKey(key).length;
      if (size > KEY_BYTES) throw new TypeError(`Key too large for write (max ${KEY_BYTES} bytes)`);
      keys += size;
      total += 2 * size;
    }
    for (const { value } of writes) {
      const size = sizeOf(value);
      if (size > VALUE_BYTES) throw new TypeError(`Value too large (max ${VALUE_BYTES} bytes)`);
      total += size;
    }
    if (keys > TOTAL_KEY_BYTES) {
      throw new TypeError(`Total key size too large (max ${TOTAL_KEY_BYTES} bytes)`);
    }
    if (total > TOTAL_BYTES) throw new TypeError(`Total mutation size too large (max ${TOTAL_BYTES} bytes)`);
  }

  #set(name: string, row: Stored): void {
    if (!this.#rows.has(name)) this.#sorted.splice(lowerBound(this.#sorted, name), 0, name);
    this.#rows.set(name, row);
  }

  #remove(name: string): void {
    if (this.#rows.delete(name)) this.#sorted.splice(lowerBound(this.#sorted, name), 1);
  }
}

function sizeOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  return value === undefined ? 0 : 2 * JSON.stringify(value).length;
}

/** Index of the first name that is not before `name`. */
function lowerBound(sorted: readonly string[], name: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

const view = new DataView(new ArrayBuffer(8));

/** A name that sorts as Deno sorts the key: strings before numbers, numbers by value, booleans last. */
export function encodeKey(key: Deno.KvKey): string {
  let name = "";
  for (const part of key) {
    if (typeof part === "string") {
      name += `\x02${part.includes("\0") ? part.replaceAll("\0", "\0\xff") : part}\0`;
    } else if (typeof part === "number") name += `\x03${sortableNumber(part)}`;
    else if (typeof part === "boolean") name += part ? "\x06" : "\x05";
    else if (part === STAMP) name += "\x02....................\0";
    else throw new TypeError("The simulated store knows strings, numbers and booleans in keys.");
  }
  return name;
}

function sortableNumber(value: number): string {
  view.setFloat64(0, value);
  let bits = view.getBigUint64(0);
  bits = bits >> 63n ? ~bits & 0xffffffffffffffffn : bits | 1n << 63n;
  return bits.toString(16).padStart(16, "0");
}
