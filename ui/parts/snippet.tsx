/** The words around a hit, the hit marked, begun so that it can be seen in a narrow place. */
import type { SearchHit } from "../../projections/shapes/views.ts";

type Found = Pick<SearchHit, "snippet" | "marks">;

/** UTF-16 units shown before the first hit. */
const BEFORE = 24;

/**
 * The snippet from a little before its first hit on; marks are moved with it.
 * @outside
 */
export function nearHit({ snippet, marks }: Found): Found {
  const first = marks[0]?.[0] ?? 0;
  if (first <= BEFORE) return { snippet, marks };
  const blank = snippet.indexOf(" ", first - BEFORE);
  const from = blank >= 0 && blank < first ? blank + 1 : first;
  return { snippet: `…${snippet.slice(from)}`, marks: marks.map(([a, b]) => [a - from + 1, b - from + 1]) };
}

export function Snippet({ hit }: { hit: Found }) {
  const { snippet, marks } = nearHit(hit);
  const parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(snippet.slice(at, start), <mark key={start}>{snippet.slice(start, end)}</mark>);
    at = end;
  }
  return <span class="snippet" dir="auto">{[...parts, snippet.slice(at)]}</span>;
}
