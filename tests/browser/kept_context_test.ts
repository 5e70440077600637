/** A window that tests share: the next one finds nothing of the one before. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { FULL } from "../effort.ts";
import { browserTest, SIZES, visits } from "./harness.ts";
import { KeptContext } from "./kept_context.ts";

/** What a site keeps in a browser, and what its workers know. */
const left = (page: Page) =>
  page.evaluate(async () => ({
    rows: { ...localStorage },
    tab: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    opener: globalThis.opener,
  }));

browserTest("a test finds nothing that one before it left in the window both use", async (bowl) => {
  const kept = await KeptContext.begin(bowl.browser, { locale: "en-GB" }, bowl.address);
  const opened = async () => {
    const page = await kept.tab();
    await page.goto(`${bowl.address}/licences.txt`);
    return page;
  };
  try {
    const page = await opened();
    const nothing = { rows: {}, tab: {}, cookies: "", databases: [], caches: [], opener: null };
    assert.deepEqual(await left(page), nothing);
    await page.evaluate(async () => {
      localStorage["left"] = sessionStorage["left"] = "here";
      document.cookie = "left=here";
      await caches.open("left");
      await new Promise((done) => indexedDB.open("left").onsuccess = done);
    });
    assert.notDeepEqual(await left(page), nothing);
    await kept.context.route("**/licences.txt", (route) => route.fulfill({ body: "another" }));
    await kept.clean();
    assert.equal(page.isClosed(), true);
    const next = await opened();
    assert.deepEqual(await left(next), nothing);
    assert.notEqual(await next.locator("body").innerText(), "another");
    assert.equal(kept.usable(bowl.address), true);
    assert.equal(kept.usable("http://localhost:1"), false, "elsewhere other rows and workers count");
  } finally {
    await kept.context.close();
  }
  assert.equal(kept.usable(bowl.address), false);
});

browserTest("no worker of a test outlives it in the window that is shared", async (bowl) => {
  const kept = await KeptContext.begin(bowl.browser, { locale: "en-GB" }, bowl.address);
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await kept.tab();
  await page.goto(`${bowl.address}/c/${id}`);
  await page.locator(".pill", { hasText: "Ada" }).waitFor();
  await kept.clean();
  const { targetInfos } = await kept.session.send("Target.getTargets", {
    filter: [{ type: "shared_worker", exclude: false }],
  });
  assert.deepEqual(targetInfos.filter(({ url }) => url.startsWith(bowl.address)), []);
  await kept.context.close();
});

/** How a page is shown. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    width: innerWidth,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    still: matchMedia("(prefers-reduced-motion: reduce)").matches,
    forced: matchMedia("(forced-colors: active)").matches,
    printed: matchMedia("print").matches,
  }));

visits()(
  "a page that stays looks as each test asks, and as nobody left it; its other tabs do too",
  async (bowl) => {
    const usual = { width: SIZES.wide.width, dark: false, still: !FULL, forced: false, printed: false };
    const page = await bowl.open("/", { size: "narrow", scheme: "dark" });
    assert.deepEqual(await shown(page), { ...usual, width: SIZES.narrow.width, dark: true });
    for (
      const left of [{}, { forcedColors: "active" }, { media: "print" }, { colorScheme: "dark" }] as const
    ) {
      await page.emulateMedia(left);
      assert.equal(await bowl.open(), page);
      assert.deepEqual(await shown(page), usual, JSON.stringify(left));
    }
    assert.deepEqual(await shown(await bowl.tab(page.context())), usual);
  },
);

visits()("a page that goes by what a test chose is loaded anew for the next one", async (bowl) => {
  const page = await bowl.open();
  const stays = () => page.evaluate(() => "stays" in globalThis);
  await page.evaluate(() => void Object.assign(globalThis, { stays: true }));
  assert.equal(await bowl.open(), page);
  assert.equal(await stays(), true);
  await page.evaluate(() => void (localStorage["fishbowl.layout"] = '"focus"'));
  assert.equal(await bowl.open(), page);
  assert.equal(await stays(), false);
});
