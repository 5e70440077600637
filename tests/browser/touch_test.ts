/** The main path by touch alone, on a phone: every step is a tap or a swipe. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { type Bowl, browserTest } from "./harness.ts";
import { answersOf, becomes, eventually, fingerDrawn, settled, writing } from "./steps.ts";

const swipe = async (page: Page, over: Locator, by: number) => await (await fingerDrawn(page, over, by))();

/** Whether all of it lies within the screen's sides. */
const inSight = (one: Locator) =>
  one.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= -1 && right <= innerWidth + 1;
  });

const choose = async (page: Page, menu: Locator, item: string | RegExp) => {
  await menu.tap();
  await page.getByRole("menu").locator("button", { hasText: item }).tap();
};
const conversations = async (bowl: Bowl) =>
  (await bowl.api<{ items: { id: string }[] }>("GET", "/api/conversations")).items.map(({ id }) => id);

browserTest("the whole main path by touch on a phone", async (bowl) => {
  await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "hang-middle" }, { title: "Before" });
  const page = await bowl.open("/", { phone: true, moves: true, knows: ["greeted"] });

  // Who is asked, by chips that are swiped along; then the words.
  const chips = page.getByRole("group", { name: "Who is asked" });
  for (const name of ["Editor", "Critic", "Researcher", "Ada", "Ben", "Cleo"]) {
    await chips.getByRole("button", { name, exact: true }).tap();
  }
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  await box.tap();
  await page.keyboard.insertText("Is bread food?");
  await page.getByRole("button", { name: "Send", exact: true }).tap();

  // Stop.
  await page.waitForURL("**/c/*");
  await writing(page, "Cleo", 5);
  for (const name of ["Ada", "Ben"]) await answersOf(page, name).getByRole("checkbox").waitFor();
  // Elsewhere first: right behind Send, where Send was, it would be the second tap of a double one, which stops nothing.
  await box.tap();
  await page.getByRole("button", { name: /^Stop/ }).tap();
  await settled(page, 3);
  await becomes(() => page.locator("article.cancelled").count(), 1);

  // From one answer to the next, a page each.
  const [ada, ben] = [answersOf(page, "Ada"), answersOf(page, "Ben")];
  await becomes(() => inSight(ada), true);
  await swipe(page, ada, -260);
  await eventually(async () => assert.deepEqual([await inSight(ada), await inSight(ben)], [false, true]));
  await swipe(page, ben, 260);
  await eventually(async () => assert.deepEqual([await inSight(ada), await inSight(ben)], [true, false]));

  // Leave one out, and take it back.
  await ada.getByRole("checkbox").tap();
  await page.locator("article.left-out", { hasText: "Ada" }).waitFor();
  await ada.getByRole("checkbox").tap();
  await page.locator("article.left-out", { hasText: "Ada" }).waitFor({ state: "detached" });

  // One in focus, the next, and all of them again.
  const forAll = page.getByRole("button", { name: "More for these answers" });
  await choose(page, forAll, "Focus");
  await page.locator("article.focus", { hasText: "Ada" }).waitFor();
  await page.locator(".answer-rail").getByRole("button", { name: /Ben/ }).tap();
  await page.locator("article.focus", { hasText: "Ben" }).waitFor();
  await choose(page, forAll, "Columns");

  // Two against each other, and back.
  await choose(page, forAll, "Compare");
  await page.getByText("Comparing two").waitFor();
  await page.getByRole("button", { name: "3 answers" }).tap();
  await page.getByText("Comparing two").waitFor({ state: "detached" });

  // What it saw.
  await page.getByRole("button", { name: /^What did .* see/ }).tap();
  await page.getByRole("dialog").getByText("Is bread food?").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // Keep one, and undo.
  await choose(page, ada.getByRole("button", { name: "More for Ada" }), "Keep this one");
  await page.getByText("You kept this").waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.getByText("You kept this").waitFor({ state: "detached" });

  // Back in time, and on from there in a new conversation.
  const before = await conversations(bowl);
  await page.getByRole("button", { name: "Show events, context and usage" }).tap();
  await page.locator(".bars").tap();
  await page.getByText(/^Event \d+ of \d+$/).waitFor();
  await page.getByRole("button", { name: "Branch from here" }).tap();
  await eventually(async () => assert.equal((await conversations(bowl)).length, before.length + 1));
  await box.waitFor();

  // Delete it, and have it back.
  const made = page.url();
  await choose(page, page.locator(".title-line").getByRole("button", { name: /^Actions for/ }), "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).tap();
  await page.getByText(/^Deleted/).waitFor();
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.waitForURL(made);

  // Settings, from the list of conversations; and a new conversation.
  await page.getByRole("button", { name: "Show conversations" }).tap();
  await page.getByRole("link", { name: "Agents & providers" }).tap();
  await page.waitForURL("**/settings**");
});
