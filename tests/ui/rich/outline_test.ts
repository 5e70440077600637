/** A text by its lines: what of it is closed, and what is defined in it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFINITIONS, outlineOf } from "../../../ui/rich/outline.ts";
import { drawn } from "./drawn.tsx";

const same = (pairs: readonly (readonly [string, string])[]) => {
  for (const [text, elements] of pairs) assert.equal(drawn(text), elements, JSON.stringify(text));
};

Deno.test("where a named link leads is known in all parts of a text, before and behind", () => {
  const link = "<a href=https://x.example/><span class=glue>a<small class=host>x.example</small></span></a>";
  same([
    ["[a][r]\n\nb\n\n[r]: https://x.example", `<p>${link}</p><p>b</p>`],
    ["[r]: https://x.example\n\nb\n\n[a][r]", `<p>b</p><p>${link}</p>`],
    [
      "b\n[r]: https://x.example\n\n[a][r]",
      "<p>b\n[r]: <a class=web-address href=https://x.example/><span class=glue>https://<b class=host>x.example</b></span></a></p><p>[a][r]</p>",
    ],
  ]);
});

Deno.test("definitions are as many as the bound", () => {
  const notes = Array.from({ length: DEFINITIONS + 1 }, (_, index) => `[^${index}]: a\n`).join("");
  assert.equal(outlineOf(notes).notes.size, DEFINITIONS);
  const links = Array.from({ length: DEFINITIONS + 1 }, (_, index) => `[${index}]: https://a.example\n`).join(
    "",
  );
  assert.equal(outlineOf(links).links.length, DEFINITIONS);
});
Deno.test("what is closed stays as it is while text comes in: no word is lost or moves between the parts", () => {
  const line = fc.constantFrom(
    ..."word||```|~~~|- item|> quote|1. one|    code|**2.** strong|* star|*marked*|---|+1".split("|"),
    "| a |",
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
    const text = lines.join("\n");
    let end = 0;
    for (let cut = 0; cut <= text.length; cut++) {
      const now = outlineOf(text.slice(0, cut), true).ends.at(-1) ?? 0;
      assert.ok(now >= end && now <= cut, `${JSON.stringify(text.slice(0, cut))}: ${end} became ${now}`);
      end = now;
    }
  }));
});

Deno.test("a paragraph that begins in bold closes what stands before it, as one that begins in a word does", () => {
  const chapters = ["Once.", "**2.** Then.", "*Later* on.", "-5 degrees.", "+1 to that."];
  const text = chapters.join("\n\n");
  const begins = outlineOf(text, true).ends.map((end) => text.slice(end).split("\n")[0]);
  assert.deepEqual(begins, chapters.slice(1));
  assert.deepEqual(outlineOf("- a\n\n- b\n\n* c\n\n+ d\n\n*", true).ends, [], "items go on with a list");
});
