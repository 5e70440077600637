/** The settings as a page: found by their words, always in the same place, kept in the browser, taken back. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { goWithin, picture, visits } from "./harness.ts";
import { becomes, eventually, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const rootData = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
const sizeOf = (page: Page, selector: string) =>
  page.locator(selector).first().evaluate((one) => parseFloat(getComputedStyle(one).fontSize));

visit(
  "preferences are seen at once and kept in this browser; all of them go back to how they were",
  async (bowl) => {
    const page = await bowl.open("/settings/preferences", { moves: true });
    const choose = (group: string, name: string) =>
      page.getByRole("radiogroup", { name: group }).getByRole("radio", { name, exact: true }).check();
    await page.getByRole("heading", { name: "Preferences" }).waitFor();
    const before = await sizeOf(page, ".lead");
    await choose("Theme", "Dark");
    await choose("Contrast", "High");
    await choose("Density", "Compact");
    await choose("Text size", "Larger");
    await choose("Motion", "Less");
    const chosen = { theme: "dark", contrast: "more", density: "compact", text: "larger", motion: "less" };
    await becomes(() => rootData(page), chosen);
    await becomes(() => sizeOf(page, ".lead"), before * 1.25);
    await check(page, "preferences");
    await picture(page, "preferences");
    await page.goto(`${bowl.address}/c/conversation_welcome`);
    await settled(page, 3);
    await becomes(() => rootData(page), chosen, "on every page");
    await check(page, "chat with more contrast");
    await page.goto(`${bowl.address}/settings/preferences`);
    await page.getByRole("switch", { name: "Keys are on" }).click();
    await page.getByRole("button", { name: "Back to how it was at first" }).click();
    await page.getByText("Preferences are as they were at first.").waitFor();
    await becomes(() => rootData(page), {});
    await becomes(
      () => page.getByRole("switch", { name: "Keys are on" }).getAttribute("aria-checked"),
      "true",
    );
  },
);

visit("the interface speaks German when that is chosen, and English again", async (bowl) => {
  const page = await bowl.open("/settings/preferences");
  await page.getByRole("radio", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Vorlieben" }).waitFor();
  await becomes(() => page.evaluate(() => document.documentElement.lang), "de");
  await check(page, "German");
  await page.getByRole("link", { name: "Anbieter", exact: true }).click();
  await page.getByRole("button", { name: "Anbieter hinzufügen" }).click();
  await page.getByText("Gesendet wird nichts, bevor Sie auf Verbinden drücken.").waitFor();
  await page.getByRole("radio", { name: /^Andere/ }).waitFor();
  await page.goto(`${bowl.address}/settings/preferences`);
  await page.getByRole("radio", { name: "English" }).click();
  await page.getByRole("heading", { name: "Preferences" }).waitFor();
});

visit("where forced colours rule, what is chosen is still told from what is not", async (bowl) => {
  const page = await bowl.open("/settings/preferences");
  await page.emulateMedia({ forcedColors: "active" });
  const chosen = page.locator(".segments input:checked + span").first();
  const other = page.locator(".segments input:not(:checked) + span").first();
  const colour = (one: typeof chosen) => one.evaluate((node) => getComputedStyle(node).backgroundColor);
  await eventually(async () => assert.notEqual(await colour(chosen), await colour(other)));
});

visit(
  "a setting is found by its words and led to, also what people called something",
  async (bowl) => {
    const page = await bowl.open("/settings/agents");
    const search = page.getByRole("searchbox", { name: "Search the settings" });
    await search.fill("contrast");
    await page.getByRole("link", { name: /^Contrast/ }).click();
    await page.waitForFunction(() => document.activeElement?.closest("#contrast"));
    await becomes(() => search.inputValue(), "");
    await search.fill("critic");
    await page.getByRole("link", { name: "Critic Agents" }).click();
    await page.getByRole("heading", { name: "Critic" }).waitFor();
    await search.fill("calls at once");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Providers" }).waitFor();
    await search.fill("zzz");
    await page.getByText("Nothing here is called “zzz”. Try fewer letters.").waitFor();
    await search.fill("");
  },
);

visit("the parts of the settings stay where they are, whichever is open", async (bowl) => {
  const page = await bowl.open("/settings/providers");
  const places = async () => {
    await page.locator(".settings-title").waitFor();
    await page.evaluate(async () => void await document.fonts.ready);
    return await page.locator(".settings-nav a").evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return [one.textContent, x, y, width];
      })
    );
  };
  const first = await places();
  assert.equal(first.length, 21);
  for (
    const name of [
      "Agents",
      "MCP servers",
      "Import",
      "Prices",
      "API tokens",
      "Webhooks",
      "Automatic deletion",
      "Status",
      "Password",
      "Preferences",
    ]
  ) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await becomes(() => places(), first, name);
  }
});

visit("on a phone one goes from the list of settings to one of them and back", async (bowl) => {
  const page = await bowl.open("/settings", { size: "narrow" });
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await becomes(() => page.getByRole("heading", { level: 1 }).count(), 1, "nothing beside the list");
  await check(page, "the list of settings");
  await picture(page, "settings-narrow");
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await page.getByRole("link", { name: "Edit Critic" }).click();
  await page.getByLabel("Own instructions").waitFor();
  await check(page, "an agent, narrow");
  await picture(page, "agent-narrow");
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
});

// Shows S0-4.
visit(
  "what is removed is named before and told after, and comes back as it was",
  async (bowl) => {
    const page = await bowl.open("/settings/roles/role_critic");
    await page.getByRole("button", { name: "Remove Critic" }).click();
    await page.getByText("Removed “Critic”. What it said keeps its name.").waitFor();
    const row = page.locator(".resource", { hasText: "Finds what does not hold." });
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("“Critic” is back.").waitFor();
    await row.waitFor();
    await goWithin(page, "/settings/roles/role_gone");
    await page.getByText("There is nothing here any more.").waitFor();
  },
);

// Shows S0-A20.
visit("an agent's form shows as one types how it will look and what it will be told", async (bowl) => {
  const page = await bowl.open("/settings/agents/agent_editor");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await preview.getByText("You are Editor.").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Zoe");
  await page.getByRole("radio", { name: "Colour 5" }).check();
  await page.getByLabel("Own instructions").fill("You are Zoe, and you count.");
  await page.getByLabel("Personality", { exact: true }).selectOption({ label: "Blunt" });
  await preview.getByText("You are Zoe, and you count.").waitFor();
  await preview.getByText("Say what you think without decoration.").waitFor();
  await preview.getByText("I am Zoe. Ask me something").waitFor();
  await becomes(() => preview.locator(".sample").getAttribute("data-color"), "5");
  await check(page, "an agent");
  await picture(page, "agent-form");
});
