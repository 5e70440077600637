/** Answers beside the talk: a turn without a message from what an agent saw, and several answers to the same. */
import { picture, visits } from "./harness.ts";
import { answersOf, becomes, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

visit(
  "from a message in what an agent saw the turn is asked again without it: cost before, the answers, and what they tell",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    await answersOf(page, "Ada").hover();
    await answersOf(page, "Ada").getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "What if it had not seen this?" }).click();
    const trial = dialog.getByRole("region", { name: "What if it had not seen this?" });
    await trial.getByText(/^8 answers, about [\d,]+ tokens, free\./).waitFor();
    await trial.getByLabel("Answers with it, and as many without").selectOption("2");
    await trial.getByText(/^4 answers, about /).waitFor();
    await trial.getByRole("button", { name: "Ask", exact: true }).click();
    await trial.getByText("All answers are there.").waitFor();
    await trial.getByText(/^Two answers to the same request share \d+ % of their pairs of words/).waitFor();
    await trial.getByText(/^These answers can be divided into two such sides in 6 ways; \d of them /)
      .waitFor();
    await trial.getByText(/So few answers tell nothing/).waitFor();
    const without = trial.getByRole("region", { name: "Without it" });
    await becomes(() => without.getByRole("listitem").count(), 2);
    await picture(page, "without");
    await check(page, "a turn without a message");
    await without.getByRole("listitem").first().click();
    await without.getByRole("button", { name: "What it saw" }).first().click();
    await dialog.getByText("It was held back, to see what the answer is like without it.").waitFor();
    await page.keyboard.press("Escape");
    await becomes(() => page.locator("article.theirs").count(), 1, "the talk is as it was");
  },
);

visit(
  "agents answer a message several times: their spread is drawn and told in numbers, and one goes on in the talk",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    await page.locator("article.mine").hover();
    await page.locator("article.mine").getByRole("button", { name: "Several answers…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^8 answers, about /).waitFor();
    await dialog.getByLabel("Answers of each").selectOption("2");
    await dialog.getByText(/^4 answers, about /).waitFor();
    await dialog.getByLabel("At most so many tokens").fill("50");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await dialog.getByText("The cap is a whole number from 100 to 10,000,000.").waitFor();
    await dialog.getByLabel("At most so many tokens").fill("100000");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await dialog.getByText("All answers are there.").waitFor();
    await dialog.getByRole("img", { name: /^Lengths and agreement\. 4 answers: / }).waitFor();
    await becomes(() => dialog.locator(".trial-plot circle").count(), 4);
    const row = dialog.getByRole("row", { name: /^Ben / });
    await row.getByRole("cell", { name: "2 of 2" }).waitFor();
    await picture(page, "samples");
    await check(page, "several answers");
    const answer = dialog.locator(".trial-answers > li").nth(1);
    await answer.locator("summary").click();
    await answer.getByRole("button", { name: "Take into the talk" }).click();
    await answer.getByRole("button", { name: "In the talk" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await settled(page, 3);
    await becomes(() => page.locator("article.theirs").count(), 3);
  },
);
