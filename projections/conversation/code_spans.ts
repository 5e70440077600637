/** Where a Markdown text is code: there an @ is never a mention. Linear in the length of the text. */

export interface Span {
  /** UTF-16 index of the first unit. */
  readonly start: number;
  /** UTF-16 index after the last unit. */
  readonly end: number;
}

/**
 * Fenced blocks (to the end when never closed) and code spans, in order.
 * @outside
 */
export function codeSpans(text: string): Span[] {
  const spans: Span[] = [];
  let open: { start: number; fence: string } | null = null;
  let plainFrom = 0;
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, mark = "", rest = ""] = fence ?? [];
    if (open) {
      if (mark.startsWith(open.fence) && rest.trim() === "") {
        spans.push({ start: open.start, end });
        open = null;
        plainFrom = end;
      }
    } else if (mark !== "" && !(mark.startsWith("`") && rest.includes("`"))) {
      inline(text, plainFrom, at, spans);
      open = { start: at, fence: mark };
    } else if (line.trim() === "") {
      // A code span never reaches over a blank line.
      inline(text, plainFrom, at, spans);
      plainFrom = at;
    }
    at = end + 1;
  }
  if (open) spans.push({ start: open.start, end: text.length });
  else inline(text, plainFrom, text.length, spans);
  return spans;
}

/** Code spans of a paragraph: a run of backticks, closed by the next run of the same length. */
function inline(text: string, from: number, to: number, spans: Span[]): void {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map((run) => ({
    start: from + run.index,
    length: run[0].length,
  }));
  // From the back: what is remembered of a length is always the next run that has it.
  const nextOf = new Map<number, number>();
  const closedBy = new Array<number | undefined>(runs.length);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0;
    closedBy[index] = nextOf.get(length);
    nextOf.set(length, index);
  }
  for (let index = 0; index < runs.length; index++) {
    const closing = closedBy[index];
    const [opens, closes] = [runs[index], runs[closing ?? -1]];
    if (closing === undefined || !opens || !closes) continue;
    spans.push({ start: opens.start, end: closes.start + closes.length });
    index = closing;
  }
}
