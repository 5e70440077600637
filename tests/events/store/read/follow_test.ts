/** Following the order of all events: what is told of a commit of very many of them is told in parts. */
import assert from "node:assert/strict";
import { StoredOrder } from "../../../../events/store/read/follow.ts";
import { ORIGIN_STAMP } from "../../../../events/store/read/position.ts";
import { appended, said } from "../given.ts";
import { withLog } from "../with_log.ts";

Deno.test("a commit of many events is told in parts, with turns for others between what is done with each", () =>
  withLog(async (log) => {
    await appended(log, "c", Array.from({ length: 900 }, (_, i) => said(`e/${i}`)));
    await appended(log, "d", [said("behind")]);
    let rests = 0;
    const environment = { ...log.parts.environment, breathe: () => Promise.resolve(void rests++) };
    const parts = Object.assign(Object.create(log.parts), { environment });
    const stop = new AbortController();
    const told: [events: number, rests: number][] = [];
    const order = new StoredOrder(parts, log.reader, stop.signal);
    for await (const { events } of order.follow(`${log.epoch}.${ORIGIN_STAMP}.0`, stop.signal)) {
      // One as they were read, before the first of them is told.
      told.push([events.length, rests]);
      if (events[0]?.stream === "d") break;
    }
    assert.deepEqual(told, [[500, 1], [400, 2], [1, 2]]);
  }));
