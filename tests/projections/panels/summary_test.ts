import assert from "node:assert/strict";
import { spreadOf, summaryText } from "../../../projections/panels/summary.ts";

Deno.test("numbers of answers have their least, their middle half and their most, field by field", () => {
  const answers = [10, 20, 30, 100].map((estimate, index) =>
    JSON.stringify({ estimate, low: index, unit: "t" })
  );
  assert.deepEqual(spreadOf([...answers, "no JSON", "[1]"]), [
    { field: "estimate", count: 4, min: 10, low: 17.5, median: 25, high: 47.5, max: 100 },
    { field: "low", count: 4, min: 0, low: 0.75, median: 1.5, high: 2.25, max: 3 },
  ]);
  assert.deepEqual(spreadOf(['{"estimate":7}']), [
    { field: "estimate", count: 1, min: 7, low: 7, median: 7, high: 7, max: 7 },
  ]);
  assert.equal(summaryText([]), "");
  assert.equal(
    summaryText([{ label: "Answer A", text: "Plain words" }]),
    "What was said with them:\n[Answer A]: Plain words",
  );
});
