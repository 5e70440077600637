/** A formula as pieces: as large as the bounds let it be, and nothing in it that does something. */
import assert from "node:assert/strict";
import { FORMULA_DEPTH, FORMULA_PIECES, piecesOf } from "../../../ui/state/formula_pieces.ts";

Deno.test("what KaTeX makes of a formula are plain pieces: nothing that leads somewhere, loads or runs", () => {
  const made = piecesOf({
    tex:
      "\\frac{\\href{javascript:alert(1)}{x}}{\\includegraphics{https://a.example/x.png}} \\htmlStyle{color:red}{y} \\htmlId{a}{z}",
    display: true,
  });
  const text = JSON.stringify(made);
  assert.ok("pieces" in made);
  assert.ok(!/"(?:a|img|href|src|id|on\w+)"/.test(text), text);
});

Deno.test("a formula is as large and as deep as the bounds let it be, and one that is wrong says why", () => {
  assert.match(wrongOf("\\frac{"), /KaTeX parse error/);
  assert.equal(wrongOf("x".repeat(100)), "");
  assert.equal(wrongOf(`${"\\sqrt{".repeat(FORMULA_DEPTH)}x${"}".repeat(FORMULA_DEPTH)}`), "too large");
  assert.equal(wrongOf("\\bar x".repeat(FORMULA_PIECES / 6)), "too large");
  assert.match(wrongOf("\\def\\a{\\a\\a}\\a"), /Too many expansions/);
  assert.notEqual(wrongOf("{".repeat(100_000)), "", "the end of the stack is no end of the worker");
});

function wrongOf(tex: string): string {
  const made = piecesOf({ tex, display: false });
  return "wrong" in made ? made.wrong : "";
}
