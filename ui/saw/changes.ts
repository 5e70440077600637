/** What changed between two requests, line by line; what stayed the same is folded but for a few lines beside. */

/** A line of the new request, or one of the old that is gone. */
export interface ChangedLine {
  readonly kind: "same" | "added" | "removed";
  /** Its number in the request it is of. */
  readonly line: number;
}
/** Lines of the new request, `[from, to)`, that are as they were. */
export interface Fold {
  readonly kind: "fold";
  readonly from: number;
  readonly to: number;
}
export type Change = ChangedLine | Fold;

/** Runs of lines, as the kept library tells them; undefined where it gave up. */
export type Compare = (
  before: readonly string[],
  after: readonly string[],
) => readonly { readonly count: number; readonly added: boolean; readonly removed: boolean }[] | undefined;

/** Lines that stay in sight beside a change. */
const BESIDE = 3;
/** Fewer lines than this are not worth a fold. */
const FOLDED = 3;

function common(before: readonly string[], after: readonly string[]): { head: number; tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { head, tail };
}

const run = (kind: ChangedLine["kind"], from: number, count: number): ChangedLine[] =>
  Array.from({ length: count }, (_, index) => ({ kind, line: from + index }));

/**
 * Every line of the new request in its order, and those of the old one that are gone where they stood.
 * @param before what tells a line of the old request from others
 * @param compare is asked only about what lies between the first and the last difference
 */
export function linesChanged(
  before: readonly string[],
  after: readonly string[],
  compare: Compare,
): ChangedLine[] {
  const { head, tail } = common(before, after);
  const [middle, middleAfter] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ];
  const runs = middle.length === 0 || middleAfter.length === 0 ? undefined : compare(middle, middleAfter);
  const changed: ChangedLine[] = run("same", 0, head);
  let [old, now] = [head, head];
  // Given up, or nothing to compare: all of one, then all of the other.
  const told = runs ?? [
    { count: middle.length, added: false, removed: true },
    { count: middleAfter.length, added: true, removed: false },
  ];
  for (const { count, added, removed } of told) {
    changed.push(...run(added ? "added" : removed ? "removed" : "same", removed ? old : now, count));
    if (!added) old += count;
    if (!removed) now += count;
  }
  return [...changed, ...run("same", after.length - tail, tail)];
}

/** The same with long runs that did not change folded away; without any change nothing is. */
export function folded(lines: readonly ChangedLine[]): Change[] {
  const near = new Array<boolean>(lines.length).fill(false);
  let last = -Infinity;
  lines.forEach(({ kind }, index) => {
    if (kind !== "same") last = index;
    near[index] = index - last <= BESIDE;
  });
  last = Infinity;
  for (let index = lines.length - 1; index >= 0; index--) {
    if (lines[index]?.kind !== "same") last = index;
    if (last - index <= BESIDE) near[index] = true;
  }
  const changes: Change[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (end < lines.length && !near[end]) end++;
    const [first, behind] = [lines[index], lines[end - 1]];
    if (end - index > FOLDED && first && behind) {
      changes.push({ kind: "fold", from: first.line, to: behind.line + 1 });
    } else changes.push(...lines.slice(index, end));
    index = end;
    for (; index < lines.length && near[index]; index++) changes.push(...lines.slice(index, index + 1));
  }
  return changes;
}
