import assert from "node:assert/strict";
import { UsageQuery } from "../../../server/contract/insights.ts";

Deno.test("what is no date is told once, whether its digits or its month are wrong", () => {
  for (const from of ["last week", "2026-1-1", "2026-13-01"]) {
    const { error } = UsageQuery.safeParse({ from });
    assert.deepEqual(error?.issues.map(({ path, message }) => [path, message]), [
      [["from"], "must be a date"],
    ]);
  }
  assert.ok(UsageQuery.safeParse({ from: "2026-01-31", to: "2026-01-31T10:00:00Z" }).success);
});
