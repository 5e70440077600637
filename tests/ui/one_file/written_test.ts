/** What somebody wrote, as parts and marked words. */
import assert from "node:assert/strict";
import { blocksOf, piecesOf } from "../../../ui/one_file/written.tsx";

Deno.test("a text is divided by its lines: headings, lists, quotes, code, and paragraphs as they were written", () => {
  const text =
    "# Head\n\nOne\ntwo\n\n- a\n- b\n\n1. c\n2) d\n\n> q\n> r\ntext\n```ts\n# no head\n\n- no list\n```\nend";
  assert.deepEqual(blocksOf(text), [
    { kind: "heading", level: 1, text: "Head" },
    { kind: "text", text: "One\ntwo" },
    { kind: "list", ordered: false, items: ["a", "b"] },
    { kind: "list", ordered: true, items: ["c", "d"] },
    { kind: "quote", text: "q\nr" },
    { kind: "text", text: "text" },
    { kind: "code", text: "# no head\n\n- no list" },
    { kind: "text", text: "end" },
  ]);
  assert.deepEqual(blocksOf("```\nnever closed"), [{ kind: "code", text: "never closed" }]);
  assert.deepEqual(blocksOf(""), []);
  assert.deepEqual(blocksOf("#no\n-no\n1.no"), [{ kind: "text", text: "#no\n-no\n1.no" }]);
});

Deno.test("words are marked where a mark has its end, and not where it has none; all characters stay", () => {
  const told = (text: string) =>
    piecesOf(text).map(({ tag, text }) => tag ? `<${tag}:${text}>` : text).join("");
  assert.equal(told("a **b** *c* `d*e*`"), "a <strong:b> <em:c> <code:d*e*>");
  for (const text of ["2 * 3 * 4", "**", "a ** b", "`", "*a", "** a **", "plain"]) {
    assert.equal(told(text), text);
  }
  assert.equal(
    told("<b>&amp;</b> [x](javascript:y)"),
    "<b>&amp;</b> [x](javascript:y)",
    "nothing else has a meaning",
  );
});
