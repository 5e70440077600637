/** The main path with the keyboard alone: whoever has no pointer does all of it, and is never lost on the way. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Bowl, browserTest, visits } from "./harness.ts";
import { answersOf, becomes, eventually, pressInPalette, settled, writing } from "./steps.ts";

const visit = visits();

/** Presses after which a way by one key is given up: a page has fewer stops. */
const STOPS = 60;

/** What has the focus, in the words a screen reader would begin with. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return (one?.getAttribute("aria-label") ?? one?.closest("label")?.textContent ?? one?.textContent ?? "")
      .trim();
  });

/** Goes to something by one key; fails where that does not lead there. */
async function reach(page: Page, label: RegExp, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let n = 0; n < STOPS; n++) {
    const name = await focused(page);
    if (label.test(name)) return;
    seen.push(name.slice(0, 30));
    await page.keyboard.press(key);
  }
  assert.fail(`no way by ${key} to ${label}: ${seen.join(" | ")}`);
}

const inBox = (page: Page) => page.waitForFunction(() => document.activeElement?.id === "composer");
const conversations = async (bowl: Bowl) =>
  (await bowl.api<{ items: { id: string }[] }>("GET", "/api/conversations")).items.map(({ id }) => id);

// Shows P23.
browserTest(
  "the whole main path with the keyboard alone",
  async (bowl) => {
    await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "hang-middle" }, { title: "Before" });
    const context = await bowl.context({ moves: true, knows: ["greeted"] });
    const page = await bowl.tab(context, "/");
    const { keyboard } = page;

    // Who is asked: the chips are one stop, arrows lead along them.
    await inBox(page);
    await page.getByText("Editor", { exact: true }).first().waitFor();
    await reach(page, /^Editor$/, "Shift+Tab");
    for (const name of ["Editor", "Critic", "Researcher", "Ada", "Ben", "Cleo"]) {
      await reach(page, new RegExp(`^${name}$`), "ArrowRight");
      await keyboard.press("Space");
    }
    await reach(page, /^Message$/);
    await keyboard.type("Is bread food?");
    await keyboard.press("Enter");

    // Stop: the message box has the focus, and Esc in it stops whoever still writes.
    await page.waitForURL("**/c/*");
    await writing(page, "Cleo", 5);
    for (const name of ["Ada", "Ben"]) await answersOf(page, name).getByText("in context").waitFor();
    await inBox(page);
    await keyboard.press("Escape");
    await settled(page, 3);
    await becomes(() => page.locator("article.cancelled").count(), 1);
    await inBox(page);

    // To the answers and among them; leave one out, and take it back.
    await reach(page, /^What did/, "Shift+Tab");
    await keyboard.press("1");
    await eventually(async () => assert.match(await focused(page), /^Ada/));
    await reach(page, /in context/);
    await keyboard.press("Space");
    await page.locator("article.left-out", { hasText: "Ada" }).waitFor();
    await keyboard.press("Space");
    await page.locator("article.left-out", { hasText: "Ada" }).waitFor({ state: "detached" });

    // Compare two, and back.
    await keyboard.press("d");
    await page.getByText("Comparing two").waitFor();
    await keyboard.press("d");
    await page.getByText("Comparing two").waitFor({ state: "detached" });

    // One in focus, the next, and all of them again.
    await keyboard.press("f");
    await page.locator("article.focus", { hasText: "Ada" }).waitFor();
    await keyboard.press("ArrowRight");
    await page.locator("article.focus", { hasText: "Ben" }).waitFor();
    await eventually(async () => assert.match(await focused(page), /^Ben/));
    await keyboard.press("c");
    await page.locator("article.focus").waitFor({ state: "detached" });

    // What it saw, and the focus is given back.
    await keyboard.press("2");
    await eventually(async () => assert.match(await focused(page), /^Ben/));
    await keyboard.press("w");
    await page.getByRole("dialog").getByText("Is bread food?").first().waitFor();
    await keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(async () => assert.match(await focused(page), /^Ben/));

    // Keep one, undo, keep it after all.
    await keyboard.press("k");
    await page.getByText("Kept Ben’s answer").first().waitFor();
    await keyboard.press("z");
    await page.getByText("You kept this").waitFor({ state: "detached" });
    await becomes(
      () => answersOf(page, "Ada").locator("xpath=self::*[contains(@class,'left-out')]").count(),
      0,
    );

    // Back in time by the story, and on from there in a new conversation.
    const before = await conversations(bowl);
    await keyboard.press("Control+.");
    await page.getByRole("button", { name: /^Replay from here/ }).first().waitFor({ state: "attached" });
    await reach(page, /^Replay from here/);
    await keyboard.press("Enter");
    await page.getByText(/You are viewing event/).waitFor();
    await keyboard.press("j");
    await reach(page, /^Continue from here/);
    await keyboard.press("Enter");
    await eventually(async () => assert.equal((await conversations(bowl)).length, before.length + 1));
    await inBox(page);
    await keyboard.press("Control+.");

    // Delete it, and have it back.
    await pressInPalette(page, "delete");
    await page.getByRole("dialog", { name: /^Delete/ }).waitFor();
    await reach(page, /^Delete$/);
    await keyboard.press("Enter");
    await page.getByText(/^Deleted/).waitFor();
    await eventually(async () => assert.equal((await conversations(bowl)).length, before.length));
    await keyboard.press("Control+z");
    await eventually(async () => assert.equal((await conversations(bowl)).length, before.length + 1));

    // Settings, and help from anywhere.
    await pressInPalette(page, "settings agents");
    await page.waitForURL("**/settings/**");
    await keyboard.press("Control+Shift+o");
    await inBox(page);
    await keyboard.press("Shift+Tab");
    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
);

