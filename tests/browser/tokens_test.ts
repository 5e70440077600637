/** Tokens in the settings: what each may do, until when, when it was last used, and its end with the password. */
import assert from "node:assert/strict";
import { browserTest, goWithin, picture } from "./harness.ts";
import { check } from "./view_check.ts";
import { becomes, eventually } from "./steps.ts";

browserTest(
  "a token is made with a scope and an end, tells its last use, and ends with a change of the password",
  async (bowl) => {
    const page = await bowl.open("/settings/tokens");
    const row = (name: string) => page.locator("article.resource", { hasText: name });
    const make = async (name: string, scope: string, life: string) => {
      await page.getByLabel("Name of the program").fill(name);
      await page.getByLabel("What it may do").selectOption({ value: scope });
      await page.getByLabel("How long").selectOption({ label: life });
      await page.getByRole("button", { name: "Make a token" }).click();
      await row(name).waitFor();
      return await page.locator("[role=status] code").innerText();
    };
    await becomes(() => page.getByLabel("What it may do").inputValue(), "chat", "the least is offered first");
    await becomes(() => page.getByLabel("How long").inputValue(), "90", "and an end");
    const reader = await make("dashboard", "read", "30 days");
    await row("dashboard").getByText(/^Read · since .* · until .* · not used yet$/).waitFor();
    await make("laptop", "all", "Until it is revoked");
    await row("laptop").getByText(/^All · since .* · does not expire · not used yet$/).waitFor();
    const ask = async (method: string) => {
      const answer = await fetch(`${bowl.address}/api/roles`, {
        method,
        headers: { authorization: `Bearer ${reader}`, "content-type": "application/json" },
        ...(method === "POST" ? { body: JSON.stringify({ name: "New" }) } : {}),
      });
      await answer.body?.cancel();
      return answer.status;
    };
    assert.deepEqual([await ask("GET"), await ask("POST")], [200, 403]);
    await page.reload();
    await row("dashboard").getByText(/last used/).waitFor();
    await eventually(async () => {
      const ends = await page.locator("article.resource").evaluateAll((all) =>
        all.map((one) => {
          const inside = one.getBoundingClientRect().right - parseFloat(getComputedStyle(one).paddingRight);
          return Math.round(inside - (one.querySelector("button")?.getBoundingClientRect().right ?? 0));
        })
      );
      assert.deepEqual(ends, [0, 0], "each button stands at the end of its row, within the border");
    });
    await check(page, "tokens");
    await picture(page, "tokens");
    await page.setViewportSize({ width: 390, height: 844 });
    await check(page, "tokens-narrow");
    await picture(page, "tokens-narrow");
    await page.setViewportSize({ width: 1440, height: 900 });

    await goWithin(page, "/settings/password");
    await page.getByRole("button", { name: "Set a password" }).waitFor();
    await becomes(
      () => page.getByText(/every token of a program ends/).count(),
      0,
      "the first one ends none",
    );
    const set = async (present: string | null, password: string) => {
      if (present !== null) await page.getByLabel("Present password").fill(present);
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("The new password again").fill(password);
      await page.keyboard.press("Enter");
    };
    await set(null, "the first password");
    await page.getByRole("button", { name: "Change the password" }).waitFor();
    await page.getByText(/every token of a program ends/).waitFor();
    assert.equal(await ask("GET"), 200);
    await set("the first password", "another password");
    await page.getByText("Changed. Everybody else signs in anew.").waitFor();
    assert.equal(await ask("GET"), 401);
    await goWithin(page, "/settings/tokens");
    await page.getByLabel("Name of the program").waitFor();
    await becomes(() => row("dashboard").count(), 0);
  },
);
