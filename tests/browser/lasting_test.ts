/** What people fear most: a reload, a crash, a lost line, a second tab. Nothing is lost, nothing is doubled. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { FULL } from "../effort.ts";
import { type Bowl, browserTest, crashTest, goWithin, picture, SIZES, visits } from "./harness.ts";
import {
  answersOf,
  becomes,
  eventually,
  pill,
  send,
  settled,
  shows,
  withoutSharedWorker,
  writing,
} from "./steps.ts";

const visit = visits();

// Shows P2.
visit(
  "a reload in the middle of an answer shows what was written and goes on to the end",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:60:60" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Tell me of bread");
    const before = await shows(page, "Ada", 60);
    await page.reload();
    const after = await shows(page, "Ada", before.length);
    assert.ok(after.replace(/\s+/g, " ").startsWith(before.trim().replace(/\s+/g, " ").slice(0, 60)));
    await settled(page, 1);
    await becomes(() => page.locator("article").count(), 2);
  },
);

/** A page with the glass shut, on a talk that was had in it; what the glass is to show was not asked for yet. */
async function besideTheGlass(bowl: Bowl) {
  await bowl.conversation({ Cleo: "echo" }, { title: "Of bread" });
  // Elsewhere, so that its program is there and nothing of what it is to show.
  const page = await bowl.open("/c/conversation_welcome", { glass: true });
  const events = page.locator("ol.events li");
  await events.first().waitFor();
  const glass = page.getByRole("button", { name: "Show events, context and usage" });
  await glass.click();
  await events.first().waitFor({ state: "detached" });
  await page.locator("nav.rows").getByRole("link", { name: "Of bread" }).click();
  await pill(page, "Cleo").waitFor();
  await send(page, "Is bread food?");
  await settled(page, 1);
  return { page, events, glass };
}

