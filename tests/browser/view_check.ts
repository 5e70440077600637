/** What every view must pass: axe-core finds nothing, and nothing scrolls sideways. */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Fails with the view's name and what was found. */
export async function check(page: Page, view: string): Promise<void> {
  // Moving colours have no contrast yet.
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
  await page.evaluate(`${axe.source};0`);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  const lines = found.map(({ id, nodes }) => `${view}: ${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  assert.deepEqual(lines, []);
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll("html, main, .settings, .transcript")]
      .filter((pane) => pane.scrollWidth > pane.clientWidth + 1).map((pane) => pane.className || pane.tagName)
  );
  assert.deepEqual(sideways, [], `${view}: nothing scrolls sideways`);
}