visit(
  "a page that is slow to open takes the focus from nobody who has gone on meanwhile",
  async (bowl) => {
    const first = await bowl.conversation({ Ada: "echo" }, { title: "First" });
    const second = await bowl.conversation({ Ada: "echo" }, { title: "Second" });
    const page = await bowl.open("/settings/agents");
    const row = (title: string) => page.locator("nav.rows").getByRole("link", { name: title, exact: true });
    const message = page.getByRole("textbox", { name: "Message", exact: true });
    /** Opens something, and does something before what is said in it comes. */
    const slowly = async (open: () => Promise<unknown>, meanwhile: () => Promise<void>) => {
      const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(/\/api\/conversations\/[^/]+\?view=fold/, async (route) => {
        asked.resolve();
        await held.promise;
        await route.continue();
      });
      await open();
      await asked.promise;
      await meanwhile();
      held.resolve();
      await message.waitFor();
      // What is done once a page is drawn is done after its next picture.
      await page.evaluate(() =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
      );
      await page.unroute(/\/api\/conversations\/[^/]+\?view=fold/);
    };
    const toAnother = async () => {
      await row("Second").waitFor();
      await page.keyboard.press("Tab");
      await reach(page, /^Theme/);
    };
    // From where nothing is written.
    await row("First").click();
    await inBox(page);
    const anew = () => page.goto(`${bowl.address}/c/${first}`, { waitUntil: "commit" });
    await slowly(anew, toAnother);
    assert.match(await focused(page), /^Theme/, "as the page is loaded");
    await slowly(anew, () => Promise.resolve());
    await inBox(page);
    await slowly(() => row("Second").click(), toAnother);
    assert.match(await focused(page), /^Theme/, "as another conversation is opened");
    await slowly(() => row("First").click(), () => Promise.resolve());
    await inBox(page);
    // The one that is open too.
    await row("First").click();
    await inBox(page);
    await page.getByRole("button", { name: /^Theme/ }).focus();
    await row("Second").press("Enter");
    await page.waitForURL(`**/c/${second}`);
    await inBox(page);
  },
);