// Shows P2, P6.
crashTest(
  "a server killed in the middle of an answer: the text stays, the answer is made anew, no spinner is left; " +
    "the glass that is opened meanwhile shows the whole log and the usage once it is back",
  async (bowl) => {
    const beside = await besideTheGlass(bowl);
    // Slow rather than long: each word is drawn anew.
    const id = await bowl.conversation({ Ada: "story:72:100" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Tell me of bread");
    const before = await writing(page, "Ada", 80);
    await bowl.kill();
    const cutOff = [page, beside.page].map((one) => one.getByRole("alert").getByText("No connection"));
    await beside.glass.click();
    await beside.page.getByRole("tab", { name: "Usage" }).click();
    await beside.page.getByRole("tab", { name: "Story" }).click();
    for (const alert of cutOff) await alert.waitFor();
    await picture(page, "offline");
    await bowl.revive();
    for (const alert of cutOff) await alert.waitFor({ state: "detached" });
    const cut = page.locator("details.cut");
    await cut.waitFor();
    await cut.locator("summary").click();
    const kept = (await cut.locator("p").innerText()).replace(/\s+/g, " ");
    assert.ok(
      kept.length >= 60 && kept.startsWith(before.replace(/\s+/g, " ").slice(0, 50)),
      "what was seen stays",
    );

    const { events } = beside;
    await events.filter({ hasText: "Started the conversation" }).waitFor();
    await events.filter({ hasText: "Done: 1 answered" }).waitFor();
    const all = await events.count();
    await beside.page.reload();
    await events.filter({ hasText: "Started the conversation" }).waitFor();
    await becomes(() => events.count(), all);

    await settled(page, 1);
    await becomes(() => answersOf(page, "Ada").count(), 1, "one message, its second attempt");
  },
);

const words = (text: string) => text.replace(/\W+/g, " ").trim();

/** What was answered in a conversation, by its program's interface. */
async function answered(bowl: Bowl, id: string | undefined): Promise<string[]> {
  const { messages } = await bowl.api<{ messages: { role: string; content: string }[] }>(
    "GET",
    `/api/conversations/${id}`,
  );
  return messages.filter(({ role }) => role === "assistant").map(({ content }) => words(content));
}

/** Waits until one stream serves all tabs. */
const oneStream = (bowl: Bowl) =>
  becomes(async () => (await bowl.api<{ subscribers: number }>("GET", "/api/status")).subscribers, 1);

/** More than the connections a browser opens to one place. */
const TABS = FULL ? 10 : 7;

visit("tabs of one browser agree, and share what they need", async (bowl, t) => {
  const id = await bowl.conversation({ Ada: "story:36:60", Ben: "story:36:60" });
  const one = await bowl.open(`/c/${id}`);
  const context = one.context();
  const two = await bowl.tab(context, `/c/${id}`);
  const tabs = [one, two];
  const texts = (tab: typeof one) => tab.locator("article .text").allInnerTexts();

  await t.step(
    "two tabs and a visit to another conversation during an answer: all agree in the end",
    async () => {
      await send(one, "Tell me of bread");
      await shows(two, "Ben", 40);
      await goWithin(two, "/c/conversation_welcome");
      await two.getByText("Welcome to Fishbowl").first().waitFor();
      await two.goBack();
      await Promise.all([settled(one, 2), settled(two, 2)]);
      await eventually(async () => assert.deepEqual(await texts(two), await texts(one)));
      const said = await answered(bowl, id);
      await becomes(async () => (await texts(one)).map(words), said);
    },
  );

  await t.step(
    "two tabs that look at two conversations share a stream, and each sees its own being written, from the middle on too",
    async () => {
      const ids = [
        await bowl.conversation({ Ada: "story:100:100" }),
        await bowl.conversation({ Ada: "story:100:100" }),
      ];
      await Promise.all([goWithin(one, `/c/${ids[0]}`), goWithin(two, "/new")]);
      await send(one, "Tell me of bread");
      await writing(one, "Ada", 60);
      await bowl.api("POST", `/api/conversations/${ids[1]}/messages`, { content: "And of fish" });
      // The second comes in the middle; the first still sees its own grow.
      await goWithin(two, `/c/${ids[1]}`);
      const [first, second] = [await writing(one, "Ada", 1), await writing(two, "Ada", 1)];
      await writing(one, "Ada", first.length + 60);
      await writing(two, "Ada", second.length + 60);
      // And changes places.
      await two.locator(`a[href="/c/${ids[0]}"]`).first().click();
      await writing(two, "Ada", first.length + 60);
      await Promise.all([settled(one, 1), settled(two, 1)]);
      const said = await answered(bowl, ids[0]);
      for (const tab of [one, two]) await becomes(async () => (await texts(tab)).map(words), said);
      await oneStream(bowl);
    },
  );

  await t.step("many tabs share one event stream", async () => {
    const other = await bowl.conversation({ Ada: "echo" });
    await Promise.all(tabs.map((tab) => goWithin(tab, `/c/${other}`)));
    const more = Array.from({ length: TABS - tabs.length }, () => bowl.tab(context, `/c/${other}`));
    tabs.push(...await Promise.all(more));
    await send(one, "Everybody?");
    await Promise.all(tabs.map((tab) => settled(tab, 1)));
    await oneStream(bowl);
  });
});

visit(
  "a wheel that is only turned up leads to the first message, and calls nothing new that is old",
  async (bowl) => {
    const id = await bowl.conversation({});
    const content = "The bakery opens at six, and the first loaves are gone by seven. ".repeat(4);
    for (let n = 1; n <= 130; n++) {
      await bowl.api("POST", `/api/conversations/${id}/messages`, { content: `Number ${n}. ${content}` });
    }
    const page = await bowl.open(`/c/${id}`);
    await page.locator("article", { hasText: "Number 130." }).waitFor();
    await page.getByRole("log").hover();
    await eventually(async () => {
      await page.mouse.wheel(0, -4_000);
      assert.equal(await page.locator("article", { hasText: "Number 1." }).count(), 1);
    });
    await becomes(() => page.getByText("Older messages above").count(), 0);
    await becomes(() => page.getByRole("button", { name: "New messages" }).count(), 0);
  },
);

// Shows P24.
visit(
  "a reader who scrolled up is left alone while text streams in, and led back on request",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:500" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Tell me of bread");
    await settled(page, 1);
    // So long that it is still being written when a slow page has scrolled.
    const { items } = await bowl.api<{ items: { id: string; name: string }[] }>("GET", "/api/agents");
    const ada = items.find(({ name }) => name === "Ada")?.id ?? "";
    await bowl.api("PATCH", `/api/agents/${ada}`, { model: "story:5000:18" });
    await send(page, "And of butter");
    await writing(page, "Ada", 40);
    const log = page.getByRole("log");
    await log.hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole("button", { name: "New messages" }).waitFor();
    // A wheel rolls on for a moment.
    const top = await log.evaluate(async (box) => {
      for (let before = NaN; box.scrollTop !== before;) {
        before = box.scrollTop;
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      }
      return box.scrollTop;
    });
    const length = (await answersOf(page, "Ada").last().innerText()).length;
    await writing(page, "Ada", length + 100);
    await becomes(() => log.evaluate((box) => box.scrollTop), top);
    await page.getByRole("button", { name: "New messages" }).click();
    await page.waitForFunction(() => {
      const box = document.querySelector('[role="log"]');
      return box && box.scrollHeight - box.scrollTop - box.clientHeight < 60;
    });
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("article.cancelled").waitFor();
  },
);

