/** Where a long part is cut: nothing is lost, nothing moves, and what was one list goes on as one. */
import assert from "node:assert/strict";
import { drawn } from "./drawn.tsx";
import { TABLE_CELLS } from "../../../ui/rich/long_table.ts";
import { seamsOf, SLICE_UNITS } from "../../../ui/rich/seams.ts";

const cut = (text: string): string[] => {
  const seams = seamsOf(text);
  return [...seams, { at: text.length }].map(({ at }, index) => text.slice(seams[index - 1]?.at ?? 0, at));
};
const words = "some *marked* words and `code`. Then more of them ";

const LONG: Readonly<Record<string, string>> = {
  "a line that never ends": words.repeat(2_000),
  "one letter": "a".repeat(100_000),
  "letters of two halves": "😀".repeat(50_000),
  "a paragraph of lines": "a line of words\n".repeat(6_000),
  "a list": Array.from({ length: 3_000 }, (_, n) => `- item ${n} of the *list*`).join("\n"),
  "a list that counts": Array.from({ length: 3_000 }, (_, n) => `${n + 5}. item of the list`).join("\n"),
  "a list within": `So:\n${Array.from({ length: 3_000 }, (_, n) => `* item ${n}\n  - within`).join("\n")}`,
};

Deno.test("a long part is cut into slices that are not much longer than they should be, and none is lost", () => {
  for (const [name, text] of Object.entries(LONG)) {
    const slices = cut(text);
    assert.ok(slices.length > 4, name);
    assert.equal(slices.join(""), text, name);
    for (const slice of slices) assert.ok(slice.length > 0 && slice.length <= 3 * SLICE_UNITS, name);
    for (const slice of slices) assert.ok(slice.isWellFormed(), name);
  }
});

Deno.test("what comes later moves no seam: slices that were made stay as they are while more is written", () => {
  for (const [name, text] of Object.entries(LONG)) {
    const whole = seamsOf(text);
    for (const length of [30_000, 45_001, 77_777]) {
      const early = seamsOf(text.slice(0, length)).filter(({ at }) => at < length - 3 * SLICE_UNITS);
      assert.deepEqual(early, whole.slice(0, early.length), name);
    }
  }
});

Deno.test("lists are cut between their items, and one that counts goes on with its number", () => {
  for (const name of ["a list", "a list that counts", "a list within"]) {
    for (const slice of cut(LONG[name] ?? "").slice(1)) {
      assert.match(slice, /^(?:[-*] item|\d+\. item)/, name);
    }
  }
  const text = LONG["a list that counts"] ?? "";
  for (const { at, start } of seamsOf(text)) assert.equal(parseInt(text.slice(at)), start);
  const ones = "1. item of a list\n".repeat(3_000);
  assert.deepEqual(seamsOf(ones).map(({ at, start }) => (start ?? 0) - at / 18), seamsOf(ones).map(() => 1));
});

Deno.test("marks of a line are closed where it is cut, and what begins behind is no block of its own", () => {
  for (const slice of cut("go on and *say so. Then say* more. of `this. Or that` and ".repeat(2_000))) {
    assert.equal(slice.split("*").length % 2, 1);
    assert.equal(slice.split("`").length % 2, 1);
    assert.match(slice, /^[a-zA-Z]/);
  }
});

/** Elements and their texts, without those that only say where it was cut. */
const flat = (text: string) => drawn(text).replace(/<div class=slice[^>]*>|<\/div>/g, "");

Deno.test("quotes, headings and rules are cut between their lines, and short lines sooner than long ones", () => {
  const many: Readonly<Record<string, string>> = {
    "a quote of a list": "> - bread\n".repeat(3_000),
    "a quote of paragraphs": "> Bread is food.\n>\n".repeat(2_000),
    "quotes in quotes": "> > - bread\n".repeat(2_000),
    "a quote that counts": Array.from({ length: 2_000 }, (_, n) => `> ${n + 1}. bread`).join("\n"),
    headings: "# Bread\n".repeat(2_000),
    rules: "---\n".repeat(2_000),
    tasks: "- [ ] bread\n".repeat(2_000),
    marks: "**a** _b_ `c` ".repeat(3_000),
    "ends of colours": "\x1b[31mred\x1b[0m ".repeat(3_000),
  };
  for (const [name, text] of Object.entries(many)) {
    const slices = cut(text);
    assert.equal(slices.join(""), text, name);
    assert.ok(Math.max(...slices.map(({ length }) => length)) < SLICE_UNITS, name);
  }
  for (const { at, start } of seamsOf(many["a quote that counts"] ?? "")) {
    assert.equal(parseInt(many["a quote that counts"]?.slice(at + 2) ?? ""), start);
  }
  const counts = "> 1. bread\n".repeat(2_000);
  assert.deepEqual(
    [...drawn(counts).matchAll(/<ol start=(\d+)>/g)].map(([, start]) => Number(start)),
    seamsOf(counts).map(({ start }) => start),
  );
  assert.equal(flat(many["headings"] ?? ""), "<h2>Bread</h2>".repeat(2_000));
  assert.equal(flat(many["rules"] ?? ""), "<hr></hr>".repeat(2_000));
});

Deno.test("what goes on over a line is not cut there: a heading's underline, a line that belongs to a quote or an item", () => {
  const apart = [/^-+$/, /^lazy/, /^ {2}within/, /^said/];
  const texts = [
    "Bread\n---\n".repeat(2_000),
    "> said\nlazy\n".repeat(2_000),
    "- item\nlazy\n  within\n".repeat(2_000),
    "> > deep\n> said\n".repeat(2_000),
  ];
  for (const text of texts) {
    for (const slice of cut(text).slice(1)) {
      for (const line of apart) assert.doesNotMatch(slice.split("\n")[0]?.replace(/^(> ?)+/, "") ?? "", line);
    }
  }
});

Deno.test("what has no seam stands as it was written where it is too long, code and tables aside", () => {
  const raw = (text: string) => [...drawn(text).matchAll(/<div class=text>/g)].length;
  const deep = (lines: number) =>
    Array.from({ length: lines }, (_, n) => `> ${"> ".repeat(n % 3)}deep`).join("\n");
  assert.deepEqual([deep(500), deep(4_000)].map(raw), [0, 1]);
  const wide = (columns: number) => ["| a ", "|---", "| b "].map((cell) => cell.repeat(columns)).join("\n");
  assert.deepEqual([wide(TABLE_CELLS), wide(TABLE_CELLS + 1)].map(raw), [0, 1]);
  assert.equal(raw("```\n" + "code\n".repeat(6_000)), 0);
  assert.ok(drawn(deep(4_000)).includes("&gt; deep") || drawn(deep(4_000)).includes("> deep"));
});

Deno.test("what is short, code and tables stay whole", () => {
  const whole = [
    words,
    "a".repeat(2 * SLICE_UNITS),
    "```ts\n" + "const a = 1;\n".repeat(5_000) + "```",
    "| a | b |\n|---|---|\n" + "| 1 | 2 |\n".repeat(5_000),
  ];
  for (const text of whole) assert.deepEqual(seamsOf(text), [], text.slice(0, 20));
});
