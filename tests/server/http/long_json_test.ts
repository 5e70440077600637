/** The JSON of long answers, written in parts. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { draws, sample } from "../../effort.ts";
import { jsonTexts, TEXT_UNITS } from "../../../server/http/long_json.ts";

Deno.test("whatever an answer holds, its texts together are what the platform writes", () => {
  const one = fc.oneof(
    fc.jsonValue(),
    fc.record({ a: fc.string() }, { requiredKeys: [] }),
    fc.constant(undefined),
  );
  const few = fc.dictionary(fc.string(), one, { maxKeys: 5 });
  const many = fc.tuple(fc.array(few, { minLength: 1, maxLength: 5 }), fc.boolean()).map(([some, isList]) => {
    const all = Array.from({ length: 300 }, (_, n) => some[n % some.length]);
    return isList ? all : Object.fromEntries(all.map((one, n) => [`"${n}é`, one]));
  });
  const answer = fc.dictionary(
    fc.string(),
    fc.oneof(one, many, fc.dictionary(fc.string(), fc.oneof(one, many))),
  );
  fc.assert(
    fc.property(answer, fc.integer({ min: 1, max: 2_000 }), (value, units) => {
      assert.equal([...jsonTexts(value, units)].join(""), JSON.stringify(value));
    }),
    { numRuns: draws(360) },
  );
});

Deno.test("what has many entries comes in texts of about a piece, however deep it lies; the rest is written at once", () => {
  const messages = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`m${n}`, { text: "bread" }]));
  const texts = [...jsonTexts({ seq: 1, fold: { messages } }, 1_000)];
  assert.ok(texts.length > 15, `${texts.length} texts`);
  for (const text of texts) assert.ok(text.length < 1_100, `${text.length} units`);
  assert.equal([...jsonTexts({ list: ["dough ".repeat(10_000)] }, 1_000)].length, 1);
});

Deno.test("a text of megabytes comes in parts, and no sign is torn", () => {
  for (const before of sample(["", "a", "ab", "abc"])) {
    const text = before + "🍞\n\ud800".repeat(TEXT_UNITS);
    for (const value of [text, { calls: [{ body: text }] }]) {
      const texts = [...jsonTexts(value)];
      // Of megabytes nobody reads the difference, which takes long to be made.
      assert.ok(texts.join("") === JSON.stringify(value), "the same text");
      // An escape has six units.
      for (const one of texts) assert.ok(one.length <= 6 * TEXT_UNITS + 100, `${one.length} units`);
      assert.ok(texts.length >= text.length / TEXT_UNITS, `${texts.length} texts`);
    }
  }
});

Deno.test("the entries of a long record are gone through twice: to see that it is long, and to write it", () => {
  let times = 0;
  const record = new Proxy(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n])), {
    ownKeys(target) {
      times++;
      return Reflect.ownKeys(target);
    },
  });
  const answer = { fold: { record, seq: 1 } };
  assert.equal([...jsonTexts(answer)].join(""), JSON.stringify({ fold: { record: { ...record }, seq: 1 } }));
  assert.equal(times, 3, "and once by this test");
});
