/** What is typed to search means what it says, and what a word is, is the same wherever it is asked. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { foldPlain } from "../../../projections/search/folded_text.ts";
import {
  asksNothing,
  countsIn,
  type Dawn,
  isAuthor,
  isProject,
  isWhen,
  LOOKED_UP,
  parseQuery,
} from "../../../projections/search/query.ts";
import { score, weightOf } from "../../../projections/search/rank.ts";
import { placesOf, signsIn, WORD_UNITS, wordsOf } from "../../../projections/search/words.ts";
import { anyText } from "../../any_text.ts";
import { draws } from "../../effort.ts";

const terms = (query: string) =>
  parseQuery(query).terms.map(({ text, begins }) => begins ? `${text}*` : text);

Deno.test("the last word typed may go on until a blank stands behind it, others where a star does", () => {
  assert.deepEqual(terms("old bread"), ["old", "bread*"]);
  assert.deepEqual(terms("old bread "), ["old", "bread"]);
  assert.deepEqual(terms("Brea* Öl "), ["brea*", "ol"]);
  assert.deepEqual(terms("b"), ["b"], "of one letter nearly everything begins");
  assert.deepEqual(terms("bb"), ["bb*"]);
  assert.deepEqual(terms("* ** ++ "), []);
});

Deno.test("words in quotes stand together, and neither they nor what is left open are anything else", () => {
  assert.deepEqual(terms('"not to" be '), ["not to", "be"]);
  assert.deepEqual(terms("“not to” „be it”"), ["not to", "be it"]);
  assert.deepEqual(terms('"agent:Ada"'), ["agent:ada"]);
  assert.deepEqual(terms('open "quote '), ["open", "quote"]);
  assert.deepEqual(terms("to to to "), ["to"]);
});

Deno.test("who said it and when are asked in words, in English and German, by days of who asks", () => {
  const hourAhead: Dawn = (year, month, day) => Date.UTC(year, month - 1, day, -1);
  const query = parseQuery('agent:"Ada Lovelace" after:2026-11-02 before:2026-12 bread ', hourAhead);
  assert.deepEqual(query.author, ["ada", "lovelace"]);
  assert.equal(new Date(query.after ?? 0).toISOString(), "2026-11-01T23:00:00.000Z");
  assert.equal(new Date(query.before ?? 0).toISOString(), "2026-11-30T23:00:00.000Z");
  assert.deepEqual(query.terms.map(({ text }) => text), ["bread"]);
  assert.deepEqual(parseQuery("nach:2026-11-02 VOR:2026-12"), {
    ...parseQuery("after:2026-11-02 before:2026-12"),
  });
  assert.equal(parseQuery("after:2026-11-02 after:2025").after, Date.UTC(2026, 10, 2), "both hold");
  assert.deepEqual(terms("before:soon after:2026-13-01 "), ["before:soon"], "no such day");
  assert.deepEqual(
    parseQuery("bread agent: before: after:20"),
    parseQuery("bread "),
    "while it is being typed",
  );
  assert.ok(asksNothing(parseQuery("  ")) && !asksNothing(parseQuery("agent:ada")));
});

Deno.test("somebody is known by the beginnings of the words of a name, a time by both of its ends", () => {
  assert.ok(isAuthor("Zoë Critic", { author: ["cri", "zoe"] }));
  assert.ok(!isAuthor("Zoë Critic", { author: ["ritic"] }));
  assert.ok(isAuthor("anybody", { author: [] }));
  const at = "2026-11-22T12:00:00.000Z";
  const ms = Date.parse(at);
  assert.ok(isWhen(at, { after: ms, before: ms + 1 }) && !isWhen(at, { after: ms + 1, before: null }));
  assert.ok(!isWhen(at, { after: null, before: ms }));
});

Deno.test("a word is letters and digits, of scripts without blanks each character, and never longer than is kept", () => {
  assert.deepEqual(wordsOf("Crème-brûlée, 2 x"), ["creme", "brulee", "2", "x"]);
  assert.deepEqual(wordsOf("北海道で bread"), ["北", "海", "道", "て", "bread"]);
  assert.deepEqual(wordsOf("a".repeat(100_000)), ["a".repeat(WORD_UNITS)]);
  assert.deepEqual(wordsOf("a".repeat(WORD_UNITS)), ["a".repeat(WORD_UNITS)]);
  const wide = "\u{1d54f}";
  assert.ok(
    wordsOf(`a${wide.repeat(WORD_UNITS)}`).every((word) => word.isWellFormed() && word.length <= WORD_UNITS),
  );
  assert.equal(wordsOf(Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(" ")).length, 10_000);
});

Deno.test("of a long query the first words are looked up, and all of them are looked for", () => {
  const many = Array.from({ length: LOOKED_UP + 4 }, (_, n) => `w${n}`);
  assert.equal(parseQuery(`${many.join(" ")} `).terms.length, LOOKED_UP + 4);
  assert.equal(countsIn(many.slice(1).join(" "), parseQuery(`${many.join(" ")} `).terms), null);
  assert.deepEqual(countsIn("w0 w1 w0", parseQuery("w0 w1 ").terms), [2, 1]);
});

Deno.test("a text has a word where the words of the text have it, whatever stands around", () => {
  const piece = fc.constantFrom("bread", "brea", "x", "字", " ", "-", "é", "\u{1d54f}", "1");
  fc.assert(
    fc.property(
      fc.oneof(fc.array(piece).map((all) => all.join("")), anyText()),
      fc.constantFrom("bread", "brea", "字"),
      (text, word) => {
        const folded = foldPlain(text, true);
        const words = wordsOf(text);
        assert.equal([...placesOf(folded, word, false)].length > 0, words.includes(word));
        const begins = words.some((one) => one.startsWith(word));
        assert.equal([...placesOf(folded, word, true)].length > 0, begins);
      },
    ),
    { numRuns: draws(1_000) },
  );
});

Deno.test("names with signs are known by them, and whatever has a term has the signs of the term", () => {
  const signs = (text: string) => [...signsIn(foldPlain(text, true))].map(({ text }) => text);
  assert.deepEqual(signs("C++, C# and .NET (ASP.NET, Node.js)."), ["c++", "c#", ".net", ".net", ".js"]);
  assert.deepEqual(signs("Ends. Begins + more # Title $5 @ada #tag g+++"), ["$5", "@ada", "#tag", "g++"]);
  assert.deepEqual(signs(`.${"a".repeat(1_000)}+`), [
    `.${"a".repeat(WORD_UNITS)}`,
    `${"a".repeat(WORD_UNITS)}+`,
  ]);
  const piece = fc.constantFrom("c", "net", "+", "+", "#", ".", " ", "é", "字", "@", "-");
  const typed = fc.array(piece, { maxLength: 6 }).map((all) => all.join(""));
  fc.assert(
    fc.property(typed, fc.array(piece), fc.array(piece), (typed, before, behind) => {
      const folded = foldPlain([...before, typed, ...behind].join(""), true);
      for (const { text, begins } of parseQuery(typed).terms) {
        if (placesOf(folded, text, begins).next().done) continue;
        const there = signs(folded);
        for (const sign of signsIn(text, begins)) {
          const has = there.some((one) => sign.open ? one.startsWith(sign.text) : one === sign.text);
          assert.ok(has, `${sign.text} of ${text} in ${folded}`);
        }
      }
    }),
    { numRuns: draws(1_000) },
  );
});

Deno.test("more of a word, a rarer word and a shorter text each count for more", () => {
  const corpus = { texts: 1_000, words: 100_000 };
  assert.ok(weightOf(1, corpus) > weightOf(500, corpus) && weightOf(5_000, corpus) > 0);
  const of = (counts: number[], words = 100, weights = [1, 1]) => score(counts, weights, words, corpus);
  assert.ok(of([2, 1]) > of([1, 1]) && of([1, 1], 10) > of([1, 1], 1_000));
  assert.ok(of([1, 2], 100, [1, 3]) > of([2, 1], 100, [1, 3]));
  assert.ok(Number.isFinite(score([1], [1], 0, { texts: 0, words: 0 })));
});

Deno.test("the project it was said in is asked for by the beginnings of its name, in English and German", () => {
  const { terms, project } = parseQuery('bread project:"Old ov" projekt:x');
  assert.deepEqual([terms.map(({ text }) => text), project], [["bread"], ["old", "ov", "x"]]);
  assert.equal(parseQuery("bread").project, undefined);
  assert.equal(asksNothing(parseQuery("project:Oven")), false);
  assert.equal(isProject("The old oven", { project: ["old", "ov"] }), true);
  assert.equal(isProject("The old oven", { project: ["cold"] }), false);
});
