/** Who answers on a store over the network is told by rows that change. */
import assert from "node:assert/strict";
import { ALIVE_MS, BEAT_MS, FORGOTTEN_MS, RowPresence } from "../../../actors/live/row_presence.ts";
import { inWorld, type World } from "../world.ts";
import { replacing } from "../../replacing.ts";
import type { EventLog } from "../../../events/store/types.ts";
import type { Environment } from "../../../actors/runtime/environment.ts";

/** A presence as another process has it, on the store of the world's first engine. */
function joined(world: World, log: EventLog, lines: string[] = []): RowPresence {
  const environment = {
    monotonic: () => world.scheduler.now,
    sleep: (ms: number, signal?: AbortSignal) => world.scheduler.sleep(ms, signal),
  } as unknown as Environment;
  return new RowPresence(log, environment, (_, what) => lines.push(what));
}

Deno.test("who joins is known to those that are there, and knows them with their next sign of life", () =>
  inWorld({}, async (world, { engine: { log } }) => {
    const [one, two] = [joined(world, log), joined(world, log)];
    await one.join("0a");
    assert.deepEqual(await one.others(), []);
    await two.join("0b");
    assert.deepEqual(await one.others(), ["0b"]);
    // What stood there before may be of one long gone.
    assert.deepEqual(await two.others(), []);
    await world.scheduler.sleep(BEAT_MS + 100);
    assert.deepEqual(await two.others(), ["0a"]);
    assert.equal(await one.isDead(), false);
    await one.leave();
    assert.deepEqual(await two.others(), []);
    assert.deepEqual(await log.side("process").list(), [{ id: "0b", value: 1 }]);
    await two.leave();
  }));

Deno.test("who gives no sign of life is left nothing, is forgotten in the end, and is there again with the next", () =>
  inWorld({}, async (world, { engine: { log } }) => {
    const rows = log.side("process");
    const one = joined(world, log);
    await one.join("0a");
    await one.others();
    await rows.set("0b", 7);
    assert.deepEqual(await one.others(), ["0b"]);
    await world.scheduler.sleep(ALIVE_MS - 1);
    assert.deepEqual(await one.others(), ["0b"]);
    await world.scheduler.sleep(1);
    assert.deepEqual(await one.others(), []);
    await rows.set("0b", 8);
    assert.deepEqual(await one.others(), ["0b"]);
    await world.scheduler.sleep(FORGOTTEN_MS - 1);
    await one.others();
    assert.equal(await rows.get("0b"), 8);
    await world.scheduler.sleep(1);
    await one.others();
    assert.equal(await rows.get("0b"), undefined);
    await rows.set("0b", 8);
    assert.deepEqual(await one.others(), ["0b"]);
    await one.leave();
  }));

Deno.test("a store that cannot be written keeps nobody from beginning: the next sign of life says so", () =>
  inWorld({}, async (world, { engine: { log } }) => {
    let broken = true;
    const failing = replacing(log, {
      side: (kind) =>
        replacing(log.side(kind), {
          set: (id, value) => broken ? Promise.reject(new Error("not now")) : log.side(kind).set(id, value),
        }),
    });
    const lines: string[] = [];
    const one = joined(world, failing, lines);
    await one.join("0a");
    assert.deepEqual(lines, ["presence_failed"]);
    broken = false;
    await world.scheduler.sleep(BEAT_MS + 100);
    assert.deepEqual(await log.side("process").list(), [{ id: "0a", value: 1 }]);
    await one.leave();
    assert.deepEqual(await log.side("process").list(), []);
  }));
