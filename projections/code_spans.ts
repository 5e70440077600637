/** Where a Markdown text is code: there an @ is never a mention. Linear in the length of the text. */

export interface Span {
  /** UTF-16 index of the first unit. */
  readonly start: number;
  /** UTF-16 index after the last unit. */
  readonly end: number;
}

/** Fenced blocks (to the end when never closed) and code spans, in order. */
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
      spans.push(...inline(text, plainFrom, at));
      open = { start: at, fence: mark };
    } else if (line.trim() === "") {
      // A code span never reaches over a blank line.
      spans.push(...inline(text, plainFrom, at));
      plainFrom = at;
    }
    at = end + 1;
  }
  if (open) spans.push({ start: open.start, end: text.length });
  else spans.push(...inline(text, plainFrom, text.length));
  return spans;
}

/** Code spans of a paragraph: a run of backticks, closed by the next run of the same length. */
function inline(text: string, from: number, to: number): Span[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map((run) => ({
    start: from + run.index,
    length: run[0].length,
  }));
  const byLength = new Map<number, number[]>();
  runs.forEach((run, index) => byLength.set(run.length, [...(byLength.get(run.length) ?? []), index]));
  const spans: Span[] = [];
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    const same = byLength.get(run?.length ?? 0);
    if (!run || !same) continue;
    while ((same[0] ?? Infinity) <= index) same.shift();
    const closing = runs[same[0] ?? -1];
    if (!closing) continue;
    spans.push({ start: run.start, end: closing.start + closing.length });
    index = same[0] ?? index;
  }
  return spans;
}
