/** Whatever a comment, the name of a test or a document refers to is there; and the reader of references can fail. */
import assert from "node:assert/strict";
import { commentsIn, dangling, docOf, type Target } from "./references.ts";
import { filesIn, textOf } from "./repository.ts";
import { requirementsIn, testNames } from "./tags.ts";

/** What is made, fetched or written by a server, and the files that are read as data. */
const LEFT_OUT = /^(node_modules|dist|data)$|^\./;
/** The document that tests of providers mean by a row in their names. */
const ROWS = "docs/PROVIDERS.md";
/** Its examples are made up. */
const EXAMPLES = /^tests\/(tags|references)(_test)?\.ts$/;

const files = [...filesIn("", LEFT_OUT)];
/** With the folders they are in. */
const paths = new Set(
  files.flatMap((path) => path.split("/").map((_, at, names) => names.slice(0, at + 1).join("/"))),
);
const texts = new Map(
  files.filter((path) => /\.(tsx?|css|md)$/.test(path)).map((path) => [path, textOf(path)]),
);

const isDoc = (path: string) => path.endsWith(".md");
const target: Target = {
  tags: new Set(requirementsIn(texts.get("docs/REQUIREMENTS.md") ?? "").map(({ tag }) => tag)),
  docs: new Map([...texts].filter(([path]) => isDoc(path)).map(([path, text]) => [path, docOf(text)])),
  paths,
};

Deno.test("what a comment refers to is there: tags, documents, their rows and sections, files", () => {
  const comments = [...texts].filter(([path]) => !isDoc(path) && !EXAMPLES.test(path))
    .flatMap(([path, text]) => commentsIn(text).map((comment) => ({ path, comment })));
  assert.ok(comments.length > 2_000, "the comments were read");
  assert.deepEqual(comments.flatMap(({ path, comment }) => dangling(comment, path, target, null)), []);
});

Deno.test("what the name of a test refers to is there", () => {
  const names = [...texts].filter(([path]) => path.startsWith("tests/") && !EXAMPLES.test(path))
    .flatMap(([path, text]) => testNames(text).map((name) => ({ path, name })));
  assert.ok(names.length > 400, "the names were read");
  assert.deepEqual(names.flatMap(({ path, name }) => dangling(name, path, target, ROWS)), []);
});

Deno.test("what a document refers to is there: other documents, files, links and their anchors", () => {
  const docs = [...texts].filter(([path]) => isDoc(path));
  assert.ok(docs.length > 3, "the documents were read");
  assert.deepEqual(docs.flatMap(([path, text]) => dangling(text, path, target, path)), []);
});

const small: Target = {
  tags: new Set(["S0-1", "S0-2", "P3"]),
  docs: new Map([
    [
      "docs/WIRE.md",
      docOf("# The wire\n\n## 4. Faults (all)\n\n1. one\n2. two\n\n```md\n## 5. Code\n3. three\n```\n"),
    ],
    [
      "docs/TABLE.md",
      docOf(
        "# Table\n\n| n | what |\n| - | - |\n| 1 | one |\n| 12 | twelve |\n",
      ),
    ],
    ["README.md", docOf("# Fish, bowl\n")],
  ]),
  paths: new Set([
    "README.md",
    "docs",
    "docs/WIRE.md",
    "docs/TABLE.md",
    "ui",
    "ui/state",
    "ui/state/row.tsx",
  ]),
};
const faults = (text: string, own: string | null = null, from = own ?? "ui/a.ts") =>
  dangling(text, from, small, own).map((fault) =>
    fault.slice(`${from} cites `.length).replace(/, which.*/, "")
  );

Deno.test("a reference that leads somewhere is no fault", () => {
  assert.deepEqual(
    faults(
      "S0-1…2 and P3 (WIRE.md 4), docs/WIRE.md rows 1 and 2; TABLE.md row 12, README.md; WIRE.md, “Faults (all)”. ui/state, `row.tsx`, state/row.tsx, ui/state/, ui/*/r*.tsx.",
    ),
    [],
  );
  assert.deepEqual(
    faults("row 2, [a](TABLE.md), [b](#4-faults-all), [c](../README.md#fish-bowl)", "docs/WIRE.md"),
    [],
  );
  assert.deepEqual(
    faults("[a](https://example.org/docs#x), 20 rows a page, text/html, https://a.org/ui/b.ts"),
    [],
  );
});

Deno.test("every way to lead nowhere is a fault", () => {
  assert.deepEqual(faults("S0-1…3 and P4"), ["the tag S0-3", "the tag P4"]);
  assert.deepEqual(faults("GONE.md 4"), ["GONE.md"]);
  assert.deepEqual(faults("WIRE.md 4 and 5"), ["section 5 of WIRE.md"]);
  assert.deepEqual(faults("WIRE.md 1"), ["section 1 of WIRE.md"]);
  assert.deepEqual(faults("docs/WIRE.md rows 2, 3 and 4"), ["row 3 of WIRE.md", "row 4 of WIRE.md"]);
  assert.deepEqual(faults("TABLE.md row 2"), ["row 2 of TABLE.md"]);
  assert.deepEqual(faults('WIRE.md, "Faults"'), ["“Faults” of WIRE.md"]);
  assert.deepEqual(faults("as in row 1"), ["row 1 of no document"]);
  assert.deepEqual(faults("as in row 3", "docs/WIRE.md"), ["row 3 of docs/WIRE.md"]);
  assert.deepEqual(faults("ui/state/rows.tsx, ow.tsx, ui/*.tsx and ui/stat"), [
    "the path ui/state/rows.tsx",
    "the path ow.tsx",
    "the path ui/*.tsx",
    "the path ui/stat",
  ]);
  assert.deepEqual(faults("[a](GONE.txt) [b](WIRE.md#code) [c](#4-faults)", "docs/TABLE.md"), [
    "the link GONE.txt",
    "the link WIRE.md#code",
    "the link #4-faults",
  ]);
});

Deno.test("comments are read whole, over all their lines, and code is none", () => {
  const source = [
    "/**\n * One\n * and more. */",
    'const a = "two"; // three\n// and more',
    'const b = "https://four.org";',
    "<p>{/* five */}</p>",
    "  // six",
  ].join("\n");
  assert.deepEqual(commentsIn(source), ["/** One and more. */", "// three and more", "/* five */", "// six"]);
});
