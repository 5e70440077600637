/** Two answers side by side: which part of one stands against which part of the other. */
import { saidWords } from "../message/said_words.ts";

/**
 * A part of one answer against one of the other, or alone. Texts are Markdown. `apart`: they have nothing in common but
 * their place.
 */
export type Pair =
  | { readonly kind: "same" | "different" | "apart"; readonly left: string; readonly right: string }
  | { readonly kind: "left"; readonly left: string }
  | { readonly kind: "right"; readonly right: string };

/** Parts of an answer that are told apart; what comes after stands in the last. */
export const PARTS = 60;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}\s|^\*\*[^*]+\*\*:?\s*$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
/** Goes on with the block before a blank line. */
const INSIDE = /^(?: {2,}|\t)\S/;

/**
 * The blocks of a Markdown text, each as it is written: headings, paragraphs, whole lists, tables, code.
 * @outside
 */
export function blocksOf(text: string): string[] {
  const blocks: string[][] = [];
  let fence = "";
  let blank = true;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? "";
    const last = blocks.at(-1);
    if (fence !== "") {
      last?.push(line);
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
      continue;
    }
    if (line.trim() === "") {
      blank = true;
      continue;
    }
    const list = ITEM.test(last?.[0] ?? "") && (ITEM.test(line) || INSIDE.test(line));
    const begins = last === undefined || (blank && !list) || HEADING.test(line) ||
      HEADING.test(last.at(-1) ?? "");
    if (begins) blocks.push([line]);
    else last.push(...blank ? ["", line] : [line]);
    blank = false;
    fence = mark;
  }
  return blocks.map((lines) => lines.join("\n"));
}

const isHeading = (block: string): boolean => HEADING.test(block) && !block.includes("\n");

/** Sections, each with its heading; or, where the other answer has none to set against, paragraphs. */
function partsOf(blocks: readonly string[], sections: boolean): string[] {
  const parts: string[][] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    const headed = last !== undefined && isHeading(last[0] ?? "");
    const joins = last !== undefined && !isHeading(block) && headed && (sections || last.length === 1);
    if (last && (joins || parts.length === PARTS)) last.push(block);
    else parts.push([block]);
  }
  return parts.map((lines) => lines.join("\n\n"));
}

/** What a part says, for comparing: the words that tell what it is about, those of its heading, and all. */
interface Said {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly heading: string;
  readonly whole: string;
}

/** Letters from which on a word of a spaced writing says what a part is about: shorter ones are everywhere. */
const TELLING = 4;

function saidIn(text: string): Said {
  const words = saidWords(text.toLowerCase());
  const telling = words.filter((word) =>
    word.length >= TELLING || /[^\p{Script=Latin}\p{Script=Common}]/u.test(word)
  );
  const [first = ""] = text.split("\n", 1);
  return {
    text,
    words: new Set(telling.length > 0 ? telling : words),
    heading: isHeading(first) ? saidWords(first.toLowerCase()).join(" ") : "",
    whole: words.join(" "),
  };
}

/** How alike two parts are, 0 to 1: words they share, of all they have. */
function likeness(left: Said, right: Said): number {
  if (left.heading !== "" && left.heading === right.heading) return 1;
  const [few, many] = left.words.size < right.words.size
    ? [left.words, right.words]
    : [right.words, left.words];
  let shared = 0;
  for (const word of few) if (many.has(word)) shared++;
  return few.size + many.size === 0 ? 0 : 2 * shared / (few.size + many.size);
}

/** Less than this in common is chance. */
const ALIKE = 0.3;

/**
 * The parts of two answers in their order, alike ones against each other. What stands between them has only its place in
 * common; what is left over stands alone.
 * @outside
 */
export function aligned(left: string, right: string): Pair[] {
  const [a, b] = [blocksOf(left), blocksOf(right)];
  const sections = a.some(isHeading) && b.some(isHeading);
  const as = partsOf(a, sections).map(saidIn);
  const bs = partsOf(b, sections).map(saidIn);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [index, other] of [...best(as, bs), bs.length].entries()) {
    if (other === undefined) continue;
    pairs.push(...between(as.slice(i, index), bs.slice(j, other)));
    const [one, against] = [as[index], bs[other]];
    if (one && against) {
      pairs.push({
        kind: one.whole === against.whole ? "same" : "different",
        left: one.text,
        right: against.text,
      });
    }
    [i, j] = [index + 1, other + 1];
  }
  return pairs;
}

function between(as: readonly Said[], bs: readonly Said[]): Pair[] {
  return Array.from({ length: Math.max(as.length, bs.length) }, (_, index): Pair => {
    const [left, right] = [as[index]?.text, bs[index]?.text];
    if (left !== undefined && right !== undefined) return { kind: "apart", left, right };
    return right === undefined ? { kind: "left", left: left ?? "" } : { kind: "right", right };
  });
}

/** For each part of `as` the index of the part of `bs` it stands against, so that the most is alike in all. */
function best(as: readonly Said[], bs: readonly Said[]): (number | undefined)[] {
  const width = bs.length + 1;
  /** Likeness of the rest, from part `i` of `as` and part `j` of `bs` on. */
  const rest = new Float64Array((as.length + 1) * width);
  const of = (i: number, j: number) => rest[i * width + j] ?? 0;
  const alike = as.map((one) => bs.map((other) => likeness(one, other)));
  const both = (i: number, j: number) => {
    const like = alike[i]?.[j] ?? 0;
    return like < ALIKE ? -1 : like + of(i + 1, j + 1);
  };
  for (let i = as.length - 1; i >= 0; i--) {
    for (let j = bs.length - 1; j >= 0; j--) {
      rest[i * width + j] = Math.max(both(i, j), of(i + 1, j), of(i, j + 1));
    }
  }
  const chosen: (number | undefined)[] = as.map(() => undefined);
  for (let i = 0, j = 0; i < as.length && j < bs.length;) {
    if (of(i, j) === both(i, j)) chosen[i++] = j++;
    else if (of(i, j) === of(i + 1, j)) i++;
    else j++;
  }
  return chosen;
}
