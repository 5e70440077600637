/** One damaged row must not hide what is whole. */
import assert from "node:assert/strict";
import { originPosition } from "../../events/store/read/position.ts";
import { appended, followed, idsOf, noise, said } from "./store/given.ts";
import { memoryKv } from "../sim/memory_kv.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { withLog } from "./store/with_log.ts";

Deno.test("an event that is damaged keeps nobody from the events of others behind it", async () => {
  const disk = new SimDisk();
  const open = () => Promise.resolve(memoryKv(disk));
  await withLog(async (writer) => {
    await appended(writer, "a", [said("a/0", "z".repeat(100_000))]);
    await appended(writer, "b", [said("b/0", noise(2_000))]);
    await appended(writer, "b", [said("b/1")]);
    await appended(writer, "d", [said("d/0")]);
    await appended(writer, "c", [said("c/0")]);
  }, { open });
  // Who wrote it still has it in memory.
  await withLog(async (log) => {
    for await (const { key } of log.parts.kv.list({ prefix: ["blob"] })) {
      await log.parts.kv.atomic().delete(key).commit();
    }
    await log.parts.kv.atomic().set(["e", "b", 1], new TextEncoder().encode("{torn")).commit();
    await log.parts.kv.atomic().set(["at", "d"], new TextEncoder().encode("{torn")).commit();
    const origin = originPosition(log.epoch);
    const found = await log.order.page(origin, 10);
    assert.deepEqual(found.map(({ event }) => event.id), ["b/1", "c/0"]);
    assert.deepEqual(idsOf(await followed(log, origin, (commits) => commits.length === 2), ["b", "c"]), [
      "b/1",
      "c/0",
    ]);
  }, { open });
});
