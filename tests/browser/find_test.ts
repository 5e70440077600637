/** Finding words in a conversation: in what is far above, in what is folded, in what is divided by marks. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest, visits } from "./harness.ts";
import { becomes, eventually, send, settled } from "./steps.ts";

const visit = visits();

/** The words one is at, if they can be seen. */
const here = (page: Page) =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get("found-here") ?? [];
    if (!(range instanceof Range)) return null;
    const { top, bottom } = range.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight ? range.toString() : null;
  });
/** Holds back what is read of a conversation until so many frames have passed, each as soon as it is asked for. */
async function readingLate(page: Page, frames: number, ask: () => Promise<void>): Promise<void> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/messages\?view=fold&before=/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const { requestAnimationFrame } = globalThis;
    const { port1, port2 } = new MessageChannel();
    const waiting: FrameRequestCallback[] = [];
    port1.onmessage = () => waiting.shift()?.(performance.now());
    globalThis.requestAnimationFrame = (frame) => {
      port2.postMessage(null);
      return waiting.push(frame);
    };
    Object.assign(globalThis, { asEver: () => Object.assign(globalThis, { requestAnimationFrame }) });
  });
  await ask();
  await asked.promise;
  await page.evaluate(async (frames) => {
    for (let n = 0; n < frames; n++) await new Promise(requestAnimationFrame);
    Reflect.get(globalThis, "asEver")();
  }, frames);
  held.resolve();
}

const count = (page: Page) => page.locator(".find-count").innerText();

visit(
  "words are found far above what the page has read, counted, gone through, and marked",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { mode: "manual" });
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "the **quok**ka, a quokka" });
    for (let n = 0; n < 70; n++) {
      await bowl.api("POST", `/api/conversations/${id}/messages`, { content: `filler ${n}` });
    }
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "one more QUOKKA" });
    const page = await bowl.open(`/c/${id}`);
    await page.locator("article.mine").last().waitFor();
    await page.keyboard.press("Control+f");
    await page.getByRole("textbox", { name: "Find in this conversation" }).fill("quokka");
    await becomes(() => count(page), "3 of 3");
    await becomes(() => here(page), "QUOKKA");
    // It is gone to when it comes, however many pictures of the page are drawn before.
    await readingLate(page, 400, () => page.keyboard.press("Shift+Enter"));
    await becomes(() => count(page), "2 of 3");
    await becomes(() => here(page), "quokka");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await becomes(() => count(page), "1 of 3");
    await page.getByRole("textbox", { name: "Find in this conversation" }).fill("wombat");
    await becomes(() => count(page), "Not found");
    await page.keyboard.press("Escape");
    await page.getByRole("search").waitFor({ state: "detached" });
    await becomes(() => page.evaluate(() => CSS.highlights.size), 0, "nothing is marked any more");
    await page.keyboard.press("Control+f");
    const box = page.getByRole("textbox", { name: "Find in this conversation" });
    await becomes(() => box.inputValue(), "wombat", "what was looked for last is there again");
  },
);

visit(
  "what is folded away is unfolded where a word is found in it; pressed again the key is the browser's",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is the quokka happy, and the **wom**bat?");
    await settled(page, 2);
    for (const text of ["And bread?", "And butter?"]) {
      await bowl.api("POST", `/api/conversations/${id}/messages`, { content: text });
      await page.locator("article.mine", { hasText: text }).waitFor();
    }
    await settled(page, 2);
    await page.reload();
    await page.locator("article.mine", { hasText: "And butter?" }).waitFor();
    await page.keyboard.press("Control+f");
    await page.getByRole("textbox", { name: "Find in this conversation" }).fill("quokka");
    // The question and both answers, which say it again.
    await eventually(async () => assert.match(await count(page), /of 3$/));
    for (let n = 0; n < 3; n++) {
      await becomes(() => here(page), "quokka");
      await page.keyboard.press("Enter");
    }
    // As the answers are read: the question stands there as it was written.
    await page.getByRole("textbox", { name: "Find in this conversation" }).fill("wombat");
    const marked = () => page.evaluate(() => [...CSS.highlights.get("found") ?? []].map(String));
    await becomes(marked, ["wombat", "wombat"], "where a mark divides the word");
    const taken = () =>
      page.evaluate(() => {
        const event = new KeyboardEvent("keydown", {
          key: "f",
          code: "KeyF",
          ctrlKey: true,
          bubbles: true,
          cancelable: true,
        });
        return !document.activeElement?.dispatchEvent(event);
      });
    assert.equal(await taken(), false, "in its box");
    await page.locator("[role=log]").focus();
    assert.equal(await taken(), true, "elsewhere it leads back to the box");
    await page.waitForFunction(() => document.activeElement?.matches("input"));
    assert.equal(await taken(), false);
  },
);

browserTest(
  "what is typed while the box is on its way stands in it, and is not sent, nor written into the message",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`);
    const message = page.getByRole("textbox", { name: "Message", exact: true });
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    const coming = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/assets/find_bar-*.js", async (route) => {
      asked.resolve();
      await coming.promise;
      await route.continue();
    });
    await page.keyboard.press("Control+f");
    await asked.promise;
    await page.keyboard.type("quokka");
    await page.keyboard.press("Enter");
    coming.resolve();
    const box = page.getByRole("textbox", { name: "Find in this conversation" });
    await box.waitFor();
    await page.keyboard.type("wombat");
    await becomes(() => box.inputValue(), "quokkawombat");
    assert.equal(await message.inputValue(), "");
    assert.equal(await page.locator("article.mine").count(), 0);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.id === "composer");
  },
);

browserTest("where the box cannot be had, what is typed is the message's again", async (bowl) => {
  const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`);
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  await page.route("**/assets/find_bar-*.js", (route) => route.abort());
  await page.keyboard.press("Control+f");
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  await page.keyboard.type("quokka");
  assert.equal(await message.inputValue(), "quokka");
});
