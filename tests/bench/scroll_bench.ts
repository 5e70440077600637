/** The page in a real Chromium: long answers scrolled through, and what an exchange moves that it should not. */
import type { Page } from "playwright-core";
import { CHROMIUM, closeBrowser, inCrashBowl } from "../browser/harness.ts";
import { send, settled } from "../browser/steps.ts";
import { fill, STREAM } from "./page_bench.ts";
import type { Row } from "./table.ts";
import { seen, watch } from "./watched.ts";

const EXCHANGES = 50;
/** Five answers of two pages each. */
const LONG = { agents: 5, units: 6_000 };
/** Pixels of one turn of the wheel. */
const WHEEL = 480;
/** Turns of the wheel, at most: a page that does not come to its top is told. */
const TURNS = 2_000;

/** From the end of a conversation to its first question, by the wheel. */
async function toTheTop(page: Page): Promise<void> {
  const first = page.locator("#message_1");
  await page.locator(".transcript").hover();
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, -WHEEL);
    const top = await page.evaluate(() =>
      new Promise<number>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done(document.querySelector(".transcript")?.scrollTop ?? -1))
        )
      )
    );
    if (top === 0 && await first.count() > 0) return;
  }
  throw new Error("the wheel does not lead to the first message");
}

export async function scrollBench(): Promise<Row[]> {
  if (!CHROMIUM) return [{ what: "scrolling", measured: "no Chromium on this machine" }];
  const rows: Row[] = [];
  await inCrashBowl(async (bowl) => {
    const page = await bowl.open(`/c/${STREAM}`, { moves: true });
    await page.locator(`#answer_${EXCHANGES}_0`).waitFor();
    await watch(page);
    await toTheTop(page);
    const { tasks } = await seen(page);
    const longest = Math.max(0, ...tasks);
    rows.push({
      what:
        `${EXCHANGES} exchanges of ${LONG.agents} long answers scrolled through: the longest task over 50 ms`,
      measured: tasks.length === 0 ? "none" : `${longest.toFixed(0)} ms, ${tasks.length} of them`,
      against: "50 ms",
      ratio: longest / 50,
      target: { atMost: 1 },
    });
  }, (data) => fill(data, EXCHANGES, LONG));
  await inCrashBowl(async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "researcher" });
    const page = await bowl.open(`/c/${id}`, { moves: true });
    await watch(page);
    await send(page, "Is bread food?");
    await settled(page, 3);
    const moved = (await seen(page)).shifts.reduce((sum, one) => sum + one, 0);
    rows.push({
      what: "an exchange of three answers, from sending to its end: layout shift",
      measured: moved.toFixed(4),
      against: "0.01",
      ratio: moved / 0.01,
      target: { atMost: 1 },
    });
  });
  return rows;
}

if (import.meta.main) {
  for (const row of await scrollBench()) console.log(row.what, row.measured);
  await closeBrowser();
}
