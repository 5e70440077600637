/** The rows of the right side: a request set out, as it was sent, or set against the one before. */
import { jsonTokens } from "../../projections/context/json_tokens.ts";
import { type Line, lineKey, linesOf, type Row, rowsOf } from "./body_lines.ts";
import { type Compare, folded, linesChanged } from "./changes.ts";
import type { SentPiece } from "./sent_pieces.ts";

export interface ByteRow extends Row {
  readonly kind: "same" | "added" | "removed";
  /** The request whose characters it shows. */
  readonly body: string;
}
/** Lines that are as they were: from and to in the request. */
export interface FoldRow {
  readonly kind: "fold";
  readonly lines: number;
  readonly start: number;
  readonly end: number;
}
export type ShownRow = ByteRow | FoldRow;

const rowsOfLine = (
  body: string,
  kind: ByteRow["kind"],
  lines: readonly Line[],
  line: number,
  columns: number,
) => {
  const found = lines[line];
  return found ? rowsOf(body, found, line, columns).map((row): ByteRow => ({ ...row, kind, body })) : [];
};

/** A request set out for reading. */
export function setOut(body: string, columns: number): ByteRow[] {
  const lines = linesOf(body);
  return lines.flatMap((_, number) => rowsOfLine(body, "same", lines, number, columns));
}

/** A request as it was sent: one long line. */
export function asSent(body: string, columns: number): ByteRow[] {
  const line: Line = { depth: 0, pieces: jsonTokens(body), goesOn: false };
  return rowsOf(body, line, 0, columns).map((row): ByteRow => ({ ...row, indent: 0, kind: "same", body }));
}

const placeOf = ({ pieces }: Line): [number, number] => [pieces[0]?.start ?? 0, pieces.at(-1)?.end ?? 0];

/** A request with what changed since another: what stayed is folded but for a few lines. */
export function sinceThen(before: string, after: string, columns: number, compare: Compare): ShownRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const keys = (body: string, lines: readonly Line[]) => lines.map((line) => lineKey(body, line));
  const changes = folded(linesChanged(keys(before, old), keys(after, now), compare));
  return changes.flatMap((change): ShownRow[] => {
    if (change.kind === "fold") {
      const [first, last] = [now[change.from], now[change.to - 1]];
      if (!first || !last) return [];
      return [{
        kind: "fold",
        lines: change.to - change.from,
        start: placeOf(first)[0],
        end: placeOf(last)[1],
      }];
    }
    const isOld = change.kind === "removed";
    return rowsOfLine(isOld ? before : after, change.kind, isOld ? old : now, change.line, columns);
  });
}

/** The messages that lie whole in a fold, and their tokens. */
export function foldedMessages(
  { start, end }: Pick<FoldRow, "start" | "end">,
  pieces: readonly SentPiece[],
): { messages: number; tokens: number } {
  const inside = pieces.filter((piece) =>
    piece.kind === "message" && piece.end > piece.start && piece.start >= start && piece.end <= end
  );
  return { messages: inside.length, tokens: inside.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** The first row that shows something between two offsets of the request; -1 where none does. */
export const firstRowWith = (rows: readonly ShownRow[], start: number, end: number): number =>
  rows.findIndex((row) =>
    row.kind === "fold"
      ? row.start <= start && start < row.end
      : row.kind !== "removed" && row.pieces.some((piece) => piece.start < end && piece.end > start)
  );
