/** The frame around the talk: the list, the head, what floats, at every width, by touch, and in another language. */
import assert from "node:assert/strict";
import { browserTest, picture, visits } from "./harness.ts";
import { becomes, drawn, eventually, pill, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const listed = "aside.sidebar:not(.rail) nav";

visit("the glass is closed until one asks for it, and stays as one left it", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await pill(page, "Ada").waitFor();
  const glass = page.getByRole("complementary", { name: "Behind the glass" });
  await becomes(() => glass.count(), 0);
  await page.keyboard.press("Control+.");
  await glass.waitFor();
  await page.reload();
  await glass.waitFor();
});

visit(
  "the list closes to a rail at any width, by key and by button, and remembers it",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of barley" });
    const page = await bowl.open(`/c/${id}`);
    const width = async () => (await page.locator("main").boundingBox())?.x ?? 0;
    await page.locator(listed).waitFor();
    // As it opens it puts the cursor where one writes; a key that is pressed before goes there too.
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await page.getByRole("separator", { name: "Width of the list" }).press("ArrowRight");
    await becomes(() => width(), 264);
    await page.keyboard.press("Control+\\");
    await page.locator("aside.rail").waitFor();
    await becomes(() => width(), 60);
    await check(page, "rail");
    await page.reload();
    await page.locator("aside.rail").waitFor();
    await page.getByRole("link", { name: /^Of barley/ }).waitFor();
    await page.getByRole("button", { name: "Show conversations" }).click();
    await page.locator(listed).waitFor();
    await becomes(() => width(), 264, "as wide as it was made");
    await page.getByRole("button", { name: "Hide conversations" }).click();
    await page.locator("aside.rail").waitFor();

    await page.setViewportSize({ width: 900, height: 800 });
    await eventually(async () => {
      const talk = await page.locator("main").boundingBox();
      assert.ok(talk && talk.width > 820, "the talk has the room of a tablet");
    });
    await page.getByRole("button", { name: "Search every message" }).click();
    await page.getByRole("searchbox", { name: "Search every message" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "search");
    await check(page, "drawer");
    await page.getByRole("button", { name: "Close the list" }).click({ position: { x: 800, y: 400 } });
    await page.locator(listed).waitFor({ state: "detached" });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("aside").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show conversations" }).click();
    await page.locator(listed).waitFor();
    await page.getByRole("link", { name: /^Of barley/ }).click();
    await page.locator(listed).waitFor({ state: "detached" });
  },
);

browserTest(
  "by touch every row has its menu in sight, large enough for a finger, and nothing zooms",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
    const page = await bowl.open(`/c/${id}`, { phone: true });
    await page.getByRole("button", { name: "Show conversations" }).tap();
    const menu = page.locator(".row", { hasText: "Of bread" }).getByRole("button", { name: /^Actions/ });
    await menu.waitFor();
    await eventually(async () => {
      const seen = await menu.evaluate((one) => {
        const { width, height, right } = one.getBoundingClientRect();
        return { width, height, inside: right <= innerWidth, opacity: getComputedStyle(one).opacity };
      });
      assert.deepEqual(seen, { width: 44, height: 44, inside: true, opacity: "1" });
    });
    await menu.tap();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await page.keyboard.press("Escape");
    await eventually(async () => {
      const small = await page.locator("input:visible, textarea:visible, select:visible").evaluateAll((all) =>
        all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML)
      );
      assert.deepEqual(small, [], "a phone zooms into fields below 16 px");
    });
  },
);

