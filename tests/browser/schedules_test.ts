/** A conversation that speaks by itself: set up in sentences, run now, paused, seen in the list and in the settings. */
import assert from "node:assert/strict";
import { goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually } from "./steps.ts";

interface Listed {
  readonly items: readonly { readonly id: string; readonly paused?: true; readonly next: string | null }[];
}

const visit = visits();

visit(
  "the first schedule asks for the daily budget; then it is told when it runs, runs now, is paused and removed",
  async (bowl) => {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      model: "echo",
      providerId: "provider_mock",
      color: 1,
    });
    const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { title: "Morning", agentIds: [agent.id] },
    );
    const listed = () => bowl.api<Listed>("GET", `/api/conversations/${id}/schedules`);
    const page = await bowl.open(`/c/${id}`);
    const dialog = page.getByRole("dialog");
    await page.locator(".chat-head").getByRole("button", { name: "Actions for Morning" }).click();
    await page.getByRole("menuitem", { name: "Schedules …" }).click();
    await dialog.getByText("Nothing is said here by itself.").waitFor();
    await dialog.getByRole("button", { name: "Add a schedule" }).click();
    await dialog.getByRole("textbox", { name: "What is said" }).fill("What is new?");
    await dialog.getByLabel("Time zone").fill("Europe/Berlin");
    await dialog.getByLabel("Tokens a day").fill("100000");
    await picture(page, "schedule-form");
    await dialog.getByRole("button", { name: "Save" }).click();
    assert.equal((await listed()).items.length, 0, "half a budget is none");
    await dialog.getByLabel("US dollars a day").fill("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(/^Every weekday at 08:00, Europe\/Berlin · next: /).waitFor();
    await picture(page, "schedules");

    await dialog.getByRole("button", { name: "Run now" }).click();
    await page.getByText("It is said now.").waitFor();
    await dialog.getByRole("button", { name: "Pause" }).click();
    await dialog.getByText(/· paused$/).waitFor();
    assert.equal((await listed()).items[0]?.paused, true);
    await becomes(() => page.locator(".row .planned").count(), 0);
    await dialog.getByRole("button", { name: "Let it go on" }).click();
    await page.locator(".row .planned").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".message", { hasText: "What is new?" }).getByText("By schedule").first().waitFor();
    await answersOf(page, "Ada").first().waitFor();
    await picture(page, "by-schedule");

    await goWithin(page, "/settings/schedules");
    await page.getByText(/^Today [\d,]+ of 100,000 tokens/).waitFor();
    await page.getByRole("link", { name: "Morning" }).last().waitFor();
    await picture(page, "schedules-page");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "schedules-page-phone-dark");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Remove" }).click();
    await eventually(async () => assert.equal((await listed()).items.length, 0));
    await bowl.api("PATCH", "/api/daily-budget", { daily: null });
  },
);
