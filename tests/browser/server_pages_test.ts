/** The settings' pages about the server: webhooks, and how it is doing. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Bowl, browserTest, goWithin, picture, visits } from "./harness.ts";
import { check } from "./view_check.ts";
import { becomes, settled } from "./steps.ts";

const visit = visits();

/** A page of the settings, once nobody answers in the first conversation any more. */
async function onceQuiet(bowl: Bowl, path: string): Promise<Page> {
  const page = await bowl.open("/c/conversation_welcome");
  await settled(page, 3);
  await goWithin(page, path);
  return page;
}

visit(
  "a webhook is added, its secret is shown once, it is told, tested, turned off and removed",
  async (bowl) => {
    const told: string[] = [];
    const receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
      told.push((await request.json()).type);
      return new Response(null, { status: 204 });
    });
    const url = `http://127.0.0.1:${receiver.addr.port}/hook`;
    try {
      const page = await onceQuiet(bowl, "/settings/webhooks");
      await page.getByLabel("Address").fill(url);
      await page.getByLabel("An answer failed").uncheck();
      await page.getByRole("button", { name: "Add a webhook" }).click();
      assert.match(await page.locator("[role=status] code").innerText(), /^whsec_/);
      const row = page.locator("article.resource", { hasText: url });
      await row.getByText("told of 8 things · nothing was sent yet").waitFor();
      await check(page, "webhooks");
      await picture(page, "webhooks");
      await page.setViewportSize({ width: 390, height: 844 });
      await check(page, "webhooks-narrow");
      await picture(page, "webhooks-narrow");
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole("button", { name: `Send a test to ${url}` }).click();
      await becomes(() => Promise.resolve(told.join()), "webhook.test");
      await page.reload();
      await row.getByText(/last delivered/).waitFor();
      assert.equal(await page.locator("[role=status] code").count(), 0, "the secret is not shown again");
      await page.getByRole("button", { name: `Turn off ${url}` }).click();
      await row.getByText(/Off\./).waitFor();
      await page.getByRole("button", { name: `Turn on ${url}` }).click();
      await page.getByRole("button", { name: `Remove ${url}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await page.getByText("No program is told anything yet.").waitFor();
    } finally {
      await receiver.shutdown();
    }
  },
);

visit(
  "the state of the server is told: its store, its answers, its version, and the disk when it is nearly full",
  async (bowl) => {
    const page = await bowl.open("/settings/status");
    // Values may hold the names of others.
    const value = (name: string) =>
      page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) }).locator("dd");
    await value("Version").waitFor();
    assert.match(await value("Version").innerText(), /^\d+\.\d+\.\d+$/);
    assert.match(await value("Size of the store").innerText(), /KB|MB|memory/);
    assert.match(await value("Answers").innerText(), /^\d+ being written/);
    assert.equal(await page.getByRole("alert").count(), 0);
    await check(page, "status");
    await picture(page, "status");
    await page.route("**/api/status", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...await answer.json(), disk: { free: 50_000_000, state: "full" } } });
    });
    await page.reload();
    await page.getByText("The disk of the store is nearly full").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await check(page, "status-narrow");
    await picture(page, "status-narrow");
  },
);

// Shows P28.
browserTest(
  "what nobody touches is deleted by itself only where it was shown what would go, by a button that says how many",
  async (bowl) => {
    const page = await onceQuiet(bowl, "/settings/retention");
    await page.getByText("Off: nothing is deleted by itself.").waitFor();
    const days = page.getByLabel("Days without a touch");
    const show = page.getByRole("button", { name: "Show what would go" });
    await days.fill("0");
    await show.click();
    await page.getByRole("alert").getByText("from 1 to 3,650").waitFor();
    await days.fill("1");
    await becomes(() => page.getByRole("alert").count(), 0);
    await show.click();
    await page.getByText("1 conversation would go.").waitFor();
    await page.getByRole("link", { name: "Welcome to Fishbowl" }).last().waitFor();
    const turnOn = page.getByRole("button", { name: "Turn on and delete 1 conversation" });
    assert.equal(await turnOn.evaluate((button) => button.classList.contains("destructive")), true);
    await check(page, "retention");
    await picture(page, "retention");
    await page.setViewportSize({ width: 390, height: 844 });
    await check(page, "retention-narrow");
    await picture(page, "retention-narrow");
    await days.fill("2");
    await becomes(() => turnOn.count(), 0, "of other days something else would go");
    assert.equal((await bowl.api<{ days: number | null }>("GET", "/api/retention")).days, null);
    await show.click();
    await page.getByText("Nothing would go now.").waitFor();
    await days.fill("1");
    await show.click();
    await turnOn.click();
    await page.getByText("On: what nobody touched for 1 day is deleted.").waitFor();
    await page.getByText(/^Nothing goes before/).waitFor();
    assert.equal((await bowl.api<{ days: number }>("GET", "/api/retention")).days, 1);
    await goWithin(page, "/settings/status");
    await page.getByText("after 1 day, nobody has looked yet").waitFor();
    await goWithin(page, "/settings/retention");
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByText("Off: nothing is deleted by itself.").waitFor();
    assert.equal((await bowl.api<{ days: number | null }>("GET", "/api/retention")).days, null);
  },
);
