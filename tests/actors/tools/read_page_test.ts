import assert from "node:assert/strict";
import { readPage } from "../../../actors/tools/read_page.ts";

const plainText = async (html: string) => (await readPage(html, "https://a.example/")).words;

Deno.test("a page's words stand as a browser shows them: blocks are lines, blanks are one, references are read", async () => {
  const cases: [string, string][] = [
    ["a<br>b<BR/>c", "a\nb\nc"],
    ["<title>T</title><h1>Hi</h1><p>there &amp; here", "T\nHi\nthere & here"],
    ["one\n  line <b>bo</b>ld&nbsp;&nbsp;words", "one line bold words"],
    ["<ul><li>a<li>b</ul>c", "a\nb\nc"],
    ["<table><tr><td>1<td>2</tr><tr><th>3</th></table>", "1 2\n3"],
    ["<pre>a\n  b</pre> c", "a\n  b\nc"],
    ["&lt;b&gt; &#x1F600; &copy; &unknown; 5 < 6", "<b> 😀 © &unknown; 5 < 6"],
    ['<a href="x" title="&gt; hidden">shown</a>', "shown"],
    ["", ""],
  ];
  for (const [html, text] of cases) assert.equal(await plainText(html), text, html);
});

Deno.test("what people do not read on a page is no word of it: scripts, styles, drawings, comments, markup cut short", async () => {
  const unread = [
    "<script>evil('</p>')</script>",
    "<SCRIPT src=x>if (a<b) evil()</SCRIPT >",
    "<style>p > a { }</style>",
    "<svg><svg><title>evil</title></svg><text>evil</text></svg>",
    "<template><p>evil</p></template>",
    "<noscript>evil</noscript>",
    "<!-- evil -- > <p>evil</p> -->",
    "<!doctype evil>",
    "<?evil ?>",
  ];
  for (const markup of unread) {
    assert.equal(await plainText(`before ${markup} after`), "before after", markup);
  }
  assert.equal(await plainText("<svg/>after"), "after", "a drawing that ends where it begins hides nothing");
  assert.equal(await plainText("said <a href='evil"), "said");
});

Deno.test("a page of the largest size is read with rests between: a timer has its turn", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  try {
    await plainText("<p>words ".repeat(20_000));
  } finally {
    clearInterval(timer);
  }
  assert.ok(turns >= 3, `${turns} turns`);
});