visit(
  "the list is one stop of the Tab key: arrows lead along it, and to the menu of a row",
  async (bowl) => {
    for (const title of ["One", "Two", "Three"]) {
      await bowl.conversation({ [`${title} agent`]: "echo" }, {
        title,
      });
    }
    const page = await bowl.open("/settings/agents");
    const three = page.locator("nav.rows").getByRole("link", { name: "Three" });
    for (const title of ["One", "Two", "Three"]) {
      await page.locator("nav.rows").getByRole("link", { name: title }).waitFor();
    }
    await eventually(async () => {
      const stops = await page.locator("nav.rows").evaluate((nav) =>
        [...nav.querySelectorAll<HTMLElement>("a, button")].filter(({ tabIndex }) => tabIndex >= 0).length
      );
      assert.equal(stops, 1);
    });
    await three.focus();
    // A key that comes while rows are drawn anew may find the focus nowhere.
    const reaches = async (key: string, there: () => boolean | undefined) =>
      await eventually(async () => {
        if (!await page.evaluate(there)) await page.keyboard.press(key);
        assert.ok(await page.evaluate(there), `${key} leads there`);
      });
    await reaches("ArrowDown", () => document.activeElement?.textContent?.startsWith("Two"));
    await reaches(
      "ArrowRight",
      () => document.activeElement?.getAttribute("aria-label") === "Actions for Two",
    );
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.locator("nav.rows").getByRole("link", { name: "Two" }).press("End");
    await page.waitForFunction(() =>
      document.activeElement === [...document.querySelectorAll(".row > a")].at(-1)
    );
  },
);

browserTest(
  "of many conversations those in sight are in the page, and keys lead to all",
  async (bowl) => {
    const count = 120;
    for (let n = 1; n <= count; n++) await bowl.api("POST", "/api/conversations", { title: `Talk ${n}` });
    // What stands above the list moves it down, and no row out of the page that is in sight.
    for (let n = 1; n <= 6; n++) await bowl.api("POST", "/api/projects", { name: `Project ${n}` });
    const filed = await bowl.conversation({}, { title: "Filed" });
    const labels = Array.from({ length: 10 }, (_, n) => `a label, number ${n}`);
    await bowl.api("PATCH", `/api/conversations/${filed}`, { labels });
    const page = await bowl.open("/settings/agents");
    const rows = page.locator("nav.rows .row");
    const bounded = async () => {
      const { length } = await rows.all();
      assert.ok(length >= 15 && length <= 50, `${length} rows are in the page`);
    };
    // The newest; what was there before is the oldest.
    const newest = page.locator("nav.rows").getByRole("link", { name: "Filed", exact: true });
    await newest.waitFor();
    const all = async () => Number(await rows.first().getAttribute("aria-setsize"));
    await eventually(async () => assert.ok(await all() >= count));
    await eventually(bounded);
    await newest.press("End");
    const place = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest(".row");
        return row?.getAttribute("aria-posinset") === row?.getAttribute("aria-setsize");
      });
    await becomes(place, true);
    await eventually(bounded);
    await becomes(() => newest.count(), 0, "what one went away from is not in the page");
    const topmost = (top: number) =>
      page.locator("nav.rows").evaluate((nav, top) => {
        nav.scrollTop = top;
        const { left, top: edge } = nav.getBoundingClientRect();
        return document.elementFromPoint(left + 40, edge + 4)?.closest(".row") !== null;
      }, top);
    // A step of the list is 160 pixels: one of these is where the fewest are above what is in sight.
    for (let top = 1_600; top < 1_760; top += 32) await becomes(() => topmost(top), true);
    await page.locator(".row > a:focus").press("ArrowDown");
    await becomes(() => newest.evaluate((link) => link === document.activeElement), true);
  },
);

visit("what was answered while one looked elsewhere is marked until one looks", async (bowl) => {
  const here = await bowl.conversation({ Ada: "echo" }, { title: "Here" });
  const there = await bowl.conversation({ Ben: "echo" }, { title: "There" });
  const page = await bowl.open(`/c/${here}`);
  const row = page.locator(".row", { hasText: "There" });
  await row.waitFor();
  await becomes(() => page.locator(".row.unread", { hasText: "There" }).count(), 0, "it was there before");
  await bowl.api("POST", `/api/conversations/${there}/messages`, { content: "Is bread food?" });
  await page.locator(".row.unread", { hasText: "There" }).waitFor();
  await eventually(async () => assert.match(await row.getByRole("link").textContent() ?? "", /new answers/));
  await page.reload();
  await page.locator(".row.unread", { hasText: "There" }).waitFor();
  await pill(page, "Ada").waitFor();
  await check(page, "unread");
  await row.getByRole("link").click();
  await page.locator(".row.here", { hasText: "There" }).waitFor();
  await page.getByRole("link", { name: "Here", exact: true }).click();
  await page.locator(".row.here", { hasText: "Here" }).waitFor();
  await becomes(() => page.locator(".row.unread", { hasText: /There|Here/ }).count(), 0);
});