/** Pixels of what is scrolled that are below what is seen. */
const belowOf = (box: Locator): Promise<number> =>
  box.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);

/** Milliseconds that a page is held up, or a button is held: more than any time by which what grows is told apart. */
const LONG_MS = 800;

/** Presses what `pointed` is, held for long. */
async function held(pointed: Locator): Promise<void> {
  const page = pointed.page();
  await pointed.hover();
  await page.mouse.down();
  const until = await page.evaluate((ms) => performance.now() + ms, LONG_MS);
  await page.waitForFunction((time) => performance.now() > time, until);
  await page.mouse.up();
}

/** Presses it on a page that is held up before it does what is asked: by a file it has to wait for. */
async function slowly(pointed: Locator): Promise<void> {
  const page = pointed.page();
  await page.route("**/healthz?late", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LONG_MS));
    await route.continue();
  });
  await page.evaluate(() => {
    addEventListener("click", () => {
      const late = new XMLHttpRequest();
      late.open("GET", "/healthz?late", false);
      late.send();
    }, { capture: true, once: true });
  });
  await pointed.click();
  await page.unroute("**/healthz?late");
}

visit(
  "who unfolds something at the end by a long press or on a slow page is not taken to its end",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:400", Ben: "story:60" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Tell me of bread");
    await settled(page, 2);
    await send(page, "And of butter");
    await settled(page, 4);
    const log = page.getByRole("log");
    const folded = page.locator(".exchange.folded");
    for (const press of [held, slowly]) {
      await folded.waitFor();
      // All but a little fits the page, so that who stands at the end sees the folded question too.
      for (let height = 900, over = NaN; over !== 20; height += over - 20) {
        await page.setViewportSize({ width: 1440, height });
        over = await log.evaluate((box) => box.scrollHeight - box.clientHeight);
      }
      await becomes(() => belowOf(log).then((below) => below < 1), true);
      await press(page.locator(".exchange.folded .mine .open"));
      await becomes(() => folded.count(), 0);
      await becomes(() => belowOf(log).then((below) => below > 200), true);
      // Folded once more.
      await page.reload();
    }
    await page.setViewportSize(SIZES.wide);
  },
);

/** Milliseconds the network is away: longer than the longest pause between two tries to reconnect. */
const AWAY_MS = 30_000;

