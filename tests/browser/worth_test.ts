/** A panel is judged beside one of its agents alone, out of sight until that is done; then the dialog tells how such panels fare. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest, picture } from "./harness.ts";
import { eventually } from "./steps.ts";
import { check } from "./view_check.ts";

/** What the page is told by its worker waits while `heldNews` is there. */
function holding(): void {
  const listen = MessagePort.prototype.addEventListener;
  MessagePort.prototype.addEventListener = function (type: string, listener: unknown, ...more: unknown[]) {
    const held = (event: MessageEvent) => {
      const { heldNews } = globalThis as Holding;
      if (heldNews) heldNews.push(() => held(event));
      else (listener as (event: MessageEvent) => void)(event);
    };
    Reflect.apply(listen, this, [type, type === "message" ? held : listener, ...more]);
  };
}

interface Holding {
  heldNews?: (() => void)[];
}

const hold = (page: Page) => page.evaluate(() => void ((globalThis as Holding).heldNews = []));
const release = (page: Page) =>
  page.evaluate(() => {
    const { heldNews = [] } = globalThis as Holding;
    delete (globalThis as Holding).heldNews;
    for (const tell of heldNews) tell();
  });

browserTest(
  "whether a panel was worth it is judged blindly, and told where the next one is asked",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "researcher", Bob: "critic", Cleo: "editor" });
    const page = await bowl.open("/settings/agents", { before: (page) => page.addInitScript(holding) });
    const dialog = page.getByRole("dialog");
    const call = async () => {
      await page.keyboard.press("Control+k");
      await dialog.getByRole("combobox").fill("ask a panel");
      await page.keyboard.press("Enter");
    };
    const ask = async () => {
      await call();
      await dialog.getByText(/^Judged blindly|Nobody has judged/).waitFor();
    };
    // Asked for before the conversation is there, it waits for who can sit.
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/api\/conversations\/[^/]+\?view=fold/, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.goto(`${bowl.address}/c/${id}`, { waitUntil: "commit" });
    await asked.promise;
    await page.locator("nav.rows").waitFor();
    await call();
    await dialog.getByText("Loading…").waitFor();
    held.resolve();
    await dialog.getByText("Nobody has judged yet whether such a panel is worth what it costs.").waitFor();
    await dialog.getByLabel("The question").fill("Which bread keeps longest?");
    await dialog.getByLabel("Judge whether it is worth it").check();
    await dialog.getByLabel("Beside the panel, alone").selectOption({ label: "Bob" });
    await dialog.getByLabel("A model judges, too").selectOption({ label: "Cleo" });
    await dialog.getByText("this agent is sent the question and the two answers", { exact: false }).waitFor();
    await check(page, "judge a panel");
    await picture(page, "judge-panel");
    await hold(page);
    await dialog.getByRole("button", { name: "Begin" }).click();
    await dialog.locator("blockquote", { hasText: "Which bread keeps longest?" }).waitFor();
    await release(page);
    const answers = dialog.getByRole("list", { name: "Answers" });
    await answers.waitFor();
    assert.equal(await answers.getByText("Bob").count(), 0);
    assert.equal(await page.locator("article").count(), 0, "nothing of it stands in the talk");
    assert.equal(await dialog.getByText("A model’s judgement", { exact: false }).count(), 0);
    await dialog.getByRole("radio", { name: "As good as one another" }).check();
    await dialog.getByRole("button", { name: "Judge", exact: true }).click();
    await dialog.getByText("Your judgement is kept.", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Reveal whose they are" }).click();
    await answers.getByText("Council", { exact: true }).waitFor();
    await answers.getByText("Bob", { exact: true }).waitFor();
    await dialog.getByText(/^The panel against one agent alone: \+[\d,]+ tokens/).waitFor();
    await dialog.getByText("A model’s judgement (Cleo, editor)", { exact: false }).waitFor();
    await picture(page, "judged-panel");
    await dialog.getByRole("button", { name: "Erase its words" }).click();
    const erasing = page.getByRole("dialog", { name: "Erase the words" });
    await erasing.getByRole("button", { name: "Erase the words" }).click();
    await page.getByText("The words were erased.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await ask();
    await eventually(async () =>
      assert.match(
        await dialog.innerText(),
        /Judged blindly beside one agent alone in 1 panel: better 0, worse 0, no difference 1\. On average \+[\d,]+ tokens/,
      )
    );
    await eventually(async () =>
      assert.match(
        await dialog.innerText(),
        /By models as judges, counted apart, in 1 panel: better [01], worse [01], no difference 0\./,
      )
    );
  },
);
