/** Writing: nothing is sent by mistake, nothing typed is lost, nothing is sent twice. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { goWithin, visits } from "./harness.ts";
import { answersOf, becomes, eventually, pressInPalette, send, settled } from "./steps.ts";
import { timelineOf } from "./timeline.ts";

const visit = visits();

const BOX = { name: "Message", exact: true } as const;

// Shows S0-50.
visit(
  "Enter sends, Shift+Enter makes a line, and Enter within an input method does neither",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const box = page.getByRole("textbox", BOX);
    await box.fill("one");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("two");
    await becomes(() => box.inputValue(), "one\ntwo");
    await box.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
    await becomes(() => box.inputValue(), "one\ntwo");
    await page.keyboard.press("Enter");
    await settled(page, 1);
    await becomes(() => box.inputValue(), "");
    await becomes(() => page.locator("article.mine").count(), 1);
  },
);

// Shows S0-15, S0-A27.
visit(
  "the counter says what is wrong past 5,000 characters, counted as people count; the fish above has room",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const box = page.getByRole("textbox", BOX);
    const button = page.getByRole("button", { name: "Send", exact: true });
    await box.fill("🍞".repeat(5_000));
    await becomes(() => button.isEnabled(), true);
    await box.fill("🍞".repeat(5_003));
    await becomes(() => button.isEnabled(), false);
    await eventually(async () =>
      assert.match(await page.locator("#composer-count").innerText(), /3 too many/)
    );
    const whole = () =>
      page.evaluate(() => {
        const [water, fish] = ["[role=log]", "[role=log] .fish"].map((place) =>
          document.querySelector(place)?.getBoundingClientRect()
        );
        return water && fish && fish.height > 40 && fish.top >= water.top && fish.bottom <= water.bottom;
      });
    await becomes(whole, true, "nothing of it is cut");
  },
);

/** Elements whose styles were made anew while something was done to a page, each time they were. */
const restyled = async (page: Page, does: () => Promise<unknown>): Promise<number[]> =>
  (await timelineOf(page, does)).flatMap(({ name, args: { elementCount = 0 } }) =>
    name === "UpdateLayoutTree" ? [elementCount] : []
  );

visit("who begins to type, and rests, has not the styles of the whole page made anew", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo", Ben: "echo", Cy: "echo" });
  const count = 8;
  for (let n = 1; n <= count; n++) {
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: `line ${n}` });
  }
  const page = await bowl.open(`/c/${id}`);
  await settled(page, 3 * count);
  const box = page.getByRole("textbox", BOX);
  const types = async (key: string) => {
    await box.press(key);
    for (const typing of [true, false]) {
      await page.waitForFunction(
        (typing) => document.documentElement.hasAttribute("data-typing") === typing,
        typing,
      );
    }
  };
  // What a first word changes, such as the button beside it, is there.
  await types("a");
  const counts = await restyled(page, () => types("b"));
  const all = await page.evaluate(() => document.querySelectorAll("body *").length);
  assert.ok(all > 500, `${all} elements are in the page`);
  assert.ok(counts.length > 0, "what was styled is told");
  assert.ok(Math.max(...counts) < all / 40, `${counts} of ${all} elements`);
});

visit(
  "a draft of each conversation survives a reload and stays with its conversation; what is put before it too",
  async (bowl) => {
    const [one, two] = [await bowl.conversation({ Ada: "echo" }), await bowl.conversation({ Ben: "echo" })];
    const page = await bowl.open(`/c/${one}`);
    const box = page.getByRole("textbox", BOX);
    await box.fill("half a thought");
    await goWithin(page, `/c/${two}`);
    await becomes(() => box.inputValue(), "");
    await page.goto(`${bowl.address}/c/${one}`);
    await becomes(() => box.inputValue(), "half a thought");
    await pressInPalette(page, "ask only ada");
    await becomes(() => box.inputValue(), "@Ada half a thought");
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await page.reload();
    await becomes(() => box.inputValue(), "@Ada half a thought");
  },
);

