import assert from "node:assert/strict";
import { Buckets, BURST, PER_SECOND } from "../../../server/http/bucket.ts";

Deno.test("SECURITY 9: writes beyond a burst are slowed down, each caller by itself", () => {
  let now = 0;
  const buckets = new Buckets(() => now);
  for (let n = 0; n < BURST; n++) assert.ok(buckets.take("a"));
  assert.equal(buckets.take("a"), false);
  assert.ok(buckets.take("b"));
  now += 1_000;
  for (let n = 0; n < PER_SECOND; n++) assert.ok(buckets.take("a"));
  assert.equal(buckets.take("a"), false);
});
