/** Reading the order of all events in parts: each says whether it came to the end. */
import assert from "node:assert/strict";
import type { StoreLog } from "../../../../events/store/log.ts";
import { commitsAfter } from "../../../../events/store/read/order.ts";
import { ORIGIN_STAMP, type Place } from "../../../../events/store/read/position.ts";
import { appended, said } from "../given.ts";
import { withLog } from "../with_log.ts";

/** How many events each reading gave, and whether it was at the end. */
async function readings(
  log: StoreLog,
  limit?: number,
  { most, reader = log.reader }: { most?: number; reader?: StoreLog["reader"] } = {},
): Promise<[number, boolean][]> {
  const given: [number, boolean][] = [];
  let place: Place = { epoch: log.epoch, stamp: ORIGIN_STAMP, index: 0 };
  while (true) {
    const found = await commitsAfter(log.parts, reader, place, limit, most);
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
    assert.deepEqual(await readings(log), [[4_000, false], [1_400, true]]);
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
    assert.deepEqual(found?.commits.map(({ events }) => events.length), [500, 400, 500, 400]);
  }));

Deno.test("many commits of few events are read with turns for others", () =>
  withLog(async (log) => {
    for (let n = 0; n < 30; n++) {
      await appended(log, "c", Array.from({ length: 100 }, (_, i) => said(`e/${n}/${i}`)));
    }
    const told: number[] = [];
    let events = 0;
    const environment = { ...log.parts.environment, breathe: () => Promise.resolve(void told.push(events)) };
    const reader: StoreLog["reader"] = Object.assign(Object.create(log.reader), {
      memory: { own: () => [], fresh: () => [] },
      event: (...asked: Parameters<StoreLog["reader"]["event"]>) => (events++, log.reader.event(...asked)),
    });
    const parts = { kv: log.parts.kv, epoch: log.epoch, environment };
    await commitsAfter(parts, reader, { epoch: log.epoch, stamp: ORIGIN_STAMP, index: 0 });
    assert.deepEqual(told, [500, 1_000, 1_500, 2_000, 2_500, 3_000]);
  }));

Deno.test("of a commit of many events no more is read than is told, and the next reading goes on within it", () =>
  withLog(async (log) => {
    await appended(log, "c", [said("before")]);
    await appended(log, "c", Array.from({ length: 500 }, (_, i) => said(`e/${i}`)));
    await appended(log, "d", [said("behind")]);
    const read: [string, number, number | undefined][] = [];
    const reader: StoreLog["reader"] = Object.assign(Object.create(log.reader), {
      memory: { own: () => [], fresh: () => [] },
      stored(...asked: Parameters<StoreLog["reader"]["stored"]>) {
        read.push([asked[0], asked[1], asked[2]]);
        return log.reader.stored(...asked);
      },
    });
    assert.deepEqual(
      await readings(log, undefined, { most: 200, reader }),
      [[200, false], [200, false], [102, true]],
    );
    assert.deepEqual(read, [["c", 1, 200], ["c", 201, 400], ["c", 401, 501], ["d", 1, 1]]);
    const ids: string[] = [];
    for (let after = `${log.epoch}.${ORIGIN_STAMP}.0`;;) {
      const page = await log.order.page(after, 200);
      ids.push(...page.map(({ event }) => event.id));
      after = page.at(-1)?.position ?? "";
      if (page.length < 200) break;
    }
    assert.deepEqual(ids, ["before", ...Array.from({ length: 500 }, (_, i) => `e/${i}`), "behind"]);
  }));
