/** The page on a phone: installed, under a finger, on the smallest of the screens. */
import assert from "node:assert/strict";
import { browserTest, painted, SIZES, visits } from "./harness.ts";
import type { Page } from "playwright-core";
import { becomes, eventually, fingerDrawn, send, settled } from "./steps.ts";

const visit = visits();

interface Manifest {
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
}

visit(
  "the page can be installed: its manifest is understood, and every icon is there in its size",
  async (bowl) => {
    const page = await bowl.open("/");
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.equal(url, `${bowl.address}/app.webmanifest`);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A window that keeps nothing, as those of tests are, installs nothing; of the page there is nothing to say.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
      [],
    );
    const response = await fetch(url);
    assert.equal(response.headers.get("content-type"), "application/manifest+json");
    assert.equal(response.headers.get("cache-control"), "no-cache");
    const manifest = await response.json() as Manifest;
    assert.equal(manifest.display, "standalone");
    assert.deepEqual(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`), [
      "any 192x192",
      "any 512x512",
      "maskable 512x512",
    ]);
    const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href") ?? "";
    for (const { src, sizes } of [...manifest.icons, { src: apple, sizes: "180x180" }]) {
      const side = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      assert.equal(side, sizes, src);
    }
    assert.equal((await fetch(`${bowl.address}/icons/nothing.png`)).status, 404);
    await session.detach();
  },
);

visit(
  "what surrounds the page has the colour of its frame, whichever theme is chosen",
  async (bowl) => {
    const page = await bowl.open("/", { scheme: "light" });
    const told = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) => meta.getAttribute("content"))
      );
    const light = "rgb(216, 228, 228)";
    const dark = "rgb(8, 17, 19)";
    await becomes(() => told(), [light, light]);
    await page.emulateMedia({ colorScheme: "dark" });
    await becomes(() => told(), [dark, dark]);
    // From "system" to "light", which the system is not.
    await page.getByRole("button", { name: /^Theme: system/ }).click();
    await becomes(() => told(), [light, light]);
  },
);

/** What is too small for a finger or for a field, of everything that is seen. */
async function tooSmall(page: Page): Promise<string[]> {
  await painted(page);
  return await page.evaluate(async () => {
    // What comes in grows as it does.
    const coming = document.getAnimations().filter(({ effect }) =>
      effect?.getComputedTiming().endTime !== Infinity
    );
    await Promise.allSettled(coming.map(({ finished }) => finished));
    const found: string[] = [];
    const isSeen = (element: Element) => {
      const { width, height, left, right } = element.getBoundingClientRect();
      return width > 0 && height > 0 && right > 0 && left < innerWidth &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const said = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} ${
        (element.getAttribute("aria-label") ?? element.textContent ?? "").slice(0, 30)
      }`;
    /** Pixels, with what reaches beyond it to be pressed. */
    const reach = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const { content, width: w, height: h } = getComputedStyle(element, "::after");
      const more = content !== "none" && content !== "normal";
      return Math.min(
        Math.max(width, more ? parseFloat(w) || 0 : 0),
        Math.max(height, more ? parseFloat(h) || 0 : 0),
      );
    };
    const pressed = "button, a[href], select, summary, input:not([type=file], [type=range]), textarea";
    for (const element of document.querySelectorAll(pressed)) {
      // A link among words is as high as they are, and what is for keys alone is no target.
      if (!isSeen(element) || element.matches("p a, .skip")) continue;
      const box = element.matches("[type=checkbox], [type=radio]")
        ? element.closest("label") ?? element
        : element;
      if (reach(box) < 43.5) found.push(`${Math.round(reach(box))} px: ${said(element)}`);
      const isField = element.matches("input:not([type=checkbox], [type=radio]), textarea, select");
      const size = getComputedStyle(element).fontSize;
      if (isField && parseFloat(size) < 16) found.push(`letters of ${size}: ${said(element)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
    return found;
  });
}

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Agent ${at + 1}`, "echo"]));

