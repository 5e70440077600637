/** What a trace says of keys. */
import assert from "node:assert/strict";
import { keyTimes } from "./key_frames.ts";

const page = { ph: "X", pid: 1, tid: 1 };
const task = (ts: number, dur: number) => ({ ...page, name: "ThreadControllerImpl::RunTask", ts, dur });
const drawn = (ts: number) => ({ ...page, name: "Layerize", ts, dur: 100 });
const key = (ts: number) => ({ ...page, ph: "R", name: "key", ts });

Deno.test("of a key counts what it waited for, its own work and its frame's, and not the wait for the screen", () => {
  const trace = [
    // What was drawn when the key came …
    task(0, 6_000),
    drawn(5_000),
    // … the key, which came at 4,000, and the frame that has it …
    task(6_000, 1_000),
    key(6_500),
    task(15_000, 2_000),
    drawn(16_000),
    // … and another one.
    task(30_000, 2_000),
    drawn(31_000),
    { ...task(4_000, 20_000), tid: 2 },
  ];
  assert.deepEqual(keyTimes(trace, [2.5]), [{ work: 5, paint: 13 }]);
});
