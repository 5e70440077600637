import assert from "node:assert/strict";
import type { Part } from "../../../actors/providers/types.ts";
import { PARTLESS_MS, Patience, patiently } from "../../../actors/providers/patience.ts";

/** What a provider's `timeoutSeconds` and an agent's `maxMinutes` are here, in milliseconds. */
const TIMEOUT_MS = 40_000;
const ANSWER_MS = 15 * 60_000;
const NEVER = new AbortController().signal;

/** A call as a script: what comes after how many milliseconds; in the end it is silent. */
type Script = readonly (readonly [afterMs: number, what: "part" | "sign"])[];

/** Turns of the loop in which no timer was set: nothing would happen any more. */
const STUCK = 1_000;

/**
 * Listens to a script on a clock of its own; tells when it ended and how many parts came.
 * @param takesMs each part is taken in for so long
 * @param stands from when on the process stands still, and for how long
 */
async function listen(
  script: Script,
  patience = new Patience(TIMEOUT_MS / 1_000, ANSWER_MS / 60_000),
  ends = false,
  takesMs = 0,
  stands: readonly [fromMs: number, ms: number] = [Infinity, 0],
): Promise<{ at: number; parts: number; code: string }> {
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
    if (!ends) await new Promise(() => {});
  }
  let parts = 0;
  const listening = (async () => {
    for await (const _ of patiently(clock, NEVER, patience, open)) {
      parts++;
      if (takesMs > 0) await clock.sleep(takesMs);
    }
    return "none";
  })().catch((error) => String(error.code));
  let code = "";
  void listening.then((how) => (code = how));
  let stuck = 0;
  while (code === "" && stuck < STUCK) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const next = sleeping.toSorted((a, b) => a.until - b.until)[0];
    stuck = next ? 0 : stuck + 1;
    if (!next || code !== "") continue;
    // Alarms that went by meanwhile go off one after another, as they were set.
    const [from, ms] = stands;
    now = Math.max(now, now < from + ms && next.until > from ? from + ms : next.until);
    sleeping = sleeping.filter((other) => other !== next);
    next.wake();
  }
  return { at: now, parts, code };
}

const often = (count: number, afterMs: number, what: "part" | "sign"): Script =>
  Array.from({ length: count }, () => [afterMs, what] as const);

// Shows S2-26, PROVIDERS.md row 4.
Deno.test("a call that says nothing is given up after the time to its first byte", async () => {
  assert.deepEqual(await listen([]), { at: TIMEOUT_MS, parts: 0, code: "timeout" });
});

// Shows S2-26, PROVIDERS.md row 4.
Deno.test("an answer that falls silent is given up after the same time", async () => {
  const script: Script = [[39_999, "part"], [20_000, "part"]];
  assert.deepEqual(await listen(script), { at: 59_999 + TIMEOUT_MS, parts: 2, code: "timeout" });
});

for (const [ms, parts] of [[TIMEOUT_MS - 1, 2], [TIMEOUT_MS + 1, 1]] as const) {
  // Shows S2-26.
  Deno.test(`a part after ${ms} ms of silence ${parts === 2 ? "comes in time" : "is too late"}`, async () => {
    const script: Script = [[1_000, "part"], [ms, "part"]];
    assert.equal((await listen(script)).parts, parts);
  });
}

// Shows PROVIDERS.md row 4.
Deno.test("an answer that is alive is waited for while it gives no part: a tool's arguments, thought behind pings", async () => {
  const script = [...often(20, 20_000, "sign"), [1_000, "part"] as const];
  assert.deepEqual(await listen(script), { at: 401_000 + TIMEOUT_MS, parts: 1, code: "timeout" });
  const thinking = [[1_000, "part"] as const, ...often(20, 20_000, "sign"), [1_000, "part"] as const];
  assert.equal((await listen(thinking)).parts, 2);
});

// Shows PROVIDERS.md row 4.
Deno.test("a first sign of life is followed by a silence as long as any", async () => {
  assert.deepEqual(await listen([[1_000, "sign"]]), { at: 1_000 + TIMEOUT_MS, parts: 0, code: "timeout" });
});

// Shows PROVIDERS.md row 4.
Deno.test("signs of life without a part are not waited for without end", async () => {
  assert.deepEqual(await listen(often(1_000, 10_000, "sign")), {
    at: PARTLESS_MS,
    parts: 0,
    code: "timeout",
  });
});

// Shows S2-26.
Deno.test("the time to the first sign is counted over all tries, the silence after it is not", async () => {
  const patience = new Patience(TIMEOUT_MS / 1_000, ANSWER_MS / 60_000);
  patience.begin();
  patience.waited(30_000);
  assert.deepEqual(await listen([], patience), { at: 10_000, parts: 0, code: "timeout" });
  assert.equal(patience.waitMs, 0);
  patience.begin();
  assert.equal(patience.waitMs, TIMEOUT_MS, "another call of the turn begins anew");
  await listen([[5_000, "sign"], [1_000, "part"]], patience);
  assert.equal(patience.waitMs, 0, "who waited a whole silence is not made to wait again");
});

