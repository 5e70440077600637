/**
 * What the page looks like: ten states beside the pictures that are kept of them, on an ordinary day every other picture, by
 * lot; in full they are gone over by axe-core too.
 */
import assert from "node:assert/strict";
import { FULL, sample } from "../effort.ts";
import { KEPT, KEPT_BYTES } from "../looks/kept.ts";
import { difference, MAY_DIFFER } from "../looks/likeness.ts";
import { reaching, seen } from "../looks/looking.ts";
import { drawing } from "../looks/shrink.ts";
import { World } from "../looks/world.ts";
import { browserTest, picture } from "./harness.ts";
import { check } from "./view_check.ts";

browserTest("ten states look as they did", async (bowl) => {
  await using world = new World(bowl);
  await world.quiet("conversation_welcome");
  const { small, read } = await drawing(await bowl.context());
  const unlike: string[] = [];
  for (const { state, size, scheme, file } of sample(KEPT)) {
    await reaching(world, state, size, async (page) => {
      const now = await small(await seen(page, scheme));
      const share = difference(now, await read(await Deno.readFile(file)));
      if (share > MAY_DIFFER) {
        unlike.push(`${state.name}, ${size}, ${scheme}: ${(100 * share).toFixed(1)} % differ`);
        await picture(page, `unlike-${state.name}-${size}-${scheme}`, true);
      }
      // Each day axe goes over every view in one look (`axe_test.ts`).
      if (!FULL) return;
      await check(page, `${state.name}, ${size}, ${scheme}`);
      await page.emulateMedia({ colorScheme: scheme === "light" ? "dark" : "light" });
      await check(page, `${state.name}, ${size}, the other theme`);
    });
  }
  assert.deepEqual(unlike, [], "if that was meant: deno task pictures --keep");
});

/** Ways in which style sheets break, and what does not matter. */
const BROKEN = {
  // Icons keep the size that stands in their markup, as they would.
  "the list of conversations lost its styles":
    "aside.sidebar, aside.sidebar :not(svg, svg *) { all: revert !important }",
  "columns stand one below the other":
    ".together { display: block !important } .together > .card { width: auto !important }",
  "cards lost their ground":
    ".card { background: none !important; box-shadow: none !important; padding: 0 !important }",
  "the colours are gone":
    ":root { --deep: #fff !important; --water: #fff !important; --bubble: #fff !important }",
  "the pane is as wide as the window": ".shell { grid-template-columns: 0 1fr !important }",
};
const HARMLESS = {
  "letters are smoothed otherwise": "* { -webkit-font-smoothing: none; text-rendering: geometricPrecision }",
  "letters stand a hair apart": "* { letter-spacing: 0.05px }",
  "all of it is a pixel lower": ".shell { translate: 0 1px }",
};

browserTest("a broken layout is told from how letters are drawn", async (bowl) => {
  await using world = new World(bowl);
  await world.quiet("conversation_welcome");
  const columns = KEPT.find(({ state }) => state.name === "columns");
  assert.ok(columns);
  const { small } = await drawing(await bowl.context());
  await reaching(world, columns.state, columns.size, async (page) => {
    const whole = await small(await seen(page, columns.scheme));
    const apart = async (css: string) => {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, css);
      const share = difference(whole, await small(await seen(page, columns.scheme)));
      await page.evaluate(() => void (document.adoptedStyleSheets = []));
      return share;
    };
    for (const [what, css] of sample(Object.entries(BROKEN))) {
      const share = await apart(css);
      assert.ok(share > 2 * MAY_DIFFER, `${what}: ${share}`);
    }
    for (const [what, css] of sample(Object.entries(HARMLESS))) {
      const share = await apart(css);
      assert.ok(share < MAY_DIFFER / 2, `${what}: ${share}`);
    }
  });
});

Deno.test("kept pictures are small", async () => {
  const { length } = KEPT;
  assert.equal(length, 10);
  for (const { file } of KEPT) assert.ok((await Deno.stat(file)).size <= KEPT_BYTES, file);
});