visit(
  "what was written as its conversation was deleted is shown where that is said, to be copied, or sent in a new one",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    // Another one stays: where there is none a first visit lands in the one that greets.
    await bowl.conversation({ Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await page.route("**/messages", async (route) => {
      const init = { method: "DELETE", headers: { origin: bowl.address } };
      assert.equal((await fetch(`${bowl.address}/api/conversations/${id}`, init)).status, 204);
      await route.continue();
    });
    await send(page, "Too late for it");
    await page.getByText("This conversation was deleted.").waitFor();
    const unsent = page.getByRole("article", { name: "You wrote this here, and it was not sent." });
    await unsent.getByText("Too late for it").waitFor();
    await unsent.getByRole("button", { name: "Write it in a new conversation" }).click();
    const box = page.getByRole("textbox", BOX);
    await becomes(() => box.inputValue(), "Too late for it");
    await goWithin(page, `/c/${id}`);
    await page.getByText("This conversation does not exist, or was deleted.").waitFor();
    await becomes(() => unsent.count(), 0, "it is in one place");
    await goWithin(page, "/");
    await box.fill("");
  },
);

visit(
  "what a message costs stands behind a name that is written from right to left, in the order it is read",
  async (bowl) => {
    const id = await bowl.conversation({ "مدقق النصوص": "echo" });
    await bowl.conversation({ Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    /** Where what is said begins and ends, from the left. */
    const ends = (row: string, said: RegExp) =>
      page.locator(row).evaluate((line, source) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const found = new RegExp(source).exec(walker.currentNode.textContent ?? "");
          if (!found) continue;
          const range = document.createRange();
          range.setStart(walker.currentNode, found.index);
          range.setEnd(walker.currentNode, found.index + found[0].length);
          const { left, right } = range.getBoundingClientRect();
          return [left, right] as const;
        }
        return [NaN, NaN] as const;
      }, said.source);
    await page.getByRole("textbox", BOX).fill("How does this read?");
    await page.locator(".to-words", { hasText: /~\d+ tokens/ }).waitFor();
    const [[, name], [tilde, estimate], [tokens]] = await Promise.all([
      ends(".to-words", /النصوص/),
      ends(".to-words", /~?\d[\d.,k]*/),
      ends(".to-words", /tokens/),
    ]);
    assert.ok(name < tilde && estimate < tokens, `${[name, tilde, estimate, tokens]}`);
  },
);

// Shows P18.
visit("typing @ offers the roster; who is chosen answers alone", async (bowl) => {
  const id = await bowl.conversation({ "Ada Bell": "editor", Ben: "critic" });
  const page = await bowl.open(`/c/${id}`);
  const box = page.getByRole("textbox", BOX);
  await box.pressSequentially("@be");
  await page.getByRole("option", { name: "Ben" }).waitFor();
  await becomes(() => page.getByRole("option", { name: "Ada Bell" }).count(), 1, "any part of a name counts");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await becomes(() => box.inputValue(), "@Ben ");
  await page.keyboard.type("is this good?");
  await page.keyboard.press("Enter");
  await settled(page, 1);
  await becomes(() => answersOf(page, "Ada Bell").count(), 0);
  await becomes(() => answersOf(page, "Ben").count(), 1);
});

visit(
  "whoever comes back to the box at once is offered the roster for as long as they type",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "editor", Ben: "critic" })}`);
    const box = page.getByRole("textbox", BOX);
    const offered = page.getByRole("option");
    await box.pressSequentially("@");
    await offered.nth(2).waitFor();
    await box.evaluate((one) => {
      one.blur();
      one.focus();
    });
    await box.pressSequentially("b");
    await becomes(() => offered.allInnerTexts(), ["Ben"]);
    const until = await page.evaluate(() => performance.now() + 400);
    await page.waitForFunction((time) => performance.now() > time, until);
    assert.deepEqual(await offered.allInnerTexts(), ["Ben"]);
  },
);

// Shows P17.
visit(
  "without a connection a message waits, also over a reload, and arrives once",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await page.getByRole("textbox", BOX).waitFor();
    let cut = true;
    let tries = 0;
    const triedAgain = Promise.withResolvers<void>();
    await page.route("**/messages", async (route) => {
      if (!cut) return await route.continue();
      await route.abort();
      if (++tries === 2) triedAgain.resolve();
    });
    await send(page, "Are you there?");
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await page.reload();
    await page.locator("article.outgoing", { hasText: "Are you there?" }).waitFor();
    await triedAgain.promise;
    await page.getByText("The server cannot be reached.").waitFor();
    cut = false;
    await page.locator("article.outgoing").getByRole("button", { name: "Retry" }).click();
    await settled(page, 1);
    await becomes(() => page.locator("article.mine").count(), 1);
    const { items } = await bowl.api<{ items: { role: string }[] }>(
      "GET",
      `/api/conversations/${id}/messages`,
    );
    assert.equal(items.filter(({ role }) => role === "user").length, 1);
    await page.reload();
    await settled(page, 1);
    await becomes(() => page.locator("article.outgoing").count(), 0);
  },
);

// Shows S4-20, S4-21.
visit("a file can go alone, and a long paste becomes one", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await page.getByRole("textbox", BOX).waitFor();
  await page.locator('input[type="file"]').setInputFiles({
    name: "plan.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("bread, butter"),
  });
  await page.locator(".composer .files", { hasText: "plan.txt" }).waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator("article.mine .files", { hasText: "plan.txt" }).waitFor();
  // What is told of the file stands above it, for seconds alone: looked for before it is pasted.
  const told = page.waitForFunction(() => {
    const [toast, box, file] = [".toast", ".composer", ".composer .files"].map((part) =>
      document.querySelector(part)
    );
    return toast && box && file?.textContent?.includes("pasted.txt") &&
      toast.getBoundingClientRect().bottom <= box.getBoundingClientRect().top;
  });
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", "x".repeat(6_000));
    document.getElementById("composer")?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await told;
});
