/** What stands on the page stands still, on its line, and says what is so: an exchange, an empty talk, what was found. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest, LOOKS, picture } from "./harness.ts";
import { eventually, send, settled } from "./steps.ts";

/** The sum of what moves by itself from now on, each by its share of the window. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const watched = { shifts: 0 };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput) {
          watched.shifts += Number(entry.value);
        }
      }
    }).observe({ type: "layout-shift" });
  });
const shifted = (page: Page): Promise<number> =>
  page.evaluate(() =>
    "watched" in globalThis ? Reflect.get(Reflect.get(globalThis, "watched"), "shifts") : -1
  );

for (const { size, scheme } of LOOKS.slice(0, 2)) {
  browserTest(`nothing moves from sending to the end of three answers, ${size}`, async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "researcher" });
    const page = await bowl.open(`/c/${id}`, { size, scheme });
    await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    await watchShifts(page);
    await send(page, "Is bread food?");
    await settled(page, 3);
    const moved = await shifted(page);
    assert.ok(moved >= 0 && moved < 0.01, String(moved));
  });
}

browserTest("who speaks, when, and whether it is in the context stand on one line", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await send(page, "Is rye bread heavy?");
  await settled(page, 1);
  await eventually(async () => {
    const middles = await page.locator("article.theirs .head").evaluate((head) =>
      [".author", ".meta, .facts, time", ".in-context input", ".mark > svg"].flatMap((what) => {
        const box = head.querySelector(what)?.getBoundingClientRect();
        return box ? [(box.top + box.bottom) / 2] : [];
      })
    );
    assert.ok(middles.length >= 3, String(middles));
    assert.ok(Math.max(...middles) - Math.min(...middles) <= 1.5, String(middles));
  });
});

browserTest("whatever scrolls has a thin bar in the colours of the page, or none", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`, { glass: true, scheme: "dark" });
  await send(page, "```\n" + "long ".repeat(200) + "\n```");
  await settled(page, 1);
  await page.getByRole("tab", { name: "Context" }).click();
  await page.locator(".grid").waitFor();
  const wide = await page.evaluate(() => {
    const scrolling = [...document.querySelectorAll("*")].filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      return /auto|scroll/.test(`${overflowX} ${overflowY}`);
    });
    return {
      all: scrolling.length,
      wide: scrolling.filter((one) => {
        const { scrollbarWidth, scrollbarColor } = getComputedStyle(one);
        return scrollbarWidth === "auto" || (scrollbarWidth !== "none" && scrollbarColor === "auto");
      }).map((one) => one.className),
    };
  });
  assert.ok(wide.all > 4, String(wide.all));
  assert.deepEqual(wide.wide, []);
});

browserTest("an empty conversation says who will answer, by its mode", async (bowl) => {
  const said = async (mode: object, sentence: string | RegExp) => {
    const id = await bowl.conversation({ Ada: "manager", Ben: "echo" }, mode);
    const page = await bowl.open(`/c/${id}`);
    await page.locator(".empty").getByText(sentence).waitFor();
  };
  await said({}, "Everyone who is on answers at once.");
  await said({ mode: "manual" }, "Nobody answers until you ask. Write first if you like");
  await said({ mode: "manager" }, "Ada answers you, and asks the others where that helps.");
});

browserTest("what was found says who wrote it and when, below its conversation, told once", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" }, { title: "Of animals" });
  const page = await bowl.open(`/c/${id}`);
  for (const [at, text] of ["The quokka smiles", "A quokka sleeps"].entries()) {
    await send(page, text);
    await settled(page, at + 1);
  }
  await page.getByRole("searchbox", { name: "Search every message" }).fill("quokka");
  const hits = page.locator(".row.hit.said");
  await eventually(async () => assert.ok(await hits.count() >= 2));
  assert.equal(await page.locator(".row.of", { hasText: "Of animals" }).count(), 1);
  const told = await hits.evaluateAll((all) =>
    all.map((one) => ({
      by: one.querySelector("bdi")?.textContent,
      when: one.querySelector("time")?.textContent,
      marks: one.querySelectorAll("mark").length,
    }))
  );
  for (const { by, when, marks } of told) assert.ok(by && when && marks > 0, JSON.stringify(told));
  await page.getByRole("status").getByText(`${told.length} found`).waitFor();
  await picture(page, "search-hits");
});
