/** A project from nothing: made, filled, a conversation begun in it and one moved into it, told under what it saw, put away. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, pressInPalette, send, settled } from "./steps.ts";

const visit = visits();

visit(
  "a project gives its conversations instructions, files, agents and notes, and what it saw tells them by name",
  async (bowl) => {
    const ada = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      model: "echo",
      providerId: "provider_mock",
      color: 1,
      params: { contextWindow: 400 },
    });
    bowl.agents.push(ada.id);
    const page = await bowl.open("/settings/projects");
    await page.getByRole("button", { name: "New project" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Oven");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Oven", level: 1 }).waitFor();
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";

    await page.getByRole("textbox", { name: /^Instructions/ }).fill("Use grams.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("It holds from the next answer on.").waitFor();
    await page.locator(".project-part input[type=file]").setInputFiles({
      name: "plan.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("220 degrees for an hour"),
    });
    await page.locator(".project-files li", { hasText: /plan\.txt.*≈ 6 tokens/ }).waitFor();
    await page.getByRole("checkbox", { name: "Ada" }).check();
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Closed on Sundays.");
    await page.locator(".project-part").getByRole("button", { name: "Save" }).click();
    await page.locator(".note", { hasText: "In the project Oven" }).waitFor();
    await page.getByText(/≈ \d+ tokens with every answer/).waitFor();
    await eventually(async () => {
      const { agentIds, files } = await bowl.api<{ agentIds: string[]; files: unknown[] }>(
        "GET",
        `/api/projects/${id}`,
      );
      assert.deepEqual([agentIds, files.length], [[ada.id], 1]);
    });
    await picture(page, "project");

    // Who is in a new conversation is the project's to say, and a reload forgets nothing of that.
    await page.reload();
    await page.getByRole("button", { name: "Ada", pressed: true }).waitFor();
    await becomes(() => page.locator(".project .ag[aria-pressed=true]").count(), 1);
    await page.getByRole("textbox", { name: "Message" }).fill("How hot?");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/c\//);
    await settled(page, 1);
    await page.getByRole("link", { name: "Project Oven" }).waitFor();
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^With the project “Oven”, version \d$/).click();
    await dialog.locator(".project-said", { hasText: "Use grams." }).waitFor();
    await dialog.locator(".memory-given li", { hasText: "plan.txt" }).waitFor();
    await dialog.getByText("Verified").waitFor();
    await picture(page, "project-seen");
    await page.keyboard.press("Escape");

    // Another one is moved into it, and hears of what is too large.
    await bowl.api("PATCH", `/api/projects/${id}`, { instructions: "x".repeat(4_000) });
    const { conversation: { id: other } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { agentIds: [ada.id], title: "Elsewhere" },
    );
    await goWithin(page, `/c/${other}`);
    await page.getByRole("button", { name: "Actions for Elsewhere" }).first().click();
    await page.getByRole("menuitem", { name: "Project …" }).click();
    await dialog.getByRole("radio", { name: "Oven" }).check();
    await dialog.getByRole("button", { name: "Move" }).click();
    await page.getByText(/Moved to “Oven”.*context window of Ada/).waitFor();
    await page.locator(".to-words", { hasText: /~1(\.\d+)?k tokens/i }).waitFor();
    await page.getByRole("link", { name: "Project Oven" }).click();
    await page.locator(".project-gives .problem", { hasText: "context window of Ada" }).waitFor();
    await page.locator(".project-talks li", { hasText: "Elsewhere" }).waitFor();

    // Put away it gives nothing, and can be had back.
    await page.getByRole("button", { name: "Actions for the project Oven" }).click();
    await page.getByRole("menuitem", { name: "Put away" }).click();
    await page.locator(".project-links").waitFor({ state: "detached" });
    await page.goto(`${bowl.address}/p/${id}`);
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByText("Put away").click();
    await page.getByRole("button", { name: "Have the project Oven back" }).click();
    await page.locator(".project-links a", { hasText: "Oven" }).click();

    // By keys alone: from the palette out of the project again.
    await goWithin(page, `/c/${other}`);
    await send(page, "Too much?");
    await page.getByText(/project of this conversation gives is by itself larger/).first().waitFor();
    await pressInPalette(page, "Move to a project");
    await dialog.getByRole("radio", { name: "No project" }).check();
    await page.keyboard.press("Enter");
    await page.getByText("It is in no project any more.").waitFor();
    await send(page, "And now?");
    await eventually(async () => assert.ok(await answersOf(page, "Ada").count() >= 2));
  },
);
