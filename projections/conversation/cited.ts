/** The sources of an answer, as they are told and as marks stand for them in its words. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Body } from "../shapes/folds.ts";
import { siteOf } from "./addresses.ts";

type Citation = NonNullable<Body["citations"]>[number];

/** Host and title of a source. */
export const sourceText = ({ url, title }: Pick<Citation, "url" | "title">): string =>
  title === "" ? siteOf(url) : `${clearText(title)} (${siteOf(url)})`;

/** A mark as Markdown: a number that leads to its source and says which it is. */
function markOf(number: number, { url, title }: Citation): string {
  const told = sourceText({ url, title }).replace(/[\\"&]/g, "\\$&");
  // In brackets it would be a formula to who reads that too.
  return `[${number}](<${url.replaceAll("<", "%3C").replaceAll(">", "%3E")}> "${told}")`;
}

/** Begins or ends a block of code. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Reads a line on, to tell whether a place in it stands in code or in a link and not in words. */
class Line {
  #ticks = 0;
  #link = false;
  #at: number;

  constructor(readonly text: string, from: number) {
    this.#at = from;
  }

  isInside(place: number): boolean {
    for (; this.#at < place; this.#at++) {
      const unit = this.text[this.#at];
      if (unit === "`") this.#ticks++;
      else if (unit === "(" && this.text[this.#at - 1] === "]") this.#link = true;
      else if (unit === ")") this.#link = false;
    }
    return this.#link || this.#ticks % 2 === 1;
  }
}

/**
 * The words of an answer with the marks of its sources in them, as Markdown unless they are to be written otherwise; none in code or inside a link. `moved` says
 * where a place of the words stands then.
 * @outside
 */
export function withMarks(
  text: string,
  citations: readonly Citation[] = [],
  markAs: (number: number, source: Citation) => string = markOf,
): { readonly text: string; readonly moved: (at: number) => number } {
  const marks = citations.flatMap((one, index) => one.at.map((at) => ({ at, mark: markAs(index + 1, one) })))
    .sort((a, b) => a.at - b.at);
  if (marks.length === 0) return { text, moved: (at) => at };
  const put: { readonly at: number; readonly length: number }[] = [];
  let [result, from, line, fence] = ["", 0, 0, ""];
  let next = 0;
  while (next < marks.length && line <= text.length) {
    const newline = text.indexOf("\n", line);
    const end = newline < 0 ? text.length : newline;
    const words = text.slice(line, end);
    const [, sign = ""] = FENCE.exec(words) ?? [];
    const code = fence !== "" || sign !== "";
    if (sign !== "" && (fence === "" || sign.startsWith(fence))) fence = fence === "" ? sign : "";
    const inLine = new Line(text, line);
    for (let one = marks[next]; one && one.at <= end; one = marks[++next]) {
      if (code || inLine.isInside(one.at)) continue;
      result += text.slice(from, one.at) + one.mark;
      from = one.at;
      put.push({ at: one.at, length: one.mark.length });
    }
    line = end + 1;
  }
  return {
    text: result + text.slice(from),
    moved: (at) => put.reduce((sum, one) => one.at <= at ? sum + one.length : sum, at),
  };
}
