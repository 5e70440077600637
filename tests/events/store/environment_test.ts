/** Sleeping ends by itself, and for who stops waiting, at once. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../../events/store/environment.ts";

Deno.test("who has stopped waiting, before it began or since, does not sleep", async () => {
  const stop = new AbortController();
  const later = realEnvironment.sleep(3_600_000, stop.signal);
  stop.abort();
  await later;
  const first = realEnvironment.sleep(3_600_000, stop.signal).then(() => "awake");
  const tick = new Promise((resolve) => setTimeout(() => resolve("asleep"), 0));
  assert.equal(await Promise.race([first, tick]), "awake");
});
