/** Names as long as they may be and without a gap: broken where their place ends, and over nothing that is pressed. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { NAME_CODE_POINTS } from "../../events/catalog/limits.ts";
import { browserTest, goWithin, SIZES } from "./harness.ts";
import { eventually, send, settled } from "./steps.ts";

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

browserTest("the longest names without a gap are broken at the end of their place", async (bowl) => {
  const { id: projectId } = await bowl.api<{ id: string }>("POST", "/api/projects", { name: LONG });
  const id = await bowl.conversation({ [LONG]: "echo" }, { projectId });
  const page = await bowl.open(`/c/${id}`);
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
