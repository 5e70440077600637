/** Drafts of answers that have ended go, whenever these end. */
import assert from "node:assert/strict";
import { DraftDrops } from "../../../actors/live/draft_drops.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import type { EventLog } from "../../../events/store/types.ts";
import { Scheduler, SimProcess } from "../../sim/scheduler.ts";

Deno.test("drafts of an answer that ends as those before it were dropped are dropped", async () => {
  const scheduler = new Scheduler(1);
  const environment = { ...new SimProcess(scheduler, "p0").environment, now: () => "", hex: () => "" };
  for (let steps = 0; steps < 20; steps++) {
    const dropped: string[] = [];
    const ended = (turnId: string) =>
      drops.heard("c", [{
        type: "TurnCancelled",
        v: 1,
        id: turnId,
        at: "2026-11-22T09:00:00.000Z",
        by: SYSTEM,
        data: { turnId, why: "stopped" },
      }]);
    const later = async () => {
      for (let step = 0; step < steps; step++) await Promise.resolve();
      ended("second");
    };
    const drafts = {
      drop(_: string, turnId: string) {
        dropped.push(turnId);
        if (turnId === "first") void later();
        return Promise.resolve();
      },
    };
    const drops = new DraftDrops({ drafts } as unknown as EventLog, environment, () => {});
    await scheduler.run((async () => {
      ended("first");
      await scheduler.sleep(10_000);
      assert.deepEqual(dropped, ["first", "second"]);
      await drops.stop();
    })());
  }
});
