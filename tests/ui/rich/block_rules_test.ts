/** Tasks, callouts and notes of answers. */
import assert from "node:assert/strict";
import { drawn } from "./drawn.tsx";

const same = (pairs: readonly (readonly [string, string])[]) => {
  for (const [text, elements] of pairs) assert.equal(drawn(text), elements, JSON.stringify(text));
};

Deno.test("items that begin with a box are tasks, done or to do; others with brackets are not", () => {
  const tick = "<span class=tick></span>";
  same([
    ["- [x] a\n- [ ] *b*", `<ul><li class=task done>${tick}a</li><li class=task>${tick}<em>b</em></li></ul>`],
    ["1. [X] a", `<ol><li class=task done>${tick}a</li></ol>`],
    ["- [x]a", "<ul><li>[x]a</li></ul>"],
    ["[x] a", "<p>[x] a</p>"],
    ["- `[x]` a", "<ul><li><code>[x]</code> a</li></ul>"],
  ]);
});

Deno.test("a quote that begins with a name in brackets is a callout of that kind, others stay quotes", () => {
  const box = (kind: string, name: string, rest: string) =>
    `<aside class=callout${
      kind.endsWith("titled") ? " titled" : ""
    }><div><strong class=callout-name>${name}</strong>${rest}</div></aside>`;
  same([
    ["> [!NOTE]\n> a", box("note", "Note. ", "<p>a</p>")],
    ["> [!tip]\n> a\n>\n> b", box("tip", "Tip. ", "<p>a</p><p>b</p>")],
    ["> [!WARNING] Mind the gap\n> a", box("warning titled", "Mind the gap", "<p>a</p>")],
    ["> [!NOTE]", box("note", "Note. ", "<p></p>")],
    ["> [!NONSENSE]\n> a", "<blockquote><p>[!NONSENSE]\na</p></blockquote>"],
    ["> a\n> [!NOTE]", "<blockquote><p>a\n[!NOTE]</p></blockquote>"],
  ]);
});

Deno.test("notes stand at the foot by the order in which they are written, wherever they are referred to", () => {
  same([
    [
      "a[^x] b[^2]\n\n[^2]: two\n[^x]: one *x*\n\n  more\n\nend",
      "<p>a<sup class=note-mark></sup> b<sup class=note-mark></sup></p><p>end</p>" +
      "<section class=foot-notes><ol><li value=1><p>two</p></li><li value=2><p>one <em>x</em></p><p>more</p></li></ol></section>",
    ],
    ["a[^nowhere]", "<p>a[^nowhere]</p>"],
    ["```\n[^a]: b\n```\n\nc[^a]", "[code : [^a]: b\n]<p>c[^a]</p>"],
  ]);
  assert.equal(drawn("a[^1]\n\n[^1]: b", true), "<p>a[^1]</p>", "its line may go on");
  assert.equal(
    drawn("a[^1]\n\n[^1]: b\n", true),
    "<p>a<sup class=note-mark></sup></p>",
    "at the foot in the end",
  );
});
