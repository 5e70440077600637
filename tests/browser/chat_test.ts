/** The chat as a person sees it: many answers, whose they are, which count, who takes part. */
import assert from "node:assert/strict";
import { browserTest, picture } from "./harness.ts";
import { answersOf, pill, send, settled, writing } from "./steps.ts";

// Shows S0-A1, S0-A2, S0-13, S0-A5, S0-81.
browserTest(
  "agents answer at once, side by side, each under its name, stacked when narrow",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "researcher" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "We should open a small bakery next to the station, because people love fresh bread.");
    await page.locator(".together article").nth(2).waitFor();
    await settled(page, 3);
    const boxes = await Promise.all(
      ["Ada", "Ben", "Cleo"].map((name) => answersOf(page, name).boundingBox()),
    );
    const [ada, ben, cleo] = boxes;
    assert.ok(ada && ben && cleo);
    assert.equal(ada.y, ben.y);
    assert.equal(ben.y, cleo.y);
    assert.ok(ada.x + ada.width <= ben.x && ben.x + ben.width <= cleo.x, "columns do not overlap");
    await picture(page, "chat-wide");

    await page.setViewportSize({ width: 390, height: 844 });
    const [first, second] = await Promise.all(
      ["Ada", "Ben"].map((name) => answersOf(page, name).boundingBox()),
    );
    assert.ok(first && second && first.y + first.height <= second.y, "narrow answers stack");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(overflow, false, "nothing scrolls sideways");
    await picture(page, "chat-narrow");
  },
);

