/** Answers in JSON, and when they are a table. */
import assert from "node:assert/strict";
import { formedJson, TABLE_COLUMNS, TABLE_ROWS, tableOf } from "../../../projections/conversation/formed.ts";

Deno.test("the JSON of an answer is read with and without a code fence around it, and nothing else is", () => {
  assert.deepEqual(formedJson(' {"a":1}\n'), { value: { a: 1 }, json: '{"a":1}' });
  assert.deepEqual(formedJson("```json\n[1]\n```"), { value: [1], json: "[1]" });
  for (const answer of ["", "7", '"a"', "{a:1}", 'Here: {"a":1}', "```js\n[1]\n```"]) {
    assert.equal(formedJson(answer), null);
  }
});

Deno.test("a list of flat objects is a table, with a column for each field in the order in which they come", () => {
  assert.deepEqual(tableOf([{ b: 1, a: null }, { c: "x", b: true }]), {
    columns: ["b", "a", "c"],
    rows: [[1, null, undefined], [true, undefined, "x"]],
  });
  for (const value of [[], {}, "x", null, [1], [{ a: [] }], [{ a: {} }], [[1]]]) {
    assert.equal(tableOf(value), null);
  }
});

Deno.test("rows and columns of a table are bounded", () => {
  const row = Object.fromEntries(Array.from({ length: TABLE_COLUMNS + 1 }, (_, n) => [`c${n}`, n]));
  const table = tableOf(Array.from({ length: TABLE_ROWS + 1 }, () => row));
  assert.deepEqual([table?.columns.length, table?.rows.length], [TABLE_COLUMNS, TABLE_ROWS]);
});
