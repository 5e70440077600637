/** What a process counts of itself. */
import assert from "node:assert/strict";
import { Meter } from "../../../server/metrics/meter.ts";
import { TestServer } from "../harness.ts";

Deno.test("each second the commits of the last, and how late it was at worst since that was asked", async () => {
  await using server = await TestServer.start();
  let [ms, look, stopped] = [0, () => {}, false];
  const meter = new Meter(server.system, {
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