visit(
  "on a phone with twenty agents whatever is pressed has 44 px, fields have letters of 16, nothing is cut off",
  async (bowl) => {
    const id = await bowl.conversation(twenty);
    const page = await bowl.open(`/c/${id}`, { phone: true });
    // What the empty box says is cut by nothing but its edge while one is in it.
    const hint = page.getByPlaceholder("Message", { exact: true });
    await hint.focus();
    const whole = () =>
      hint.evaluate((box) => {
        const drawing = document.createElement("canvas").getContext("2d");
        if (!drawing || !(box instanceof HTMLTextAreaElement)) return false;
        drawing.font = getComputedStyle(box).font;
        return drawing.measureText(box.placeholder).width < box.clientWidth;
      });
    await becomes(whole, true);
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await becomes(whole, true, "with large letters");
    await page.evaluate(() => document.documentElement.style.fontSize = "");
    await send(page, "Where are you?");
    await page.waitForFunction(() => document.querySelectorAll(".answer-tile").length === 20);
    await becomes(() => tooSmall(page), [], "tiles");
    // One row, whose buttons lead to what has no room in it.
    await becomes(() => page.locator(".chat-head").evaluate((head) => head.clientHeight), 54);
    await page.getByRole("button", { name: /^Who answers/ }).tap();
    await page.getByRole("button", { name: /^Manager/ }).waitFor();
    await becomes(() => tooSmall(page), [], "who answers");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^20 agents/ }).tap();
    await page.getByRole("switch").first().waitFor();
    await becomes(() => tooSmall(page), [], "the agents");
    await page.keyboard.press("Escape");
    await page.locator(".answer-tile").first().tap();
    await page.locator(".card.focus").waitFor();
    await becomes(() => tooSmall(page), [], "one answer");
    await page.getByRole("button", { name: /conversations/i }).first().tap();
    await page.locator(".sidebar.drawer").waitFor();
    await becomes(() => tooSmall(page), [], "the list");
    await bowl.leave(page.context());
  },
);

visit(
  "on a phone what the last answers come to stands in the head, and not over their marks too",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "echo", Critic: "echo" }, {
      message: "Is rye bread heavy?",
    });
    const page = await bowl.open(`/c/${id}`, { phone: true });
    const [head, over] = [page.locator(".chat-head .sum"), page.locator(".group-bar .sum")];
    await becomes(async () => (await head.innerText()).slice(0, 9), "2 answers");
    await over.waitFor({ state: "hidden" });
    assert.equal(await page.locator(".chat-head").evaluate((one) => one.clientHeight), 54);
    await send(page, "And with butter?");
    await page.locator(".folded").first().waitFor();
    await becomes(() => page.locator(".group-bar.headed").count(), 1);
    await page.setViewportSize({ width: 1200, height: 800 });
    await over.last().waitFor();
    await head.waitFor({ state: "hidden" });
    await bowl.leave(page.context());
  },
);

visit(
  "on a phone a title has two lines in the row of the head, and the head grows with its letters",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "echo", Critic: "echo" });
    const title = "Which flour for the bread on Sundays, and who gets up at four?";
    await bowl.api("PATCH", `/api/conversations/${id}`, { title });
    const page = await bowl.open(`/c/${id}`, { phone: true });
    const head = page.locator(".chat-head");
    await head.getByText(title).waitFor();
    /** How many of its letters are to be seen, and whether all of them stand in the head. */
    const seen = () =>
      head.locator("h1 bdi").evaluate((name) => {
        const text = name.firstChild;
        const box = name.getBoundingClientRect();
        const row = name.closest(".chat-head")?.getBoundingClientRect();
        if (!text || !row) throw new Error("no title");
        const letters = [...name.textContent].filter((_, at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const { bottom, right } = range.getBoundingClientRect();
          return bottom <= box.bottom + 2 && right <= box.right + 1;
        });
        return { letters: letters.length, within: box.top >= row.top && box.bottom <= row.bottom };
      });
    await eventually(async () => {
      const { letters, within } = await seen();
      assert.ok(letters >= 30 && within, `${letters}`);
    });
    assert.equal(await head.evaluate((one) => one.clientHeight), 54);
    await page.evaluate(() => document.documentElement.style.fontSize = "200%");
    await eventually(async () => {
      const { letters, within } = await seen();
      assert.ok(letters >= 12 && within, `${letters}, ${within}`);
    });
    // What a copy is stands below what it is a copy of.
    await page.evaluate(() => document.documentElement.style.fontSize = "");
    const { seq } = await bowl.api<{ seq: number }>("GET", `/api/conversations/${id}`);
    const copy = await bowl.api<{ conversation: { id: string } }>("POST", `/api/conversations/${id}/fork`, {
      seq,
    });
    await page.goto(`${bowl.address}/c/${copy.conversation.id}`);
    const [name, kind] = [head.locator("h1 bdi"), head.locator("h1 .kind")];
    await eventually(async () => {
      const [above, below] = [await name.boundingBox(), await kind.boundingBox()];
      assert.ok(above && below && below.y >= above.y + above.height - 1, JSON.stringify([above, below]));
      assert.ok(below.width > 60, `${below.width}`);
    });
    await bowl.leave(page.context());
  },
);

