/** Numbers in brackets become marks, piece by piece as a text comes. */
import assert from "node:assert/strict";
import { CitedText, uncited } from "../../../actors/turn/cited_text.ts";
import { Sources } from "../../../actors/turn/sources.ts";

const sources = new Sources();
sources.tell([1, 2, 3].map((n) => ({ url: `https://${n}.example/`, title: `T${n}`, text: "" })));

/** A text with `^n` where a mark stands, however it is cut. */
function marked(text: string): string {
  const results = [text.length || 1, 1, 2, 3, 5].map((size) => {
    const cited: [string, number][] = [];
    const shown = new CitedText(
      { push: (given) => given, end: () => "" },
      sources,
      ({ title }, at) => cited.push([title.slice(1), at]),
    );
    let out = "";
    for (let at = 0; at < text.length; at += size) out += shown.push(text.slice(at, at + size));
    out += shown.end();
    for (const [title, at] of cited.reverse()) out = `${out.slice(0, at)}^${title}${out.slice(at)}`;
    return out;
  });
  assert.equal(new Set(results).size, 1, results.join("\n"));
  return results[0] ?? "";
}

Deno.test("numbers that were told become marks where they stood, without their brackets and the blank before", () => {
  assert.equal(
    marked("Fish swim [1]. They sleep[2][3], too [1, 3]."),
    "Fish swim^1. They sleep^2^3, too^1^3.",
  );
  assert.equal(marked("Fish【2】 swim [ 1 ]"), "Fish^2 swim^1");
  assert.equal(marked("[1] begins"), "^1 begins");
  assert.equal(marked("Ends with a blank "), "Ends with a blank ");
});

Deno.test("what is no source stays as it was written", () => {
  for (
    const text of [
      "An unknown [4] and [1, 9].",
      "A link [1](https://a.example/) and [1]: https://a.example/",
      "[one] [ ] [] [1",
      "a `list[1]` and `more` words",
      "```ts\nlist[1] = list[2];\n```",
      "~~~\n[1]\n```\n[2]\n~~~",
      `[${"1,".repeat(99)}1]`,
    ]
  ) assert.equal(marked(text), text);
});

Deno.test("behind a block of code and behind code in a line numbers count again", () => {
  assert.equal(marked("```\na[1]\n```\nDone [1]."), "```\na[1]\n```\nDone^1.");
  assert.equal(
    marked("Use `a[1]` so [2].\nAn odd ` tick [1]\nends with its line [3]"),
    "Use `a[1]` so^2.\nAn odd ` tick [1]\nends with its line^3",
  );
});

Deno.test("a whole text is read in the same way", () => {
  assert.deepEqual(uncited("So [2].", sources), {
    text: "So.",
    cited: [{ source: { url: "https://2.example/", title: "T2" }, at: 2 }],
  });
});
