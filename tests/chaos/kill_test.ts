/** Faults from outside on real processes; `deno task chaos --minutes N` does the same for longer. */
import assert from "node:assert/strict";
import { FULL } from "../effort.ts";
import { chaos, type ChaosReport } from "./chaos.ts";

/** Seconds of trouble, over both tests; however few, each kind happens once. */
const SECONDS = Number(Deno.env.get("FISHBOWL_CHAOS_SECONDS") ?? (FULL ? 40 : 18));
const SEED = Number(Deno.env.get("FISHBOWL_SEED") ?? Date.now() % 1_000_000);

function held(report: ChaosReport): void {
  assert.deepEqual(report.wrong, [], `seed ${SEED}`);
  assert.ok(report.shownCharacters > 0, "nothing was shown");
  assert.ok(report.hadBack > 0, "nothing was had back");
  assert.ok(report.acknowledged > 10, "next to nothing was posted");
}

// Shows M-5, S0-7, S0-11, S0-A3, P1, P2.
Deno.test({
  name:
    "kill -9 and stopped processes, two on one file, lose nothing that was acknowledged or shown, and answer nothing twice",
  // The servers are processes of their own.
  sanitizeResources: false,
  async fn() {
    const faults = ["kill -9", "kill -9 of all", "stopped and woken", "asked to end"];
    held(await chaos({ seconds: SECONDS / 6, processes: 2, seed: SEED, faults }));
  },
});

Deno.test({
  name:
    "whatever happens to a server, its disk, its clock, its sockets and its links, nothing acknowledged is lost; a backup taken meanwhile is whole",
  sanitizeResources: false,
  async fn() {
    const report = await chaos({ seconds: (SECONDS * 5) / 6, processes: 1, seed: SEED });
    held(report);
    assert.ok((report.happened["backed up and restored"] ?? 0) > 0);
  },
});