visit("archiving and deleting are taken back, by button and by key", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
  const page = await bowl.open(`/c/${id}`);
  const row = page.locator(".rows section .row", { hasText: "Of bread" });
  const choose = async (item: string) => {
    await row.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await row.waitFor();
  await choose("Archive");
  await row.waitFor({ state: "detached" });
  // Under the pointer it stays, however long that takes.
  await page.getByText("Archived “Of bread”").hover();
  await check(page, "toast");
  await page.getByRole("link", { name: "Agents & providers" }).click();
  await page.locator("#composer").waitFor({ state: "detached" });
  await drawn(page);
  const isInSight = () =>
    page.getByRole("button", { name: "Undo" }).evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await becomes(isInSight, true, "the box that it stood above has gone");
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
  await row.getByRole("link").first().click();
  await page.locator("#composer").waitFor();

  await choose("Delete");
  const dialog = page.getByRole("dialog", { name: "Delete “Of bread”?" });
  await dialog.getByText("10 seconds to undo").waitFor();
  await picture(page, "delete");
  await eventually(async () => {
    const red = await dialog.getByRole("button", { name: "Delete" }).evaluate((one) =>
      getComputedStyle(one).backgroundColor
    );
    assert.equal(red, "rgb(179, 38, 30)");
  });
  const file = await dialog.getByRole("link", { name: "Export first" }).getAttribute("href");
  assert.equal(file, `/api/conversations/${id}/export?format=ndjson`);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  await page.getByText("Deleted “Of bread”").waitFor();
  // The message box has the focus, as always, and nothing is written in it.
  await page.keyboard.press("Control+z");
  await row.waitFor();
  await page.waitForURL(`**/c/${id}`);
  await pill(page, "Ada").waitFor();
});

// Shows S0-23, S0-52, S0-A11.
visit(
  "pills have names while they fit, and are marks beyond; the list behind the count has them all",
  async (bowl) => {
    const names = Array.from({ length: 12 }, (_, at) => `Colleague ${at + 1}`);
    const id = await bowl.conversation(Object.fromEntries(names.slice(0, 3).map((name) => [name, "echo"])));
    await bowl.conversation(Object.fromEntries(names.slice(3).map((name) => [name, "echo"])));
    const page = await bowl.open(`/c/${id}`);
    const bare = page.locator(".pills.bare");
    await pill(page, "Colleague 3").waitFor();
    await becomes(() => bare.count(), 0);
    await page.getByRole("button", { name: /^3 agents/ }).click();
    const list = page.getByRole("dialog", { name: "Agents" });
    const toAdd = (at: number) => list.getByRole("button", { name: names[at] ?? "", exact: true });
    await toAdd(3).waitFor();
    // It grows as it opens.
    await becomes(() => list.evaluate((one) => one.getAnimations({ subtree: true }).length), 0);
    const placed = await toAdd(4).boundingBox();
    await toAdd(3).dblclick();
    await list.getByRole("switch", { name: "Colleague 4", exact: true }).waitFor();
    assert.deepEqual(await toAdd(4).boundingBox(), placed, "nothing moves under the pointer");
    assert.equal(await list.getByRole("switch").count(), 4, "pressed twice one is added once");
    for (let at = 4; at < names.length; at++) await toAdd(at).click();
    await bare.waitFor();
    await page.getByRole("button", { name: /^12 agents, 12 on/ }).waitFor();
    const height = () => page.locator(".chat-head").evaluate((one) => one.getBoundingClientRect().height);
    await becomes(height, 54, "one line, however many there are");
    await list.getByRole("switch", { name: "Colleague 12" }).click();
    await page.locator(".pill.off", { hasText: "Colleague 12" }).waitFor({ state: "attached" });
    await list.getByRole("button", { name: "Move Colleague 12" }).press("ArrowUp");
    await eventually(async () => {
      const order = await page.locator(".pill .name").allTextContents();
      assert.deepEqual(order.slice(-2), ["Colleague 12", "Colleague 11"]);
    });
    await check(page, "agents");
    await picture(page, "agents");
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 700, height: 844 });
    await pill(page, "Colleague 1").click({ button: "right" });
    await page.getByRole("menuitem", { name: "What it will see" }).waitFor();
  },
);

