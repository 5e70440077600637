import assert from "node:assert/strict";
import type { Part } from "../../actors/providers/types.ts";
import { PARTLESS_MS, patiently, SILENCE_MS } from "../../actors/turn/patience.ts";

const FIRST_MS = 60_000;
const NEVER = new AbortController().signal;

/** A call as a script: what comes after how many milliseconds; in the end it is silent. */
type Script = readonly (readonly [afterMs: number, what: "part" | "sign"])[];

/** Listens to a script on a clock of its own; tells when it ended and how many parts came. */
async function listen(script: Script): Promise<{ at: number; parts: number; code: string }> {
  let now = 0;
  let sleeping: { until: number; wake: () => void }[] = [];
  const clock = {
    monotonic: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((wake) => {
        const sleeper = { until: now + ms, wake };
        sleeping.push(sleeper);
        signal?.addEventListener("abort", () => {
          sleeping = sleeping.filter((other) => other !== sleeper);
          wake();
        });
      }),
  };
  async function* open(signal: AbortSignal, heard: () => void): AsyncGenerator<Part> {
    for (const [afterMs, what] of script) {
      await clock.sleep(afterMs, signal);
      if (what === "sign") heard();
      else yield { type: "text", text: "a" };
    }
    await new Promise(() => {});
  }
  let parts = 0;
  const listening = (async () => {
    for await (const _ of patiently(clock, NEVER, FIRST_MS, open)) parts++;
    return "none";
  })().catch((error) => String(error.code));
  let code = "";
  void listening.then((how) => (code = how));
  while (code === "") {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const next = sleeping.toSorted((a, b) => a.until - b.until)[0];
    if (!next || code !== "") continue;
    now = Math.max(now, next.until);
    sleeping = sleeping.filter((other) => other !== next);
    next.wake();
  }
  return { at: now, parts, code };
}

const often = (count: number, afterMs: number, what: "part" | "sign"): Script =>
  Array.from({ length: count }, () => [afterMs, what] as const);

Deno.test("S2-26 row 4: a call that says nothing is given up after the time to its first byte", async () => {
  assert.deepEqual(await listen([]), { at: FIRST_MS, parts: 0, code: "timeout" });
});

Deno.test("row 4: an answer that falls silent is given up", async () => {
  const script: Script = [[50_000, "part"], [20_000, "part"]];
  assert.deepEqual(await listen(script), { at: 70_000 + SILENCE_MS, parts: 2, code: "timeout" });
});

Deno.test("row 4: an answer that is alive is waited for while it gives no part: a tool's arguments, thought behind pings", async () => {
  const script = [...often(20, 20_000, "sign"), [1_000, "part"] as const];
  assert.deepEqual(await listen(script), { at: 401_000 + SILENCE_MS, parts: 1, code: "timeout" });
  const thinking = [[1_000, "part"] as const, ...often(20, 20_000, "sign"), [1_000, "part"] as const];
  assert.equal((await listen(thinking)).parts, 2);
});

Deno.test("row 4: a first sign of life does not shorten the time to the first part", async () => {
  assert.deepEqual(await listen([[1_000, "sign"]]), { at: FIRST_MS, parts: 0, code: "timeout" });
});

Deno.test("row 4: signs of life without a part are not waited for without end", async () => {
  assert.deepEqual(await listen(often(1_000, 10_000, "sign")), {
    at: PARTLESS_MS,
    parts: 0,
    code: "timeout",
  });
});
