/** Tools as a person sees them: at work in the answer, and waiting for a word before they change something. */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { type Bowl, crashTest, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

async function withTools(bowl: Bowl, tools: readonly string[]): Promise<string> {
  const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
    name: "Ada",
    providerId: "provider_mock",
    model: "tool-user",
    color: 1,
    tools,
  });
  const { conversation } = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
    agentIds: [agent.id],
  });
  return conversation.id;
}

// Shows S4-33, S4-39.
visit(
  "a tool shows in the answer with what it was asked and what it found",
  async (bowl) => {
    const page = await bowl.open(`/c/${await withTools(bowl, ["current_time"])}`);
    await send(page, "What time is it?");
    await settled(page, 1);
    const answer = answersOf(page, "Ada");
    await answer.getByText("current_time says:").waitFor();
    await answer.getByText("Used Current time").click();
    await eventually(async () =>
      assert.match(await answer.locator(".tools pre").last().innerText(), /^\d{4}-\d\d-\d\dT/)
    );
  },
);

// Shows S4-33.
visit("a refused tool is not run, with the keyboard alone", async (bowl) => {
  const page = await bowl.open(`/c/${await withTools(bowl, ["rename_conversation"])}`, {
    size: "narrow",
    scheme: "dark",
  });
  await send(page, "Please call it Sailing in winter.");
  const refuse = page.getByRole("button", { name: "Refuse" });
  await refuse.waitFor();
  await picture(page, "tool-asks-narrow");
  await check(page, "tool-asks-narrow");
  await refuse.focus();
  await page.keyboard.press("Enter");
  await settled(page, 1);
  await answersOf(page, "Ada").getByText("rename_conversation did not work (refused)").waitFor();
  await answersOf(page, "Ada").getByText(/\(not run\) · refused/).waitFor();
});

/** A conversation in two tabs of one browser, where it is asked for something that asks before it is done. */
async function inTwoTabs(bowl: Bowl, context: BrowserContext, tool: string, question: string) {
  const id = await withTools(bowl, [tool]);
  const page = await bowl.tab(context, `/c/${id}`);
  const other = await bowl.tab(context, `/c/${id}`);
  await send(page, question);
  return { page, other };
}

const asks = (page: Page) => page.getByRole("group", { name: /May it use/ });

async function asksForRename({ page, other }: { page: Page; other: Page }): Promise<void> {
  const ask = page.getByRole("group", { name: "May it use “Rename the conversation”?" });
  await ask.waitFor();
  await page.locator(".given dd", { hasText: /^Sailing in winter$/ }).waitFor();
  await asks(other).waitFor();
  await answersOf(page, "Ada").getByText("waits for you").first().waitFor();
  // Its question may be out of sight; the pill never is.
  for (const tab of [page, other]) {
    await tab.locator(".pill", { hasText: "Ada" }).locator(".what", { hasText: "waits for you" }).waitFor();
  }
  await ask.getByText(/^refuses by itself in (9|10):\d\d$/).waitFor();
  // Measured together: the page scrolls while they come.
  await eventually(async () => {
    const [said, question] = await answersOf(page, "Ada").evaluate((answer) => [
      answer.querySelector(".text")?.getBoundingClientRect().bottom,
      answer.ownerDocument.querySelector('[role="group"][aria-label^="May it use"]')
        ?.getBoundingClientRect().top,
    ]);
    assert.ok(said && question && said <= question, "after the words that were said before it");
  });
  await picture(page, "tool-asks");
  await check(page, "tool-asks");
  await page.reload();
  await ask.waitFor();
  assert.notEqual(await page.locator(".title-line h1").innerText(), "Sailing in winter");
}

async function asksForAddress({ page, other }: { page: Page; other: Page }, address: string): Promise<void> {
  const ask = page.getByRole("group", { name: "May it use “Read a web page”?" });
  await ask.waitFor();
  const shown = ask.locator("code.address");
  await shown.scrollIntoViewIfNeeded();
  await becomes(() => shown.textContent(), address);
  await eventually(async () => {
    const { wide, whole } = await shown.evaluate((code) => ({
      wide: code.scrollWidth <= code.clientWidth + 1 || getComputedStyle(code).display === "inline",
      whole: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    }));
    assert.deepEqual([wide, whole], [true, true], "wrapped, not cut");
  });
  await becomes(() => ask.locator(".site").textContent(), "127.0.0.1:9");
  await becomes(() => ask.getByRole("button").allInnerTexts(), [
    "Allow once",
    "Allow this site",
    "Refuse",
  ]);
  await asks(other).getByText("and-more").waitFor();
  await picture(page, "address-asks");
  await check(page, "address-asks");
  await page.reload();
  await ask.waitFor();
}

/** The next attempt asks again: nobody had said a word, so nothing had been done. */
async function allowsRename({ page, other }: { page: Page; other: Page }): Promise<void> {
  await page.getByText("Attempt 1 was interrupted").waitFor();
  await asks(page).getByRole("button", { name: "Allow" }).click();
  await settled(page, 1);
  await page.getByRole("heading", { name: "Sailing in winter" }).waitFor();
  await answersOf(page, "Ada").getByText(/Used Rename the conversation · allowed/).waitFor();
  await other.getByText(/Used Rename the conversation · allowed/).waitFor();
  await becomes(() => asks(other).count(), 0);
}

async function allowsSite({ page, other }: { page: Page; other: Page }): Promise<void> {
  await page.getByText("Attempt 1 was interrupted").waitFor();
  await asks(page).getByRole("button", { name: "Allow once" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await settled(page, 1);
  for (const tab of [page, other]) {
    await answersOf(tab, "Ada").getByText(/Used Read a web page .*allowed for 127\.0\.0\.1:9/).waitFor();
    await becomes(() => asks(tab).count(), 0);
  }
  await send(page, "Please read http://127.0.0.1:9/more|and-more");
  await settled(page, 2);
  await becomes(() => page.getByText(/allowed for/).count(), 1, "the site was not asked about again");

  await send(page, "Please read http://127.0.0.2:9/more|and-more");
  await asks(page).getByText("and-more").waitFor();
  await asks(page).getByRole("button", { name: "Refuse" }).press("Enter");
  await settled(page, 3);
  await answersOf(page, "Ada").last().getByText(/\(not run\) · refused/).waitFor();
}

// Shows S4-33.
crashTest(
  "a tool that changes something waits for Allow, and an address that nobody gave is shown whole and asks, in every tab, " +
    "through a reload and a kill of the server; a site is allowed by keyboard and remembered",
  async (bowl) => {
    const context = await bowl.context();
    const renaming = await inTwoTabs(
      bowl,
      context,
      "rename_conversation",
      "Please call it Sailing in winter.",
    );
    await asksForRename(renaming);
    // The model takes more for the address than the person wrote as one. Nothing is sent: it is no public one.
    const address = `http://127.0.0.1:9/?q=${"all-of-the-talk-".repeat(40)}|and-more`;
    const reading = await inTwoTabs(bowl, context, "fetch_url", `Please read ${address}`);
    await asksForAddress(reading, address);
    await bowl.kill();
    await bowl.revive();
    await allowsRename(renaming);
    await allowsSite(reading);
  },
);