visit("who manages the others is marked on its pill", async (bowl) => {
  const id = await bowl.conversation({ Boss: "manager", Coder: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await pill(page, "Boss").waitFor();
  await becomes(() => page.locator(".pill .crown").count(), 0);
  await page.getByRole("button", { name: /^Who answers/ }).click();
  await page.getByRole("group", { name: "Who answers" }).locator("button", { hasText: "Manager" }).click();
  await page.locator(".pill", { hasText: "Boss" }).locator(".crown").waitFor();
  await becomes(() => page.locator(".pill .crown").count(), 1);
});

browserTest("whoever asks for German is spoken to in German, with its numbers", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`, { locale: "de-DE" });
  await page.getByRole("button", { name: /^Neues Gespräch Strg/ }).waitFor();
  await becomes(() => page.locator("html").getAttribute("lang"), "de");
  await page.getByRole("button", { name: "Wer antwortet: Gemeinsam" }).click();
  await page.getByText("Niemand antwortet, bevor Sie fragen").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Alle Nachrichten durchsuchen" }).waitFor();
  await check(page, "german");
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Antworten: Auf Wunsch" }).waitFor();
  // What the server says of a failure is English, and is said anew.
  await page.goto(`${bowl.address}/c/${await bowl.conversation({ Ada: "error-401" })}`);
  await page.locator("#composer").fill("Ist Brot ein Essen?");
  await page.keyboard.press("Enter");
  const failed = page.locator("article.failed");
  await failed.getByText("Der Schlüssel wurde nicht angenommen.", { exact: true }).waitFor();
  await failed.getByText("Ada konnte nicht antworten.").waitFor({ state: "attached" });
  await failed.locator('[title^="in diesem Gespräch eingeschaltet"]').waitFor();
});

visit(
  "on a small screen a sheet is read from its beginning, whatever takes the focus",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`, { size: "narrow" });
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    // It takes the focus a frame after it is there; left before, it would take the key too.
    await becomes(() => box.evaluate((one) => one === document.activeElement), true);
    await box.blur();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("heading", { name: "Keys" }).waitFor();
    await becomes(() => sheet.evaluate((one) => [one.scrollHeight > one.clientHeight, one.scrollTop]), [
      true,
      0,
    ]);
  },
);

visit("nothing counts characters before they matter", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  // Who alone is there is called by name.
  await page.getByPlaceholder("Message Ada", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^to Ada\b/ }).waitFor();
  await box.fill("a".repeat(4_000));
  await becomes(() => page.getByText("/ 5,000").count(), 0);
  await box.fill("a".repeat(4_600));
  await page.getByText("/ 5,000").waitFor();
  await box.fill("");
  await send(page, "Is bread food?");
  await settled(page, 1);
});

visit(
  "what has less room looks so whatever takes the room, and on paper nothing does",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo", Ben: "echo" })}`);
    await send(page, "Where are you?");
    await settled(page, 2);
    const named = () => page.locator(".layouts span").first().evaluate((span) => span.clientWidth > 10);
    const inStrip = () => page.locator(".group-bar.tabbed .for-phone").isVisible();
    const looks = async () => [await named(), await inStrip()];
    await becomes(looks, [true, false]);
    // The list and the glass beside it leave it some 560 px.
    await page.setViewportSize({ width: 1210, height: 900 });
    await page.keyboard.press("Control+.");
    await becomes(looks, [false, true]);
    await page.keyboard.press("Control+.");
    await becomes(looks, [true, false]);
    await page.setViewportSize({ width: 420, height: 900 });
    await becomes(looks, [false, true]);
    const under = () => page.locator("main").getAttribute("data-under");
    await page.evaluate(() => void dispatchEvent(new Event("beforeprint")));
    await becomes(under, "");
    await page.evaluate(() => void dispatchEvent(new Event("afterprint")));
    await becomes(under, "480 600 720 760 900 1120");
  },
);

