/** The file of the index by itself: what is put in is found, once, in its time. */
import assert from "node:assert/strict";
import type { IndexedText, Lookup } from "../../../../events/store/search/lookup.ts";
import { LEFT_OUT, SearchFile } from "../../../../events/store/search/search_file.ts";

const AT = Date.parse("2026-11-22T12:00:00.000Z");
const words = ({ text, author }: IndexedText) => ({ words: text.split(" "), author: [author], signs: [] });
const said = (message: string, text: string, at = AT): IndexedText => ({
  message,
  seq: 1,
  at: new Date(at).toISOString(),
  author: "ada",
  text,
});
const look = (word: string, more: Partial<Lookup> = {}): Lookup => ({
  phrases: [{ words: word.split(" "), open: false, signs: [] }],
  author: [],
  conversationId: null,
  after: null,
  before: null,
  ...more,
});

function withFile(body: (file: SearchFile) => void): void {
  const file = new SearchFile(":memory:", words);
  try {
    file.reset("epoch");
    body(file);
    assert.deepEqual(file.check(), []);
  } finally {
    file.close();
  }
}
const found = (file: SearchFile, lookup: Lookup) => [...file.find(lookup)].map(({ message }) => message);

Deno.test("a text is found by what it says now, and counted once", () =>
  withFile((file) => {
    assert.ok(file.put("c", 0, 3, [said("m", "rye bread"), said("", "title")]));
    assert.ok(file.put("c", 3, 4, [said("m", "white bread")]));
    assert.ok(file.put("c", 4, 4, [said("m", "white bread")]), "the same again");
    assert.deepEqual(found(file, look("rye")), []);
    assert.deepEqual(found(file, look("bread")), ["m"]);
    assert.deepEqual(found(file, look("white bread")), ["m"]);
    assert.deepEqual(found(file, look("bread white")), []);
    assert.deepEqual([file.state().texts, file.state().words, file.seqOf("c")], [2, 3, 4]);
    assert.ok(file.put("c", 4, 5, [said("m", "")]));
    assert.deepEqual([found(file, look("white")), file.state().texts], [[], 1]);
    assert.ok(file.state().leftovers, "words that are gone from the log go from here");
  }));

Deno.test("among no conversations nothing is found, whatever is looked for", () =>
  withFile((file) => {
    assert.ok(file.put("c", 0, 1, [said("m", "bread")]));
    assert.deepEqual(found(file, look("bread", { among: ["c"] })), ["m"]);
    assert.deepEqual(found(file, look("bread", { among: [] })), []);
    assert.deepEqual(found(file, { ...look("bread", { among: [] }), phrases: [] }), []);
  }));

Deno.test("who was second puts nothing in", () =>
  withFile((file) => {
    assert.ok(file.put("c", 0, 3, [said("m", "bread")]));
    assert.equal(file.put("c", 0, 2, [said("m", "salt")]), false);
    assert.deepEqual([found(file, look("salt")), file.seqOf("c")], [[], 3]);
  }));

Deno.test("the newest come first, a span of time cuts them, and thousands said in one second have room", () =>
  withFile((file) => {
    const many = Array.from({ length: 3_000 }, (_, n) => said(`same_${n}`, "bread"));
    file.put("c", 0, 1, [said("old", "bread", AT - 60_000), ...many, said("new", "bread", AT + 60_000)]);
    const all = found(file, look("bread"));
    assert.deepEqual([all.length, all[0], all.at(-1)], [3_002, "new", "old"]);
    assert.deepEqual(found(file, look("bread", { after: AT + 60_000 })), ["new"]);
    assert.equal(found(file, look("bread", { after: AT })).includes("old"), false);
    assert.equal(found(file, look("bread", { before: AT })).includes("old"), true);
    assert.equal(found(file, { ...look("bread"), phrases: [] }).length, 3_002, "without a word, everything");
    assert.equal(
      file.having({ words: ["bread"], open: false, signs: [] }, 2_000),
      2_000,
      "counted up to a bound",
    );
  }));

