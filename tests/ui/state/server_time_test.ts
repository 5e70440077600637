/** The time where times are told: the server's, also where the browser's clock is another. */
import assert from "node:assert/strict";
import { get } from "../../../ui/state/api.ts";
import { serverNow } from "../../../ui/state/server_time.ts";
import { now, watchTime } from "../../../ui/state/ticking.ts";
import { instead, serving } from "../browser.ts";

const MINUTE_MS = 60_000;
const HERE = Date.parse("2026-11-29T12:00:00.500Z");

class Clock {
  at = HERE;
  replaced(): Disposable {
    const real = Date.now;
    Date.now = () => this.at;
    return { [Symbol.dispose]: () => void (Date.now = real) };
  }
}

/** What time it is on the page after answers that are dated so, each so long on its way. */
async function after(
  ...answers: readonly (readonly [date: string | null, onTheWay: number])[]
): Promise<number> {
  const clock = new Clock();
  using _clock = clock.replaced();
  const rest = [...answers];
  using _server = serving(() => {
    const [date, onTheWay] = rest.shift() ?? [null, 0];
    clock.at += onTheWay;
    return Response.json({}, { headers: date === null ? {} : { date } });
  });
  for (const _ of answers) await get("/any");
  const stop = watchTime();
  stop();
  assert.equal(now.value, serverNow());
  return now.value - clock.at;
}

Deno.test("the page counts by the server's clock where that is another, by the last that was heard of it", async () => {
  using _set = instead("setInterval", () => 0);
  using _clear = instead("clearInterval", () => {});
  const same = "Sun, 29 Nov 2026 12:00:00 GMT", behind = "Sun, 29 Nov 2026 11:50:00 GMT";
  const ahead = "Sun, 29 Nov 2026 12:10:00 GMT";
  assert.equal(await after([ahead, 0]), 10 * MINUTE_MS);
  assert.equal(await after([behind, 0]), -10 * MINUTE_MS);
  assert.equal(await after([null, 0], ["no date", 0]), -10 * MINUTE_MS, "what says nothing changes nothing");
  assert.equal(await after([ahead, 5_000]), -10 * MINUTE_MS, "nor what was long on its way");
  assert.equal(await after([ahead, 1_000]), 10 * MINUTE_MS - 500, "half of the way is behind it");
  assert.equal(await after([same, 0]), 0, "a clock that was set");
  assert.equal(await after(["Sun, 29 Nov 2026 12:00:01 GMT", 0]), 0, "seconds are no difference");
});
