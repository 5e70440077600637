/** Raised hands, as a person sees them: set with their price before them, up beside who can be asked, and down again. */
import { LOOKS, picture, visits } from "./harness.ts";
import { answersOf, becomes, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

visit(
  "what hands cost is said before they are set; who has something to add says it in a line, and is asked by pressing it",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cy: "researcher", Di: "manager" }, {
      mode: "manual",
    });
    const page = await bowl.open(`/c/${id}`);
    await page.getByRole("button", { name: "Hands", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Raised hands" });
    await dialog.getByText(/^Asking once, as the talk stands: 4 calls, at most about [\d,]+ tokens, free\./)
      .waitFor();
    await becomes(
      () => dialog.getByRole("heading").allInnerTexts(),
      ["Raised hands"],
      "nobody was asked yet",
    );
    await dialog.getByLabel(/^At most so many calls/).fill("0");
    await dialog.getByRole("button", { name: "Ask for hands" }).click();
    await dialog.getByText("Calls are a whole number from 1 to 1,000.").waitFor();
    await dialog.getByLabel(/^At most so many calls/).fill("6");
    await dialog.getByRole("button", { name: "Ask for hands" }).click();
    await dialog.getByText(/^Agents are asked for hands\. Used since it was set: 0 calls of 6/).waitFor();
    await picture(page, "hands set");
    await check(page, "raised hands, set");
    await dialog.getByRole("button", { name: "Close" }).click();

    await send(page, "Which bread shall we bake?");
    const raised = page.getByRole("group", { name: "Raised hands: press one to ask" });
    const setting = page.getByRole("button", { name: /^Hands( · \d of \d)?$/ });
    await page.getByRole("button", { name: /^Hands · \d of 4$/ }).waitFor();
    const up = await raised.getByRole("button", { name: /would add:/ }).count();
    await page.getByRole("status").filter({ hasText: /^Hands are up: / }).waitFor();
    for (const { size, scheme } of LOOKS) {
      const look = await bowl.open(`/c/${id}`, { size, scheme });
      await look.getByRole("button", { name: /^Hands · \d of 4$/ }).waitFor();
      await picture(look, `hands ${size} ${scheme}`);
      await check(look, `raised hands ${size} ${scheme}`);
    }
    const first = raised.getByRole("button", { name: /would add:/ }).first();
    const name = (await first.locator("b").innerText()).trim();
    await first.focus();
    await page.keyboard.press("Enter");
    await settled(page, 1);
    await becomes(() => answersOf(page, name).count(), 1);
    await becomes(() => raised.getByRole("button", { name: /would add:/ }).count(), up - 1);

    await setting.click();
    await dialog.getByText(/^Agents are asked for hands\. Used since it was set: 4 calls of 6/).waitFor();
    await becomes(() => dialog.locator(".hands-asked > li").count(), 3);
    await picture(page, "hands asked");
    await dialog.getByRole("button", { name: "What it saw" }).first().click();
    // Which view was chosen last stays, from a test before too.
    await page.getByRole("dialog").getByRole("button", { name: "Bytes", exact: true }).click();
    await page.getByRole("dialog").getByText(/You are not asked to answer yet/).first().waitFor();
    await picture(page, "hands saw");
    await page.keyboard.press("Escape");
    // Behind an open dialog nothing can be typed.
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await send(page, "And which cake?");
    await page.getByText(/beyond the 6 calls that it may use\.$/).waitFor();
    await page.getByRole("button", { name: "Hands", exact: true }).waitFor();
  },
);
