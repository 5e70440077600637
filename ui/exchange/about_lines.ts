/**
 * What an agent wrote about answers, as data: the lines of their gist, and the claims of two against each other. Models
 * keep to a form nearly always; where something does not, that is told, so that all of it can be read as it was written.
 */

/** A line of a gist: what answers say alike, what one alone says, what is open. */
export interface GistLine {
  readonly kind: "agree" | "alone" | "open";
  /** The answers it is about, from 0. */
  readonly of: readonly number[];
  readonly text: string;
}

/** Lines of a gist that are read; it was asked for eight. */
const LINES = 40;
/** UTF-16 units of a line. */
const LINE_UNITS = 2_000;

/** Signs of Markdown before a line: of a list, a heading, a quotation, of bold. */
const BEFORE = /^[-*#>_\s\u2022]{0,20}/;
const KIND = /^(agree|alone|open)\b[*_\s]{0,4}/i;
const NUMBERS = /^[[(\d,;\s]{1,400}[\])\d,;\s[(]{0,400}/;
const COLON = /^[*_\s]{0,4}[:\u2013\u2014-][*_\s]{0,4}/;

const linesOf = (text: string, most: number): string[] =>
  text.split("\n", most).map((line) => line.slice(0, LINE_UNITS).trimEnd());

/** The text without signs of bold around it. */
const bare = (text: string): string => text.trim().replace(/^[*_]{1,3}|[*_]{1,3}$/g, "").trim();

function gistLine(line: string, count: number): GistLine | null {
  const from = line.replace(BEFORE, "");
  const [whole = "", kind = ""] = KIND.exec(from) ?? [];
  if (whole === "") return null;
  const rest = from.slice(whole.length);
  const [numbers = ""] = NUMBERS.exec(rest) ?? [];
  const behind = rest.slice(numbers.length);
  const text = bare(behind.replace(COLON, ""));
  const of = [...new Set((numbers.match(/\d{1,3}/g) ?? []).map((digits) => Number(digits) - 1))]
    .filter((index) => index >= 0 && index < count);
  if (of.length === 0 || text === "" || !COLON.test(behind)) return null;
  const said = kind.toLowerCase();
  // What two say, neither says alone.
  return {
    kind: said === "open" ? "open" : said === "alone" && of.length === 1 ? "alone" : "agree",
    of,
    text,
  };
}

/**
 * The lines of a gist of `count` answers; none where nothing in it has the form.
 * @outside
 */
export const gistOf = (text: string, count: number): GistLine[] =>
  linesOf(text, LINES).flatMap((line) => gistLine(line, count) ?? []);

const written = (text: string): number => text.split("\n").filter((line) => /\S/.test(line)).length;

/**
 * Whether a gist says nothing besides its lines.
 * @outside
 */
export const isWholeGist = (text: string, lines: readonly GistLine[]): boolean =>
  written(text) === lines.length;

/** A claim as each answer puts it, in their words; of one that is alone one side is there. */
export type Claim =
  | { readonly kind: "same" | "contradiction"; readonly left: string; readonly right: string }
  | { readonly kind: "left"; readonly left: string }
  | { readonly kind: "right"; readonly right: string };

/** Lines of claims that are read: a word and two quotations for each of twenty, and as many empty ones. */
const CLAIM_LINES = 200;
const CLAIM = /^(same|contradiction|alone)\b[*_:\s]{0,8}$/i;
const SIDE = /^([12])[*_.):\s]{1,6}/;
const QUOTES = /^["'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]+|["'\u201c\u201d\u2018\u2019\u00ab\u00bb]+$/g;

interface Block {
  readonly kind: string;
  sides: [string, string];
}

function claimsIn({ kind, sides: [left, right] }: Block): Claim[] {
  if (left !== "" && right !== "" && kind !== "alone") {
    return [{ kind: kind === "same" ? "same" : "contradiction", left, right }];
  }
  return [
    ...left === "" ? [] : [{ kind: "left", left } as const],
    ...right === "" ? [] : [{ kind: "right", right } as const],
  ];
}

/**
 * The claims of two answers; none where nothing in the text has the form.
 * @outside
 */
export function claimsOf(text: string): Claim[] {
  const blocks: Block[] = [];
  for (const line of linesOf(text, CLAIM_LINES)) {
    const from = line.replace(BEFORE, "");
    const kind = CLAIM.exec(from)?.[1];
    if (kind !== undefined) {
      blocks.push({ kind: kind.toLowerCase(), sides: ["", ""] });
      continue;
    }
    const last = blocks.at(-1);
    const [before = "", side] = SIDE.exec(from) ?? [];
    if (last && side !== undefined) {
      last.sides[Number(side) - 1] = bare(bare(from.slice(before.length)).replace(QUOTES, ""));
    }
  }
  return blocks.flatMap(claimsIn);
}

/**
 * Whether a text says nothing besides its claims: a word, and a line for each side.
 * @outside
 */
export const areWholeClaims = (text: string, claims: readonly Claim[]): boolean =>
  written(text) === claims.reduce((sum, claim) => sum + ("left" in claim && "right" in claim ? 3 : 2), 0);
