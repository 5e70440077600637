/** Searching the web by a service of one's own: set in the settings, used by an agent, its pages named in the answer. */
import assert from "node:assert/strict";
import { fakeSearch } from "../actors/websearch/fake_search.ts";
import { browserTest, goWithin, picture } from "./harness.ts";
import { answersOf, becomes, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const KEY = "search-canary-77aa03e1";

browserTest(
  "a search service is checked and saved, and what an answer takes from it stands under it by numbers",
  async (bowl) => {
    await using service = fakeSearch("searxng");
    const page = await bowl.open("/settings/search");
    await page.getByText("No service yet.").waitFor();
    await page.getByLabel("Address").fill("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("The search service could not be reached.").waitFor();
    await page.getByLabel("Address").fill(service.url);
    await page.getByLabel("Key", { exact: true }).fill(KEY);
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("It works: 2 pages were found.").waitFor();
    await picture(page, "web-search-form");
    await check(page, "web-search-form");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(`with a key (${KEY.slice(-4)})`).waitFor();
    assert.ok(!(await page.content()).includes(KEY));
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      providerId: "provider_mock",
      model: "tool-user",
      color: 1,
      tools: ["web_search"],
    });
    const { conversation } = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
      agentIds: [agent.id],
    });
    await goWithin(page, `/c/${conversation.id}`);
    await send(page, "How long does a goldfish remember?");
    await settled(page, 1);
    const answer = answersOf(page, "Ada");
    await answer.getByText("Goldfish says so").waitFor();
    const sources = answer.getByRole("list", { name: "Sources" });
    await becomes(() => sources.getByRole("listitem").allTextContents(), [
      "Goldfishfish.example",
      "Bowlswater.example",
    ]);
    await answer.getByText("Used Search the web").click();
    await answer.getByText("A goldfish remembers for months.").waitFor();
    await picture(page, "web-search-answer");
    await check(page, "web-search-answer");
    const at = `${bowl.address}/api/conversations/${conversation.id}/export`;
    for (const format of ["markdown", "ndjson", "html"]) {
      const given = await (await fetch(`${at}?format=${format}`)).text();
      assert.ok(given.includes("fish.example"), format);
      assert.ok(!given.includes(KEY), format);
    }
    // A file is opened from the disk, where nobody answers.
    const html = await (await fetch(`${at}?format=page`)).text();
    const path = await Deno.makeTempFile({ suffix: ".html" });
    await Deno.writeTextFile(path, html);
    await page.goto(`file://${path}`);
    await page.locator("html[data-checked]").waitFor({ state: "attached" });
    await page.getByText("Goldfish says so[1].").waitFor();
    await page.getByText("Goldfish (fish.example) https://fish.example/gold").waitFor();
    await Deno.remove(path);
  },
);
