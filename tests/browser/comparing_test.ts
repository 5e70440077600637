/** A blind comparison: asked from a message, judged by keys, revealed. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { goWithin, picture, visits } from "./harness.ts";
import { becomes, pressInPalette, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

visit(
  "a question is compared blind: who answers what is not shown before it is judged and revealed, and then verified",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    const told = Promise.withResolvers<void>();
    await page.route(/\/comparisons\/cost$/, async (route) => {
      await told.promise;
      await route.continue();
    });
    await page.locator("article.mine").hover();
    await page.locator("article.mine").getByRole("button", { name: "Compare blind…" }).click();
    const dialog = page.getByRole("dialog");
    const question = dialog.getByLabel("Question", { exact: true });
    assert.equal(await question.inputValue(), "Is bread food?");
    await page.keyboard.press("Escape");
    // Behind an open dialog nothing can be typed.
    await dialog.waitFor({ state: "detached" });
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("And is rye?");
    const file = { name: "rye.txt", mimeType: "text/plain", buffer: Buffer.from("Rye keeps a week.") };
    await page.locator("#composer-form input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Ask blind" }).click();
    assert.equal(await question.inputValue(), "And is rye?");
    await dialog.getByText("rye.txt").waitFor();
    for (const name of await dialog.getByRole("checkbox").all()) await name.setChecked(false);
    for (const name of ["Ada", "Ben"]) await dialog.getByRole("checkbox", { name, exact: true }).check();
    await dialog.getByLabel(/^Judged by/).fill("clear");
    const ask = dialog.getByRole("button", { name: "Ask all of them" });
    assert.ok(await ask.isDisabled(), "nothing is asked before it was told what it uses");
    told.resolve();
    await dialog.getByText(/^2 answers, about [\d,]+ tokens, free\.$/)
      .waitFor();
    await picture(page, "asking");
    await ask.click();
    const answer = (letter: string) => dialog.getByRole("listitem", { name: `Answer ${letter}` });
    await answer("B").waitFor();
    await dialog.getByText(/stand in 2 of 2 requests, each proven by its hash/).waitFor();
    await dialog.getByText("“rye.txt” stands in 2 of 2 requests").waitFor();
    assert.equal(await box.inputValue(), "", "what was asked is not written any more");
    const shown = await dialog.locator(".blind").innerText();
    assert.ok(!/Ada|Ben|editor|critic/.test(shown), "nobody is named");
    await dialog.getByRole("radio", { name: "A", exact: true }).focus();
    await page.keyboard.press("b");
    await becomes(() => dialog.getByRole("radio", { name: "B", exact: true }).isChecked(), true);
    await dialog.getByLabel("Best by “clear”").selectOption("A");
    await dialog.getByRole("button", { name: "Judge", exact: true }).click();
    await dialog.getByText("Your judgement is kept.").waitFor();
    await picture(page, "judging");
    await check(page, "a blind comparison");
    await dialog.getByRole("button", { name: "Reveal whose they are" }).click();
    await dialog.getByText(/was fixed before anybody was asked/).waitFor();
    assert.match(await answer("A").innerText() + await answer("B").innerText(), /Ada[^]*Ben|Ben[^]*Ada/);
    await picture(page, "revealed");
    await dialog.getByRole("button", { name: "Ranking", exact: true }).click();
    await dialog.getByText(/too little to tell anybody apart/).waitFor();
    await dialog.getByText(/cannot be told apart yet/).waitFor();
    assert.equal(await dialog.getByRole("listitem").filter({ hasText: "(" }).count(), 2);
    await picture(page, "ranking");
    await check(page, "a ranking");
    await dialog.getByRole("button", { name: /Ada, Ben: |Ben, Ada: / }).click();
    await answer("B").waitFor();
    await dialog.getByRole("button", { name: "What each was sent and said" }).click();
    await settled(page, 2);
    await becomes(() => page.locator("article.theirs").count(), 2);
    await goWithin(page, `/c/${id}`);
    await becomes(() => page.locator("article.mine").count(), 1);
    await pressInPalette(page, "Compare blind");
    await dialog.getByRole("button", { name: "Erase the question…" }).click();
    await dialog.getByText(/counts? in no ranking any more/).waitFor();
    await picture(page, "erase-question");
    await check(page, "erasing what was compared");
    await dialog.getByRole("button", { name: "Erase the words" }).click();
    await page.getByText("The words were erased.").waitFor();
    await pressInPalette(page, "Compare blind");
    await answer("B").waitFor();
    assert.equal(await dialog.getByText("And is rye?").count(), 0);
    assert.equal(await dialog.getByRole("button", { name: "Erase the question…" }).count(), 0);
  },
);
