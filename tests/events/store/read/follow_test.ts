/** Following the order of all events: what is told of a commit of very many of them is told in parts. */
import assert from "node:assert/strict";
import { StoredOrder } from "../../../../events/store/read/follow.ts";
import { ORIGIN_STAMP } from "../../../../events/store/read/position.ts";
import { appended, said } from "../given.ts";
import { withLog } from "../with_log.ts";
import { patiently } from "../../../patience.ts";
import { replacing } from "../../../replacing.ts";

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

Deno.test("who follows leaves nothing behind with each wait: no promise is waited for again and again", () =>
  withLog(async (log) => {
    const order = new StoredOrder(log.parts, log.reader, new AbortController().signal);
    const stop = new AbortController();
    const { then } = Promise.prototype;
    const waits = new Map<unknown, number>();
    try {
      Promise.prototype.then = function (this: Promise<unknown>, ...given) {
        waits.set(this, (waits.get(this) ?? 0) + 1);
        return then.apply(this, given);
      } as typeof then;
      let told = 0;
      await appended(log, "c", [said("e/0")]);
      for await (const _ of order.follow(`${log.epoch}.${ORIGIN_STAMP}.0`, stop.signal)) {
        if (++told === 100) break;
        void log.parts.environment.breathe().then(() => appended(log, "c", [said(`e/${told}`)]));
      }
    } finally {
      Promise.prototype.then = then;
    }
    assert.ok(Math.max(...waits.values()) < 10, "something holds a part of each wait until the end");
  }));

Deno.test("who follows and waits is let go when it is to stop, and when the store is closed", () =>
  withLog(async (log) => {
    for (const ends of [0, 1]) {
      const [stop, closing] = [new AbortController(), new AbortController()];
      const order = new StoredOrder(log.parts, log.reader, closing.signal);
      const position = await order.end();
      const stream = `c${ends}`;
      await appended(log, stream, [said(`${stream}/0`)]);
      const told: string[] = [];
      for await (const { events } of order.follow(position, stop.signal)) {
        told.push(...events.map((one) => one.stream));
        void log.parts.environment.breathe().then(() => [stop, closing][ends]?.abort());
      }
      assert.deepEqual(told, [stream]);
    }
  }));

Deno.test("who follows is let go when it is to stop while it reads and finds nothing, or cannot read", () =>
  withLog(async (log) => {
    for (const breaks of [false, true]) {
      const stop = new AbortController();
      const kv = replacing(log.parts.kv, {
        async *list(selector, options) {
          stop.abort();
          if (breaks) throw new Error("it is being closed");
          yield* log.parts.kv.list(selector, options);
        },
      });
      const parts = Object.assign(Object.create(log.parts), { kv });
      const order = new StoredOrder(parts, log.reader, new AbortController().signal);
      const following = Array.fromAsync(order.follow(await log.order.end(), stop.signal));
      assert.deepEqual(await patiently("the end of following", following), []);
    }
  }));
