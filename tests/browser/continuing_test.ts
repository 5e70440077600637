/** Saying otherwise what one said: in a conversation of its own, with the way back; the sent message stays as it is. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Bowl, browserTest, picture, visits } from "./harness.ts";
import { answersOf, becomes, drawn, eventually, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const CHANGE = "Change and continue elsewhere";
const editor = (page: Page) => page.getByRole("form", { name: CHANGE });
const words = (page: Page) => editor(page).getByRole("textbox", { name: "Other words" });
const said = (page: Page) => page.locator("article.mine .bubble").allTextContents();
const idOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

/** A conversation in which two things were said and answered, open at `look`. */
async function talk(bowl: Bowl, look = {}): Promise<Page> {
  const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
  const page = await bowl.open(`/c/${id}`, look);
  await send(page, "Is rye bread heavy?");
  await settled(page, 1);
  await send(page, "And with butter?");
  await settled(page, 2);
  return page;
}

// Shows S0-62, P26, C-2.
visit("a message is said otherwise in a new conversation, which leads back to it", async (bowl) => {
  const page = await talk(bowl);
  const from = idOf(page);
  const message = page.locator("article.mine", { hasText: "And with butter?" });
  await message.hover();
  await message.getByRole("button", { name: CHANGE }).click();
  await words(page).waitFor();
  await becomes(() => words(page).inputValue(), "And with butter?");
  await becomes(() => editor(page).getByRole("button", { name: "Continue elsewhere" }).isDisabled(), true);
  await words(page).fill("And with jam?");
  await check(page, "change");
  await picture(page, "change");
  await editor(page).getByRole("button", { name: "Continue elsewhere" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(from));
  await settled(page, 2);
  await becomes(() => said(page), ["Is rye bread heavy?", "And with jam?"]);
  await becomes(() => answersOf(page, "Ada").count(), 2, "who takes part answers there");
  await page.getByRole("heading", { name: "Of bread (changed from message 3)" }).waitFor();
  const row = page.locator(".row.here");
  await eventually(async () =>
    assert.match(await row.getByRole("link").textContent() ?? "", /changed from message 3.*from “Of bread”/)
  );
  await check(page, "continued");
  await picture(page, "continued");
  await page.getByRole("link", { name: "from “Of bread”: go back to it" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(from));
  await settled(page, 2);
  await becomes(() => said(page), ["Is rye bread heavy?", "And with butter?"]);
});

visit("by keys: ↑ in an empty box, Escape leaves everything as it was, Enter goes on", async (bowl) => {
  const page = await talk(bowl);
  const from = idOf(page);
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  await box.fill("half");
  await page.keyboard.press("ArrowUp");
  // The next key comes after what the one before it did is drawn.
  await page.keyboard.press("End");
  await drawn(page);
  await becomes(() => said(page), ["Is rye bread heavy?", "And with butter?"], "something is written");
  await box.fill("");
  await page.keyboard.press("ArrowUp");
  await words(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("form.change") !== null);
  await page.keyboard.type(" Or jam?");
  await page.keyboard.press("Escape");
  await editor(page).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  assert.equal(idOf(page), from);
  await page.keyboard.press("ArrowUp");
  await words(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("form.change") !== null);
  await becomes(() => words(page).inputValue(), "And with butter?");
  await page.keyboard.type(" Or jam?");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(from));
  await becomes(() => said(page), ["Is rye bread heavy?", "And with butter? Or jam?"]);
});

visit("changing a message far up is nothing new at the end", async (bowl) => {
  const id = await bowl.conversation({ Ada: "story:400" });
  const page = await bowl.open(`/c/${id}`);
  await page.setViewportSize({ width: 900, height: 420 });
  for (const [before, words] of ["Is rye bread heavy?", "And with butter?"].entries()) {
    await send(page, words);
    await settled(page, before + 1);
  }
  await page.getByRole("textbox", { name: "Message", exact: true }).press("ArrowUp");
  await words(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("form.change") !== null);
  await drawn(page);
  assert.equal(await page.getByRole("button", { name: "New messages" }).count(), 0);
});

browserTest(
  "on a phone the menu of a message leads to it, large enough for a finger, in the dark too",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, {
      title: "Of bread",
      message: "Is rye bread heavy?",
    });
    const page = await bowl.open(`/c/${id}`, { phone: true, scheme: "dark" });
    await settled(page, 1);
    await page.locator("article.mine").getByRole("button", { name: "More for your message" }).tap();
    await page.getByRole("menuitem", { name: CHANGE }).tap();
    await words(page).fill("Is white bread light?");
    for (const name of ["Cancel", "Continue elsewhere"]) {
      await eventually(async () => {
        const button = await editor(page).getByRole("button", { name }).boundingBox();
        assert.ok((button?.height ?? 0) >= 44, `${name} is ${button?.height} px high`);
      });
    }
    await check(page, "change on a phone");
    await picture(page, "change-phone");
    await editor(page).getByRole("button", { name: "Continue elsewhere" }).tap();
    const back = page.getByRole("link", { name: "from “Of bread”: go back to it" });
    await back.waitFor();
    await settled(page, 1);
    await eventually(async () => {
      const { width = 0, height = 0 } = await back.boundingBox() ?? {};
      assert.ok(width >= 40 && height >= 40, `${width} by ${height}`);
    });
    await check(page, "continued on a phone");
    await picture(page, "continued-phone");
  },
);

browserTest(
  "what is typed while the words to be changed are on their way is no new message, but goes on with them",
  async (bowl) => {
    const page = await talk(bowl);
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    const coming = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/assets/change_editor-*.js", async (route) => {
      asked.resolve();
      await coming.promise;
      await route.continue();
    });
    await box.press("ArrowUp");
    await asked.promise;
    await page.keyboard.type(" Or jam?");
    await page.keyboard.press("Enter");
    coming.resolve();
    await words(page).waitFor();
    await becomes(() => words(page).inputValue(), "And with butter? Or jam?");
    await page.keyboard.type(" Why?");
    await becomes(() => words(page).inputValue(), "And with butter? Or jam? Why?");
    assert.equal(await box.inputValue(), "");
    assert.equal(await page.locator("article.mine").count(), 2);
    await page.keyboard.press("Escape");
    await editor(page).waitFor({ state: "detached" });
    // Where its program is there, it has the next key before a picture of it is drawn.
    const inIt = await box.evaluate(async (one) => {
      one.focus();
      const drawn = new Promise<void>((done) =>
        new MutationObserver(() => document.querySelector("form.change") && done())
          .observe(document.body, { childList: true, subtree: true })
      );
      one.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
      await drawn;
      return document.activeElement?.closest("form.change") !== null;
    });
    assert.equal(inIt, true);
  },
);
