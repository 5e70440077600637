/**
 * A simulated `Deno.Kv`: one handle of one virtual process on a shared disk. Every call takes virtual time; a
 * commit may fail before anything is written, succeed, or land without being acknowledged; a file may be
 * locked; a crash leaves every pending answer open for ever.
 */
import type { Atomic, Entry, Kv } from "../../events/store/kv/kv.ts";
import type { SeededRandom } from "./random.ts";
import { encodeKey, type SimDisk, STAMP, type Stored, type Transaction } from "./sim_disk.ts";

/** Probabilities of what goes wrong, and how long things take. May be changed while the simulation runs. */
export interface SimFaults {
  /** `database is locked`; nothing was written. */
  locked: number;
  /** An error; nothing was written. */
  failed: number;
  /** An error, although it was written. */
  unacknowledged: number;
  /** An error; it is written later (a request that was on its way). */
  late: number;
  /** A read fails. */
  unread: number;
  /** Virtual milliseconds of one way to the store, at least and at most. */
  delay: readonly [number, number];
}
export const NO_FAULTS: SimFaults = {
  locked: 0,
  failed: 0,
  unacknowledged: 0,
  late: 0,
  unread: 0,
  delay: [0.1, 0.5],
};

/** Who holds the handle, and the time it lives in. */
interface Holder {
  readonly name: string;
  readonly alive: boolean;
  readonly scheduler: {
    readonly random: Pick<SeededRandom, "chance" | "between">;
    after(delay: number, label: string, run: () => void): unknown;
  };
  only<T>(promise: Promise<T>): Promise<T>;
}

export class SimKv implements Kv {
  #closed = false;

  constructor(readonly disk: SimDisk, readonly process: Holder, readonly faults: SimFaults) {}

  get(key: Deno.KvKey): Promise<Entry> {
    return this.#read("get", () => this.#entry(key));
  }

  getMany(keys: readonly Deno.KvKey[]): Promise<Entry[]> {
    if (keys.length > 10) throw new TypeError("Too many ranges (max 10)");
    return this.#read("getMany", () => keys.map((key) => this.#entry(key)));
  }

  async *list(
    selector: Deno.KvListSelector,
    options: { limit?: number; reverse?: boolean; batchSize?: number } = {},
  ): AsyncIterable<Entry> {
    const { limit = Infinity, reverse = false } = options;
    const batchSize = Math.min(500, options.batchSize ?? 100, limit);
    let [start, end] = bounds(selector);
    let given = 0;
    // Each batch is a reading of its own: what happens between two is seen by the second.
    while (given < limit) {
      const size = Math.min(batchSize, limit - given);
      const rows = await this.#read("list", () => this.disk.range(start, end, size, reverse).map(copy));
      for (const row of rows) yield row;
      given += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      if (reverse) end = encodeKey(last.key);
      else start = `${encodeKey(last.key)}\0`;
    }
  }

  atomic(): Atomic {
    const transaction: Transaction = { checks: [], writes: [] };
    const atomic: Atomic = {
      check(...checks) {
        transaction.checks.push(...checks);
        return this;
      },
      set(key, value) {
        transaction.writes.push({ key, value: copied(value) });
        return this;
      },
      delete(key) {
        transaction.writes.push({ key, remove: true });
        return this;
      },
      commit: () => this.#commit(transaction),
    };
    return atomic;
  }

  watch(keys: readonly Deno.KvKey[]): ReadableStream<Entry[]> {
    const names = keys.map(encodeKey);
    let stop = () => {};
    let cancelled = false;
    return new ReadableStream({
      start: (controller) => {
        const send = () => {
          if (this.process.alive && !this.#closed && !cancelled) {
            controller.enqueue(keys.map((key) => this.#entry(key)));
          }
        };
        stop = this.disk.onChange((changed) => {
          if (names.some((name) => changed.has(name))) this.#later("watch", send);
        });
        this.#later("watch", send);
      },
      cancel() {
        cancelled = true;
        stop();
      },
    });
  }

  commitVersionstamp(): symbol {
    return STAMP;
  }

  close(): void {
    this.#closed = true;
  }

  async #commit(transaction: Transaction): Promise<{ ok: true; versionstamp: string } | { ok: false }> {
    this.#open();
    this.disk.validate(transaction);
    const { random } = this.process.scheduler;
    const { promise, resolve, reject } = Promise.withResolvers<
      { ok: true; versionstamp: string } | { ok: false }
    >();
    const answer = (label: string, settle: () => void) => this.#later(label, settle);
    this.#later("commit", () => {
      // What a crashed process had sent may arrive or not.
      if (!this.process.alive && random.chance(0.5)) return;
      if (this.disk.full) return answer("full", () => reject(new Error("database or disk is full")));
      if (random.chance(this.faults.locked)) {
        return answer("locked", () => reject(new TypeError("database is locked")));
      }
      if (random.chance(this.faults.failed)) {
        return answer("failed", () => reject(new Error("connection lost before the commit")));
      }
      if (random.chance(this.faults.late)) {
        this.process.scheduler.after(random.between(0, 50), `${this.process.name} late`, () => {
          this.disk.apply(transaction);
        });
        return answer("late", () => reject(new Error("connection lost on the way")));
      }
      const result = this.disk.apply(transaction);
      if (random.chance(this.faults.unacknowledged)) {
        return answer("unacknowledged", () => reject(new Error("connection lost after the commit")));
      }
      answer(result.ok ? "committed" : "refused", () => resolve(result));
    });
    return await this.process.only(promise);
  }

  async #read<T>(label: string, look: () => T): Promise<T> {
    this.#open();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fails = this.process.scheduler.random.chance(this.faults.unread);
    this.#later(label, () => {
      const seen = fails ? null : look();
      this.#later(
        `${label} done`,
        () => seen === null ? reject(new Error("connection lost")) : resolve(seen),
      );
    });
    return await this.process.only(promise);
  }

  #open(): void {
    if (this.#closed) throw new Deno.errors.BadResource("Bad resource ID");
  }

  #entry(key: Deno.KvKey): Entry {
    const row = this.disk.get(key);
    return row ? copy(row) : { key, value: null, versionstamp: null };
  }

  #later(label: string, run: () => void): void {
    const { random } = this.process.scheduler;
    const [min, max] = this.faults.delay;
    this.process.scheduler.after(random.between(min, max), `${this.process.name} ${label}`, run);
  }
}

/** Nobody shares memory with the disk. */
const copy = (row: Stored): Entry => ({ ...row, value: copied(row.value) });
/**
 * A copy of a value as a store keeps it. Nearly every one is bytes, or what JSON knows: for a copy of those nobody need be
 * asked what they are.
 */
export function copied(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" || typeof value === "symbol" ? structuredClone(value) : value;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  // Spread first, so that every name becomes a field of the copy's own, whatever it is.
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) copy[name] = copied(copy[name]);
  return copy;
}

/** First and last+1 name of a selector. */
function bounds(selector: Deno.KvListSelector): [string, string] {
  if (!("prefix" in selector)) return [encodeKey(selector.start), encodeKey(selector.end)];
  const prefix = encodeKey(selector.prefix);
  return [
    "start" in selector ? encodeKey(selector.start) : `${prefix}\x01`,
    "end" in selector ? encodeKey(selector.end) : `${prefix}\x7f`,
  ];
}
