/** How much of the memory turns may hold. */
import assert from "node:assert/strict";
import { RUNNING_LEAST, RUNNING_PART, runningIn } from "../../../actors/live/agents.ts";
import { TURN_BYTES } from "../../../actors/turn/turn_bytes.ts";

Deno.test("turns hold a part of the memory, and the least where there is little of it", () => {
  const edge = RUNNING_LEAST * RUNNING_PART;
  assert.deepEqual([0, edge, edge + RUNNING_PART].map(runningIn), [
    RUNNING_LEAST,
    RUNNING_LEAST,
    RUNNING_LEAST + 1,
  ]);
  assert.ok(RUNNING_LEAST / TURN_BYTES > 400, "four hundred short ones everywhere");
});
