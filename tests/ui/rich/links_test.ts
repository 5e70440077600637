/** Links: where they lead is told, in letters that cannot be turned round. */
import assert from "node:assert/strict";
import { withMarks } from "../../../projections/conversation/cited.ts";
import { drawn } from "./drawn.tsx";
import { readable, safeLink } from "../../../ui/rich/links.tsx";

const same = (pairs: readonly (readonly [string, string])[]) => {
  for (const [text, elements] of pairs) assert.equal(drawn(text), elements, JSON.stringify(text));
};

Deno.test("an address is a link that shows its host in it; what only looks like one stays words", () => {
  const address = (href: string, before: string, host: string, rest: string) =>
    `<a class=web-address href=${href}><span class=glue>${before}<b class=host>${host}</b></span>${rest}</a>`;
  same([
    [
      "see https://a.example/b?c=d.",
      `<p>see ${address("https://a.example/b?c=d", "https://", "a.example", "/b?c=d")}.</p>`,
    ],
    ["(http://a.example)", `<p>(${address("http://a.example/", "http://", "a.example", "")})</p>`],
    [
      "<https://a.example/%D0%B9>",
      `<p>${address("https://a.example/%D0%B9", "https://", "a.example", "/й")}</p>`,
    ],
    [
      "https://аpple.example",
      `<p>${address("https://xn--pple-43d.example/", "https://", "xn--pple-43d.example", "")}</p>`,
    ],
    [
      "main.rs a.md ann@a.example javascript:x ftp://a.example",
      "<p>main.rs a.md ann@a.example javascript:x <span>ftp://a.example</span></p>",
    ],
    ["`https://a.example`", "<p><code>https://a.example</code></p>"],
  ]);
});

Deno.test("the host of a link stands on the line of its last word, unless that word is long", () => {
  const href = "https://a.example/";
  same([
    [
      `[the durability notes](${href})`,
      `<p><a href=${href}>the durability <span class=glue>notes<small class=host>a.example</small></span></a></p>`,
    ],
    [
      `[the **notes**](${href})`,
      `<p><a href=${href}>the <strong>notes</strong><small class=host>a.example</small></a></p>`,
    ],
    [
      `[${"w".repeat(31)}](${href})`,
      `<p><a href=${href}>${"w".repeat(31)}<small class=host>a.example</small></a></p>`,
    ],
    [
      `[![b](https://b.example/c.png)](${href})`,
      `<p>[picture b https://b.example/c.png]<a href=${href}><small class=host>a.example</small></a></p>`,
    ],
  ]);
});

Deno.test("a path is read in the letters it stands for where nothing in it turns them round", () => {
  assert.equal(readable("/%D0%B9?%C3%A9"), "/й?é");
  for (const path of ["/%E2%80%AEx", "/%20x", "/%", "/%ff", "/a/b"]) assert.equal(readable(path), path);
  assert.equal(readable("/"), "");
});

// Shows P25.
Deno.test("a link leads to the web or to a mailbox, or it is none", () => {
  for (const good of ["https://a.example/b?c#d", "HTTP://a.example", "mailto:ann@example.org"]) {
    assert.ok(safeLink(good), good);
  }
  for (
    const bad of [
      "javascript:alert(1)",
      " javascript:x",
      "data:,x",
      "file:///etc",
      "blob:x",
      "/here",
      "",
      null,
      7,
    ]
  ) {
    assert.equal(safeLink(bad), null, String(bad));
  }
});

Deno.test("the mark of a source is a link with its number that tells its host", () => {
  const { text } = withMarks("Fish swim.", [{ url: "https://a.example/x", title: "A “b” *c*", at: [9] }]);
  same([
    [
      text,
      "<p>Fish swim<a href=https://a.example/x><span class=glue>1<small class=host>a.example</small></span></a>.</p>",
    ],
  ]);
});
