/** The page in a real Chromium: a long conversation opened, and typing while five agents stream into it. */
import type { Page } from "playwright-core";
import { openLog } from "../../events/store/log.ts";
import { CHROMIUM, closeBrowser, inCrashBowl } from "../browser/harness.ts";
import { keysIn, type KeyTimes } from "./key_frames.ts";
import { longConversation } from "./long_conversation.ts";
import { quantile, type Row } from "./table.ts";

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

/** Writes a long conversation into the store of a server that has not started. */
export async function fill(data: string, exchanges: number, shape = {}): Promise<void> {
  const log = await openLog({ path: `${data}/fishbowl.db` });
  const events = longConversation(exchanges, shape);
  let head = await log.head(STREAM);
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH).map(({ seq: _, ...event }) => event);
    const result = await log.append({ stream: STREAM, head, events: batch });
    if (!result.ok) throw new Error(result.reason);
    head = result.head;
  }
  await log.close();
}

/** Milliseconds from the start of the navigation to the frame that shows the last answer. */
async function opened(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/c/${STREAM}`);
  return await page.evaluate((last) =>
    new Promise<number>((done) => {
      const look = () =>
        document.getElementById(last)?.textContent
          ? requestAnimationFrame(() => done(performance.now()))
          : requestAnimationFrame(look);
      look();
    }), `answer_${OPENED}_3`);
}

/** What becomes of keys pressed one after the other. */
async function typed(page: Page): Promise<KeyTimes[]> {
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
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
  await inCrashBowl(async (bowl) => {
    const context = await bowl.context({ moves: true });
    const page = await bowl.tab(context, "/");
    const times: number[] = [];
    for (let n = 0; n < RUNS; n++) times.push(await opened(page, bowl.address));
    const ms = quantile(times, 0.5);
    rows.push({
      what: "a conversation of 2,500 messages, from the address to its last page on the screen",
      measured: `${ms.toFixed(0)} ms`,
      against: "300 ms",
      ratio: ms / 300,
      target: { atMost: 1 },
    });
  }, (data) => fill(data, OPENED));
  await inCrashBowl(async (bowl) => {
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
    const keys = await typed(page);
    const p95 = quantile(keys.map(({ work }) => work), 0.95);
    rows.push({
      what: `typing while ${WRITERS} agents stream into 5,000 messages: work from key to paint, p95`,
      measured: `${p95.toFixed(1)} ms`,
      against: "16 ms",
      ratio: p95 / 16,
      target: { atMost: 1 },
    }, {
      what: "the same with the wait for the screen's next frame, p95",
      measured: `${quantile(keys.map(({ paint }) => paint), 0.95).toFixed(1)} ms`,
    });
  }, (data) => fill(data, TYPED));
  return rows;
}

if (import.meta.main) {
  for (const row of await pageBench()) console.log(row.what, row.measured);
  await closeBrowser();
}
