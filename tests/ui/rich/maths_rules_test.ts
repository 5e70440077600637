/** Formulas in Markdown: what is one, what is money or a variable of a shell, and that its source stays whole. */
import assert from "node:assert/strict";
import { FORMULA_UNITS } from "../../../ui/state/formulas.ts";
import { drawn } from "./drawn.tsx";

const same = (pairs: readonly (readonly [string, string])[]) => {
  for (const [text, elements] of pairs) assert.equal(drawn(text), elements, JSON.stringify(text));
};

Deno.test("a formula in a line keeps its source as it was written, backslashes and all", () => {
  same([
    ["a \\(x\\,y\\) b", "<p>a [formula \\( x\\,y] b</p>"],
    ["a $x_1^2$, b", "<p>a [formula $ x_1^2], b</p>"],
    ["$a * b$ and $c * d$", "<p>[formula $ a * b] and [formula $ c * d]</p>"],
    ["so $$x\\_y$$ is", "<p>so[formula $$ x\\_y]is</p>"],
    [
      "**$a$** and [$b$](https://a.example)",
      "<p><strong>[formula $ a]</strong> and <a href=https://a.example/>[formula $ b]<small class=host>a.example</small></a></p>",
    ],
    ["$\\$5$", "<p>[formula $ \\$5]</p>"],
    ["\\(a \\\\\\) b\\)", "<p>[formula \\( a \\\\\\) b]</p>"],
  ]);
});

Deno.test("a formula on lines of its own is one whatever stands in its lines, and ends any paragraph", () => {
  same([
    ["\\[\nx\n= y\n- 1\n\\]", "[formula \\[ \nx\n= y\n- 1\n]"],
    ["$$\nx + 1\n$$", "[formula $$ \nx + 1\n]"],
    ["$$ x $$", "[formula $$  x ]"],
    ["then\n$$\nx\n$$\nso", "<p>then</p>[formula $$ \nx\n]<p>so</p>"],
    ["- a\n  \\[\n  x\n  \\]", "<ul><li>a[formula \\[ \nx\n]</li></ul>"],
    ["> $$\n> x\n> $$", "<blockquote>[formula $$ \nx\n]</blockquote>"],
    ["\\begin{align}\na &= b\n\\end{align}", "[formula  \\begin{align}\na &= b\n\\end{align}]"],
  ]);
});

Deno.test("money, names of a shell and half a formula are words", () => {
  for (
    const text of [
      "It costs $5 and $10.",
      "US$5 or CA$6",
      "$5 and 10$",
      "$20 million to $30 million",
      "from $5-$10 to $5/$6",
      "$HOME/$USER and $PATH",
      "${HOME}/$x",
      "a $ b $ c",
      "$x",
      "x$y$z",
      "$a `b$`",
      "$a\nb$",
      "$$ a",
      "\\(a",
      "$\\frac{1}{0$",
    ]
  ) assert.ok(!drawn(text).includes("[formula"), `${text}: ${drawn(text)}`);
});

Deno.test("code holds no formulas, and an open one on lines of its own is words until it is closed", () => {
  assert.equal(drawn("`$a$`"), "<p><code>$a$</code></p>");
  assert.equal(drawn("```\n$$\nx\n$$\n```"), "[code : $$\nx\n$$\n]");
  for (const text of ["$$\nx\n\ny\n$$", "\\[\nx", "$$ x $$ y $$", "\\[x", "\\[ \\]", "$$\n$$"]) {
    assert.ok(!/^\[formula/.test(drawn(text)), `${text}: ${drawn(text)}`);
  }
});

Deno.test("a formula at the bound is set, one unit more is words", () => {
  const tex = "x".repeat(FORMULA_UNITS);
  assert.equal(drawn(`$${tex}$`), `<p>[formula $ ${tex}]</p>`);
  assert.equal(drawn(`$${tex}x$`), `<p>$${tex}x$</p>`);
  assert.equal(drawn(`\\(${tex}x\\)`), `<p>(${tex}x)</p>`);
});
