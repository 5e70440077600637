/** The page in a real Chromium: a long conversation opened, and typing while five agents stream into it. */
import type { Page } from "playwright-core";
import { openLog } from "../../events/store/log.ts";
import { CHROMIUM, closeBrowser, type CrashBowl, inCrashBowl } from "../browser/harness.ts";
import { type BarePage, barePage, LAST } from "./bare_page.ts";
import { heldRow } from "./held.ts";
import { keysIn, type KeyTimes } from "./key_frames.ts";
import { longConversation } from "./long_conversation.ts";
import { fill as fillList } from "./many_bench.ts";
import { quantile, type Row } from "./table.ts";
import { seen, watch } from "./watched.ts";

export const STREAM = "long";
/** Times the page is opened; the middle one is told. */
const RUNS = 5;
/** Exchanges of five messages: 2,500 to open, 5,000 to type in. */
const OPENED = 500;
const TYPED = 1_000;
const WRITERS = 5;
/** Keys pressed, milliseconds apart: a quick typist. */
const KEYS = 120;
const KEY_MS = 60;
/** Clicks on a pill. */
const TOGGLES = 40;
/** Events of one append. */
const BATCH = 100;

/** Conversations in the list that is opened. */
const LISTED = 2_500;
/** Milliseconds in which what is opened is to be there. */
const OPEN_MS = 200;
/** How many times slower a processor may be. */
const SLOWER = 4;

async function listOf(data: string): Promise<void> {
  const log = await openLog({ path: `${data}/fishbowl.db` });
  await fillList(log, LISTED);
  await log.close();
}

/** Writes a long conversation into the store of a server that has not started. */
export async function fill(data: string, exchanges: number, shape = {}, stream = STREAM): Promise<void> {
  const log = await openLog({ path: `${data}/fishbowl.db` });
  const events = longConversation(exchanges, shape);
  let head = await log.head(stream);
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH).map(({ seq: _, ...event }) => event);
    const result = await log.append({ stream, head, events: batch });
    if (!result.ok) throw new Error(result.reason);
    head = result.head;
  }
  await log.close();
}

/** Until a server that has begun on a store of others has put what is in it into its index and its sums. */
async function madeUp(bowl: CrashBowl): Promise<void> {
  while ((await bowl.api<{ indexing?: true }>("GET", "/api/search?q=bread&limit=1")).indexing);
  await bowl.api("GET", "/api/usage");
}

/** Milliseconds from the start of the navigation to the frame that shows what is looked for: the middle of some. */
async function opened(page: Page, url: string, last: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    await page.goto(url);
    times.push(
      await page.evaluate((last) =>
        new Promise<number>((done) => {
          const look = () =>
            document.querySelector(last)?.textContent
              ? requestAnimationFrame(() => done(performance.now()))
              : requestAnimationFrame(look);
          look();
        }), last),
    );
  }
  return quantile(times, 0.5);
}

/** What was opened, and the bare page in the same window. */
async function openedBeside(
  page: Page,
  bare: BarePage,
  ours: readonly [what: string, url: string, last: string],
) {
  const [what, url, last] = ours;
  const ms = await opened(page, url, last);
  const least = await opened(page, bare.address, `#${LAST}`);
  return {
    what: `${what}, from the address to the screen`,
    measured: `${ms.toFixed(0)} ms`,
    against: `${OPEN_MS} ms; a bare page of as many paragraphs ${least.toFixed(0)} ms`,
    ratio: ms / OPEN_MS,
    target: { atMost: 1 },
  } satisfies Row;
}

/** Goes to the box one writes in: whoever looks for it by its role has the page asked about each of its elements. */
const focus = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true }).focus();

/** What becomes of keys pressed one after the other, in the box that has the focus. */
async function typed(page: Page): Promise<KeyTimes[]> {
  return await keysIn(page, async () => {
    for (let n = 0; n < KEYS; n++) {
      await page.keyboard.press(n % 7 === 6 ? "Space" : "KeyE");
      await new Promise((wake) => setTimeout(wake, KEY_MS));
    }
  });
}

/** Milliseconds from a click on a pill in one tab until the other tab shows it. */
async function agreeing(here: Page, there: Page): Promise<number[]> {
  const took: number[] = [];
  const pill = here.locator(".pill button").first();
  for (let n = 0; n < TOGGLES; n++) {
    const seen = there.evaluate(() =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve(Date.now());
        });
        const button = document.querySelector(".pill button");
        if (button) observer.observe(button, { attributes: true, attributeFilter: ["aria-pressed"] });
      })
    );
    const clicked = await pill.evaluate((button: HTMLElement) => {
      const now = Date.now();
      button.click();
      return now;
    });
    took.push(await seen - clicked);
  }
  return took;
}

