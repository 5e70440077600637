/** What every view must pass: axe-core finds nothing, and nothing scrolls sideways. */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { painted } from "./harness.ts";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Fails with the view's name and what was found. */
export async function check(page: Page, view: string): Promise<void> {
  // A view that is still on its way has no heading; every one that is there has.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Moving colours have no contrast yet.
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
  // What is transparent it passes over.
  await painted(page);
  // It is half a megabyte: read once for each load of a page.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(`${axe.source};0`);
  const found = await page.evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: Finding[] }> };
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  const lines = found.map(({ id, nodes }) => `${view}: ${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  assert.deepEqual(lines, []);
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll("html, main, .settings, .transcript")]
      .filter((pane) => pane.scrollWidth > pane.clientWidth + 1).map((pane) => pane.className || pane.tagName)
  );
  assert.deepEqual(sideways, [], `${view}: nothing scrolls sideways`);
}