// Shows S2-26.
Deno.test("what a try waited for its first sign is missing to the next, what it took after that is not", async () => {
  for (const what of ["sign", "part"] as const) {
    const patience = new Patience(TIMEOUT_MS / 1_000, ANSWER_MS / 60_000);
    await listen([[5_000, what], [10_000, "part"]], patience, true);
    assert.equal(patience.waitMs, TIMEOUT_MS - 5_000);
    assert.equal(patience.answerMs, ANSWER_MS - 15_000);
    assert.deepEqual(await listen([], patience), { at: TIMEOUT_MS - 5_000, parts: 0, code: "timeout" });
  }
});

for (const [minutes, parts, at] of [[14, 42, 14], [15, 45, 15], [16, 48, 16]] as const) {
  Deno.test(`an answer that drips for ever ends after the ${minutes} minutes its agent may take, with what came`, async () => {
    const patience = new Patience(TIMEOUT_MS / 1_000, minutes);
    const drip = often(1_000, 20_000, "part");
    const { at: endedAt, parts: came, code } = await listen(drip, patience);
    assert.equal(code, "timeout");
    assert.ok(endedAt >= at * 60_000 && endedAt <= at * 60_000 + 20_000, String(endedAt));
    assert.ok(came === parts || came === parts - 1, String(came));
    assert.equal(patience.answerMs, 0);
  });
}

Deno.test("the time of an answer is that of all its calls together", async () => {
  const patience = new Patience(TIMEOUT_MS / 1_000, 1);
  await listen([[30_000, "part"], [5_000, "part"]], patience).catch(() => undefined);
  assert.equal(patience.answerMs, 0, "35 s of words and the rest of silence");
  assert.deepEqual(await listen([[1, "part"]], patience), { at: 0, parts: 0, code: "timeout" });
});

Deno.test("who takes in a part slowly is not waited for: a silence begins when one listens again", async () => {
  const slow = await listen(often(3, 1_000, "part"), undefined, true, 3 * TIMEOUT_MS);
  assert.deepEqual(slow, { at: 3 * (1_000 + 3 * TIMEOUT_MS), parts: 3, code: "none" });
  const silent = await listen(often(1, 1_000, "part"), undefined, false, 3 * TIMEOUT_MS);
  assert.deepEqual(silent, { at: 1_000 + 4 * TIMEOUT_MS, parts: 1, code: "timeout" });
});

Deno.test("an answer whose time runs out while a part is taken in ends when one listens again", async () => {
  const taken = await listen(often(1, 1_000, "part"), undefined, false, ANSWER_MS);
  assert.deepEqual(taken, { at: 1_000 + ANSWER_MS, parts: 1, code: "timeout" });
});

Deno.test("a process that stood still reads what came meanwhile before it says that nothing did", async () => {
  const patience = () => new Patience(TIMEOUT_MS / 1_000, ANSWER_MS / 60_000);
  // It came after the alarm went by, and is there when the process goes on.
  const script: Script = [[10_000, "part"], [TIMEOUT_MS + 5_000, "part"], [1_000, "part"]];
  assert.deepEqual(await listen(script, patience(), true, 0, [20_000, 100_000]), {
    at: 121_000,
    parts: 3,
    code: "none",
  });
  // Nothing did: it is said a second later.
  assert.deepEqual(await listen([[10_000, "part"]], patience(), false, 0, [20_000, 100_000]), {
    at: 121_000,
    parts: 1,
    code: "timeout",
  });
});

/** Listens to so many parts of a call and leaves it; tells how it ended. */
function endOf(parts: number, open: (signal: AbortSignal) => AsyncIterable<Part>): Promise<string> {
  const clock = { monotonic: () => 0, sleep: () => new Promise<void>(() => {}) };
  return new Promise((resolve) => {
    const listening = patiently(clock, NEVER, new Patience(1, 1), open, {
      ended: () => resolve("ended"),
      failed: (error) => resolve(String(error)),
    });
    void (async () => {
      for (let n = 0; n < parts; n++) await listening.next();
      void listening.next();
      await listening.return?.();
    })();
  });
}

Deno.test("how a call ends is told, also of one that nobody waits for any more", async () => {
  async function* brief(): AsyncGenerator<Part> {
    yield { type: "text", text: "a" };
  }
  assert.equal(await endOf(1, brief), "ended");
  async function* stopped(signal: AbortSignal): AsyncGenerator<Part> {
    yield* brief();
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw "stopped";
  }
  assert.equal(await endOf(1, stopped), "stopped");
});
