/** What the page says of how the server is doing. */
import "../page.ts";
import assert from "node:assert/strict";
import { HELD_MS } from "../../../events/catalog/limits.ts";
import { rowsOf } from "../../../ui/settings/server_status.tsx";

const off = { days: null, from: null, soon: 0, more: false, looked: null };
const status = {
  version: "1.2.3",
  turnsRunning: 0,
  turnsWaiting: 0,
  subscribers: 0,
  commitsPerSecond: 0,
  loopLagMs: 0,
  loopHeld: [],
  retention: off,
  commits: 0,
  events: 0,
  store: { kind: "memory" },
  disk: null,
  backup: null,
  providers: [],
  lastErrors: [],
};

Deno.test("the status says after how long, how many go soon, and when was last looked", () => {
  const told = (retention: Parameters<typeof rowsOf>[0]["retention"]) =>
    rowsOf({ ...status, retention }, (id) => id).find(([name]) => name === "Automatic deletion")?.[1] ?? "";
  assert.equal(told(off), "off");
  assert.equal(told({ ...off, days: 30 }), "after 30 days, nobody has looked yet");
  const looked = { at: "2026-03-02T11:00:00.000Z", deleted: 2 };
  assert.match(
    told({ ...off, days: 1, soon: 1, looked }),
    /^after 1 day, 1 conversation within a day, last look .+2/,
  );
});

Deno.test("the page tells what of its own work kept the server longest, by what and when; a busy machine is no such thing", () => {
  const told = (loopHeld: Parameters<typeof rowsOf>[0]["loopHeld"]) =>
    rowsOf({ ...status, loopHeld }, (id) => id).find(([name]) => name === "Longest with one thing alone")
      ?.[1] ?? "";
  const held = { times: 3, alone: 1, worstMs: 900, at: "2026-03-02T11:20:00.000Z" };
  const never = "never 20 ms or longer since it was started";
  assert.equal(told([]), never);
  assert.equal(told([{ ...held, name: "GET /a", ownMs: HELD_MS - 1 }]), never);
  assert.match(told([{ ...held, name: "GET /a", ownMs: HELD_MS }]), /^GET \/a: 20 ms at .*20/);
  const names = ["turns", "behind", "GET /a", "GET /b"];
  const all = told(names.map((name, at) => ({ ...held, name, ownMs: 99.6 - at })));
  assert.match(
    all,
    /^answers being written: 100 ms at [^;]+; work in the background: 99 ms at [^;]+; GET \/a: 98 ms at [^;]+$/,
  );
});
