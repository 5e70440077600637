/** An answer that was to be JSON, read: also where its model put it into a code fence. */

const FENCED = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/;

/**
 * The JSON of an answer, and its text without what stands around it; null: it is none.
 * @outside
 */
export function formedJson(answer: string): { readonly value: unknown; readonly json: string } | null {
  const text = answer.trim();
  const json = (FENCED.exec(text)?.[1] ?? text).trim();
  if (!json.startsWith("{") && !json.startsWith("[")) return null;
  try {
    return { value: JSON.parse(json), json };
  } catch {
    return null;
  }
}

/** A value that fits into a cell. */
type Cell = string | number | boolean | null;
const isCell = (value: unknown): value is Cell => value === null || typeof value !== "object";
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Cell | undefined)[])[];
}

/** Rows and columns of a table that people read; of a larger one these are shown, and the rest by its text. */
export const TABLE_ROWS = 500;
export const TABLE_COLUMNS = 30;

/**
 * A list of flat objects as a table, its columns in the order in which they first come; null for anything else.
 * @outside
 */
export function tableOf(value: unknown): Table | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const columns = new Set<string>();
  for (const row of value) {
    if (!isObject(row)) return null;
    for (const [name, cell] of Object.entries(row)) {
      if (!isCell(cell)) return null;
      columns.add(name);
    }
  }
  const shown = [...columns].slice(0, TABLE_COLUMNS);
  const cells = (row: Readonly<Record<string, unknown>>) =>
    shown.map((name) => {
      const cell = Object.hasOwn(row, name) ? row[name] : undefined;
      return isCell(cell) ? cell : undefined;
    });
  return { columns: shown, rows: value.slice(0, TABLE_ROWS).map(cells) };
}