visit("what can be done with a message is reached by a finger, the person's own too", async (bowl) => {
  const id = await bowl.conversation({ Editor: "echo", Critic: "echo" });
  const page = await bowl.open(`/c/${id}`, { phone: true });
  await send(page, "Where are you?");
  await settled(page, 2);
  for (const message of ["article.mine", "article.theirs"]) {
    await becomes(() => page.locator(`${message} .action-bar`).first().isVisible(), false, message);
    await page.locator(`${message} .more`).first().tap();
    await page.locator(".items:popover-open button", { hasText: "Seen by" }).waitFor();
    await becomes(() => tooSmall(page), [], message);
    await page.keyboard.press("Escape");
  }
  // Aside to the next answer, and not the page with it.
  const scrolled = () =>
    page.locator("article.theirs").first().evaluate((card) => card.getBoundingClientRect().left);
  const before = await scrolled();
  const lift = await fingerDrawn(page, page.locator("article.theirs").first(), -250);
  await lift();
  await eventually(async () => assert.ok(await scrolled() < before - 200));
  await becomes(() => page.evaluate(() => scrollX), 0);
});

visit("on a phone the tab of the answer in sight has a line, while one swipes too", async (bowl) => {
  const id = await bowl.conversation({ Editor: "echo", Critic: "echo", Designer: "echo" });
  const page = await bowl.open(`/c/${id}`, { phone: true, moves: true });
  await send(page, "Where are you?");
  await settled(page, 3);
  const tab = (name: string) => page.locator(".answer-mark", { hasText: name });
  const line = () =>
    page.locator(".answer-mark").evaluateAll((tabs) =>
      tabs.filter((one) => getComputedStyle(one, "::after").opacity === "1").map((one) => one.textContent)
    );
  // The first has it a frame after it is there.
  await becomes(line, ["Editor"]);
  // Names of the tabs that had the line, in their order, and how much of the page moved by itself.
  await page.evaluate(() => {
    const told: { lines: string[]; moved: number } = { lines: [], moved: 0 };
    Object.assign(globalThis, { told });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof Element) || target.getAttribute("aria-current") !== "true") continue;
        told.lines.push(target.textContent ?? "");
      }
    }).observe(document.body, { attributeFilter: ["aria-current"], subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) told.moved += "value" in entry ? Number(entry.value) : 0;
    }).observe({ type: "layout-shift" });
  });
  const told = () => page.evaluate<{ lines: string[]; moved: number }>(() => Reflect.get(globalThis, "told"));
  const left = (name: string) =>
    page.locator("article.theirs", { hasText: name }).evaluate((card) => card.getBoundingClientRect().left);

  // The finger is still down.
  const lift = await fingerDrawn(page, page.locator("article.theirs").first(), -230);
  await becomes(line, ["Critic"]);
  await lift();
  await eventually(async () => assert.ok(Math.abs(await left("Critic") - 16) < 8));
  await becomes(line, ["Critic"]);

  // A tab leads to its answer; one on the way there is not told.
  await tab("Designer").tap();
  await eventually(async () => assert.ok(await left("Designer") < 60));
  await becomes(line, ["Designer"]);
  await tab("Editor").tap();
  await eventually(async () => assert.ok(Math.abs(await left("Editor") - 16) < 8));
  await becomes(line, ["Editor"]);
  const { lines, moved } = await told();
  assert.deepEqual(lines, ["Critic", "Designer", "Editor"]);
  assert.ok(moved < 0.001, `${moved}`);

  // A finger that leads elsewhere has the say, though the tapped one never came.
  const designer = page.locator("article.theirs", { hasText: "Designer" });
  await designer.evaluate((card) => card.scrollIntoView = () => {});
  await tab("Designer").tap();
  await becomes(line, ["Designer"]);
  await page.locator(".together").evaluate((row) => {
    row.dispatchEvent(new PointerEvent("pointerdown"));
    row.children[1]?.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });
  });
  await becomes(line, ["Critic"]);

  // However far what was set going by a swipe would fly, it comes to rest at the next answer.
  await tab("Editor").tap();
  await eventually(async () => assert.ok(Math.abs(await left("Editor") - 16) < 8));
  await page.locator(".together").evaluate((row) =>
    row.scrollBy({ left: 2 * row.clientWidth, behavior: "instant" })
  );
  await eventually(async () => assert.ok(Math.abs(await left("Critic") - 16) < 8));
  await becomes(line, ["Critic"]);
  await bowl.leave(page.context());
});

