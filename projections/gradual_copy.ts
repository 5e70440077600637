/**
 * A copy of a fold, made a piece at a time while the fold goes on: it is what the fold was when the copy was begun. Whoever
 * folds an event meanwhile does it through `writing`, which notes what stood where something is changed:
 *
 *     begun ──▶ step ──▶ step ──────────────▶ step ──▶ whole
 *                          evolve(writing, event)
 */

/** Entries that are copied at once: half a millisecond to two. */
export const ENTRIES_AT_ONCE = 2_000;

/** Where there was nothing. */
const NOTHING = Symbol("nothing");

type Entries = Record<PropertyKey, unknown>;

/** A record that is not copied yet, or not whole. */
interface Left {
  readonly from: Entries;
  readonly to: Entries;
  /** What stood where something was changed since. */
  readonly was: Map<PropertyKey, unknown>;
  /** Those that are there, in their order, once some are copied or one is removed; those before `at` are done. */
  keys: readonly string[] | null;
  at: number;
  readonly writing: Entries;
}

const isRecord = (value: unknown): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Notes what stands under a key before it changes there, and where it stands among the others before it is removed. */
function noting(left: Omit<Left, "writing">): Entries {
  const { from, was } = left;
  const note = (key: PropertyKey) => {
    if (!was.has(key)) was.set(key, Object.hasOwn(from, key) ? from[key] : NOTHING);
  };
  return new Proxy(from, {
    set(_, key, value: unknown) {
      note(key);
      return Reflect.set(from, key, value);
    },
    deleteProperty(_, key) {
      note(key);
      left.keys ??= Object.keys(from);
      return Reflect.deleteProperty(from, key);
    },
  });
}

function leftOf(from: Entries, to: Entries): Left {
  const left = { from, to, was: new Map<PropertyKey, unknown>(), keys: null, at: 0 };
  return Object.assign(left, { writing: noting(left) });
}

export class GradualCopy<S extends object> {
  /** The fold, to be changed through this as long as the copy is not whole. */
  readonly writing: S;
  readonly #copy: S;
  readonly #left = new Map<unknown, Left>();

  constructor(state: S) {
    const copy: S = { ...state };
    for (const [key, value] of Object.entries(copy)) {
      if (Array.isArray(value)) Reflect.set(copy, key, value.slice());
      else if (isRecord(value)) Reflect.set(copy, key, this.#copying(value).to);
    }
    this.#copy = copy;
    this.writing = new Proxy(state, {
      get: (_, key) => {
        const value: unknown = Reflect.get(state, key);
        return this.#left.get(value)?.writing ?? value;
      },
      set: (_, key, value) => Reflect.set(state, key, this.#plain(value)),
    });
  }

  /** Copies the next entries; true: the copy is whole. */
  step(entries = ENTRIES_AT_ONCE): boolean {
    let room = entries;
    for (const [record, left] of this.#left) {
      room -= copyEntries(left, room);
      if (left.at < (left.keys?.length ?? Infinity)) return false;
      this.#left.delete(record);
    }
    return true;
  }

  /** What the fold was; entities in it are shared, for they are replaced and never changed. Good once it is whole. */
  get copy(): S {
    return this.#copy;
  }

  #copying(record: Entries): Left {
    const known = this.#left.get(record) ?? leftOf(record, {});
    this.#left.set(record, known);
    return known;
  }

  #plain(value: unknown): unknown {
    for (const { from, writing } of this.#left.values()) if (writing === value) return from;
    return value;
  }
}

/** Copies entries of a record, `most` at most; how many. */
function copyEntries(left: Left, most: number): number {
  const { from, to, was } = left;
  const keys = left.keys ??= Object.keys(from);
  const end = Math.min(keys.length, left.at + most);
  for (let at = left.at; at < end; at++) {
    const key = keys[at] ?? "";
    const value = was.has(key) ? was.get(key) : from[key];
    if (value !== NOTHING) to[key] = value;
  }
  const done = end - left.at;
  left.at = end;
  return done;
}

/** The copy where nothing happens to the fold meanwhile: at once. */
export function copyAtOnce<S extends object>(state: S): S {
  const gradual = new GradualCopy(state);
  while (!gradual.step());
  return gradual.copy;
}
