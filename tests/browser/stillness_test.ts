/** What stands on the page stands still, on its line, and says what is so: an exchange, an empty talk, what was found. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { goWithin, LOOKS, picture, visits } from "./harness.ts";
import { becomes, drawn, eventually, pill, send, settled } from "./steps.ts";
import { timelineOf } from "./timeline.ts";

const visit = visits();

/** What is seen of an exchange from now on that should not be. */
interface Watched {
  /**
   * The sum of what moves, each by its share of the window; right behind a key too, which browsers leave out: on a slow
   * server it would be later.
   */
  shifts: number;
  /** Whether what a person said stood there without the answers that were asked for with it. */
  bare: boolean;
}
const watch = (page: Page) =>
  page.evaluate(() => {
    const watched = { shifts: 0, bare: false };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) watched.shifts += Number(entry.value);
    }).observe({ type: "layout-shift" });
    new MutationObserver(() => {
      const said = document.querySelector("article.mine:not(.outgoing)");
      if (said && !document.querySelector("article.theirs")) watched.bare = true;
    }).observe(document.body, { childList: true, subtree: true });
  });
const watchedOf = (page: Page): Promise<Watched> =>
  page.evaluate(() => "watched" in globalThis ? Reflect.get(globalThis, "watched") : null);

for (const { size, scheme } of LOOKS.slice(0, 2)) {
  visit(`nothing moves from sending to the end of three answers, ${size}`, async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic", Cleo: "researcher" });
    // What is not drawn does not count as moved.
    bowl.draws = true;
    const page = await bowl.open(`/c/${id}`, { size, scheme, moves: true });
    // Once it has opened: what comes as it does is no matter here.
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await pill(page, "Cleo").waitFor({ state: "attached" });
    if (size === "wide") await page.locator("nav.rows .row.here").waitFor();
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    await watch(page);
    await send(page, "Is bread food?");
    await settled(page, 3);
    const { shifts, bare } = await watchedOf(page);
    assert.ok(shifts < 0.01, String(shifts));
    assert.equal(bare, false, "what was written together is drawn together");
  });
}

