/** The chat as a person sees it: many answers, whose they are, which count, who takes part. */
import assert from "node:assert/strict";
import { picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, pill, send, settled, writing } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

// Shows S0-A1, S0-A2, S0-13, S0-A5, S0-81.
visit(
  "agents answer at once, side by side, each under its name; where it is narrow one a page, and its mark leads there",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "researcher" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "We should open a small bakery next to the station, because people love fresh bread.");
    await page.locator(".together article").nth(2).waitFor();
    await settled(page, 3);
    await eventually(async () => {
      const [ada, ben, cleo] = await page.locator("article.theirs").evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().toJSON() as DOMRectReadOnly)
      );
      assert.ok(ada && ben && cleo);
      assert.deepEqual([ben.y, cleo.y], [ada.y, ada.y]);
      assert.ok(ada.right <= ben.x && ben.right <= cleo.x, "columns do not overlap");
    });
    await picture(page, "chat-wide");

    await page.setViewportSize({ width: 390, height: 844 });
    const placeOf = async (name: string) => {
      const box = await answersOf(page, name).boundingBox();
      assert.ok(box);
      return box;
    };
    await eventually(async () =>
      assert.ok((await placeOf("Ada")).width > 300, "each has the page to itself")
    );
    await eventually(async () => assert.ok((await placeOf("Ben")).x > 340, "the next is one page further"));
    await page.getByRole("button", { name: "Ben, done" }).click();
    await eventually(async () => {
      const { x, width } = await placeOf("Ben");
      assert.ok(x >= 0 && x + width <= 390, "its mark leads to it");
    });
    await eventually(async () => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(overflow, false, "the page itself does not scroll sideways");
    });
    await picture(page, "chat-narrow");
  },
);

// Shows S0-10, S0-A6, S0-A8, S0-A9, S0-56.
visit(
  "a checkbox is there on every answer, dims it, survives a reload and agrees in another tab",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    const other = await bowl.tab(page.context(), `/c/${id}`);
    await settled(other, 2);
    for (const name of ["Ada", "Ben"]) {
      await becomes(() => answersOf(page, name).getByRole("checkbox").isVisible(), true);
    }
    await answersOf(page, "Ada").getByRole("checkbox").uncheck();
    await other.locator("article.left-out", { hasText: "Ada" }).waitFor();
    await becomes(() => answersOf(other, "Ada").getByRole("checkbox").isChecked(), false);
    await becomes(() => answersOf(other, "Ben").getByRole("checkbox").isChecked(), true);
    await page.reload();
    await settled(page, 2);
    await becomes(() => answersOf(page, "Ada").getByRole("checkbox").isChecked(), false);

    // What is drawn anew before the server has answered does not take a press back.
    const held = Promise.withResolvers<void>();
    await page.route("**/messages/*", (route) => void held.promise.then(() => route.continue()));
    const ben = answersOf(page, "Ben").getByRole("checkbox");
    await ben.click();
    const { messages } = await bowl.api<{ messages: { id: string; role: string }[] }>(
      "GET",
      `/api/conversations/${id}`,
    );
    for (const { id: answer } of messages.filter(({ role }) => role === "assistant")) {
      await bowl.api("POST", `/api/conversations/${id}/messages/${answer}/pin`, { pinned: true });
    }
    await becomes(() => page.locator(".in-context.pinned").count(), 2);
    assert.equal(await ben.isChecked(), false);
    held.resolve();
    await page.locator("article.left-out", { hasText: "Ben" }).waitFor();
  },
);

// Shows S0-A6.
visit(
  "what is sent right after a checkbox was cleared is answered without that message, however slow the clearing is",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    const left = await answersOf(page, "Ada").getAttribute("id");
    const goOn = Promise.withResolvers<void>();
    await page.route("**/messages/*", async (route) => {
      await goOn.promise;
      await route.continue();
    });
    const cleared = page.waitForRequest((request) => request.method() === "PATCH");
    await answersOf(page, "Ada").getByRole("checkbox").uncheck();
    await cleared;
    await send(page, "Say that again.");
    await page.locator("article.outgoing", { hasText: "Say that again." }).waitFor();
    goOn.resolve();
    await settled(page, 4);
    const { items } = await bowl.api<{ items: unknown[] }>(
      "GET",
      `/api/conversations/${id}/messages/${(left ?? "").replace(/^message-/, "")}/seen-by`,
    );
    assert.deepEqual(items, []);
  },
);