visit(
  "nothing above the talk is asked for its size by styles: each key would lay it out anew",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`);
    const types = () =>
      page.locator(".transcript").evaluate((talk) => {
        const found: string[] = [];
        for (let box: Element | null = talk; box; box = box.parentElement) {
          found.push(getComputedStyle(box).containerType);
        }
        return [...new Set(found)];
      });
    await becomes(types, ["normal"]);
  },
);

visit("the next key is meant for what opens, before a picture of it is drawn too", async (bowl) => {
  const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`);
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  const OPEN = "[popover]:is([role=menu], [role=dialog]), [type=search]";
  const shut = () => becomes(() => page.locator("[popover]:is([role=menu], [role=dialog])").count(), 0);
  /** Opens it by its button, and presses a key once it is in the page: whether it had the focus, and what has it then. */
  const after = (opened: string, key: string) =>
    page.evaluate(async ([opened, key, OPEN]) => {
      const button = document.querySelector<HTMLElement>(opened);
      button?.focus();
      const before = document.querySelectorAll(OPEN).length;
      const drawn = new Promise<void>((done) =>
        new MutationObserver(() => document.querySelectorAll(OPEN).length > before && done())
          .observe(document.body, { childList: true, subtree: true })
      );
      button?.click();
      await drawn;
      const at = document.activeElement;
      at?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
      const items = [...document.querySelectorAll("[role=menuitem]")];
      return [
        at?.matches("[popover] *, [type=search]"),
        items.findIndex((one) => one === document.activeElement),
      ];
    }, [opened, key, OPEN] as const);
  assert.deepEqual(await after(".title-line [aria-haspopup=menu]", "ArrowDown"), [true, 1]);
  await page.keyboard.press("Escape");
  await shut();
  assert.deepEqual(await after(".chat-head [aria-haspopup=dialog]", "Shift"), [true, -1]);
  await page.keyboard.press("Escape");
  await shut();
  await page.keyboard.press("Control+\\");
  await page.locator("aside.rail").waitFor();
  assert.deepEqual(await after(".rail [aria-label^='Search']", "k"), [true, -1]);
});

/** Milliseconds that a page is at work: more than short words stay. */
const WORK_MS = 3_500;

visit(
  "what is said on a page at work stays to be read once it is drawn, and then goes",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`);
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    // From when it is said until it is drawn the page does nothing else, as at other work, but needs no processor for it;
    // then pictures are counted that have it.
    await page.route("**/work", async (route) => {
      await new Promise((done) => setTimeout(done, WORK_MS));
      await route.fulfill({ body: "" });
    });
    await page.evaluate(() => {
      const count = () => {
        const told = document.documentElement.dataset;
        if (document.querySelector(".toast")) told["seen"] = `${Number(told["seen"] ?? 0) + 1}`;
        requestAnimationFrame(count);
      };
      new MutationObserver((_, watching) => {
        if (!document.querySelector(".toast")) return;
        watching.disconnect();
        const work = new XMLHttpRequest();
        work.open("GET", "/work", false);
        work.send();
        requestAnimationFrame(count);
      }).observe(document.body, { childList: true, subtree: true });
      const data = new DataTransfer();
      data.setData("text", "x".repeat(6_000));
      document.getElementById("composer")?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await page.locator("html[data-seen]").waitFor();
    await page.locator(".toast").waitFor({ state: "detached" });
    const seen = Number(await page.locator("html").getAttribute("data-seen"));
    assert.ok(seen > 5, `${seen} pictures`);
  },
);