visit(
  "the fish swims while somebody answers, and answers that come are seen to come, once",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "hang-middle" })}`);
    await send(page, "Is bread food?");
    await page.locator(".brand .logo.swims").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".brand .logo:not(.swims)").waitFor();

    // The list is told that somebody answers while they do, on a slow machine too.
    const slow = "story:36:100";
    await goWithin(page, `/c/${await bowl.conversation({ Ada: slow, Ben: slow })}`);
    await send(page, "Is rye bread heavy?");
    await page.locator(".brand .logo.swims").waitFor();
    await settled(page, 2);
    await page.locator(".brand .logo.leaps").waitFor();
    await becomes(() => page.locator(".answer-mark.came").count(), 2);
    await page.reload();
    await settled(page, 2);
    await becomes(() => page.locator(".answer-mark").count(), 2);
    assert.equal(
      await page.locator(".came, .logo.leaps").count(),
      0,
      "of what was there before nothing is announced",
    );
  },
);

visit(
  "what was kept is shown from its head on, and Esc leads from a comparison to the answers",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:300", Ben: "story:300" });
    const page = await bowl.open(`/c/${id}`, { size: "narrow" });
    await send(page, "Is rye bread heavy?");
    await settled(page, 2);
    const outside = () =>
      page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await outside();
    await page.keyboard.press("d");
    await page.getByText("Comparing two").waitFor();
    // What lies over the page goes first.
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await becomes(() => page.getByText("Comparing two").count(), 1);
    await page.getByRole("button", { name: "Swap sides" }).focus();
    await page.keyboard.press("Escape");
    await page.getByText("Comparing two").waitFor({ state: "detached" });
    await becomes(
      () => page.evaluate(() => document.activeElement?.matches("article.theirs") ?? false),
      true,
    );

    await page.keyboard.press("s");
    await page.locator(".stacked-answers").waitFor();
    await page.keyboard.press("1");
    await becomes(
      () => page.evaluate(() => document.activeElement?.matches("article.theirs") ?? false),
      true,
    );
    // At the end of the talk, which is followed.
    await page.evaluate(() => document.querySelector(".transcript")?.scrollTo(0, 1e6));
    await drawn(page);
    await page.getByRole("button", { name: "New messages" }).waitFor({ state: "detached" });
    await page.keyboard.press("k");
    const head = page.locator(".kept > .card > .head");
    await head.waitFor();
    const inSight = () =>
      page.evaluate(() => {
        const [head, page] = [
          document.querySelector(".kept > .card > .head"),
          document.querySelector(".transcript"),
        ];
        if (!head || !page || page.scrollHeight < page.clientHeight * 1.2) return null;
        return head.getBoundingClientRect().top >= page.getBoundingClientRect().top &&
          head.getBoundingClientRect().bottom <= page.getBoundingClientRect().bottom;
      });
    await becomes(inSight, true);
  },
);

visit("who speaks, when, and whether it is in the context stand on one line", async (bowl) => {
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

/** Where the letters of the first of each of these stand, in pixels from the top of the window. */
const baselines = (page: Page, inside: string, of: readonly string[]): Promise<number[]> =>
  page.evaluate(
    ([inside, of]) => {
      const pen = document.createElement("canvas").getContext("2d");
      return of.map((one) => {
        const element = document.querySelector(`${inside} ${one}`);
        const letters = element &&
          document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
            node.textContent?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP).nextNode();
        if (!pen || !letters?.parentElement) {
          return NaN;
        }
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(letters.parentElement);
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const range = document.createRange();
        range.selectNodeContents(letters);
        return (range.getClientRects()[0]?.bottom ?? NaN) - pen.measureText("x").fontBoundingBoxDescent;
      });
    },
    [inside, of] as const,
  );

visit("letters of two sizes stand on one line", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  const onOneLine = (inside: string, ...of: readonly string[]) =>
    eventually(async () => {
      const [first = NaN, ...others] = await baselines(page, inside, of);
      for (const other of others) assert.ok(Math.abs(other - first) < 0.6, `${inside}: ${first}, ${other}`);
    });
  await send(page, "Is rye bread heavy?");
  await settled(page, 1);
  await onOneLine("article.theirs.single .head", ".author", ".meta");
  await onOneLine("article.mine > header", "time", ".in-context");
  // As it is seen where the agent waits, or is full.
  await page.locator(".pill .what").evaluate((what) => what.classList.remove("sr"));
  await onOneLine(".pill", ".name", ".what");
});

visit("nothing is seen between the bar and the head below it", async (bowl) => {
  const id = await bowl.conversation({ Ada: "story:300", Ben: "story:300" });
  const page = await bowl.open(`/c/${id}`);
  await send(page, "Is rye bread heavy?");
  await settled(page, 2);
  const bare = (head: string) =>
    eventually(async () => {
      const seen = await page.evaluate((head) => {
        const [bar, below] = [document.querySelector(".group-bar"), document.querySelector(head)];
        const log = document.querySelector('[role="log"]');
        if (!bar || !below || !log) return null;
        log.scrollTo({ top: log.scrollTop + 300, behavior: "instant" });
        return {
          gap: below.getBoundingClientRect().top - bar.getBoundingClientRect().bottom,
          behind: getComputedStyle(bar).backgroundImage,
        };
      }, head);
      assert.ok(seen?.behind === "none" && Math.abs(seen.gap) < 1, `${head}: ${JSON.stringify(seen)}`);
    });
  await page.getByRole("radio", { name: "Focus" }).click();
  await bare(".card.focus > .head");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await bare(".compare > .sides");
});

visit("whatever scrolls has a thin bar in the colours of the page, or none", async (bowl) => {
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

visit("an empty conversation says who will answer, by its mode", async (bowl) => {
  const said = async (mode: object, sentence: string | RegExp) => {
    const id = await bowl.conversation({ Ada: "manager", Ben: "echo" }, mode);
    const page = await bowl.open(`/c/${id}`);
    await page.locator(".empty").getByText(sentence).waitFor();
  };
  await said({}, "Everyone who is on answers at once.");
  await said({ mode: "manual" }, "Nobody answers until you ask. Write first if you like");
  await said({ mode: "manager" }, "Ada answers you, and asks the others where that helps.");
});

visit("what was found says who wrote it and when, below its conversation, told once", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" }, { title: "Of animals" });
  const page = await bowl.open(`/c/${id}`);
  for (const [at, text] of ["The quokka smiles", "A quokka sleeps"].entries()) {
    await send(page, text);
    await settled(page, at + 1);
  }
  await page.getByRole("searchbox", { name: "Search every message" }).fill("quokka");
  const hits = page.locator(".row.hit.said");
  await becomes(() => page.locator(".row.of", { hasText: "Of animals" }).count(), 1);
  // More may be found meanwhile: an answer is gone through once it is there.
  await eventually(async () => {
    const told = await hits.evaluateAll((all) =>
      all.map((one) => ({
        by: one.querySelector("bdi")?.textContent,
        when: one.querySelector("time")?.textContent,
        marks: one.querySelectorAll("mark").length,
      }))
    );
    assert.ok(told.length >= 2, JSON.stringify(told));
    for (const { by, when, marks } of told) assert.ok(by && when && marks > 0, JSON.stringify(told));
    assert.equal(await page.getByRole("status").getByText(`${told.length} found`).count(), 1);
  });
  await picture(page, "search-hits");
});

/** Stops answers that would go on for long while others look at something else. */
async function stopped(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("article.cancelled").nth(2).waitFor();
}

/** How many layers move by themselves, and which parts `of` the page are layers only because they may lie over those. */
async function layersOf(page: Page, of: string) {
  const session = await page.context().newCDPSession(page);
  let layers: readonly { layerId: string; backendNodeId?: number }[] = [];
  session.on("LayerTree.layerTreeDidChange", (told) => (layers = told.layers ?? layers));
  await session.send("DOM.enable");
  await session.send("LayerTree.enable");
  const kindOf = async ({ layerId, backendNodeId }: (typeof layers)[number]): Promise<string> => {
    const { compositingReasonIds: why } = await session.send("LayerTree.compositingReasons", { layerId });
    if (why.some((reason) => /^Active\w+Animation$/.test(reason))) return "moves";
    if (backendNodeId === undefined || !why.includes("Overlap")) return "";
    const { object: { objectId } } = await session.send("DOM.resolveNode", { backendNodeId });
    if (objectId === undefined) return "";
    const functionDeclaration = "function (of) { return this.closest?.(of)?.className ?? ''; }";
    const { result } = await session.send("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration,
      arguments: [{ value: of }],
    });
    return String(result.value ?? "");
  };
  return async () => {
    // Layers may be gone while they are asked for.
    const kinds = await Promise.all(layers.map((layer) => kindOf(layer).catch(() => "gone")));
    return {
      moving: kinds.filter((kind) => kind === "moves").length,
      beside: kinds.filter((kind) => kind !== "" && kind !== "moves"),
    };
  };
}

visit("what moves while answers are written takes nothing beside it into a layer", async (bowl) => {
  const id = await bowl.conversation({ Ada: "story:9000", Ben: "story:9000", Cleo: "story:9000" });
  const page = await bowl.open(`/c/${id}`, { moves: true });
  await send(page, "Is rye bread heavy?");
  await page.locator("article.card.open.scrolled").nth(2).waitFor();
  // A dot in the list, two rings and a line of each, and the fish.
  await becomes(await layersOf(page, ".pills, .answer-marks, .card > .head"), { moving: 13, beside: [] });
  await stopped(page);
});

/** Of the layouts in which something was done to a page, how many were of all of it, and how many of a part. */
async function layoutsIn(page: Page, does: () => Promise<unknown>): Promise<{ whole: number; part: number }> {
  const layouts = (await timelineOf(page, does)).flatMap(({ name, args: { beginData } }) =>
    name === "Layout" && beginData ? [beginData.partialLayout] : []
  );
  const part = layouts.filter((partial) => partial).length;
  return { whole: layouts.length - part, part };
}

visit(
  "what is added to answers that are full is laid out within them, while they are written and once they are there",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:30000", Ben: "story:30000", Cleo: "story:30000" });
    const page = await bowl.open(`/c/${id}`, { moves: true });
    // The lower the window, the sooner they are full.
    await page.setViewportSize({ width: 1440, height: 480 });
    await send(page, "Is rye bread heavy?");
    const full = page.locator("article.card.open.over");
    await full.nth(2).waitFor();
    const height = () => full.first().evaluate((card) => card.getBoundingClientRect().height);
    const before = await height();
    const written = () => full.evaluateAll((cards) => cards.map((card) => card.textContent?.length ?? 0));
    const from = await written();
    const { whole, part } = await layoutsIn(
      page,
      () =>
        eventually(async () =>
          assert.ok((await written()).every((units, at) => units > (from[at] ?? Infinity) + 1_000))
        ),
    );
    assert.ok(part > whole, `${whole} layouts of all, ${part} of a part`);
    assert.equal(await height(), before, "as high as it may be");
    await stopped(page);
    // What their ends bring has had its frames.
    await page.locator("article.card.over:not(.open, .scrolled) > .action-bar").nth(2).waitFor();
    const ended = await layoutsIn(
      page,
      () =>
        page.locator("article.card.over:not(.open) .text").first().evaluate((text) => {
          text.append("And more.");
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }),
    );
    assert.ok(ended.part > 0, `${ended.whole} layouts of all`);
  },
);

visit(
  "a question stands over the answer that was kept, however they were laid out before",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo", Ben: "echo" })}`);
    await send(page, "Is rye bread heavy?");
    await settled(page, 2);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    for (const key of ["f", "1", "k"]) await page.keyboard.press(key);
    await page.getByText("You kept this").waitFor();
    const ends = () =>
      page.evaluate(() =>
        ["article.mine .bubble", ".kept"].map((one) =>
          document.querySelector(one)?.getBoundingClientRect().right
        )
      );
    await eventually(async () => {
      const [question, answer] = await ends();
      assert.equal(question, answer);
    });
  },
);
