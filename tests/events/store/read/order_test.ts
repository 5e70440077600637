/** Reading the order of all events in parts: each says whether it came to the end. */
import assert from "node:assert/strict";
import type { StoreLog } from "../../../../events/store/log.ts";
import { commitsAfter } from "../../../../events/store/read/order.ts";
import { ORIGIN_STAMP } from "../../../../events/store/read/position.ts";
import { appended, said } from "../given.ts";
import { withLog } from "../with_log.ts";

/** How many events each reading gave, and whether it was at the end. */
async function readings(log: StoreLog, limit?: number): Promise<[number, boolean][]> {
  const given: [number, boolean][] = [];
  let place = { epoch: log.epoch, stamp: ORIGIN_STAMP, index: 0 };
  while (true) {
    const found = await commitsAfter(log.parts, log.reader, place, limit);
    if (!found) return given;
    given.push([found.commits.flatMap(({ events }) => events).length, found.end]);
    place = found.next;
  }
}

Deno.test("a reading of as many commits as were asked for does not say that it is at the end", () =>
  withLog(async (log) => {
    for (let i = 1; i <= 5; i++) await appended(log, "c", [said(`e/${i}`)]);
    assert.deepEqual(await readings(log, 2), [[2, false], [2, false], [1, true]]);
    assert.deepEqual(await readings(log, 5), [[5, false]]);
    assert.deepEqual(await readings(log), [[5, true]]);
  }));

Deno.test("a reading that stops for its many events does not say that it is at the end", () =>
  withLog(async (log) => {
    for (const stream of ["a", "b", "c", "d", "e", "f"]) {
      await appended(log, stream, Array.from({ length: 900 }, (_, i) => said(`${stream}/${i}`)));
    }
    assert.deepEqual(await readings(log), [[4_500, false], [900, true]]);
  }));

Deno.test("a commit of thousands of events is read with turns for others", () =>
  withLog(async (log) => {
    await appended(log, "c", Array.from({ length: 900 }, (_, i) => said(`e/${i}`)));
    await appended(log, "d", Array.from({ length: 900 }, (_, i) => said(`f/${i}`)));
    let rests = 0;
    const environment = { ...log.parts.environment, breathe: () => Promise.resolve(void rests++) };
    const parts = { kv: log.parts.kv, epoch: log.epoch, environment };
    const place = { epoch: log.epoch, stamp: ORIGIN_STAMP, index: 0 };
    const found = await commitsAfter(parts, log.reader, place);
    assert.equal(found?.commits.flatMap(({ events }) => events).length, 1_800);
    assert.equal(rests, 2, "one in each of the two");
  }));
