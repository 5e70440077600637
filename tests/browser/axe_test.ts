/** axe-core finds nothing on any view, in both themes, wide and narrow, and no view scrolls sideways. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { sample, today } from "../effort.ts";
import { goWithin, LOOKS, picture, visits } from "./harness.ts";
import { pressInPalette, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

// Every day the one that is harder, and of the settings every other part, by lot; in full ten states are gone over in both
// themes beside their pictures (`looks_test.ts`).
for (const { scheme, size } of today(LOOKS.toReversed(), 1)) {
  visit(`axe finds nothing on any view, ${scheme}, ${size}`, async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Bad: "error-401", Off: "echo" });
    const page = await bowl.open(`/c/${id}`, { scheme, size });
    const shut = async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    // At each width: behind the count.
    await page.getByRole("button", { name: /^3 agents/ }).click();
    await page.getByRole("switch", { name: "Off" }).click();
    await page.locator(".pill.off").waitFor({ state: "attached" });
    await shut();
    await send(page, "@Ada @Bad a table, a list, `code` and\n\n```js\nlet a = 1;\n```");
    await settled(page, 2);
    await page.locator("article.theirs").first().getByRole("checkbox").uncheck();
    await page.locator("article.left-out").first().waitFor();
    await check(page, "chat");
    await picture(page, `chat-${scheme}-${size}`);

    const glass = page.getByRole("button", { name: "Show events, context and usage" });
    // Open or not, it is told by its button; its tabs are loaded only then.
    if (await glass.getAttribute("aria-pressed") === "false") await glass.click();
    await page.getByRole("tab").first().waitFor();
    for (const tab of ["Story", "Context", "Usage"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel").locator("li, table, p").first().waitFor();
      await check(page, tab);
    }
    await page.getByRole("slider", { name: "Event" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText(/You are viewing event/).waitFor();
    await check(page, "replay");
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await page.getByRole("button", { name: "Close", exact: true }).click();

    await pressInPalette(page, "settings of this");
    await page.getByRole("dialog", { name: "Settings of this conversation" }).waitFor();
    await check(page, "settings of the conversation");
    await shut();
    await pressInPalette(page, "run again");
    await page.getByRole("dialog", { name: "Run again" }).getByLabel("Model of Ada").waitFor();
    await check(page, "run again");
    await shut();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").waitFor();
    await check(page, "palette");
    await shut();
    await page.getByRole("log").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await check(page, "keys");
    await shut();
    if (size === "narrow") {
      await page.getByRole("button", { name: "Show conversations" }).click();
      await check(page, "list");
    }
    await page.getByRole("searchbox", { name: "Search every message" }).fill("code");
    await page.locator(".hit").first().waitFor();
    await check(page, "search");
    await page.getByRole("button", { name: /New conversation/ }).click();
    await page.getByRole("group", { name: "Who is asked" }).waitFor();
    await check(page, "new conversation");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Import conversations" }).click();
    await page.getByRole("dialog").getByText("what is in it is shown first").waitFor();
    await check(page, "take in");
    await shut();

    for (
      const section of sample([
        "providers",
        "agents",
        "roles",
        "personalities",
        "agencies",
        "prices",
        "tokens",
        "password",
        "preferences",
      ])
    ) {
      await goWithin(page, `/settings/${section}`);
      const add = page.getByRole("button", { name: /^Add / });
      await page.getByRole("heading", { level: 1 }).waitFor();
      // Elsewhere the form stands with what there is: the view below.
      if (!["tokens", "prices", "password", "preferences"].includes(section)) {
        await check(page, `${section}, what there is`);
        await add.click();
      }
      await page.locator(section === "preferences" ? ".preference" : ".form").first().waitFor();
      if (section === "prices") await page.getByRole("table").first().waitFor();
      await check(page, section);
    }
    await goWithin(page, "/c/nothing_here");
    await page.getByText("Nothing here").waitFor();
    await check(page, "missing");
    await goWithin(page, "/");
    await page.getByRole("heading", { name: "Ask the whole tank." }).waitFor();
    await check(page, "home");
  });
}

visit(
  "what cannot be read for its colour is found, also on a page that is not drawn, in a dialog too",
  async (bowl) => {
    const page = await bowl.open();
    const found = async (pale: Locator, view: string) => {
      await pale.evaluate(({ style }) => {
        style.color = "rgb(140, 140, 140)";
        style.background = "rgb(120, 120, 120)";
      });
      await assert.rejects(check(page, view), /: color-contrast/);
      await pale.evaluate((button) => button.removeAttribute("style"));
    };
    await found(page.getByRole("button", { name: "New conversation" }).first(), "home");
    await page.keyboard.press("Control+k");
    await found(page.getByRole("dialog").getByRole("option").first(), "palette");
    await page.keyboard.press("Escape");
  },
);