visit(
  "what an answer has said stays the same elements as it ends; Stop and its key stand in one line",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "story:9000" })}`);
    await send(page, "Is bread food?");
    const said = await page.locator("article.theirs .rich.writing > p").nth(1).elementHandle();
    await eventually(async () => {
      const middles = await page.locator(":is(.stopping > .stop, .stop-hint > kbd)")
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)
        );
      assert.equal(middles.length, 2);
      assert.ok(Math.max(...middles) - Math.min(...middles) <= 0.5, middles.join(", "));
    });
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("article.theirs.cancelled .rich:not(.writing)").waitFor();
    assert.equal(await said?.evaluate((one) => one.isConnected), true);
  },
);

// Shows S0-A11, S0-A12, S0-A16, S0-A13, S0-27.
visit(
  "a pill turns its agent off for every tab and for ever; only the others answer",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    const other = await bowl.tab(page.context(), `/c/${id}`);
    await pill(other, "Ada").waitFor();
    await pill(page, "Ada").click();
    await other.locator('.pill.off:has-text("Ada")').waitFor();
    await becomes(() => pill(other, "Ada").getAttribute("aria-pressed"), "false");
    await send(page, "Who is there?");
    await settled(page, 1);
    await becomes(() => answersOf(page, "Ada").count(), 0);
    await becomes(() => answersOf(page, "Ben").count(), 1);
    await page.reload();
    await page.locator('.pill.off:has-text("Ada")').waitFor();
  },
);

// Shows S0-25, S0-26, P21.
visit("agents join and leave; who left keeps name and words", async (bowl) => {
  const id = await bowl.conversation({ Ada: "editor" });
  await bowl.conversation({ Dora: "critic" });
  const page = await bowl.open(`/c/${id}`);
  await page.getByRole("button", { name: "Add an agent" }).click();
  await page.getByRole("menuitem", { name: "Dora" }).click();
  await pill(page, "Dora").waitFor();
  await send(page, "Hello");
  await settled(page, 2);
  await page.getByRole("button", { name: "Actions for Dora" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await pill(page, "Dora").waitFor({ state: "detached" });
  await becomes(() => answersOf(page, "Dora").count(), 1);
});

// Shows S0-A15, S0-28, S2-14.
visit(
  "with everyone off the message stays and one notice says why",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await pill(page, "Ada").click();
    await page.locator(".pill.off").waitFor();
    await send(page, "A note to myself");
    await page.locator(".notice").waitFor();
    await eventually(async () => assert.match(await page.locator(".notice").innerText(), /no agents/i));
    await becomes(() => page.locator("article.mine", { hasText: "A note to myself" }).count(), 1);
    await becomes(() => page.locator("article.theirs").count(), 0);
  },
);

// Shows S2-U3, S2-44, S0-A21, P11.
visit(
  "a failed answer says so in place with Retry, which tries again in the same place; the others are untouched",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Bad: "error-401" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await page.locator("article.failed").waitFor();
    await settled(page, 2);
    await becomes(() => answersOf(page, "Ada").locator(".text").count(), 1);
    const failed = page.locator("article.failed");
    const first = await failed.getAttribute("id");
    const place = await failed.boundingBox();
    await failed.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("group", { name: "Version 2 of 2" }).waitFor();
    await failed.waitFor();
    await eventually(async () =>
      assert.notEqual(await failed.getAttribute("id"), first, "a message of its own")
    );
    await eventually(async () =>
      assert.deepEqual((await failed.boundingBox())?.x, place?.x, "where the first one was")
    );
    await becomes(() => failed.count(), 1, "one at a time");
    await page.getByRole("button", { name: "Version before" }).click();
    await page.locator(`article.failed[id="${first}"]`).waitFor();
    await becomes(() => answersOf(page, "Ada").count(), 1, "retry asks that agent alone");
  },
);

visit("a failed answer is asked for again of another model, in its place", async (bowl) => {
  const id = await bowl.conversation({ Bad: "error-401" });
  const page = await bowl.open(`/c/${id}`);
  await send(page, "Is bread food?");
  await page.locator("article.failed").getByRole("button", { name: "Other model" }).click();
  const dialog = page.getByRole("dialog", { name: "Other model" });
  await becomes(() => dialog.getByRole("button", { name: "Save and retry" }).isDisabled(), true);
  await dialog.getByLabel("Model of Bad").fill("editor");
  await check(page, "other model");
  await dialog.getByRole("button", { name: "Save and retry" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("group", { name: "Version 2 of 2" }).waitFor();
  await page.locator("article.failed").waitFor({ state: "detached" });
  await answersOf(page, "Bad").locator(".text").waitFor();
});

// Shows P10.
visit(
  "stop ends an answer in the middle, by button or Esc, and keeps what was written",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "hang-middle" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Tell me of bread");
    const before = await writing(page, "Ada", 10);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("article.cancelled").waitFor();
    await eventually(async () =>
      assert.ok((await page.locator("article.cancelled .text").innerText()).startsWith(before.trim()))
    );
    await send(page, "Again");
    await writing(page, "Ada", 10);
    await page.keyboard.press("Escape");
    await page.locator("article.cancelled").nth(1).waitFor();
  },
);

// Shows S4-T5, S4-2.
visit(
  "on request nobody answers until its button is pressed",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" }, { mode: "manual" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await page.locator("article.mine", { hasText: "Is bread food?" }).waitFor();
    const bar = page.getByRole("group", { name: "Ask an agent" });
    await eventually(async () => assert.match(await bar.innerText(), /^Ask agent:/));
    await becomes(() => page.locator("article.theirs").count(), 0);
    await bar.getByRole("button", { name: "Ben" }).click();
    await settled(page, 1);
    await becomes(() => answersOf(page, "Ben").count(), 1);
    await page.locator(".trigger-bar button:enabled", { hasText: "Ada" }).waitFor();
  },
);

// Shows S3-14, S3-16.
visit(
  "three exchanges are six messages with six ids, none replaced, while text streams in",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const said = ["show me all tasks", "create task for groceries", "list all tasks"];
    for (const [index, text] of said.entries()) {
      await send(page, text);
      await settled(page, index + 1);
    }
    await eventually(async () => {
      const ids = await page.locator("article[id]").evaluateAll((all) => all.map((one) => one.id));
      assert.equal(ids.length, 6);
      assert.equal(new Set(ids).size, 6);
    });
    await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), said);
    const answers = await page.locator("article.theirs").evaluateAll((all) => all.map((one) => one.id));
    for (const answer of answers) assert.match(answer, /^message_[0-9a-f]{12}$/);
  },
);

visit(
  "pills are put in another order with keys or by dragging, for every tab and for ever",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const other = await bowl.tab(page.context(), `/c/${id}`);
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
