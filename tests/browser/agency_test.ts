/** An agency as a person meets it: made in the settings, spoken to through its manager, its own talk behind the glass. */
import assert from "node:assert/strict";
import { browserTest, picture } from "./harness.ts";
import { answersOf, pill, send } from "./steps.ts";

// Shows S1-1, S1-4.
browserTest(
  "an agency is made in the settings; the person hears its manager alone, and its talk is one click away",
  async (bowl) => {
    await bowl.conversation({ Boss: "manager", Coder: "echo", Tester: "echo" });
    const page = await bowl.open("/settings/agencies");
    await page.getByRole("button", { name: "Add agency" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Works");
    const managers = page.getByLabel("Manager", { exact: true });
    const boss = await managers.locator("option", { hasText: "Boss" }).textContent();
    await managers.selectOption({ label: boss ?? "" });
    for (const name of ["Boss", "Coder", "Tester"]) await page.getByRole("checkbox", { name }).check();
    await page.getByLabel("Principles").fill("Be brief.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".resource:not(:has(form))", { hasText: "Works" }).waitFor();

    await page.getByRole("button", { name: /New conversation/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Agency").selectOption({ label: "Works" });
    await dialog.getByRole("button", { name: "Start" }).click();
    await pill(page, "Tester").waitFor();
    assert.equal(
      await page.getByRole("button", { name: "Manager", exact: true }).getAttribute("aria-pressed"),
      "true",
    );
    await send(page, "Can we ship a game by Friday?");
    await page.locator("article.theirs:visible", { hasText: "Boss" }).last().waitFor();
    await page.locator("article.theirs[aria-busy='true']").first().waitFor({ state: "detached" });
    const behind = page.locator("details.behind");
    await behind.first().waitFor();
    // Until the exchange is over the manager may go on asking.
    await page.locator(".events", { hasText: "exchange.completed" }).waitFor();

    const seen = page.locator("article.theirs:visible");
    assert.equal(await seen.count(), 1, "one answer, from the manager");
    assert.match(await seen.innerText(), /Boss/);
    assert.doesNotMatch(await seen.innerText(), /"to"|"context"/, "its words, not their wrapping");
    assert.equal(await answersOf(page, "Coder").first().isVisible(), false);

    for (const one of await behind.all()) await one.locator("summary").click();
    await answersOf(page, "Coder").first().waitFor();
    const asides = await behind.locator(".aside").allInnerTexts();
    assert.ok(asides.some((text) => /^Boss to Coder/.test(text)), "the manager's question says to whom");
    assert.ok(asides.some((text) => /^Coder to Boss/.test(text)), "the answer too");
    await picture(page, "behind-the-glass");
  },
);
