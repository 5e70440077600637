/** A table whose later rows are not shown is not read to its end either. */

/** Cells of one table; its later rows are told by their number. */
export const TABLE_CELLS = 2_000;

/** Rows of a table of so many columns that are shown, without its head. */
export const rowsShown = (columns: number): number => Math.max(1, Math.floor(TABLE_CELLS / columns) - 1);

const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export interface Shortened {
  readonly text: string;
  /** Rows it had; null where nothing was taken away. */
  readonly rows: number | null;
  readonly shown: number;
}

/**
 * Columns of the table that a text begins with; 0 where it begins with none.
 * @outside
 */
export function columnsOf(text: string): number {
  const first = text.indexOf("\n");
  const second = text.indexOf("\n", first + 1);
  if (first < 0 || second < 0 || !text.slice(0, first).includes("|")) return 0;
  const rule = text.slice(first + 1, second);
  if (!rule.includes("|") || !RULE.test(rule)) return 0;
  return rule.trim().replace(/^\||\|$/g, "").split("|").length;
}

/**
 * A part of a text that begins with a table, without the rows that are not shown.
 * @outside
 */
export function shortened(text: string): Shortened {
  const whole = { text, rows: null, shown: 0 };
  const columns = columnsOf(text);
  if (columns === 0) return whole;
  const shown = rowsShown(columns);
  let [rows, at, cut] = [0, text.indexOf("\n", text.indexOf("\n") + 1) + 1, text.length];
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end);
    if (line.trim() === "") break;
    if (rows === shown) cut = at;
    rows++;
    at = end < 0 ? text.length : end + 1;
  }
  return rows <= shown ? whole : { text: text.slice(0, cut) + "\n" + text.slice(at), rows, shown };
}
