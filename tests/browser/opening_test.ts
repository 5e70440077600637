/** Opening a long conversation: its end comes first, the rest behind it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "./harness.ts";
import { becomes, eventually, send, settled, withoutSharedWorker } from "./steps.ts";

// Shows P9.
browserTest(
  "the end of a long conversation can be read before the rest has come; then what counts all of it is there",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { mode: "manual" });
    const count = 170;
    for (let n = 1; n <= count; n++) {
      await bowl.api("POST", `/api/conversations/${id}/messages`, { content: `line ${n}` });
    }
    const asking = await bowl.open(`/c/${id}`);
    const last = (page: typeof asking) => page.locator(".bubble", { hasText: `line ${count}` });
    await last(asking).waitFor();
    await asking.getByRole("group", { name: "Ask an agent" }).getByRole("button", { name: "Ada" }).click();
    await settled(asking, 1);
    const marks = `It had ${count} of ${count} messages`;
    await asking.getByRole("button", { name: marks }).waitFor();

    const page = await bowl.tab(await bowl.context(), "/healthz");
    const held = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route(/view=fold/, async (route) => {
      const { search } = new URL(route.request().url());
      asked.push(search);
      if (search === "?view=fold") await held.promise;
      await route.continue();
    });
    await page.goto(new URL(`/c/${id}`, page.url()).href);
    await last(page).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("article").length >= 50);
    assert.equal(await page.locator("button.saw").count(), 0, "not told before all is known");
    await page.evaluate(() => {
      for (const [n, article] of document.querySelectorAll("article").entries()) {
        article.setAttribute("data-known", `${n}`);
      }
    });
    // What is written meanwhile is there at once, and once.
    await send(page, "one more");
    await page.locator(".bubble", { hasText: "one more" }).waitFor();
    await becomes(() => Promise.resolve(asked.filter((search) => search === "?view=fold").length), 1);
    assert.equal(asked[0], "?view=fold&headers=150");
    held.resolve();
    await becomes(() => page.locator("button.saw").getAttribute("aria-label"), marks);
    // However many marks there is room for, those that are not shown are counted.
    const saw = page.locator("button.saw");
    const told = () =>
      saw.evaluate((marks) => {
        const shown = [...marks.querySelectorAll("i")].filter((mark) => mark.checkVisibility()).length;
        const more = getComputedStyle(marks.querySelector("small") ?? marks, "::before").content;
        return { shown, all: shown + Number(more.replace(/\D/g, "")) };
      });
    await becomes(told, { shown: 8, all: count });
    await saw.evaluate((marks) => marks.closest<HTMLElement>(".card")?.style.setProperty("width", "360px"));
    await becomes(told, { shown: 5, all: count });
    await saw.evaluate((marks) => marks.closest<HTMLElement>(".card")?.style.removeProperty("width"));
    assert.ok(
      await page.evaluate(() => document.querySelectorAll("article[data-known]").length) >= 50,
      "what was shown was not made anew",
    );
    await becomes(() => page.locator(".bubble", { hasText: "one more" }).count(), 1);
    await page.keyboard.press("Control+f");
    await page.getByRole("textbox", { name: "Find in this conversation" }).fill("line 3");
    await eventually(async () => assert.match(await page.locator(".find-count").innerText(), / of 11$/));
    await page.keyboard.press("Escape");
    await page.getByRole("log").hover();
    await eventually(async () => {
      await page.mouse.wheel(0, -1_000_000);
      const [first] = await page.locator("article .bubble").allTextContents();
      assert.equal(first, "line 1");
    });
  },
);

browserTest(
  "a page comes in four scripts, not in many that wait for each other",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "**hello**" });
    // An answer one waits for brings what passes the time.
    await becomes(async () => {
      const { items } = await bowl.api<{ items: { role: string; completed: boolean }[] }>(
        "GET",
        `/api/conversations/${id}/messages`,
      );
      return items.some(({ role, completed }) => role === "assistant" && completed);
    }, true);
    const page = await bowl.tab(await bowl.context(), "/healthz");
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script" && !request.url().includes("/worker-")) {
        scripts.push(new URL(request.url()).pathname);
      }
    });
    await page.goto(`${bowl.address}/c/${id}`);
    await settled(page, 1);
    await page.locator("article strong", { hasText: "hello" }).first().waitFor();
    assert.deepEqual(
      [...new Set(scripts)].map((path) => /^\/assets\/(.*)-[0-9A-F]{8}\.js$/.exec(path)?.[1] ?? path).sort(),
      ["main", "next", "text", "words"],
    );
  },
);

browserTest("a conversation that is long on its way is drawn as what it will be", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
  const page = await bowl.tab(await bowl.context({ moves: true }), "/healthz");
  const held = Promise.withResolvers<void>();
  await page.route(/view=fold/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(new URL(`/c/${id}`, page.url()).href);
  await page.getByRole("heading", { name: "Opening…" }).waitFor();
  assert.deepEqual(
    await page.locator(".opening").evaluate((one) =>
      one.getAnimations().map(({ effect }) => effect?.getTiming().delay)
    ),
    [200],
    "not before one would wonder",
  );
  held.resolve();
  await page.getByRole("heading", { name: "Of bread" }).waitFor();
  assert.equal(await page.locator(".opening").count(), 0);
});

browserTest(
  "what is opened is read once, and so is the list; what was seen meanwhile is told",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
    const other = await bowl.conversation({ Bea: "echo" }, { title: "Of cake", message: "Hello" });
    const answering = async () => {
      const { items } = await bowl.api<{ items: { answering: number }[] }>("GET", "/api/conversations");
      return items.filter((row) => row.answering > 0).length;
    };
    await becomes(answering, 0);
    const see = (seq: number) => bowl.api("POST", `/api/conversations/${other}/read`, { seq });
    await see(1);
    const asked: string[] = [];
    const held = Promise.withResolvers<void>();
    const before = async (page: Page) => {
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await withoutSharedWorker(page);
      await page.route(/\/api\/events/, async (route) => {
        await held.promise;
        await route.continue();
      });
    };
    const times = (path: string) => asked.filter((one) => one === path).length;
    const page = await bowl.open(`/c/${id}`, { before });
    await page.getByRole("heading", { name: "Of bread" }).waitFor();
    const unread = page.locator(".row.unread");
    await unread.waitFor();
    // Seen in another window: no event, and behind the reading of the list.
    await see(1_000);
    held.resolve();
    await becomes(() => unread.count(), 0);
    const paths = ["/api/conversations", "/api/workspace", `/api/conversations/${id}`];
    assert.deepEqual(paths.map(times), [1, 1, 1]);
    const early = await page.evaluate(() =>
      performance.getEntriesByType("resource").filter((one) =>
        one instanceof PerformanceResourceTiming && one.initiatorType === "link" && one.name.includes("/api/")
      ).map(({ name }) => new URL(name).pathname)
    );
    assert.deepEqual(early.sort(), paths.slice(0, 2), "before there is a script that could");
  },
);

browserTest(
  "what happened between the reading of a page and its stream is there when that begins",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread", mode: "manual" });
    const held = Promise.withResolvers<void>();
    const before = async (page: Page) => {
      await withoutSharedWorker(page);
      await page.route(/\/api\/events/, async (route) => {
        await held.promise;
        await route.continue();
      });
    };
    const page = await bowl.open(`/c/${id}`, { before });
    await page.getByRole("heading", { name: "Of bread" }).waitFor();
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "Said meanwhile" });
    await bowl.api("PATCH", `/api/conversations/${id}`, { title: "Of cake" });
    held.resolve();
    await page.locator(".bubble", { hasText: "Said meanwhile" }).waitFor();
    await page.getByRole("heading", { name: "Of cake" }).waitFor();
  },
);

browserTest(
  "what happens to the settings while they are on their way is in them once they come",
  async (bowl) => {
    const page = await bowl.open("/healthz", { before: withoutSharedWorker });
    const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/workspace", async (route) => {
      const response = await route.fetch();
      read.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    const streams = page.waitForResponse(/\/api\/events/);
    await page.goto(`${bowl.address}/settings/agents`, { waitUntil: "commit" });
    await Promise.all([read.promise, streams]);
    const heard = async (title: string) => {
      await bowl.conversation({}, { title });
      await page.locator("nav.rows").getByRole("link", { name: title, exact: true }).waitFor();
    };
    await heard("First");
    await bowl.api("POST", "/api/agents", { name: "Newcomer", model: "echo", providerId: "provider_mock" });
    await heard("Second");
    held.resolve();
    await page.getByText("Newcomer", { exact: true }).waitFor();
  },
);

browserTest(
  "a page whose files do not come says what a proxy has to do, after a while; one that starts does not",
  async (bowl) => {
    const page = await bowl.open("/");
    await page.getByRole("textbox").first().waitFor();
    const told = page.locator(".unstarted");
    assert.equal(await told.isVisible(), false);
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 403 }));
    await page.reload();
    // Not at once: they may be on their way.
    await told.evaluate((text) => text.getAnimations().forEach((waiting) => waiting.finish()));
    await told.getByText("A proxy before it has to pass on the Host header").waitFor();
  },
);
