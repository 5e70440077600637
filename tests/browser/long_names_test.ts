/** Names as long as they may be and without a gap: broken where their place ends, and over nothing that is pressed. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { NAME_CODE_POINTS } from "../../events/catalog/limits.ts";
import { goWithin, SIZES, visits } from "./harness.ts";
import { eventually, send, settled } from "./steps.ts";

const visit = visits();

const LONG = "W".repeat(NAME_CODE_POINTS);

/** By how many pixels the words of an element reach past its own end. */
const past = (page: Page, selector: string) =>
  page.locator(selector, { hasText: LONG }).first().evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const end = Math.min(element.getBoundingClientRect().right, innerWidth);
    return Math.max(0, Math.round(words.getBoundingClientRect().right - end));
  });
const holds = (page: Page, selector: string) =>
  eventually(async () => assert.equal(await past(page, selector), 0, selector));

visit("the longest names without a gap are broken at the end of their place", async (bowl) => {
  const { id: projectId } = await bowl.api<{ id: string }>("POST", "/api/projects", { name: LONG });
  const id = await bowl.conversation({ [LONG]: "echo" }, { projectId });
  const page = await bowl.open(`/c/${id}`);
  // Whoever has looked at what an agent saw, as in a test before, is not invited to.
  await page.reload();
  await send(page, "Hello");
  await settled(page, 1);
  await page.setViewportSize(SIZES.narrow);
  await holds(page, ".invitation > button");
  await page.locator(".invitation > button").click();
  await holds(page, ".memory-given > summary");
  await page.setViewportSize(SIZES.wide);
  await holds(page, ".saw-head h2");
  await page.keyboard.press("Escape");
  await page.setViewportSize(SIZES.narrow);
  await goWithin(page, `/p/${projectId}`);
  await holds(page, ".project-agents label");
});

const ARABIC = "مساعد الكتابة العربية الطويل جدا للنصوص التعليمية والقصص القصيرة";

visit(
  "what is cut is cut at its own end: of a name from right to left its beginning is seen",
  async (bowl) => {
    await bowl.conversation({ Ada: "echo" }, { title: "Wide Waters" });
    const title = `${ARABIC} ${ARABIC}`;
    const id = await bowl.conversation({ [ARABIC]: "echo", Ada: "echo", Ben: "echo" }, { title });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Hello");
    await settled(page, 3);
    for (const place of [".row .title", ".title-line h1", ".card .author", ".event-said bdi"]) {
      await eventually(async () => {
        const seen = await page.locator(place, { hasText: ARABIC }).first().evaluate((element) => {
          const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          if (!words) throw new Error("no words");
          const first = document.createRange();
          first.setStart(words, 0);
          first.setEnd(words, 1);
          const all = document.createRange();
          all.selectNodeContents(words);
          const { left, right } = element.getBoundingClientRect();
          const letter = first.getBoundingClientRect();
          return {
            cut: all.getBoundingClientRect().width > right - left,
            begins: letter.left >= left - 1 && letter.right <= right + 1,
          };
        });
        assert.deepEqual(seen, { cut: true, begins: true }, place);
      });
    }
    // Where the list is narrow two letters stand for a title, in a place that does not grow with them.
    await page.setViewportSize(SIZES.middle);
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await eventually(async () => {
      const place = await page.locator(".place", { hasText: "WW" }).evaluate((element) => {
        const letters = document.createRange();
        letters.selectNode(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element);
        const [own, seen] = [element, letters].map((one) => one.getBoundingClientRect());
        const larger = parseFloat(getComputedStyle(element).fontSize) > 12;
        return { larger, past: !own || !seen || seen.width > own.width };
      });
      assert.deepEqual(place, { larger: true, past: false });
    });
    await page.evaluate(() => document.documentElement.style.fontSize = "");
  },
);

visit("on a phone the names of the tabs of answers stand beside each other", async (bowl) => {
  const names = Array.from({ length: 6 }, (_, at) => `${"Wasserfall".repeat(3)} ${at}`);
  const id = await bowl.conversation(Object.fromEntries(names.map((name) => [name, "echo"])));
  const page = await bowl.open(`/c/${id}`, { size: "narrow" });
  await send(page, "Hello");
  await settled(page, 6);
  await eventually(async () => {
    const tabs = await page.locator(".answer-mark").evaluateAll((all) =>
      all.map((tab) => {
        const [own, name] = [tab, tab.querySelector("bdi")].map((one) => one?.getBoundingClientRect());
        return own && name && name.width > 40 && name.left >= own.left && name.right <= own.right;
      })
    );
    assert.deepEqual(tabs, names.map(() => true));
  });
});
