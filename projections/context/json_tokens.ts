/**
 * The tokens of a JSON text and where each of them stands in it: what a request consists of can then be shown, marked
 * and compared without changing a character of it.
 */

export type TokenKind = "open" | "close" | "key" | "text" | "value" | "comma" | "colon";

export interface Token {
  readonly kind: TokenKind;
  /** UTF-16 offsets; of a text with its quotes. */
  readonly start: number;
  readonly end: number;
}

const SPACE = new Set([" ", "\n", "\r", "\t"]);
const SIGNS: Readonly<Record<string, TokenKind>> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
};
/** What ends a number or one of the words `true`, `false` and `null`. */
const ENDS = /[\s,:{}[\]"]/g;

/** Behind the quote that ends the text which begins at `start`; behind the last character where none does. */
function textEnd(json: string, start: number): number {
  for (let at = start + 1;;) {
    const quote = json.indexOf('"', at);
    if (quote === -1) return json.length;
    let slashes = 0;
    while (quote - slashes > at && json[quote - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function valueEnd(json: string, start: number): number {
  ENDS.lastIndex = start + 1;
  return ENDS.exec(json)?.index ?? json.length;
}

/**
 * Every token in its order. What is no JSON has tokens too, as far as they can be told: nothing is thrown.
 * @outside
 */
export function jsonTokens(json: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < json.length;) {
    const sign = json[at] ?? "";
    if (SPACE.has(sign)) {
      at++;
      continue;
    }
    const end = sign in SIGNS ? at + 1 : sign === '"' ? textEnd(json, at) : valueEnd(json, at);
    tokens.push({ kind: SIGNS[sign] ?? (sign === '"' ? "text" : "value"), start: at, end });
    at = end;
  }
  // A text before a colon is a name.
  return tokens.map((token, index) =>
    token.kind === "text" && tokens[index + 1]?.kind === "colon" ? { ...token, kind: "key" } : token
  );
}

/** A value inside a JSON text, and the names and numbers that lead to it. */
export interface Leaf {
  readonly path: readonly (string | number)[];
  /** Offsets; of a text those between its quotes. */
  readonly start: number;
  readonly end: number;
}

/** How deep a value may lie that is told: far deeper than any request has one. */
const DEPTH = 32;

/** Texts, with objects and lists, with numbers too, each with its place; what lies deeper than anybody looks is left out. */
function found(json: string, wanted: "texts" | "all" | "numbers too"): Leaf[] {
  const leaves: Leaf[] = [];
  /** Where one is: the name of a field, or the number in a list; null before the first name of an object. */
  const path: (string | number | null)[] = [];
  const open: { readonly index: number; readonly leaf: Leaf | null }[] = [];
  const here = () => path.map((step) => step ?? "");
  for (const { kind, start, end } of jsonTokens(json)) {
    const last = path.length - 1;
    const step = path[last];
    if (kind === "open") {
      const isTold = wanted !== "texts" && path.length <= DEPTH;
      open.push({ index: leaves.length, leaf: isTold ? { path: here(), start, end } : null });
      if (isTold) leaves.push({ path: here(), start, end });
      path.push(json[start] === "[" ? 0 : null);
    } else if (kind === "close") {
      path.pop();
      const begun = open.pop();
      if (begun?.leaf) leaves[begun.index] = { ...begun.leaf, end };
    } else if (kind === "key") path[last] = json.slice(start + 1, end - 1);
    else if (kind === "comma" && typeof step === "number") path[last] = step + 1;
    else if (kind === "text" && path.length <= DEPTH) {
      leaves.push({ path: here(), start: start + 1, end: end - 1 });
    } else if (kind === "value" && wanted === "numbers too" && path.length <= DEPTH) {
      leaves.push({ path: here(), start, end });
    }
  }
  return leaves;
}

/**
 * Every text that is a value, with its place, in their order; those that lie deeper than anybody looks are left out.
 * @outside
 */
export const jsonTexts = (json: string): Leaf[] => found(json, "texts");

/**
 * The same with objects and lists, each before what is in it.
 * @outside
 */
export const jsonValues = (json: string): Leaf[] => found(json, "all");

/**
 * The same with numbers and the words `true`, `false` and `null`.
 * @outside
 */
export const jsonParts = (json: string): Leaf[] => found(json, "numbers too");