visit(
  "on a phone what was asked takes one line above its answers, unfolds with a press, and is whole where it is alone",
  async (bowl) => {
    const asked = "Shall we bake bread on Sundays, and if so, from which flour,\nand who gets up at four?";
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo", Ben: "echo" })}`, {
      size: "narrow",
    });
    await send(page, asked);
    await settled(page, 2);
    const bubble = page.locator(".bubble", { hasText: "Shall we bake" });
    const lines = () => bubble.evaluate((one) => Math.round((one.clientHeight - 20) / 26));
    await becomes(lines, 1);
    const unfold = page.getByRole("button", { name: "Show all of it" });
    const target = await unfold.boundingBox();
    assert.ok(target && target.width >= 44 && target.height >= 44);
    await unfold.click();
    await eventually(async () => assert.ok(await lines() > 2));
    await page.getByRole("button", { name: "Show one line of it" }).click();
    await becomes(lines, 1);
    // Where there is room nothing is cut, and nothing offers to unfold it.
    await page.setViewportSize({ width: 1440, height: 900 });
    await eventually(async () => assert.ok(await lines() > 1));
    await becomes(() => page.getByRole("button", { name: "Show all of it" }).count(), 0);
    await page.setViewportSize(SIZES.narrow);
    const alone = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`, { size: "narrow" });
    await send(alone, asked);
    await settled(alone, 1);
    const whole = alone.locator(".bubble", { hasText: "Shall we bake" });
    await becomes(() => whole.evaluate((one) => one.clientHeight > 26 * 3), true);
  },
);

visit("on a phone answers out of sight are as complete as the one in sight", async (bowl) => {
  const long = { Ada: "story:300", Ben: "story:300", Cleo: "story:300", Dan: "huge:60000", Eve: "story:300" };
  const page = await bowl.open(`/c/${await bowl.conversation(long)}`, { phone: true });
  await send(page, "Tell me of bread");
  await settled(page, 5);
  // What a selection takes along; nobody has swiped.
  const told = await page.locator("article.theirs").evaluateAll((cards) =>
    cards.map((card) => {
      const text = card.querySelector(".text.rich");
      if (text) getSelection()?.selectAllChildren(text);
      return {
        aside: card.getBoundingClientRect().left > innerWidth - 40,
        letters: text ? getSelection()?.toString().length ?? 0 : 0,
      };
    })
  );
  assert.deepEqual(told.map(({ aside }) => aside), [false, true, true, true, true]);
  assert.ok(
    told.every(({ letters }, at) => letters >= (at === 3 ? 60_000 : 1_500)),
    JSON.stringify(told),
  );
  // Where they come all at once they are formatted in turns, to the last.
  await page.reload();
  await settled(page, 5);
  await bowl.leave(page.context());
});

browserTest(
  "the keyboard of a phone that lies over the page leaves the message box above it",
  async (bowl) => {
    const page = await bowl.open("/", { phone: true });
    await page.locator(".composer").waitFor();
    const foot = () =>
      page.locator(".composer").evaluate((box) => Math.round(box.getBoundingClientRect().bottom));
    await becomes(() => foot(), 844);
    await page.evaluate(() => {
      const seen = visualViewport;
      if (!seen) throw new Error("no view");
      Object.defineProperty(seen, "height", { value: 508, configurable: true });
      seen.dispatchEvent(new Event("resize"));
    });
    await becomes(() => foot(), 508);
  },
);

for (
  const section of ["", "/providers", "/providers/new", "/agents/new", "/prices", "/tokens", "/preferences"]
) {
  visit(
    `on a phone the settings have targets of 44 px and letters of 16: settings${section}`,
    async (bowl) => {
      const page = await bowl.open(`/settings${section}`, { phone: true });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".settings :is(a, button, input):visible").first().waitFor();
      await becomes(() => tooSmall(page), []);
    },
  );
}

visit(
  "on a phone the page before a conversation has targets of 44 px and letters of 16",
  async (bowl) => {
    // The first visit alone lands in the conversation that greets.
    await bowl.conversation({ Editor: "echo" });
    const page = await bowl.open("/new", { phone: true });
    await page.locator(".composer.big .ag").first().waitFor();
    await becomes(() => tooSmall(page), []);
    // The way to the others covers the ring of a chip below it, too.
    const [chip, add] = [page.locator(".ags > .ag").first(), page.locator(".ags > .menu").last()];
    await eventually(async () => {
      const [below, over] = [await chip.boundingBox(), await add.boundingBox()];
      assert.ok(below && over && over.y <= below.y - 1, JSON.stringify([below, over]));
      assert.ok(over.y + over.height >= below.y + below.height + 1, JSON.stringify([below, over]));
    });
  },
);

visit("in a low window the message box takes one row, and the talk has the rest", async (bowl) => {
  const page = await bowl.open("/c/conversation_welcome", { phone: true });
  const height = () => page.locator(".composer").evaluate((box) => box.getBoundingClientRect().height);
  await page.locator(".composer").waitFor();
  await eventually(async () => assert.ok(await height() > 80, "with to whom it goes"));
  await page.setViewportSize({ width: 844, height: 390 });
  await eventually(async () => assert.ok(await height() <= 64, `${await height()} px`));
});

visit("in a low window nothing stays over an answer as it is read", async (bowl) => {
  const page = await bowl.open("/c/conversation_welcome", { phone: true });
  const staying = () =>
    page.locator(".transcript *:visible").evaluateAll((parts) =>
      parts.filter((part) => getComputedStyle(part).position === "sticky")
        .map(({ className }) => String(className))
    );
  const bar = page.locator(".group-bar").last();
  for (const name of ["Focus", "Columns"]) {
    await page.setViewportSize({ width: 844, height: 390 });
    await bar.getByRole("radio", { name, exact: true }).click();
    await bar.getByRole("radio", { name, exact: true, checked: true }).waitFor();
    await eventually(async () => assert.deepEqual(await staying(), []));
    await page.setViewportSize({ width: 844, height: 800 });
    await eventually(async () => assert.ok(/group-bar/.test((await staying()).join()), "with room it does"));
  }
  await bar.getByRole("button", { name: "Compare", exact: true }).click();
  await page.locator(".compare > .sides").waitFor();
  await page.setViewportSize({ width: 844, height: 390 });
  await eventually(async () => assert.deepEqual(await staying(), []));
});

visit(
  "with letters twice as large, who answers in a project is told beside what else can be done, and not over it",
  async (bowl) => {
    const { id } = await bowl.api<{ id: string }>("POST", "/api/projects", { name: "Oven" });
    const page = await bowl.open(`/p/${id}`, { size: "narrow" });
    const [mode, asks] = [page.locator(".to2"), page.locator(".composer .asks")];
    await asks.waitFor();
    // The narrowest there are: on a wider one as much more has to stand beside it.
    await page.setViewportSize({ width: 320, height: 844 });
    await mode.evaluate((button) => {
      button.style.fontSize = `${2 * parseFloat(getComputedStyle(button).fontSize)}px`;
    });
    await eventually(async () => {
      const [left, right] = [await mode.boundingBox(), await asks.boundingBox()];
      assert.ok(
        left && right && left.width > 60 && left.x + left.width <= right.x,
        JSON.stringify([left, right]),
      );
    });
    assert.ok(
      await mode.evaluate((button) => button.scrollWidth <= button.clientWidth),
      "nor is anything of it cut off",
    );
    await bowl.api("DELETE", `/api/projects/${id}`);
  },
);

visit(
  "where it is narrow the paper clip, the line that is written and Send stand on one line",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`, { size: "narrow" });
    await page.locator(".composer .attach").waitFor();
    await page.locator(".composer textarea").fill("Hello");
    const middles = () =>
      page.locator(".composer").evaluate((box) => {
        const middle = (one: Element | null) => {
          const { top, height } = one?.getBoundingClientRect() ?? { top: NaN, height: NaN };
          return top + height / 2;
        };
        const text = box.querySelector("textarea");
        if (!text) return [];
        const { paddingTop, lineHeight } = getComputedStyle(text);
        const line = text.getBoundingClientRect().top + parseFloat(paddingTop) + parseFloat(lineHeight) / 2;
        return [middle(box.querySelector(".attach")), line, middle(box.querySelector(".send"))];
      });
    await eventually(async () => {
      const all = await middles();
      assert.ok(Math.max(...all) - Math.min(...all) <= 1, `${all}`);
    });
  },
);

