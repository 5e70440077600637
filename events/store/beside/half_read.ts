/**
 * A state put together from its pieces, of which those that hold entries of long records alone are read where somebody asks
 * for one of these, or when there is time. Until then the number of its piece stands in the place of an entry, and the record
 * is seen through a view that never shows one. Keys are there from the beginning, in their order.
 */
import { isFields } from "../kv/codec.ts";
import { StoreCorrupt } from "../errors.ts";
import type { Snapshot, SnapshotRest } from "../types.ts";
import { assembled, type Keys, partsIn } from "./pieces.ts";

type Entries = Record<string, unknown>;

export class HalfRead implements SnapshotRest {
  #state: Entries = {};
  #count = 0;
  /** Those that are not read yet, by their numbers. */
  readonly #left = new Map<number, () => unknown>();
  /** Records of which some is not read, by their fields. */
  readonly #records = new Map<string, Entries>();
  readonly #recordOf = new Map<unknown, Entries>();

  /** The next piece. */
  add(piece: unknown): void {
    this.#state = assembled(this.#state, piece);
  }

  /** The next piece, which is read later. */
  leave(keys: Keys, read: () => unknown): void {
    const number = this.#count++;
    this.#left.set(number, read);
    for (const [field, names] of keys) {
      const before = this.#state[field];
      const record = isFields(before) ? before : {};
      this.#state[field] = record;
      this.#records.set(field, record);
      for (const name of names) record[name] = number;
    }
  }

  /** What may be used now, once there is no piece more. */
  begun(): Pick<Snapshot, "state" | "rest"> {
    for (const [field, record] of this.#records) {
      const view = new Proxy(record, { get: (_, key) => this.#entry(record, key) });
      this.#recordOf.set(view, record);
      this.#state[field] = view;
    }
    return { state: this.#state, ...(this.#left.size > 0 && { rest: this }) };
  }

  more(state: object): boolean {
    const [next] = this.#left.keys();
    if (next !== undefined) this.#read(next);
    if (this.#left.size > 0) return false;
    for (const [field, value] of Object.entries(state)) {
      const record = this.#recordOf.get(value);
      if (record) Reflect.set(state, field, record);
    }
    return true;
  }

  #entry(record: Entries, key: PropertyKey): unknown {
    const value: unknown = Reflect.get(record, key);
    if (typeof value !== "number") return value;
    this.#read(value);
    const read: unknown = Reflect.get(record, key);
    if (typeof read === "number") throw new StoreCorrupt("A piece of a snapshot has not what its keys say.");
    return read;
  }

  /** What was changed or removed since stays as it is. */
  #read(number: number): void {
    const piece = this.#left.get(number)?.();
    this.#left.delete(number);
    for (const { field, value } of partsIn(piece)) {
      const record = this.#records.get(field);
      if (!record || !isFields(value)) continue;
      for (const key of Object.keys(value)) if (record[key] === number) record[key] = value[key];
    }
  }
}
