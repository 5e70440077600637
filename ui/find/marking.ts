/** Marks in the page what was found, without touching its elements. */
import { placesIn } from "./finding.ts";

/** What is said, in the element of a message. */
const SAID = ".bubble, .text, .notice";
/** A hit never goes from one of these into the next. */
const BLOCK = "p, li, td, th, pre, h1, h2, h3, h4, h5, h6, blockquote, summary, figcaption, div";
/** Names of the marks, for the style sheet. */
const ALL = "found";
const HERE = "found-here";

/** Where a text node stands in the words of a message. */
interface Piece {
  readonly node: Text;
  readonly from: number;
}

/** The words of one message as they stand in the page, with the nodes they are from. */
function wordsIn(root: Element): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = "";
  let block: Element | null = null;
  const places = root.matches(SAID) ? [root] : root.querySelectorAll(SAID);
  for (const place of places) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      const own = node.parentElement?.closest(BLOCK) ?? null;
      if (own !== block) text += "\n\n";
      block = own;
      pieces.push({ node, from: text.length });
      text += node.data;
    }
  }
  return { text, pieces };
}

/** The piece that holds a place of the text; of an end, the one that it ends in. */
function pieceAt(pieces: readonly Piece[], at: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** Ranges of all hits in the element of a message, in reading order. */
export function rangesIn(root: Element, wanted: string): Range[] {
  const { text, pieces } = wordsIn(root);
  return placesIn(text, wanted).flatMap(([start, end]) => {
    const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
    if (!first || !last) return [];
    const range = document.createRange();
    try {
      range.setStart(first.node, start - first.from);
      range.setEnd(last.node, end - last.from);
    } catch {
      // What lay between two blocks was part of the hit.
      return [];
    }
    return [range];
  });
}

/** Marks; a browser that knows no marks beside elements shows none, and goes from hit to hit all the same. */
export function mark(ranges: readonly Range[], here: Range | null): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...ranges));
  if (here) CSS.highlights.set(HERE, new Highlight(here));
  else CSS.highlights.delete(HERE);
}

export function unmark(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(HERE);
}