visit("where the system chooses the colours, edges stand in for them", async (bowl) => {
  const page = await bowl.open("/c/conversation_welcome");
  await page.locator(".composer").waitFor();
  await page.emulateMedia({ forcedColors: "active" });
  for (const part of [".composer", ".bubble", ".card", ".pill", ".select.mode", ".layouts"]) {
    await eventually(async () => {
      const edge = await page.locator(part).first().evaluate((element) =>
        getComputedStyle(element).borderTopWidth
      );
      assert.equal(edge, "1px", part);
    });
  }
});

visit(
  "where the system chooses the colours, marks of what an answer saw are dots beside each other",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" }, { message: "Hello" });
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "And now?" });
    const page = await bowl.open(`/c/${id}`);
    await settled(page, 4);
    await page.emulateMedia({ forcedColors: "active" });
    await eventually(async () => {
      const marks = await page.locator(".saw i").evaluateAll((all) =>
        all.map((one) => {
          const { outlineColor, backgroundColor } = getComputedStyle(one);
          return [outlineColor, backgroundColor === getComputedStyle(document.body).backgroundColor].join(
            " ",
          );
        })
      );
      assert.ok(marks.length > 2, "there are some");
      assert.deepEqual([...new Set(marks)], ["rgba(0, 0, 0, 0) false"]);
    });
  },
);

