/** What a process counts of itself. */
import assert from "node:assert/strict";
import { Meter } from "../../../server/metrics/meter.ts";
import { MEASURES } from "../../../server/clocks.ts";
import { TestServer } from "../harness.ts";

Deno.test("each second the commits of the last, and how late it was at worst since that was asked", async () => {
  await using server = await TestServer.start();
  let [ms, look, stopped] = [0, () => {}, false];
  const meter = new Meter(server.system, {
    ...MEASURES,
    monotonic: () => ms,
    every(_ms, given) {
      look = given;
      return () => (stopped = true);
    },
  });
  await server.call("POST", "/api/roles", { name: "Judge", prompt: "Be brief." });
  ms += 1_000;
  look();
  assert.ok(meter.commitsPerSecond >= 1);
  assert.equal(meter.takeLag(), 0);
  ms += 1_400;
  look();
  ms += 1_100;
  look();
  assert.equal(meter.commitsPerSecond, 0);
  assert.equal(Math.round(meter.lateMs), 100, "of the last look alone");
  assert.equal(meter.takeLag(), 0.4);
  assert.equal(meter.takeLag(), 0, "since it was last asked");
  meter.close();
  assert.ok(stopped);
});

Deno.test("what held the loop while a request was answered is told by its route, in the status and to Prometheus", async () => {
  let passed = 0;
  // As if each step took so long: nobody looks at the clock meanwhile.
  const clocks = {
    ...MEASURES,
    now: () => 1_000,
    monotonic: () => (passed += 100),
    processor: () => passed / 2,
  };
  await using server = await TestServer.start({ clocks });
  await server.call("GET", "/api/agents/nobody");
  const { json } = await server.call("GET", "/api/status");
  const [held] = json.loopHeld.filter(({ name }: { name: string }) => name === "GET /api/agents/:id");
  assert.deepEqual([held?.times, held?.alone], [1, 1]);
  assert.ok(held.worstMs >= 90 && held.ownMs >= 45 && held.ownMs < held.worstMs, JSON.stringify(held));
  assert.equal(held.at, "1970-01-01T00:00:01.000Z");
  const { text } = await server.call("GET", "/metrics");
  assert.match(text, /^fishbowl_event_loop_held_total\{work="GET \/api\/agents\/:id"\} 1$/m);
});
