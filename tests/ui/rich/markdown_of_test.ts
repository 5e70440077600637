/** Copying: what was selected of an answer is Markdown again, with everything it was written with. */
import assert from "node:assert/strict";
import { markdownOf } from "../../../ui/rich/markdown_of.ts";
import { drawn, nodesOf } from "./drawn.tsx";

/** Written as it is given out again. */
const WRITTEN = [
  "# One\n\nTwo **three** *four* ~~five~~ `six` ``se`ven`` [eight](https://a.example/b) https://c.example/d.",
  "## Two\n\n### Three\n\n#### Four",
  "- a\n- b\n  - c\n  - d\n- e",
  "3. a\n4. b\n   1. c\n   2. d",
  "- [x] a\n- [ ] b",
  "- a\n\n  b\n- c\n\n  ```ts\n  let d;\n\n  let e;\n  ```",
  "> a\n> b\n>\n> - c",
  "> [!NOTE]\n> a\n>\n> b",
  "> [!WARNING] Mind the gap\n> a",
  "| a | b | c |\n| --- | --: | :-: |\n| 1 | **2** | `3\\|4` |\n| 5 | 6 | 7 |",
  "```ts\nlet a;\n\n  let b;\n```",
  "````\n```\na\n```\n````",
  "a $x_1$ b \\(y\\,z\\)\n\n\\[\nx\n\\]\n\n$$\ny\n$$",
  "\\begin{align}\na &= b\n\\end{align}",
  "![a](https://a.example/b.png)",
  "a[^x] b[^2]\n\n[^x]: one\n[^2]: two *three*\n\n  four",
  "a\n\n---\n\nb",
  "```mermaid\nflowchart LR\n  A --> B\n```",
  "سلام **عالم**",
];

Deno.test("what is copied of a whole answer is what was written", () => {
  for (const text of WRITTEN) {
    assert.equal(markdownOf(nodesOf(text)).replaceAll("\\|", "|"), text.replaceAll("\\|", "|"), text);
  }
});

Deno.test("a line that never ends is copied as one", () => {
  for (const sentence of ["It goes on and *on*. ", "a"]) {
    const text = sentence.repeat(40_000 / sentence.length).trim();
    assert.equal(markdownOf(nodesOf(text)), text);
  }
});

Deno.test("what was written otherwise means the same when it is copied", () => {
  for (
    const text of [
      "a\n===\n\n* b\n* c\n\n__d__ _e_",
      "1) a\n2) b",
      "    code\n    more",
      "a\\\nb",
      "**a **b",
      "[a][r]\n\n[r]: https://a.example",
      "| a |\n|-|\n| b c |",
    ]
  ) assert.equal(drawn(markdownOf(nodesOf(text))), drawn(text), text);
});

Deno.test("what only the page has is not copied: heads of code, hosts, buttons, notes on what is cut", () => {
  const text = markdownOf(nodesOf("```js\na\n```\n\n[b](https://c.example)\n\nd[^1]\n\n[^1]: e"));
  assert.equal(text, "```js\na\n```\n\n[b](https://c.example/)\n\nd[^1]\n\n[^1]: e");
});

Deno.test("of several messages each is copied with who said it", () => {
  const node = (nodeName: string, name: string, childNodes: ReturnType<typeof nodesOf>) => ({
    nodeName,
    textContent: childNodes.map(({ textContent }) => textContent).join(""),
    childNodes,
    getAttribute: (wanted: string) => wanted === "class" ? name : null,
  });
  const message = (author: string, text: string) =>
    node("ARTICLE", "message", [
      node("HEADER", "", [node("B", "author", nodesOf(author))]),
      node("DIV", "text rich", nodesOf(text)),
      node("FOOTER", "actions", nodesOf("Copy")),
    ]);
  assert.equal(
    markdownOf([message("Editor", "a **b**"), message("Critic", "- c")]),
    "**Editor**\n\na **b**\n\n**Critic**\n\n- c",
  );
});
