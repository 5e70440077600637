/** The first minute: a conversation begins with what is sent, once, and nothing that was written is lost. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { type Bowl, browserTest, firstVisit, type Look, LOOKS, picture, visits } from "./harness.ts";
import {
  answersOf,
  becomes,
  drawn,
  eventually,
  laterBy,
  send,
  settled,
  withoutSharedWorker,
} from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const chip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Who is asked" }).getByRole("button", { name, exact: true });
const ids = async (bowl: Bowl) =>
  (await bowl.api<{ items: { id: string }[] }>("GET", "/api/conversations")).items.map(({ id }) => id);

const EVENTS = "**/api/events*";
/** No stream connects until `EVENTS` is let through; without shared workers it is the page's own. */
async function withoutStream(page: Page): Promise<void> {
  await withoutSharedWorker(page);
  await page.route(EVENTS, (route) => route.abort());
}

const GREETED = { knows: ["greeted"] };

/** The page before a conversation, not as its first visitor: that one is greeted elsewhere. */
async function home(bowl: Bowl, look: Look = {}): Promise<Page> {
  const page = await bowl.open("/", { ...GREETED, ...look });
  await chip(page, "Editor").waitFor();
  return page;
}

visit(
  "one writes at once, chips say who is asked, and sending makes the conversation",
  async (bowl) => {
    const page = await home(bowl);
    const before = await ids(bowl);
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await chip(page, "Critic").click();
    await becomes(() => chip(page, "Critic").getAttribute("aria-pressed"), "false");
    await page.keyboard.press("Alt+3");
    await becomes(() => chip(page, "Researcher").getAttribute("aria-pressed"), "false");
    await page.getByRole("button", { name: /^Who answers/ }).click();
    await page.getByRole("button", { name: "In turn", exact: false }).last().click();
    await page.keyboard.press("Escape");
    await eventually(async () =>
      assert.deepEqual(await ids(bowl), before, "nothing was made before the first words")
    );
    await send(page, "Is bread food?");
    await page.waitForURL("**/c/*");
    await settled(page, 1);
    await becomes(() => answersOf(page, "Critic").count(), 0);
    await page.getByRole("button", { name: "Who answers: In turn · 1 round" }).waitFor();
    await eventually(async () => assert.match(await page.title(), /^Is bread food\?/));
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await page.goBack();
    await chip(page, "Editor").waitFor();
    await becomes(() => box(page).inputValue(), "", "what was sent is not there to be sent again");
    await becomes(() => chip(page, "Critic").getAttribute("aria-pressed"), "false", "who was asked last");
  },
);

visit("a double click on Send, and Enter besides, make one conversation", async (bowl) => {
  const page = await home(bowl);
  const before = (await ids(bowl)).length;
  await box(page).fill("Is bread food?");
  const button = page.getByRole("button", { name: "Send", exact: true });
  await button.dblclick({ noWaitAfter: true });
  await page.waitForURL("**/c/*");
  await settled(page, 3);
  await eventually(async () => assert.equal((await ids(bowl)).length, before + 1));
});

