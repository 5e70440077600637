/** A text that grows to its bound, piece by piece. */
import assert from "node:assert/strict";
import { TextBuilder } from "../../../actors/extracting/text_builder.ts";

Deno.test("a text ends at its bound, and never in the middle of a character", () => {
  for (const [most, told] of [[3, "ab"], [4, "ab😀"], [5, "ab😀c"], [6, "ab😀cd"]] as const) {
    const pieces: string[] = [];
    const text = new TextBuilder((piece) => pieces.push(piece), most);
    text.add("ab😀cde");
    assert.ok(text.full);
    text.add("more");
    text.flush();
    assert.equal(pieces.join(""), told);
  }
});
