/** The words of a Markdown text on one line. */
import assert from "node:assert/strict";
import { plainText } from "../../../ui/parts/plain_text.ts";

Deno.test("marks fall away, words stay", () => {
  const of = (text: string) => plainText(text, 200);
  assert.equal(
    of("# Title\n\nSome **bold**, *slanted*, ~~gone~~ and `code`."),
    "Title Some bold, slanted, gone and code.",
  );
  assert.equal(of("- [x] done\n- [ ] open\n* star\n> quoted"), "done open star quoted");
  assert.equal(of("see [the page](https://example.com/a_b) and ![a cat](c.png)"), "see the page and a cat");
  assert.equal(of("```js\nlet a = 1;\n```\nthen"), "let a = 1; then");
  assert.equal(of("| a | b |\n| --- | --- |\n| 1 | 2 |"), "a b 1 2");
  assert.equal(of("__strong__ and _slanted_ words"), "strong and slanted words");
});

Deno.test("what only looks like a mark stays", () => {
  const of = (text: string) => plainText(text, 200);
  assert.equal(of("snake_case_name and 2 * 3 * 4"), "snake_case_name and 2 * 3 * 4");
  assert.equal(of("a[0] (not a link)"), "a[0] (not a link)");
  assert.equal(of("1. first"), "1. first");
});

Deno.test("it is cut at whole characters, with an ellipsis where more follows", () => {
  assert.equal(plainText("word ".repeat(9), 14), "word word word…");
  assert.equal(plainText("😀😀😀", 2), "😀😀…");
  assert.equal(plainText("short", 5), "short");
  assert.equal(plainText(`${" ".repeat(5_000)}late`, 10), "…");
});
