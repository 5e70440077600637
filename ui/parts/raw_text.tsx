/** Text as it was written. A long one stands in pieces, so that what is out of sight is not laid out. */
import { unpiled } from "./piled_marks.tsx";

/** UTF-16 units of a piece: some screens. */
export const PIECE_UNITS = 8_000;

/**
 * Ends of the pieces of a text, the last one its own: after a line where one ends near by. What comes behind moves none.
 * @outside
 */
export function pieceEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = 0; at < text.length;) {
    const full = at + PIECE_UNITS;
    const line = text.indexOf("\n", full);
    const near = line >= 0 && line < full + PIECE_UNITS ? line + 1 : full;
    // Half of a character is none.
    const half = text.charCodeAt(near - 1);
    at = Math.min(text.length, half >= 0xd800 && half < 0xdc00 ? near + 1 : near);
    ends.push(at);
  }
  return ends;
}

/** From unit `from` on. */
export function RawText({ text, from = 0 }: { text: string; from?: number }) {
  if (text.length - from <= 2 * PIECE_UNITS) return <>{unpiled(text.slice(from))}</>;
  let begin = 0;
  return (
    <>
      {pieceEnds(text).map((end, index) => {
        const piece = text.slice(Math.max(from, begin), end);
        begin = end;
        return piece && <span class="raw" key={index}>{unpiled(piece)}</span>;
      })}
    </>
  );
}
