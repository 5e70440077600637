/** A list's values come out whole, however the text is cut, and none grows without end. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { JsonItems } from "../../../projections/moving_in/json_items.ts";
import { draws } from "../../effort.ts";

function itemsOf(text: string, size: number, items = new JsonItems()) {
  const found: (string | null)[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...items.push(text.slice(at, at + size)));
  return { found, ended: items.ended };
}

Deno.test("every value of a list is found, whatever it says and however it is cut", () => {
  const value = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.array(fc.jsonValue(), { minLength: 1 }),
  );
  fc.assert(
    fc.property(
      fc.array(value),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 2 }),
      (values, size, indent) => {
        const { found, ended } = itemsOf(JSON.stringify(values, null, indent), size);
        assert.deepEqual(
          found.map((item) => JSON.parse(item ?? "")),
          values.map((one) => JSON.parse(JSON.stringify(one))),
        );
        assert.ok(ended);
      },
    ),
    { numRuns: draws(2_400) },
  );
});

Deno.test("a text that is no list is one value", () => {
  assert.deepEqual(itemsOf(' {"a": [1, {"b": "]}"}]} ', 3), {
    found: ['{"a": [1, {"b": "]}"}]}'],
    ended: true,
  });
});

Deno.test("a value over its length or its levels is none, and the next one is", () => {
  const bound = (text: string, units: number, levels = 64) =>
    itemsOf(text, 4, new JsonItems(units, levels)).found;
  assert.deepEqual(bound('[{"a":"1234567"},{"b":1}]', 15), ['{"a":"1234567"}', '{"b":1}']);
  assert.deepEqual(bound('[{"a":"12345678"},{"b":1}]', 15), [null, '{"b":1}']);
  assert.deepEqual(bound("[[[1]],[[[1]]],[2]]", 99, 2), ["[[1]]", null, "[2]"]);
  const deep = "[".repeat(1_000_000);
  assert.deepEqual(itemsOf(deep, 65_536), { found: [], ended: false });
});

Deno.test("a text that is cut short has what was whole, and did not end", () => {
  assert.deepEqual(itemsOf('[{"a":1},{"b":', 5), { found: ['{"a":1}'], ended: false });
  assert.deepEqual(itemsOf("", 5), { found: [], ended: false });
});
