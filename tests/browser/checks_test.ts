/** A conversation as a check: what is expected of an answer, a run of it, and both sides of it. */
import { goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

visit(
  "an answer is checked, the conversation is saved as check and run with another prompt, and its versions tell of it",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    const said = (await answersOf(page, "Ada").locator(".text").first().innerText()).slice(0, 20);
    await answersOf(page, "Ada").hover();
    await answersOf(page, "Ada").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Check…" }).click();
    const dialog = page.getByRole("dialog", { name: "Checks" });
    await dialog.getByText("Nothing is expected of this conversation yet.").waitFor();
    await dialog.getByLabel("Text, tool or rule").fill(said);
    await dialog.getByRole("button", { name: "Expect it" }).click();
    await dialog.getByRole("listitem").getByRole("img", { name: "holds" }).waitFor();
    await dialog.getByLabel("The answer").selectOption("like");
    await dialog.getByLabel("Text, tool or rule").fill("Quokkas zigzag.");
    await dialog.getByRole("button", { name: "Expect it" }).click();
    await dialog.getByText("must be like “Quokkas zigzag.”").waitFor();
    await dialog.getByLabel("Name of the check").fill("Bread");
    await dialog.getByRole("button", { name: "Save as check" }).click();
    await dialog.getByText(/^Saved checks stand in Settings/).waitFor();
    await dialog.getByText(/^1 question\. The answers here used [\d,]+ tokens/).waitFor();
    await dialog.getByText("With other models or prompts").click();
    await dialog.getByLabel("Model of Ada").fill("echo");
    await dialog.getByText(/^1 question\. The answers here used [\d,]+ tokens/).waitFor();
    await dialog.getByLabel("Judge of what answers must be like").selectOption({ label: "Ada · critic" });
    await dialog.getByText("In it 1 verdict of the judge is estimated.").waitFor();
    await dialog.getByRole("button", { name: "Run checks" }).click();
    await dialog.getByText("0 hold, 2 fail").waitFor();
    await dialog.getByText("Judge, a model: The answer has no word of the rule.").waitFor();
    const row = dialog.getByRole("row", { name: /must say/ });
    await row.getByRole("img", { name: "holds" }).waitFor();
    await row.getByRole("img", { name: "fails" }).waitFor();
    await dialog.getByRole("region", { name: "In this run" }).first().getByText("Is bread food?").waitFor();
    await picture(page, "checks");
    await check(page, "a check and a run of it");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await becomes(() => page.locator("article.theirs").count(), 1, "the talk is as it was");
    await goWithin(page, "/settings/checks");
    await page.locator(".check-list > li", { hasText: "Bread" }).getByRole("button").click();
    await page.waitForURL(`**/c/${id}`);
    await dialog.getByText("0 hold, 2 fail").waitFor();
  },
);
