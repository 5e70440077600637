/**
 * A request set out in lines, as people read JSON. Every character that is shown is one of the request's own: only white
 * space is added between them, so that what is marked, compared and proven is the same text.
 */
import { jsonTokens, type Token, type TokenKind } from "../../projections/context/json_tokens.ts";

/** A piece of a line. */
export interface Piece {
  readonly kind: TokenKind;
  /** UTF-16 offsets in the request. */
  readonly start: number;
  readonly end: number;
}

export interface Line {
  /** How deep it is set in. */
  readonly depth: number;
  readonly pieces: readonly Piece[];
  /** The line goes on with a text that began above. */
  readonly goesOn: boolean;
}

/** Characters of an object or a list that still stands on one line. */
const SHORT = 64;

/**
 * For each token that opens something short the number of the one that closes it. What has something inside that opens
 * too is never short: with one message more it would stand otherwise, and all of it would look changed.
 */
function shortOnes(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const short = new Map<number, number>();
  const open: { index: number; nests: boolean }[] = [];
  tokens.forEach(({ kind, end }, index) => {
    if (kind === "open") {
      const around = open.at(-1);
      if (around) around.nests = true;
      open.push({ index, nests: false });
    }
    if (kind !== "close") return;
    const begun = open.pop();
    if (begun && !begun.nests && end - (tokens[begun.index]?.start ?? 0) <= SHORT) {
      short.set(begun.index, index);
    }
  });
  return short;
}

/** The parts of a text, each up to the end of a line that is written in it. */
function partsOf(body: string, { kind, start, end }: Token): Piece[] {
  const parts: Piece[] = [];
  let from = start;
  for (let at = body.indexOf("\\", start); at !== -1 && at < end;) {
    const isEnd = body[at + 1] === "n";
    at += 2;
    // Several ends of lines belong to the line before.
    if (isEnd && !body.startsWith("\\n", at) && at < end - 1) {
      parts.push({ kind, start: from, end: at });
      from = at;
    }
    at = body.indexOf("\\", at);
  }
  parts.push({ kind, start: from, end });
  return parts;
}

/** Lines as they are put together. */
class Setting {
  readonly lines: Line[] = [];
  #pieces: Piece[] = [];
  #goesOn = false;
  depth = 0;

  add(piece: Piece): void {
    this.#pieces.push(piece);
  }

  break(goesOn = false): void {
    if (this.#pieces.length > 0) {
      this.lines.push({ depth: this.depth, pieces: this.#pieces, goesOn: this.#goesOn });
    }
    this.#pieces = [];
    this.#goesOn = goesOn;
  }
}

/**
 * The lines of a request.
 * @outside
 */
export function linesOf(body: string): Line[] {
  const tokens = jsonTokens(body);
  const short = shortOnes(tokens);
  const setting = new Setting();
  /** Up to this token everything stands on one line. */
  let oneLine = -1;
  tokens.forEach((token, index) => {
    const { kind } = token;
    const inside = index <= oneLine;
    if (kind === "close" && !inside) {
      setting.break();
      setting.depth = Math.max(0, setting.depth - 1);
    }
    if (kind === "text" && !inside) {
      const [first, ...rest] = partsOf(body, token);
      if (first) setting.add(first);
      for (const part of rest) {
        setting.break(true);
        setting.add(part);
      }
    } else setting.add(token);
    if (inside) return;
    if (kind === "open") {
      const close = short.get(index);
      if (close !== undefined) oneLine = close;
      else {
        setting.break();
        setting.depth++;
      }
    } else if (kind === "comma") setting.break();
  });
  setting.break();
  return setting.lines;
}

/**
 * What two lines have in common when they are the same: their words, not how the line ends.
 * @outside
 */
export function lineKey(body: string, { depth, pieces }: Line): string {
  const text = pieces.filter(({ kind }) => kind !== "comma").map(({ start, end }) => body.slice(start, end))
    .join("");
  return `${depth} ${text.replace(/(?:\\n)+$|"$/, "")}`;
}

/** A row of the view: what of a line fits into its width. */
export interface Row {
  /** The number of its line. */
  readonly line: number;
  readonly pieces: readonly Piece[];
  /** Characters it is set in. */
  readonly indent: number;
  /** The first row of its line. */
  readonly first: boolean;
}

const STEP = 2;
/** What goes on below is set in deeper than where it began. */
const HANG = 4;
/** Columns that are left for words however deep a line is. */
const LEAST = 16;

/** Where a piece is cut so that at most `room` characters stand before: behind a space if there is one near. */
function cutAt(body: string, { start, end }: Piece, room: number): number {
  const most = start + Math.max(1, room);
  if (most >= end) return end;
  const space = body.lastIndexOf(" ", most - 1);
  const at = space > start + room / 2 ? space + 1 : most;
  // Not between the halves of one character.
  return /[\udc00-\udfff]/.test(body[at] ?? "") && at > start + 1 ? at - 1 : at;
}

/** What stands behind a piece, for the eye alone. */
export const spaceAfter = (kind: TokenKind): string => kind === "colon" || kind === "comma" ? " " : "";

/**
 * The rows of a line in a view of `columns` characters.
 * @param number of the line
 * @outside
 */
export function rowsOf(body: string, line: Line, number: number, columns: number): Row[] {
  const rows: Row[] = [];
  const base = line.depth * STEP + (line.goesOn ? HANG : 0);
  let pieces: Piece[] = [];
  let first = true;
  let indent = base;
  let room = Math.max(LEAST, columns - indent);
  const flush = () => {
    rows.push({ line: number, pieces, indent, first });
    pieces = [];
    first = false;
    indent = line.depth * STEP + HANG;
    room = Math.max(LEAST, columns - indent);
  };
  for (const piece of line.pieces) {
    let rest = piece;
    while (rest.end - rest.start > room) {
      const at = room < LEAST / 2 && pieces.length > 0 ? rest.start : cutAt(body, rest, room);
      if (at > rest.start) pieces.push({ ...rest, end: at });
      rest = { ...rest, start: at };
      flush();
    }
    if (rest.end > rest.start) pieces.push(rest);
    room -= rest.end - rest.start + spaceAfter(rest.kind).length;
  }
  if (pieces.length > 0) flush();
  return rows;
}