browserTest(
  "what is sent before it is known who is asked is sent then, unless it is written on",
  async (bowl) => {
    const page = await bowl.tab(await bowl.context(GREETED), "/healthz");
    /** Presses Enter on a page that does not know yet who there is, and has it told so. */
    const early = async (writeOn: string) => {
      const held = Promise.withResolvers<void>();
      await page.route("**/api/workspace", async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${bowl.address}/`, { waitUntil: "commit" });
      await box(page).fill("Is bread");
      await box(page).press("Enter");
      await box(page).pressSequentially(writeOn);
      held.resolve();
      await page.unrouteAll({ behavior: "wait" });
    };
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
    await early(" food?");
    await chip(page, "Editor").waitFor();
    await drawn(page);
    assert.deepEqual(sent.filter((body) => body.includes("Is bread")), []);
    await box(page).press("Enter");
    await page.waitForURL("**/c/*");
    await page.locator("article.mine", { hasText: "Is bread food?" }).waitFor();
    await early("");
    await page.waitForURL("**/c/*");
    await page.locator("article.mine", { hasText: "Is bread" }).waitFor();
  },
);

/**
 * From the next load on the list and the settings come the moment the page is drawn without them: before what this first
 * drawing asked for is done, as where a machine is busy.
 */
async function answersAsDrawn(bowl: Bowl, page: Page): Promise<void> {
  const known: Record<string, string> = {};
  for (const path of ["/api/conversations?limit=100", "/api/workspace"]) {
    known[path] = JSON.stringify(await bowl.api("GET", path));
  }
  await page.addInitScript((answers) => {
    const ask = globalThis.fetch;
    const headers = new Headers({ "content-type": "application/json" });
    // Told of what was drawn before the browser does anything else.
    const drawn = new Promise<void>((resolve) => {
      new MutationObserver(() => document.querySelector(".composer.big") && resolve())
        .observe(document, { childList: true, subtree: true });
    });
    Reflect.set(globalThis, "fetch", async (path: string, init: RequestInit) => {
      const answer = answers[path];
      if (answer === undefined) return await ask(path, init);
      await drawn;
      return { ok: true, status: 200, headers, text: () => Promise.resolve(answer) };
    });
  }, known);
}

firstVisit(
  "a first visitor is greeted, also where the list comes the moment the page is drawn without it",
  async (bowl) => {
    const page = await bowl.open("/", { before: (page) => answersAsDrawn(bowl, page) });
    await page.waitForURL("**/c/conversation_welcome");
    await settled(page, 3);
  },
);

browserTest(
  "without a connection the words stay, also over a reload, and begin one conversation when it is back",
  async (bowl) => {
    // A stream that connects would send again by itself: here a press has to do it.
    const page = await home(bowl, { before: withoutStream });
    let cut = true;
    let heard = false;
    await page.route("**/api/conversations", async (route) => {
      if (!cut || route.request().method() !== "POST") return await route.continue();
      // The server hears it; the page hears nothing.
      if (!heard) await route.fetch();
      heard = true;
      await route.abort();
    });
    const waits = async () => {
      await page.getByRole("alert").getByText("It is sent again").waitFor();
      await becomes(() => box(page).inputValue(), "Is bread food?");
    };
    await send(page, "Is bread food?");
    await waits();
    await page.reload();
    await waits();
    await answersAsDrawn(bowl, page);
    await page.reload();
    await waits();
    cut = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL("**/c/*");
    await page.unroute(EVENTS);
    await page.reload();
    await settled(page, 3);
    await eventually(async () =>
      assert.equal((await ids(bowl)).length, 2, "the one that was heard the first time")
    );
  },
);

browserTest("what was not heard goes out by itself when the stream is back", async (bowl) => {
  const page = await home(bowl, { before: withoutStream });
  const cut = [EVENTS, "**/api/conversations"];
  await page.route(cut[1] ?? "", (route) => route.abort());
  await send(page, "Is bread food?");
  await page.getByRole("alert").getByText("It is sent again").waitFor();
  for (const path of cut.toReversed()) await page.unroute(path);
  await page.waitForURL("**/c/*");
  await settled(page, 3);
  await eventually(async () => assert.equal((await ids(bowl)).length, 2));
});

browserTest("what was not heard and was changed since is sent as it is now", async (bowl) => {
  // A stream that connects late would send it again before it is changed.
  const page = await home(bowl, { before: withoutStream });
  let cut = true;
  await page.route(
    "**/api/conversations",
    (route) => cut && route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await send(page, "Is bread food?");
  await page.getByRole("alert").getByText("It is sent again").waitFor();
  await box(page).fill("Is cake food?");
  await page.getByRole("alert").waitFor({ state: "detached" });
  cut = false;
  await page.keyboard.press("Enter");
  await page.waitForURL("**/c/*");
  await page.unroute(EVENTS);
  await page.reload();
  await settled(page, 3);
  await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), ["Is cake food?"]);
  await eventually(async () => assert.equal((await ids(bowl)).length, 2));
});

visit("a starter fills the box, a file goes along, and both are in the conversation", async (bowl) => {
  const page = await home(bowl);
  await box(page).fill("It is about bread.");
  await page.getByRole("button", { name: "Attack my plan" }).click();
  await eventually(async () =>
    assert.match(await box(page).inputValue(), /^Here is my plan\..*\n\nIt is about bread\.$/s)
  );
  await page.getByRole("button", { name: "Rewrite a text" }).click();
  await eventually(async () =>
    assert.match(await box(page).inputValue(), /^Rewrite this.*\n\nIt is about bread\.$/s)
  );
  await page.locator('input[type="file"]').setInputFiles({
    name: "plan.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("bread, butter"),
  });
  await page.getByRole("list", { name: "Files to send" }).getByText("plan.txt").waitFor();
  await becomes(() => page.getByRole("button", { name: "Send", exact: true }).isEnabled(), true);
  await box(page).press("Enter");
  await page.waitForURL("**/c/*");
  await page.locator("article.mine", { hasText: "plan.txt" }).waitFor();
});

visit("where nobody answers by themselves somebody has to be chosen, and it is said", async (bowl) => {
  const page = await home(bowl);
  for (const name of ["Editor", "Critic", "Researcher"]) await chip(page, name).click();
  await box(page).fill("A note");
  const button = page.getByRole("button", { name: "Send", exact: true });
  await becomes(() => button.isEnabled(), true, "a note to oneself");
  await page.getByRole("button", { name: /^Who answers/ }).click();
  await page.getByRole("button", { name: /^On request/ }).last().click();
  await page.getByText("Somebody has to be there").waitFor();
  await becomes(() => button.isEnabled(), false);
  await chip(page, "Editor").click();
  await box(page).press("Enter");
  await page.getByRole("group", { name: "Ask an agent" }).waitFor();
});

visit("from anywhere a key leads to the page, and what one left off leads back", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" }, { message: "Is bread food?" });
  const page = await bowl.open(`/c/${id}`);
  await settled(page, 1);
  await page.keyboard.press("Control+Shift+o");
  await page.waitForURL(bowl.address + "/");
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  await page.keyboard.type("half a thought");
  const recent = page.getByRole("region", { name: "Pick up where you left off" })
    .getByRole("link", { name: /Is bread food/ });
  await eventually(async () => assert.match(await recent.innerText(), /Ada: /));
  await page.getByRole("heading", { name: "Today" }).waitFor();
  // Whoever left the page open is not told of a thing of long ago that it was just now.
  await laterBy(page, 3 * 86_400_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await eventually(async () =>
    assert.match(await recent.locator("time").innerText(), /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/)
  );
  await page.getByRole("heading", { name: "This week" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Today" }).count(), 0);
  await page.reload();
  await recent.click();
  await page.waitForURL(`**/c/${id}`);
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  await becomes(() => box(page).inputValue(), "");
  await page.keyboard.press("Control+Shift+o");
  await becomes(() => box(page).inputValue(), "half a thought");
});

browserTest(
  "under the first answers a line leads to what one saw, until somebody has looked",
  async (bowl) => {
    const page = await home(bowl);
    await send(page, "Is bread food?");
    await settled(page, 3);
    const line = page.getByRole("button", { name: /^What did (Editor|Critic|Researcher) see\?$/ });
    await line.click();
    await page.getByRole("dialog").getByText("Is bread food?").first().waitFor();
    await page.keyboard.press("Escape");
    await line.waitFor({ state: "detached" });
    await page.keyboard.press("Control+Shift+o");
    await send(page, "Is cake food?");
    await page.locator("article.mine", { hasText: "Is cake food?" }).waitFor();
    await settled(page, 3);
    await becomes(() => line.count(), 0, "who knows the way is not invited again");
  },
);

visit(
  "with twenty agents all are within reach, on a phone too, and what is open stays in place",
  async (bowl) => {
    const names = Array.from({ length: 17 }, (_, n) => `Agent ${n + 1}`);
    for (const name of names) {
      const agent = { name, model: "echo", providerId: "provider_mock", color: 1 };
      bowl.agents.push((await bowl.api<{ id: string }>("POST", "/api/agents", agent)).id);
    }
    const page = await home(bowl, { size: "narrow" });
    const group = page.getByRole("group", { name: "Who is asked" });
    const add = group.getByRole("button", { name: "Add", exact: true });
    const inSight = () =>
      add.evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    await becomes(() => inSight(), true);
    await add.click();
    const others = page.getByRole("group", { name: "Add agents" });
    const last = others.getByRole("button", { name: "Agent 17" });
    const placed = () => last.evaluate((one: HTMLElement) => [one.offsetLeft, one.offsetTop]);
    const place = await placed();
    for (const name of names.slice(3)) await others.getByRole("button", { name, exact: true }).click();
    await becomes(() => placed(), place, "nothing moved under the finger");
    await becomes(() => last.getAttribute("aria-pressed"), "true");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.activeElement?.textContent === "Agent 16");
    await page.keyboard.press("Escape");
    await becomes(() => inSight(), true, "however many have a chip");
    await send(page, "Is bread food?");
    await page.waitForURL("**/c/*");
    await becomes(() => page.locator(".pills .pill").count(), 17);
  },
);

for (const look of LOOKS) {
  visit(
    `the page before a conversation is as it should be, ${look.scheme}, ${look.size}`,
    async (bowl) => {
      await bowl.conversation({ Ada: "echo", Ben: "critic", Cat: "editor", Dan: "echo" }, {
        message: "Is bread food?",
      });
      const page = await home(bowl, look);
      await check(page, "home");
      await page.getByRole("button", { name: /^Who answers/ }).click();
      await page.getByRole("dialog", { name: "Who answers" }).waitFor();
      await check(page, "modes at home");
      await page.keyboard.press("Escape");
      await box(page).fill("word ".repeat(300));
      await check(page, "a long message at home");
      await picture(page, `home-${look.scheme}-${look.size}`);
    },
  );
}

visit("somebody swims by while nothing is written, beside what can be scrolled to", async (bowl) => {
  const page = await home(bowl, { moves: true });
  const passer = page.locator(".passer");
  await becomes(() => passer.evaluate((fish) => fish.getAnimations().length), 1);
  const wider = await page.evaluate(() => {
    const middle = document.querySelector(".middle");
    middle?.scrollTo(1000, 0);
    return middle?.scrollLeft;
  });
  assert.equal(wider, 0);
  await box(page).fill("Bread");
  await becomes(() => passer.evaluate((fish) => getComputedStyle(fish).display), "none");
});
