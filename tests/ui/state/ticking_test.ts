/** Minutes and days on a page that stays open. */
import assert from "node:assert/strict";
import { ahead } from "../../../ui/state/server_time.ts";
import { followMinutes, minute, today } from "../../../ui/state/ticking.ts";
import { instead } from "../browser.ts";

const MINUTE_MS = 60_000;
/** By the clock of this place: a minute before midnight. */
const HERE = new Date(2026, 10, 28, 23, 59).getTime();

Deno.test("minutes and days go on while one looks, are right where one comes back, and are the server's", () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  using _document = instead("document", page);
  const beats: { run: () => void; ms: number }[] = [];
  using _interval = instead("setInterval", (run: () => void, ms: number) => beats.push({ run, ms }));
  const real = Date.now;
  let now = HERE;
  Date.now = () => now;
  try {
    followMinutes();
    const [beat] = beats;
    assert.equal(beat?.ms, MINUTE_MS);
    beat.run();
    assert.equal(minute.value.getTime(), HERE);
    assert.equal(today.value.getTime(), new Date(2026, 10, 28).getTime());
    now += MINUTE_MS;
    beat.run();
    const next = today.value;
    assert.equal(next.getTime(), new Date(2026, 10, 29).getTime());
    now += MINUTE_MS;
    beat.run();
    assert.ok(today.value === next, "the same day: nothing is drawn anew");
    page.hidden = true;
    now += MINUTE_MS;
    beat.run();
    assert.equal(minute.value.getTime(), HERE + 2 * MINUTE_MS, "nobody looks");
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    assert.equal(minute.value.getTime(), HERE + 3 * MINUTE_MS);
    ahead.value = -4 * MINUTE_MS;
    assert.equal(today.value.getDate(), 28);
  } finally {
    Date.now = real;
    ahead.value = 0;
  }
});
