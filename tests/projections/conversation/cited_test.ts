/** Marks of sources in the words of an answer. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sourceText, withMarks } from "../../../projections/conversation/cited.ts";

const A = { url: "https://a.example/x", title: "About fish" };
const B = { url: "https://b.example/", title: "" };
const mark = (number: number, { url, title }: typeof A) =>
  `[${number}](<${url}> "${sourceText({ url, title })}")`;

Deno.test("a mark stands where its source counts, with the number, the host and the title of it", () => {
  assert.equal(sourceText(A), "About fish (a.example)");
  assert.equal(sourceText(B), "b.example");
  const { text, moved } = withMarks("Fish swim. They dive.", [{ ...A, at: [10, 21] }, { ...B, at: [21] }]);
  assert.equal(text, `Fish swim.${mark(1, A)} They dive.${mark(1, A)}${mark(2, B)}`);
  assert.equal(moved(4), 4);
  assert.equal(text.slice(moved(11), moved(11) + 4), "They");
});

Deno.test("no mark stands in code or inside a link", () => {
  const words = "`a b` [x](http://y)\n```js\na = 1\n```\nend";
  const inside = [2, words.indexOf("http"), words.indexOf("a = 1"), words.indexOf("```js") + 5];
  assert.equal(withMarks(words, [{ ...A, at: inside }]).text, words);
  assert.equal(withMarks(words, [{ ...A, at: [words.length] }]).text, words + mark(1, A));
});

Deno.test("a title cannot end its mark, and an address cannot leave it", () => {
  const hostile = { url: "https://a.example/<>", title: '"> [x](javascript:1) \\', at: [1] };
  const { text } = withMarks("a", [hostile]);
  assert.equal(text.match(/(?<!\\)"/g)?.length, 2, text);
  assert.ok(text.includes("(<https://a.example/%3C%3E>"));
});

Deno.test("whatever is said, without its marks it is what it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(60), { maxLength: 8 }), (words, places) => {
      const at = [...new Set(places.map((one) => Math.min(one, words.length)))];
      const { text, moved } = withMarks(words, [{ ...A, at }]);
      assert.equal(text.replaceAll(mark(1, A), ""), words);
      for (let place = 0; place <= words.length; place++) {
        assert.ok(moved(place) >= place && moved(place) <= text.length);
      }
    }),
  );
});
