/** What a person does and sees, in words that many tests share. */
import assert, { AssertionError } from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { PATIENCE_MS } from "./harness.ts";

/** A page is looked at so often, in milliseconds: with every picture of it the waiting would cost as much as the page. */
const LOOKING = { polling: 50 };

/** Writes a message and presses Enter; under a finger, where Enter writes a line, the button. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  const touches = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  if (touches) await page.getByRole("button", { name: "Send", exact: true }).tap();
  else await page.keyboard.press("Enter");
}

/** Opens the palette, and once it listens (what is typed before is not kept) does what `words` find first. */
export async function pressInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(words);
  await page.keyboard.press("Enter");
}

/** Answers of one agent, oldest first. */
export function answersOf(page: Page, name: string): Locator {
  return page.locator("article.theirs", { has: page.locator(".author", { hasText: name }) });
}

/**
 * Waits until at least `answers` answers have come, none is being written, and what was written is formatted: the
 * parser is loaded with the first text, which stands there plain until then.
 */
export async function settled(page: Page, answers: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelectorAll("article.theirs").length >= wanted &&
      document.querySelector('article[aria-busy="true"]') === null &&
      document.querySelector("article .text:not(.rich), article .forming") === null,
    answers,
    LOOKING,
  );
}

/** Milliseconds until one looks a second time, and at most until once more: each look costs as much as a press. */
const AGAIN_MS = { first: 20, most: 100 };

/** Waits until `look`, which asserts, passes: what a person would see in the end, not at the first glance. */
export async function eventually(look: () => Promise<void>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let pause = AGAIN_MS.first;; pause = Math.min(2 * pause, AGAIN_MS.most)) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Waits for two pictures of the page: what was done before is in the second. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() =>
    new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
  );

/** From the next load on: what such a worker asks for cannot be held back, nor told to a test. */
export const withoutSharedWorker = (page: Page) =>
  page.addInitScript(() => void Reflect.deleteProperty(globalThis, "SharedWorker"));

/** From now on it is so much later for the page, by the clock on its wall; it hears no more of the server's. */
export const laterBy = (page: Page, ms: number): Promise<void> =>
  page.evaluate((ms) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ms;
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === "date" ? null : get.call(this, name);
    };
  }, ms);

/** Waits until what is read is what is wanted. */
export const becomes = <T>(read: () => Promise<T>, wanted: T, said?: string): Promise<void> =>
  eventually(async () => {
    const found = await read();
    if (said === undefined) assert.deepEqual(found, wanted);
    else assert.deepEqual(found, wanted, said);
  });

/** Whether parts of the page, by their selectors, stand below each other in this order, each with some height. */
export const stacked = (page: Page, parts: readonly string[]): Promise<boolean> =>
  page.evaluate((selectors) => {
    const boxes = selectors.map((one) => document.querySelector(one)?.getBoundingClientRect());
    return boxes.every((box, at) =>
      box !== undefined && box.height > 10 && (boxes[at - 1]?.bottom ?? -Infinity) <= box.top + 1
    );
  }, parts);

/** Waits until an answer of `name` shows at least `length` characters, whether or not more is to come. */
export async function shows(page: Page, name: string, length: number): Promise<string> {
  await page.waitForFunction(
    ([author, wanted]) => {
      const answers = [...document.querySelectorAll("article.theirs")]
        .filter((answer) => answer.querySelector(".author")?.textContent?.includes(author));
      return (answers.at(-1)?.querySelector(".text")?.textContent?.length ?? 0) >= wanted;
    },
    [name, length] as const,
    LOOKING,
  );
  return await answersOf(page, name).last().locator(".text").first().innerText();
}

/** The same, and it is still being written: for answers that last much longer than any machine is busy. */
export async function writing(page: Page, name: string, length: number): Promise<string> {
  // Looked up anew each time: the element is another one once formatting is loaded.
  await page.waitForFunction(
    ([author, wanted]) => {
      const answers = [...document.querySelectorAll("article.theirs")]
        .filter((answer) => answer.querySelector(".author")?.textContent?.includes(author));
      const last = answers.at(-1);
      return last?.getAttribute("aria-busy") === "true" &&
        (last.querySelector(".text")?.textContent?.length ?? 0) >= wanted;
    },
    [name, length] as const,
    LOOKING,
  );
  const text = answersOf(page, name).last().locator(".text").first();
  return await text.innerText();
}

/** The pill's own button, which turns the agent on and off. */
export function pill(page: Page, name: string): Locator {
  return page.locator(".pill", { hasText: name }).locator("button").first();
}

/** Chooses who answers. */
export async function choose(page: Page, mode: string): Promise<void> {
  const select = page.getByRole("button", { name: /^Who answers/ });
  if (await select.getAttribute("aria-expanded") === "false") await select.click();
  await page.getByRole("group", { name: "Who answers" }).locator("button", { hasText: mode }).first().click();
}

/** Waits until a mode is the one that counts. */
export async function chosen(page: Page, mode: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Who answers: ${mode}`) }).waitFor();
}

/** On the page before a conversation: asks an agency, by what is said to it first. */
export async function beginWithAgency(page: Page, agency: string, text: string): Promise<void> {
  await page.getByRole("button", { name: /^Who answers/ }).click();
  await page.getByRole("group", { name: "Or an agency" }).getByRole("button", { name: agency }).click();
  await page.getByRole("group", { name: `${agency}, an agency` }).waitFor();
  await send(page, text);
  await page.waitForURL("**/c/*");
}

/**
 * Draws a finger over the middle of something, by so many pixels sideways, as a hand does; what is answered lifts it, at
 * rest. When it was where is told with each step: by when a busy machine gets to them it would be thrown, as far as
 * chance has it.
 */
export async function fingerDrawn(page: Page, over: Locator, by: number): Promise<() => Promise<void>> {
  const { x = 0, y = 0, width = 0, height = 0 } = await over.boundingBox() ?? {};
  const from = { x: x + (width - by) / 2, y: y + Math.min(height, 180) / 2 };
  const session = await page.context().newCDPSession(page);
  const downAt = Date.now() / 1000 - 1;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", secondsOn: number, along = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + along, y: from.y }],
      timestamp: downAt + secondsOn,
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= 12; step++) await touch("touchMove", step / 60, by * step / 12);
  return async () => {
    await touch("touchEnd", 1);
    await session.detach();
  };
}
