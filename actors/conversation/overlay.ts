/**
 * Plain data that can be changed while what it was taken from stays as it is: what a decision adds to a conversation
 * before any of it is stored. Of a short conversation it is a copy; of a long one a view: reads go through, and whatever is
 * set, added or removed is kept beside, so that it costs what is touched, however long the conversation.
 */

/**
 * Levels at which a fold changes containers in place: the state, and the lists and records in it. What is deeper
 * is replaced, never changed (`projections/fold.ts`), and therefore shared.
 */
const LEVELS = 2;

/**
 * Events of a fold up to which its containers are copied. To copy what so many left takes up to 40 µs, and then each read is that
 * of any object; the reads of one decision through a view take about 80.
 */
export const COPIED_EVENTS = 200;

/** A fold that goes on beside `base`, which must not change meanwhile. */
export const beside = <T extends object & { readonly seq: number }>(base: T): T =>
  base.seq <= COPIED_EVENTS ? copied(base) : overlay(base);

/** Of what is no list. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function copied<T extends object>(base: T): T;
function copied(base: object): object {
  const copy: Record<string, unknown> = { ...base };
  for (const key in copy) {
    const value = copy[key];
    if (Array.isArray(value)) copy[key] = value.slice();
    else if (isRecord(value)) copy[key] = recordOf(value);
  }
  return copy;
}

/** Key by key: V8 keeps a table of what many ids were added to, and to spread that takes three times as long. */
function recordOf(base: Readonly<Record<string, unknown>>): object {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(base)) copy[key] = base[key];
  return copy;
}

/** Gives what a view shows as plain data, by the view. */
const plainOf = new WeakMap<object, () => object>();

/**
 * What a view shows now, as plain data: for who goes through all of it several times, since each read of a view costs many of
 * an object. Containers that nobody touched are those of its base, which must not change while this is in use.
 */
export function plain<T extends object>(view: T): T;
export function plain(view: object): object {
  return plainOf.get(view)?.() ?? view;
}

/**
 * Reads, lists and compares like `base`, which must not change while the view is in use. A container read from it
 * is a view too: what is to outlive it takes a copy.
 */
export function overlay<T extends object>(base: T, levels = LEVELS): T {
  const kept = new Map<PropertyKey, unknown>();
  /** Keys of `base` that were removed; one that was set again stands after the others, as in any object. */
  const removed = new Set<PropertyKey>();
  const shows = (key: PropertyKey) => !removed.has(key) && Object.hasOwn(base, key);
  const read = (key: PropertyKey): unknown => {
    const own = kept.get(key);
    if (own !== undefined || kept.has(key) || removed.has(key)) return own;
    const value: unknown = Reflect.get(base, key);
    if (levels === 1 || typeof value !== "object" || value === null) return value;
    const view = overlay(value, levels - 1);
    kept.set(key, view);
    return view;
  };
  const remove = (key: PropertyKey) => {
    kept.delete(key);
    if (Object.hasOwn(base, key)) removed.add(key);
    return true;
  };
  const list = Array.isArray(base);
  const lengthOf = () => Number(read("length"));
  const target = list ? [] : {};
  const view = new Proxy<object>(target, {
    get: (_, key) => read(key),
    has: (_, key) => kept.has(key) || (!removed.has(key) && key in base),
    set(_, key, value: unknown) {
      if (list && key === "length") {
        for (let index = lengthOf() - 1; index >= Number(value); index--) remove(String(index));
      } else if (list && Number(key) >= lengthOf()) kept.set("length", Number(key) + 1);
      kept.set(key, value);
      return true;
    },
    deleteProperty: (_, key) => remove(key),
    /** Nobody defines properties of plain data; kept from reaching the target, which nobody reads. */
    defineProperty: () => false,
    ownKeys: () => [
      ...Reflect.ownKeys(base).filter((key) => !removed.has(key)),
      ...[...kept.keys()].filter((key): key is string => !shows(key)),
    ],
    getOwnPropertyDescriptor(_, key) {
      if (!kept.has(key) && !shows(key)) return undefined;
      const plain = !list || key !== "length";
      return { value: read(key), writable: true, enumerable: plain, configurable: plain };
    },
  });
  plainOf.set(view, () => {
    const below: object = plain(base);
    if (kept.size === 0 && removed.size === 0) return below;
    // As of a copy: the fold itself has few names, always the same, and what is in it many ids.
    const copy: object = Array.isArray(below)
      ? below.slice()
      : levels === 1 && isRecord(below)
      ? recordOf(below)
      : { ...below };
    for (const key of removed) Reflect.deleteProperty(copy, key);
    for (const [key, value] of kept) {
      Reflect.set(copy, key, typeof value === "object" && value !== null ? plain(value) : value);
    }
    return copy;
  });
  return view as T; // shows what `base` shows
}