// Shows S0-10, S0-A6, S0-A8, S0-A9, S0-56.
browserTest(
  "a checkbox is there on every answer, dims it, survives a reload and agrees in another tab",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const context = await bowl.context();
    const page = await bowl.tab(context, `/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    const other = await bowl.tab(context, `/c/${id}`);
    await settled(other, 2);
    for (const name of ["Ada", "Ben"]) {
      assert.equal(await answersOf(page, name).getByRole("checkbox").isVisible(), true);
    }
    await answersOf(page, "Ada").getByRole("checkbox").uncheck();
    await other.locator("article.left-out", { hasText: "Ada" }).waitFor();
    assert.equal(await answersOf(other, "Ada").getByRole("checkbox").isChecked(), false);
    assert.equal(await answersOf(other, "Ben").getByRole("checkbox").isChecked(), true);
    await page.reload();
    await settled(page, 2);
    assert.equal(await answersOf(page, "Ada").getByRole("checkbox").isChecked(), false);
  },
);

// Shows S0-A11, S0-A12, S0-A16, S0-A13, S0-27.
browserTest(
  "a pill turns its agent off for every tab and for ever; only the others answer",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const context = await bowl.context();
    const page = await bowl.tab(context, `/c/${id}`);
    const other = await bowl.tab(context, `/c/${id}`);
    await pill(other, "Ada").waitFor();
    await pill(page, "Ada").click();
    await other.locator('.pill.off:has-text("Ada")').waitFor();
    assert.equal(await pill(other, "Ada").getAttribute("aria-pressed"), "false");
    await send(page, "Who is there?");
    await settled(page, 1);
    assert.equal(await answersOf(page, "Ada").count(), 0);
    assert.equal(await answersOf(page, "Ben").count(), 1);
    await page.reload();
    await page.locator('.pill.off:has-text("Ada")').waitFor();
  },
);

// Shows S0-25, S0-26, P21.
browserTest("agents join and leave; who left keeps name and words", async (bowl) => {
  const id = await bowl.conversation({ Ada: "editor" });
  await bowl.conversation({ Dora: "critic" });
  const page = await bowl.open(`/c/${id}`);
  await page.getByRole("button", { name: "+ Add agent" }).click();
  await page.getByRole("menuitem", { name: "Dora" }).click();
  await pill(page, "Dora").waitFor();
  await send(page, "Hello");
  await settled(page, 2);
  await page.getByRole("button", { name: "Actions for Dora" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await pill(page, "Dora").waitFor({ state: "detached" });
  assert.equal(await answersOf(page, "Dora").count(), 1);
});

// Shows S0-A15, S0-28, S2-14.
browserTest(
  "with everyone off the message stays and one notice says why",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await pill(page, "Ada").click();
    await page.locator(".pill.off").waitFor();
    await send(page, "A note to myself");
    await page.locator(".notice").waitFor();
    assert.match(await page.locator(".notice").innerText(), /no agents/i);
    assert.equal(await page.locator("article.mine", { hasText: "A note to myself" }).count(), 1);
    assert.equal(await page.locator("article.theirs").count(), 0);
  },
);

// Shows S2-U3, S2-44, S0-A21, P11.
browserTest(
  "a failed answer says so in place with Retry, the others are untouched",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Bad: "error-401" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await page.locator("article.failed").waitFor();
    await settled(page, 2);
    assert.equal(await answersOf(page, "Ada").locator(".text").count(), 1);
    await page.locator("article.failed").getByRole("button", { name: "Retry" }).click();
    await page.locator("article.failed").nth(1).waitFor();
    assert.equal(await answersOf(page, "Ada").count(), 1, "retry asks that agent alone");
  },
);

// Shows P10.
browserTest(
  "stop ends an answer in the middle, by button or Esc, and keeps what was written",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "hang-middle" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Tell me of bread");
    const before = await writing(page, "Ada", 10);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("article.cancelled").waitFor();
    assert.ok((await page.locator("article.cancelled .text").innerText()).startsWith(before.trim()));
    await send(page, "Again");
    await writing(page, "Ada", 10);
    await page.keyboard.press("Escape");
    await page.locator("article.cancelled").nth(1).waitFor();
  },
);

// Shows S4-T5, S4-2.
browserTest(
  "on request nobody answers until its button is pressed",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" }, { mode: "manual" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await page.locator("article.mine", { hasText: "Is bread food?" }).waitFor();
    const bar = page.getByRole("group", { name: "Ask an agent" });
    assert.match(await bar.innerText(), /^Ask agent:/);
    assert.equal(await page.locator("article.theirs").count(), 0);
    await bar.getByRole("button", { name: "Ben" }).click();
    await settled(page, 1);
    assert.equal(await answersOf(page, "Ben").count(), 1);
    await page.locator(".trigger-bar button:enabled", { hasText: "Ada" }).waitFor();
  },
);

// Shows S3-14, S3-16.
browserTest(
  "three exchanges are six messages with six ids, none replaced, while text streams in",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const said = ["show me all tasks", "create task for groceries", "list all tasks"];
    for (const [index, text] of said.entries()) {
      await send(page, text);
      await settled(page, index + 1);
    }
    const ids = await page.locator("article[id]").evaluateAll((all) => all.map((one) => one.id));
    assert.equal(ids.length, 6);
    assert.equal(new Set(ids).size, 6);
    assert.deepEqual(await page.locator("article.mine .bubble").allInnerTexts(), said);
    const answers = await page.locator("article.theirs").evaluateAll((all) => all.map((one) => one.id));
    for (const answer of answers) assert.match(answer, /^message_[0-9a-f]{12}$/);
  },
);

browserTest(
  "pills are put in another order with keys or by dragging, for every tab and for ever",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "echo" });
    const context = await bowl.context();
    const page = await bowl.tab(context, `/c/${id}`);
    const other = await bowl.tab(context, `/c/${id}`);
    const order = (tab: typeof page, names: string) =>
      tab.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll(".pill .name")].map((name) => name.textContent).join() === wanted,
        names,
      );
    await order(other, "Ada,Ben,Cleo");
    await pill(page, "Ada").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await order(page, "Ben,Ada,Cleo");
    await page.keyboard.press("Alt+ArrowRight");
    await order(other, "Ben,Cleo,Ada");
    await page.locator(".pills li", { hasText: "Ada" }).dragTo(page.locator(".pills li", { hasText: "Ben" }));
    await order(other, "Ada,Ben,Cleo");
    await page.reload();
    await order(page, "Ada,Ben,Cleo");
  },
);
