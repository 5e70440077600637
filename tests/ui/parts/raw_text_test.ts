/** Pieces of text as it was written. */
import assert from "node:assert/strict";
import { PIECE_UNITS, pieceEnds } from "../../../ui/parts/raw_text.tsx";

Deno.test("pieces end behind lines where one ends near by, never within a character, and what comes later moves none", () => {
  for (const text of ["a line of words\n".repeat(9_000), "a".repeat(100_001), "😀".repeat(40_001), "", "a"]) {
    const ends = pieceEnds(text);
    let begin = 0;
    for (const end of ends) {
      assert.ok(end > begin && end - begin <= 2 * PIECE_UNITS + 1);
      assert.ok(text.slice(begin, end).isWellFormed());
      begin = end;
    }
    assert.equal(begin, text.length);
    const early = pieceEnds(text.slice(0, 50_000)).slice(0, -2);
    assert.deepEqual(early, ends.slice(0, early.length));
  }
  for (const end of pieceEnds("a line of words\n".repeat(9_000))) assert.equal(end % 16, 0);
});
