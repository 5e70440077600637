/** A panel from its question to its brief: called from the message box, read stage by stage, followed to its words. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { type Bowl, browserTest, picture, visits } from "./harness.ts";
import { becomes, eventually } from "./steps.ts";

const visit = visits();

async function begun(bowl: Bowl): Promise<{ page: Page; id: string }> {
  const agentIds: string[] = [];
  for (const [name, model] of [["Fennel", "editor"], ["Basil", "critic"], ["Thyme", "researcher"]]) {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name,
      model,
      providerId: "provider_mock",
      color: 1,
    });
    agentIds.push(agent.id);
    bowl.agents.push(agent.id);
  }
  const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
    "POST",
    "/api/conversations",
    {
      title: "Sundays",
      agentIds,
    },
  );
  return { page: await bowl.open(`/c/${id}`), id };
}

visit(
  "a council is called from the message box, told in a line of stages, and every line of its brief leads to its words",
  async (bowl) => {
    const { page, id } = await begun(bowl);
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("Should the bakery open on Sundays?");
    await page.locator("input[type=file]").setInputFiles({
      name: "sundays.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("Sundays are long."),
    });
    const attached = page.getByRole("list", { name: "Files to send" });
    await attached.getByText("sundays.txt").waitFor();
    await page.getByRole("button", { name: "Ask a panel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("sundays.txt").waitFor();
    assert.equal(
      await dialog.getByLabel("The question").inputValue(),
      "Should the bakery open on Sundays?",
      "what was written is what is asked",
    );
    await dialog.getByText("7 answers in 3 stages").waitFor();
    await dialog.getByRole("button", { name: "Take Thyme away as Member" }).click();
    await dialog.getByText("5 answers in 3 stages").waitFor();
    await dialog.getByText(/^5 answers, about [\d,]+ tokens, free\.$/)
      .waitFor();
    await picture(page, "panel-ask");
    await dialog.getByRole("button", { name: "Begin" }).click();
    await eventually(async () =>
      assert.equal(await box.inputValue(), "", "the message box has given its words away")
    );
    await attached.waitFor({ state: "detached" });
    const files = async () => {
      const { items } = await bowl.api<{ items: { attachments: { name: string }[] }[] }>(
        "GET",
        `/api/conversations/${id}/messages`,
      );
      return items[0]?.attachments.map(({ name }) => name);
    };
    await becomes(files, ["sundays.txt"], "and its file");

    await page.getByRole("heading", { name: "Agreed" }).waitFor();
    await picture(page, "panel-brief");
    const steps = page.getByRole("list", { name: "Stages of the panel" });
    await becomes(() => steps.getByRole("button").count(), 3);
    await steps.getByRole("button", { name: "Alone: 2 of 2" }).click();
    await page.getByRole("heading", { name: "Agreed" }).waitFor({ state: "detached" });
    await becomes(() => page.locator(".card").count(), 2);
    await steps.getByRole("button", { name: "Verdict: 1 of 1" }).click();

    const source = page.locator(".brief-source").first();
    const words = await source.getAttribute("title") ?? "";
    await source.click();
    await page.getByRole("heading", { name: "Agreed" }).waitFor({ state: "detached" });
    await eventually(async () => {
      const marked = await page.evaluate(() =>
        [...CSS.highlights.get("found") ?? []].map((range) => range instanceof Range ? range.toString() : "")
      );
      assert.equal(marked.length, 1);
      assert.ok(words.includes(marked[0]?.slice(0, 20) ?? "-"), `${words} · ${marked}`);
    });
    await picture(page, "panel-passage");
  },
);

browserTest(
  "a panel is kept with its seats, found in the settings, changed there, and taken in again from its file",
  async (bowl) => {
    const { page } = await begun(bowl);
    await page.getByRole("button", { name: "Ask a panel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Debate", { exact: true }).click();
    await dialog.getByRole("button", { name: "Keep as a panel" }).click();
    await page.getByText("Kept. Programs can ask it as a model now.").waitFor();
    const models = await bowl.api<{ data: { id: string }[] }>("GET", "/v1/models");
    assert.ok(models.data.some(({ id }) => id === "panel/debate"));

    await page.goto(`${bowl.address}/settings/panels`);
    await page.getByText("Programs ask it as panel/debate.").waitFor();
    await picture(page, "panels-page");
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "As a file" }).first().click();
    const text = await Deno.readTextFile(await (await file).path());
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).first().fill("Our debate");
    // Its second stage, what most never need of it opened by the keyboard.
    const stage = page.locator(".format-part").filter({ has: page.getByLabel("What they are asked") }).nth(1);
    await stage.locator("summary").press("Enter");
    await stage.getByLabel("Opening", { exact: true }).check();
    await stage.getByLabel("Minutes until an answer is late").fill("0");
    await stage.getByText("From 1 to 60.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not saved: see above.").waitFor();
    await stage.getByLabel("Minutes until an answer is late").fill("5");
    await stage.getByLabel("Over once all say the same in this field").fill("answer");
    await page.getByRole("button", { name: "Save" }).click();
    await stage.getByText("It must say how often it is repeated").waitFor();
    await stage.getByLabel("Rounds").selectOption("2");
    await stage.getByLabel("What they give").selectOption("own");
    await stage.locator("summary").scrollIntoViewIfNeeded();
    await picture(page, "panel-form");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Our debate" }).waitFor();
    await page.getByText("Programs ask it as panel/our-debate.").waitFor();
    const { items } = await bowl.api<{ items: { format: { stages: unknown[] } }[] }>("GET", "/api/panels");
    const kept = items[0]?.format.stages[1] ?? assert.fail("it is there");
    assert.partialDeepStrictEqual(kept, { of: ["opening"], minutes: 5, rounds: 2, agree: "answer" });

    const give = (buffer: string) =>
      page.getByLabel("Take a file in").setInputFiles({
        name: "a.panel.json",
        mimeType: "application/json",
        buffer: Buffer.from(buffer),
      });
    await give("{}");
    await page.getByText("This file holds no panel.").waitFor();
    await give(text);
    await page.getByText("Without seats it is no model for programs").waitFor();
    await page.getByRole("button", { name: "Remove" }).last().click();
    await page.getByText("Without seats it is no model for programs").waitFor({ state: "detached" });
  },
);