/** Five agents write into the long conversation. */
async function writing(bowl: CrashBowl): Promise<Page> {
  for (let n = 1; n <= WRITERS; n++) {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: `Writer ${n}`,
      model: "story:5000",
      providerId: "provider_mock",
      color: n,
    });
    await bowl.api("POST", `/api/conversations/${STREAM}/participants`, { agentId: agent.id });
  }
  const { participants } = await bowl.api<{ participants: { id: string }[] }>(
    "GET",
    `/api/conversations/${STREAM}`,
  );
  for (const { id } of participants.filter(({ id }) => /^p\d$/.test(id))) {
    await bowl.api("DELETE", `/api/conversations/${STREAM}/participants/${id}`);
  }
  const page = await bowl.open(`/c/${STREAM}`, { moves: true });
  await bowl.api("POST", `/api/conversations/${STREAM}/messages`, { content: "Tell me of bread" });
  await page.locator('article[aria-busy="true"] .text').nth(WRITERS - 1).waitFor();
  return page;
}

/** The longest task over 50 ms while keys are pressed on a processor of a quarter; 0 where there was none. */
async function throttled(page: Page): Promise<{ longest: number; count: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await watch(page);
  await typed(page);
  const { tasks } = await seen(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return { longest: Math.max(0, ...tasks), count: tasks.length };
}

async function typedBeside(bowl: CrashBowl, bare: BarePage): Promise<Row[]> {
  const page = await writing(bowl);
  const p95 = (keys: readonly KeyTimes[], of: "work" | "paint") => quantile(keys.map((key) => key[of]), 0.95);
  const told = ({ longest, count }: { longest: number; count: number }) =>
    count === 0 ? "none" : `${longest.toFixed(0)} ms, ${count} of them`;
  await focus(page);
  const keys = await typed(page);
  const slow = await throttled(page);
  const alone = await bowl.tab(await bowl.context({ moves: true }), "/");
  await alone.goto(bare.address);
  await focus(alone);
  const least = await typed(alone);
  const slowest = await throttled(alone);
  const work = p95(keys, "work");
  return [
    {
      what: `typing while ${WRITERS} agents stream into 5,000 messages: work from key to paint, p95`,
      measured: `${work.toFixed(1)} ms`,
      against: `16 ms; in a bare page beside which nothing is written ${p95(least, "work").toFixed(1)} ms`,
      ratio: work / 16,
      target: { atMost: 1 },
    },
    {
      what: "the same with the wait for the screen's next frame, p95",
      measured: `${p95(keys, "paint").toFixed(1)} ms`,
      against: `bare ${p95(least, "paint").toFixed(1)} ms`,
    },
    {
      what: `the same on a processor of a ${SLOWER}th: the longest task over 50 ms`,
      measured: told(slow),
      against: `50 ms; bare ${told(slowest)}`,
      ratio: slow.longest / 50,
      target: { atMost: 1 },
    },
  ];
}

export async function pageBench(): Promise<Row[]> {
  if (!CHROMIUM) return [{ what: "the page", measured: "no Chromium on this machine" }];
  const rows: Row[] = [];
  await inCrashBowl(async (bowl) => {
    const context = await bowl.context({ moves: true });
    const here = await bowl.tab(context, "/c/conversation_welcome");
    const there = await bowl.tab(await bowl.context({ moves: true }), "/c/conversation_welcome");
    for (const tab of [here, there]) await tab.locator(".pill button").first().waitFor();
    const p95 = quantile(await agreeing(here, there), 0.95);
    rows.push({
      what: "a pill is clicked in one tab, the other shows it, p95",
      measured: `${p95.toFixed(0)} ms`,
      against: "200 ms",
      ratio: p95 / 200,
      target: { atMost: 1 },
    });
  });
  await using bare = barePage();
  for (const [messages, exchanges] of [["2,500", OPENED], ["5,000", TYPED]] as const) {
    await inCrashBowl(async (bowl) => {
      await madeUp(bowl);
      const page = await bowl.tab(await bowl.context({ moves: true }), "/");
      const url = `${bowl.address}/c/${STREAM}`;
      const last = `#answer_${exchanges}_3`;
      rows.push(await openedBeside(page, bare, [`the last page of ${messages} messages`, url, last]));
      rows.push(await heldRow(bowl.address));
    }, (data) => fill(data, exchanges));
  }
  await inCrashBowl(async (bowl) => {
    await madeUp(bowl);
    const page = await bowl.tab(await bowl.context({ moves: true }), "/");
    const what = `the list of ${LISTED.toLocaleString("en")} conversations`;
    rows.push(await openedBeside(page, bare, [what, `${bowl.address}/`, ".row .title"]));
  }, listOf);
  await inCrashBowl(async (bowl) => {
    rows.push(...await typedBeside(bowl, bare));
    rows.push(await heldRow(bowl.address));
  }, (data) => fill(data, TYPED));
  return rows;
}

if (import.meta.main) {
  for (const row of await pageBench()) console.log(row.what, row.measured);
  await closeBrowser();
}