// Shows P2.
browserTest(
  "thirty seconds without a network: nothing is lost, nothing doubled, no spinner stays",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:100:54", Ben: "story:40:54" });
    const page = await bowl.tab(await bowl.context(), `/c/${id}`, bowl.wired);
    await send(page, "Tell me of bread");
    const seen = await writing(page, "Ada", 40);
    const left = await page.evaluate(() => performance.now());
    bowl.wire.unplug();
    await page.getByRole("alert").getByText("No connection").waitFor();
    await page.locator(".banner").getByText(/next try in \d+ s/).waitFor();
    await send(page, "Written in the tunnel");
    const waits = page.locator("article", { hasText: "Written in the tunnel" });
    await waits.getByText("Will be sent once the server is back.").waitFor();
    await becomes(() => waits.getByRole("button").allTextContents(), ["Discard"]);
    const back = left + AWAY_MS;
    await page.waitForFunction((until) => performance.now() > until, back, { polling: 500 });
    bowl.wire.plug();
    await page.getByRole("alert").getByText("No connection").waitFor({ state: "detached" });
    await settled(page, 4);
    const { messages } = await bowl.api<{ messages: { role: string; content: string }[] }>(
      "GET",
      `/api/conversations/${id}`,
    );
    const said = messages.filter(({ role }) => role !== "system");
    await becomes(() => page.locator("article").count(), said.length);
    assert.equal(said.filter(({ content }) => content === "Written in the tunnel").length, 1);
    // What was asked before is folded by now.
    await page.locator(".exchange.folded .mine .open").click();
    const first = answersOf(page, "Ada").first().locator(".text").first();
    await becomes(async () => (await first.innerText()).slice(0, 40), seen.slice(0, 40));
    await becomes(() => page.locator(".dots").count(), 0);
  },
);

// Shows P1.
visit(
  "two tabs that write at the same moment: both messages are there once, in one order for both",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { mode: "manual" });
    const one = await bowl.open(`/c/${id}`);
    const two = await bowl.tab(await bowl.context(), `/c/${id}`);
    const rounds = 5;
    for (let n = 1; n <= rounds; n++) {
      await Promise.all([send(one, `one ${n}`), send(two, `two ${n}`)]);
    }
    const texts = (page: typeof one) => page.locator("article.mine:not(.sending) .bubble").allInnerTexts();
    for (const page of [one, two]) {
      await page.waitForFunction(
        (wanted) => document.querySelectorAll("article.mine[id]").length === wanted,
        2 * rounds,
      );
    }
    await eventually(async () => {
      const [left, right] = [await texts(one), await texts(two)];
      assert.deepEqual(left, right);
      assert.equal(new Set(left).size, 2 * rounds);
      for (const who of ["one", "two"]) {
        const own = left.filter((text) => text.startsWith(who));
        assert.deepEqual(own, [...own].sort(), "each in the order it was written");
      }
    });
  },
);

browserTest(
  "a browser without shared workers has one stream of its own",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`, { before: withoutSharedWorker });
    await send(page, "Is bread food?");
    await settled(page, 1);
    const subscribers = async () =>
      (await bowl.api<{ subscribers: number }>("GET", "/api/status")).subscribers;
    await becomes(() => subscribers(), 1);
  },
);

browserTest(
  "while the disk of the server is full the page says so, and what becomes of answers, and no longer than that",
  async (bowl) => {
    const full = 'event: sync\ndata: {"position":""}\n\nevent: disk\ndata: {"state":"full"}\n\n';
    let isFull = true;
    const page = await bowl.open("/c/conversation_welcome", {
      before: async (page) => {
        await withoutSharedWorker(page);
        await page.route(/\/api\/events/, (route) => {
          if (!isFull) return route.continue();
          return route.fulfill({ contentType: "text/event-stream", body: full });
        });
      },
    });
    const told = page.getByRole("alert").getByText(/disk is full.*answers being written go on/);
    await told.waitFor();
    isFull = false;
    await told.waitFor({ state: "detached" });
  },
);
