/** An agency as a person meets it: made in the settings, spoken to through its manager, its own talk behind the glass. */
import assert from "node:assert/strict";
import { browserTest, picture } from "./harness.ts";
import { answersOf, becomes, beginWithAgency, chosen, eventually, pill } from "./steps.ts";

// Shows S1-1, S1-4.
browserTest(
  "an agency is made in the settings; the person hears its manager alone, and its talk is one click away",
  async (bowl) => {
    await bowl.conversation({ Boss: "manager", Coder: "echo", Tester: "echo" });
    const page = await bowl.open("/settings/agencies", { glass: true });
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
    await beginWithAgency(page, "Works", "Can we ship a game by Friday?");
    await pill(page, "Tester").waitFor();
    await chosen(page, "Manager");
    await page.locator("article.theirs:visible", { hasText: "Boss" }).last().waitFor();
    await page.locator("article.theirs[aria-busy='true']").first().waitFor({ state: "detached" });
    const behind = page.locator("details.behind");
    await behind.first().waitFor();
    // Until the exchange is over the manager may go on asking.
    await page.locator(".events", { hasText: "Done:" }).waitFor();

    const seen = page.locator("article.theirs:visible");
    await becomes(() => seen.count(), 1, "one answer, from the manager");
    await eventually(async () => assert.match(await seen.innerText(), /Boss/));
    assert.doesNotMatch(await seen.innerText(), /"to"|"context"/, "its words, not their wrapping");
    await becomes(() => answersOf(page, "Coder").first().isVisible(), false);

    for (const one of await behind.all()) await one.locator("> summary").click();
    await eventually(async () => {
      const asides = (await behind.locator(".aside").allInnerTexts()).map((text) =>
        text.replace(/\s+/g, " ")
      );
      assert.ok(asides.some((text) => /^Boss to Coder/.test(text)), "the manager's question says to whom");
      assert.ok(asides.some((text) => /^Coder to Boss/.test(text)), "the answer too");
    });
    await picture(page, "behind-the-glass");
    await behind.locator(".aside summary", { hasText: /^Coder\s*to\s*Boss/ }).first().click();
    await answersOf(page, "Coder").first().waitFor();
  },
);
