/** Finding words in one conversation. */
import assert from "node:assert/strict";
import {
  hitAt,
  hitsIn,
  hitsInMarkdown,
  hitsOf,
  MOST_IN_ONE,
  numberOf,
  placesIn,
  wantedOf,
} from "../../../ui/find/finding.ts";

Deno.test("case, accents and line ends do not matter, and a hit is counted once", () => {
  const wanted = wantedOf("  Caf\u00c9  au ");
  assert.equal(wanted, "cafe au");
  assert.equal(hitsIn("café au lait, CAFE\nau soir", wanted), 2);
  assert.equal(hitsIn("aaaa", "aa"), 2);
  assert.equal(hitsIn("anything", ""), 0);
  assert.equal(hitsIn("a".repeat(2 * MOST_IN_ONE), "a"), MOST_IN_ONE);
});

Deno.test("a hit is where it is written, also where a letter stands for two", () => {
  const text = "Ein Café, noch ein cafe\u0301 und İstanbul";
  assert.deepEqual(placesIn(text, "cafe").map(([from, to]) => text.slice(from, to)), ["Café", "cafe\u0301"]);
  assert.deepEqual(placesIn(text, "istanbul").map(([from, to]) => text.slice(from, to)), ["İstanbul"]);
  assert.deepEqual(placesIn("one\ntwo", "one two"), [[0, 7]]);
  assert.deepEqual(placesIn("x", ""), []);
});

Deno.test("as many places as hits, whatever the text", () => {
  for (const text of ["ß ss SS", "ﬁne fine", "e\u0301e\u0301", "𝔸𝔸", "ΣΊΣΥΦΟΣ σίσυφος"]) {
    for (const query of ["s", "fi", "e", "σισυφος", "𝔸"]) {
      const wanted = wantedOf(query);
      assert.equal(placesIn(text, wanted).length, hitsIn(text, wanted), `${text} ${query}`);
    }
  }
});

const texts: Readonly<Record<string, string>> = { a: "bread bread", b: "rye", c: "bread" };
const order = ["a", "b", "unknown", "c"];
const go = () => Promise.resolve(true);
const found = async (ids: readonly string[]) => {
  const hits = await hitsOf(ids, (id) => texts[id] ?? null, "bread", go);
  assert.ok(hits);
  return hits;
};
const hits = await found(order);

Deno.test("marks of Markdown divide no word, and code is found as it is written", () => {
  assert.equal(hitsInMarkdown("some **bo**ld words, bold words", "bold words"), 2);
  assert.equal(hitsInMarkdown("`__init__` and __init__", "__init__"), 2);
  assert.equal(hitsInMarkdown("plain", "bold"), 0);
});

Deno.test("a long conversation is looked through in pieces, and the search may be given up between them", async () => {
  const long = Array.from({ length: 30 }, (_, at) => `m${at}`);
  const page = `bread ${"x".repeat(50_000)}`;
  let pauses = 0;
  const all = await hitsOf(long, () => page, "bread", () => Promise.resolve(++pauses > 0));
  assert.equal(all?.total, 30);
  assert.ok(pauses >= 7 && pauses <= 15, `${pauses} pauses`);
  assert.equal(await hitsOf(long, () => page, "bread", () => Promise.resolve(false)), null);
});

Deno.test("hits are counted over all messages whose words are known, in reading order", () => {
  assert.deepEqual(hits, { ids: ["a", "c"], counts: [2, 1], total: 3 });
});

Deno.test("the way from one hit to the next goes through each, and round", () => {
  assert.deepEqual([0, 1, 2, 3, -1].map((number) => hitAt(hits, number)), [
    { id: "a", nth: 0 },
    { id: "a", nth: 1 },
    { id: "c", nth: 0 },
    { id: "a", nth: 0 },
    { id: "c", nth: 0 },
  ]);
  assert.equal(hitAt({ ids: [], counts: [], total: 0 }, 3), null);
});

Deno.test("a hit keeps its place while more are found before it, or its message has fewer", () => {
  assert.equal(numberOf(hits, { id: "c", nth: 0 }, order), 2);
  assert.equal(numberOf(hits, { id: "a", nth: 5 }, order), 1, "the last of its message");
  assert.equal(numberOf(hits, { id: "b", nth: 0 }, order), 1, "one that is gone: the one before it");
});

Deno.test("where nothing stands before it a hit that is gone has no number", async () => {
  assert.equal(numberOf(await found(["c"]), { id: "a", nth: 0 }, order), -1);
});