Deno.test("one conversation and one author are looked in alone; words of an index cannot ask for more", () =>
  withFile((file) => {
    file.put("c1", 0, 1, [said("m1", "bread")]);
    file.put("c2", 0, 1, [{ ...said("m2", "bread c1"), author: "ben" }]);
    assert.deepEqual(found(file, look("bread", { conversationId: "c1" })), ["m1"]);
    assert.deepEqual(found(file, look("bread", { conversationId: "c3" })), []);
    assert.deepEqual(found(file, look("bread", { author: ["be"] })), ["m2"]);
    assert.deepEqual(found(file, look("OR")), []);
    assert.deepEqual(found(file, look("ben")), [], "a name is no word that was said");
  }));

Deno.test("what is removed leaves the counts as if it had never been, and a clean file says so", () =>
  withFile((file) => {
    file.put("c1", 0, 1, [said("m1", "bread and salt")]);
    file.put("c2", 0, 1, [said("m2", "bread")]);
    file.remove("c1");
    assert.deepEqual(found(file, look("bread")), ["m2"]);
    assert.deepEqual([file.state().texts, file.state().words, file.seqOf("c1")], [1, 1, 0]);
    while (file.clean() !== "clean");
    assert.equal(file.state().leftovers, false);
    assert.deepEqual(file.conversations("", 10), ["c2"]);
  }));

Deno.test("a time that is none, a zero byte and half a character are kept as they can be", () =>
  withFile((file) => {
    const odd = [said("a", "x\0y bread"), { ...said("b", "\ud800 bread"), at: "no time" }];
    file.put("c", 0, 1, odd);
    file.put("c", 1, 2, odd);
    assert.deepEqual(file.texts("c").map(({ text }) => text).sort(), ["x\0y bread", "\ufffd bread"]);
    assert.equal(found(file, look("bread")).length, 2);
  }));

Deno.test("what could not be taken in is known by name, of many some", () =>
  withFile((file) => {
    assert.deepEqual(file.state().unreadable, []);
    file.leftOut(["c1", "c2"]);
    assert.deepEqual(file.state().unreadable, ["c1", "c2"]);
    file.leftOut(Array.from({ length: 2 * LEFT_OUT }, (_, n) => `c${n}`));
    assert.equal(file.state().unreadable.length, LEFT_OUT);
    file.leftOut([]);
    assert.deepEqual(file.state().unreadable, []);
  }));

Deno.test("how far taking everything in has come is told until it has ended", () =>
  withFile((file) => {
    const place = () => [file.state().position, file.state().begun];
    assert.deepEqual(place(), [null, null]);
    file.reached("p1", "");
    assert.deepEqual(place(), [null, { position: "p1", conversation: "" }]);
    file.reached("p2", "c1");
    assert.deepEqual(place(), [null, { position: "p2", conversation: "c1" }]);
    file.reached("p3", null);
    assert.deepEqual(place(), ["p3", null]);
    file.reached("p4", "c1");
    assert.deepEqual(place(), [null, { position: "p4", conversation: "c1" }]);
    file.put("c1", 0, 7, [said("m", "bread")]);
    assert.deepEqual(file.seqsOf(["c0", "c1"]), [0, 7]);
    file.reset("another");
    assert.deepEqual(place(), [null, null]);
  }));

Deno.test("a file that was not there is its owner's alone, and so is what stands beside it", async () => {
  const folder = await Deno.makeTempDir();
  const file = new SearchFile(`${folder}/search.db`, words);
  try {
    file.reset("epoch");
    file.put("c", 0, 1, [said("m", "bread")]);
    const modes = await Promise.all(["", "-wal", "-shm"].map(async (end) => {
      // No modes on Windows.
      return (await Deno.stat(`${folder}/search.db${end}`)).mode ?? 0o600;
    }));
    assert.deepEqual(modes.map((mode) => mode & 0o777), [0o600, 0o600, 0o600]);
  } finally {
    file.close();
    await Deno.remove(folder, { recursive: true });
  }
});
