/** Rows of sums, read when they are first added to and written together: what one did on a day, in one stream or in all. */
import { fromBytes, isFields, readable } from "../kv/codec.ts";
import { jsonAt, type Write } from "../commit/job.ts";
import type { Kv } from "../kv/kv.ts";
import type { Cell } from "../types.ts";

/** Sorts of cells in one row at most: a value holds them, however long their names are. */
export const SORTS = 150;

/** Who and what stand in the value, because a key may hold only a hash. */
interface Row {
  readonly day: string;
  readonly who: string;
  readonly sums: Record<string, number[]>;
}

/** The cells of a stored row; null where it cannot be read. */
export function cellsOf(value: unknown): Cell[] | null {
  const row = rowOf(value);
  if (!row) return null;
  const { day, who } = row;
  return Object.entries(row.sums).map(([what, sums]) => ({ day, who, what, sums }));
}

function rowOf(value: unknown): Row | null {
  const row = readable(() => fromBytes(value));
  const { day, who, sums } = isFields(row) ? row : {};
  if (typeof day !== "string" || typeof who !== "string" || !isFields(sums)) return null;
  const known: Record<string, number[]> = {};
  for (const [what, numbers] of Object.entries(sums)) {
    if (!Array.isArray(numbers) || !numbers.every((n) => typeof n === "number")) return null;
    known[what] = numbers;
  }
  return { day, who, sums: known };
}

export class Sums {
  readonly #rows = new Map<string, { readonly key: Deno.KvKey; readonly row: Row }>();

  constructor(readonly kv: Kv) {}

  /** Rows that are touched, and sorts in them. */
  get size(): { rows: number; sorts: number } {
    let sorts = 0;
    for (const { row } of this.#rows.values()) sorts += Object.keys(row.sums).length;
    return { rows: this.#rows.size, sorts };
  }

  /** Whether the row has room for such a cell. */
  async fits(key: Deno.KvKey, cell: Cell): Promise<boolean> {
    const { sums } = await this.#row(key, cell);
    return cell.what in sums || Object.keys(sums).length < SORTS;
  }

  /** Adds a cell; with `sign` −1 takes it away again. */
  async add(key: Deno.KvKey, cell: Cell, sign: 1 | -1 = 1): Promise<void> {
    const { sums } = await this.#row(key, cell);
    const before = sums[cell.what] ?? cell.sums.map(() => 0);
    const now = before.map((sum, index) => sum + sign * (cell.sums[index] ?? 0));
    // What was never done leaves nothing, its name neither.
    if (now[0] === 0) delete sums[cell.what];
    else sums[cell.what] = now;
  }

  writes(): Write[] {
    return [...this.#rows.values()].map(({ key, row }) =>
      Object.keys(row.sums).length === 0 ? { key, remove: true } : jsonAt(key, row)
    );
  }

  async #row(key: Deno.KvKey, { day, who }: Cell): Promise<Row> {
    const name = JSON.stringify(key);
    const known = this.#rows.get(name);
    if (known) return known.row;
    const row = rowOf((await this.kv.get(key)).value) ?? { day, who, sums: {} };
    this.#rows.set(name, { key, row });
    return row;
  }
}
