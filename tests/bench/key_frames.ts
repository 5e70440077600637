/**
 * From a key to the picture that has it, as Chromium's own trace tells it. A page cannot: what it is told after a frame is
 * told late, because Chromium lets such things wait for the next frame where a key was pressed.
 */
import type { CDPSession, Page } from "playwright-core";

/** What is looked at of an entry of the trace; times in microseconds. */
interface Entry {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface KeyTimes {
  /** Milliseconds in which the page was at work, on the key and on what the key had to wait for. */
  readonly work: number;
  /** Milliseconds from the key to its picture, with the wait for the screen's next frame. */
  readonly paint: number;
}

/** What the page's thread marks when it is told of a key. */
const KEY = "key";

/** The page's thread: what it did, and its frames, by when their layers were made. */
function threadOf(trace: readonly Entry[]) {
  const keys = trace.filter(({ name }) => name === KEY);
  const own = trace.filter(({ pid, tid }) => pid === keys[0]?.pid && tid === keys[0]?.tid);
  const tasks: Span[] = own.filter(({ name, ph }) => ph === "X" && /RunTask$/.test(name))
    .map(({ ts, dur = 0 }) => ({ from: ts, to: ts + dur })).toSorted((a, b) => a.from - b.from);
  const drawn = own.filter(({ name }) => name === "Layerize").map(({ ts }) => ts).toSorted((a, b) => a - b);
  return { keys: keys.map(({ ts }) => ts).toSorted((a, b) => a - b), tasks, drawn };
}

/** @param waits milliseconds that each key waited until the page was told of it */
export function keyTimes(trace: readonly Entry[], waits: readonly number[]): KeyTimes[] {
  const { keys, tasks, drawn } = threadOf(trace);
  return keys.map((told, n) => {
    const from = told - 1_000 * (waits[n] ?? 0);
    const at = drawn.find((ts) => ts > told) ?? NaN;
    const to = tasks.find((task) => task.from <= at && at <= task.to)?.to ?? NaN;
    const work = tasks.reduce(
      (sum, task) => sum + Math.max(0, Math.min(task.to, to) - Math.max(task.from, from)),
      0,
    );
    return { work: work / 1_000, paint: (to - from) / 1_000 };
  });
}

/** What becomes of the keys that `press` presses. */
export async function keysIn(page: Page, press: () => Promise<void>): Promise<KeyTimes[]> {
  await page.evaluate((mark) => {
    const waits: number[] = [];
    Object.assign(globalThis, { keyWaits: waits });
    addEventListener("keydown", ({ timeStamp }) => {
      performance.mark(mark);
      waits.push(performance.now() - timeStamp);
    }, { capture: true });
  }, KEY);
  const session = await page.context().newCDPSession(page);
  const trace: Entry[] = [];
  session.on("Tracing.dataCollected", ({ value }) => trace.push(...value as unknown as Entry[]));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "toplevel", "blink.user_timing"] },
  });
  await press();
  await ended(session);
  const waits = await page.evaluate(() => (globalThis as unknown as { keyWaits: number[] }).keyWaits);
  return keyTimes(trace, waits);
}

async function ended(session: CDPSession): Promise<void> {
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await complete;
}
