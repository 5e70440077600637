/** A note from a message to a later conversation: kept, given, told under what an agent saw, changed, erased. */
import assert from "node:assert/strict";
import { browserTest, goWithin, picture } from "./harness.ts";
import { answersOf, eventually, send, settled } from "./steps.ts";

browserTest(
  "what a person has remembered is given in another conversation, is told there, and can be erased",
  async (bowl) => {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      model: "echo",
      providerId: "provider_mock",
      color: 1,
    });
    const talk = () =>
      bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", { agentIds: [agent.id] });
    const { conversation } = await talk();
    const page = await bowl.open(`/c/${conversation.id}`);
    await send(page, "We bake on Fridays.");
    await settled(page, 1);
    const first = page.locator(".message.mine").first();
    await first.hover();
    await first.getByRole("button", { name: "Remember this" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Who is given it").selectOption({ label: "Only Ada" });
    await picture(page, "remember");
    await dialog.getByRole("button", { name: "Keep" }).click();
    await page.getByText("Kept as a note.").waitFor();

    const other = (await talk()).conversation.id;
    await goWithin(page, `/c/${other}`);
    await send(page, "When?");
    await settled(page, 1);
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    await dialog.getByText("With 1 note").click();
    await dialog.locator(".memory-given li", { hasText: "We bake on Fridays." }).waitFor();
    await dialog.getByText("Verified").waitFor();
    await picture(page, "notes-seen");
    await page.keyboard.press("Escape");

    await goWithin(page, "/settings/notes");
    await page.getByRole("button", { name: /^Change the note/ }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("We bake on Saturdays.");
    await picture(page, "notes-page");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".note", { hasText: "We bake on Saturdays." }).getByText("version 2").waitFor();
    await page.getByRole("button", { name: /^Erase its words:/ }).click();
    await dialog.getByRole("button", { name: "Erase its words" }).click();
    await page.locator(".note").waitFor({ state: "detached" });
    await eventually(async () => {
      const { items } = await bowl.api<{ items: { text: string; erased?: true }[] }>(
        "GET",
        "/api/notes?archived=true",
      );
      assert.deepEqual(items.map(({ text, erased }) => [text, erased]), [["", true]]);
    });

    // What was kept though the answer was lost is not kept a second time.
    let asked = 0;
    await page.route("**/api/notes", async (route) => {
      if (route.request().method() !== "POST" || ++asked > 1) return await route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("We bake rye.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("textbox", { name: "Note" }).waitFor({ state: "detached" });
    await page.unroute("**/api/notes");
    const { items } = await bowl.api<{ items: { id: string; text: string }[] }>("GET", "/api/notes");
    assert.deepEqual([asked, items.map(({ text }) => text)], [2, ["We bake rye."]]);
  },
);
