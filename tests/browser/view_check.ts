/** What every view must pass: axe-core finds nothing, and nothing scrolls sideways. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The short form: what each page has to read anew is half as long. */
const AXE = await Deno.readTextFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url));

/** Reads axe-core into a page; where another page of the same process had it, what was compiled is used again. */
async function readAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: `${AXE};0` });
  assert.equal(exceptionDetails, undefined);
  await session.detach();
}

/**
 * What axe-core finds, and what scrolls sideways. It passes over what is transparent, so it is told that nothing is of
 * what `undrawn` makes so: to draw a page for it costs as much as going over it.
 */
const lookedAt = (page: Page) =>
  page.evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: Finding[] }> };
    const { axe } = globalThis as unknown as { axe: Axe };
    const { getComputedStyle } = globalThis;
    if (document.adoptedStyleSheets.some(({ media }) => media.mediaText === "not print")) {
      globalThis.getComputedStyle = (element, pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const told = style.getPropertyValue.bind(style);
        if (!pseudo && element.matches("html, dialog, [popover]")) {
          style.getPropertyValue = (name) => name === "opacity" ? "1" : told(name);
        }
        return style;
      };
    }
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    Object.assign(globalThis, { getComputedStyle });
    const sideways = [...document.querySelectorAll("html, main, .settings, .transcript")]
      .filter((pane) => pane.scrollWidth > pane.clientWidth + 1).map((pane) =>
        pane.className || pane.tagName
      );
    return { violations, sideways };
  });

/** Fails with the view's name and what was found. */
export async function check(page: Page, view: string): Promise<void> {
  // A view that is still on its way has no heading; every one that is there has. Moving colours have no contrast yet.
  await page.waitForFunction(() =>
    document.querySelector("h1") !== null &&
    document.getAnimations().every((one) => !(one instanceof CSSTransition))
  );
  if (!await page.evaluate(() => "axe" in globalThis)) await readAxe(page);
  const { violations, sideways } = await lookedAt(page);
  const lines = violations.map(({ id, nodes }) =>
    `${view}: ${id}: ${nodes.map(({ html }) => html).join(" | ")}`
  );
  assert.deepEqual(lines, []);
  assert.deepEqual(sideways, [], `${view}: nothing scrolls sideways`);
}
