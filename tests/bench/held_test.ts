/** The row of a bench that tells what kept its server. */
import assert from "node:assert/strict";
import { HELD_MS } from "../../events/catalog/limits.ts";
import { rowOf } from "./held.ts";
import { meets } from "./table.ts";

const held = { name: "GET /a", times: 3, alone: 2, worstMs: 900, ownMs: 40, at: "2026-01-01T00:00:00.000Z" };

Deno.test("a server that was kept by its own work for too long misses the goal, one that only waited does not", () => {
  assert.equal(meets(rowOf([])), true);
  assert.equal(meets(rowOf([{ ...held, ownMs: HELD_MS - 1 }])), true);
  const row = rowOf([held]);
  assert.equal(meets(row), false);
  assert.deepEqual([row.measured, row.ratio], ["40 ms: GET /a, 2 of 3 times by itself", 2]);
});
