import assert from "node:assert/strict";
import { isDeeper, JSON_LEVELS, JSON_VALUES, tooMuchIn } from "../../../events/catalog/json_depth.ts";
import { parseLine } from "../../../events/catalog/export.ts";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

Deno.test("levels of JSON are counted: one below, at and above the bound, whatever stands in its texts", () => {
  assert.equal(isDeeper(nested(JSON_LEVELS - 1)), false);
  assert.equal(isDeeper(nested(JSON_LEVELS)), false);
  assert.equal(isDeeper(nested(JSON_LEVELS + 1)), true);
  assert.equal(isDeeper(`[${"{},".repeat(1_000)}{}]`), false, "beside one another is not deep");
  assert.equal(isDeeper(JSON.stringify({ a: "[".repeat(1_000), b: '\\"[['.repeat(100) })), false);
  assert.equal(isDeeper('{"\\\\":' + nested(JSON_LEVELS)), true);
});

Deno.test("values of JSON are counted, and texts with everything in them are one each", () => {
  const list = (values: number) => `[${"1,".repeat(values - 2)}1]`;
  assert.equal(tooMuchIn(list(JSON_VALUES)), null);
  assert.equal(tooMuchIn(list(JSON_VALUES + 1)), "values");
  assert.equal(tooMuchIn(`[${"[],".repeat(JSON_VALUES / 2)}[]]`), "values", "empty lists are values too");
  assert.equal(tooMuchIn(JSON.stringify(["[],{}".repeat(JSON_VALUES), '\\"[,'.repeat(JSON_VALUES)])), null);
  assert.equal(tooMuchIn(nested(JSON_LEVELS + 1)), "levels");
  const history = Array.from({ length: 10_000 }, () => ({ role: "user", content: "One, two" }));
  assert.equal(tooMuchIn(JSON.stringify({ model: "editor", messages: history })), null);
});

Deno.test("a line of an export that is nested too deep is refused, not a broken program", () => {
  const line =
    `{"specversion":"1.0","id":"a","source":"s","type":"X","data":{"seq":1,"id":"a","type":"X","v":1,"prev":"","deep":${
      nested(20_000)
    }}}`;
  assert.deepEqual(parseLine(line), { ok: false, detail: "it is nested too deep" });
});