visit("however long a name is, what can be done with an answer is on its card", async (bowl) => {
  const long = "W".repeat(40);
  const id = await bowl.conversation({ [long]: "error-401", Ada: "editor", Ben: "critic" }, {
    message: "Hello",
  });
  const page = await bowl.open(`/c/${id}`, { size: "narrow" });
  await settled(page, 2);
  const card = page.locator("article", { has: page.getByText(long) }).first();
  // As narrow as it is on a phone, and as one that failed is beside others.
  for (const size of ["narrow", "wide"] as const) {
    await page.setViewportSize(SIZES[size]);
    await eventually(async () => {
      const room = await card.evaluate((one) => {
        const more = one.querySelector(".head .more")?.getBoundingClientRect();
        return more ? one.getBoundingClientRect().right - more.right : -1;
      });
      assert.ok(room >= 0, `${size}: ${room}`);
    });
  }
});

visit(
  "what was asked, and the head of an answer that fills the page, are in view below the head while one is at its end",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Bard: "huge:9000", Editor: "editor" })}`, {
      phone: true,
    });
    // The first exchange has an invitation below it, later ones have none.
    for (const [exchange, question] of ["What is in the bowl?", "And beside it?"].entries()) {
      await send(page, question);
      await settled(page, 2 * (exchange + 1));
      await becomes(() =>
        page.evaluate(() => {
          const box = document.querySelector(".transcript");
          box?.scrollTo(0, box.scrollHeight);
          const [asked, bar, card] = [".bubble", ".group-bar", ".card"].map((part) =>
            document.querySelector(`.exchange:last-of-type ${part}`)
          );
          const head = document.querySelector(".chat-head");
          // Before that it is not as high as it may be.
          if (!card?.textContent?.includes("Show all") || !bar || !asked || !head) return null;
          const places = [head, asked, bar, card].map((one) => one.getBoundingClientRect());
          return places.every(({ top }, at) => top >= (places[at - 1]?.bottom ?? 0));
        }), true);
    }
  },
);
