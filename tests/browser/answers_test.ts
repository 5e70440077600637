/** Answers on their way: each by itself, seen as it comes, in its place, and in nobody's way. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { type Bowl, browserTest, picture, visits } from "./harness.ts";
import {
  answersOf,
  becomes,
  choose,
  drawn,
  eventually,
  laterBy,
  pill,
  send,
  settled,
  stacked,
  writing,
} from "./steps.ts";

const visit = visits();

/** What a pill says of its agent. */
const says = async (page: Page, name: string, word: string) => {
  await page.locator(".pill", { hasText: name }).locator(".what", { hasText: word }).waitFor();
};

// Shows S0-18, S0-53, S0-54, S0-A25, S2-34, S2-47, S2-49, S2-55, S2-T4, S2-U2.
visit(
  "three agents, three states: one has answered, one writes, one is still thinking",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "hang-middle", Cleo: "hang-before" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await writing(page, "Ben", 10);
    await page.waitForFunction(() =>
      document.querySelector(
        'article.theirs[aria-busy="false"] .text, article.theirs:not([aria-busy="true"]) .text',
      )
        ?.textContent?.includes("Is bread food?")
    );
    await eventually(async () =>
      assert.match(await answersOf(page, "Ada").innerText(), /in context/, "done, while the others are not")
    );
    await eventually(async () => assert.match(await answersOf(page, "Ben").innerText(), /writing/));
    await becomes(() => answersOf(page, "Ben").locator(".dots").count(), 0);
    await becomes(() => answersOf(page, "Cleo").locator(".dots").isVisible(), true);
    await becomes(() => answersOf(page, "Cleo").getAttribute("aria-busy"), "true");
    await becomes(() => answersOf(page, "Cleo").getByRole("checkbox").count(), 0, "nothing to include yet");
    await says(page, "Ada", "echo");
    await says(page, "Ben", "answering");
    await says(page, "Cleo", "answering");
    await picture(page, "three-states");

    await page.getByRole("button", { name: "Stop all" }).click();
    await page.locator("article.cancelled").nth(1).waitFor();
    await becomes(() => page.locator(".dots").count(), 0);
    await says(page, "Cleo", "hang-before");
    await becomes(
      () => answersOf(page, "Ada").locator("xpath=self::*[contains(@class,'cancelled')]").count(),
      0,
    );
  },
);

// Shows S0-61, S2-57.
visit(
  "a pill says until when its agent waits because the provider asked for it, in every tab, and then no more",
  async (bowl) => {
    const id = await bowl.conversation({ Lim: "error-429", Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const other = await bowl.tab(page.context(), `/c/${id}`);
    await pill(other, "Lim").waitFor();
    // It waits for seconds alone: looked for in both before it is asked, at each picture of them.
    const waiting = Promise.all(
      [page, other].map((tab) =>
        tab.waitForFunction(() =>
          [...document.querySelectorAll(".pill")].some((pill) =>
            pill.textContent?.includes("Lim") &&
            /^waits until \d{1,2}:\d\d:\d\d.* \(asked by provider\)$/.test(
              pill.querySelector<HTMLElement>(".what")?.innerText ?? "",
            )
          )
        )
      ),
    );
    await send(page, "Is bread food?");
    await waiting;
    await says(page, "Ada", "echo");
    await picture(page, "provider-waits");
    await page.locator(".notice.bad").waitFor();
    for (const tab of [page, other]) await says(tab, "Lim", "error-429");
  },
);

// Shows S0-12, S0-A4, S0-14, S0-49, S2-33, S2-43, S2-50.
visit(
  "everything stands in the order it was said, with its time, under the name of who said it",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "story:30", Bad: "error-401" });
    const page = await bowl.open(`/c/${id}`);
    for (const [n, text] of ["first question", "second question"].entries()) {
      await send(page, text);
      await settled(page, 3 * (n + 1));
      await page.locator("article.failed").nth(n).waitFor();
    }
    const exchange = ["You", "Ada", "Ben", "Bad"];
    const read = () =>
      page.locator(".transcript").evaluate((log) =>
        [...log.querySelectorAll("article.message, .exchange > .notice")].map((one) => ({
          who: one.querySelector(".author")?.textContent ?? "",
          at: one.querySelector("time")?.dateTime ?? "",
          color: one.getAttribute("data-color"),
        }))
      );
    await eventually(async () => {
      const said = (await read()).map(({ who }) => who);
      assert.deepEqual(said, [...exchange, ...exchange]);
    });
    const seen = await read();
    const times = seen.map(({ at }) => at);
    assert.ok(times.every((at) => /^\d{4}-\d\d-\d\dT/.test(at)));
    assert.deepEqual(times, [...times].sort());
    const colors = seen.slice(1, 4).map(({ color }) => color);
    assert.equal(new Set(colors).size, 3, "each agent has its own colour");
    assert.deepEqual(seen.slice(5, 8).map(({ color }) => color), colors, "and keeps it");
    await page.reload();
    await settled(page, 6);
    await becomes(() => read(), seen);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.doesNotMatch(kept, /first question|second question|Authentication/, "nothing said is kept here");
  },
);

// Shows S0-72, S2-54.
visit(
  "while five agents write one can type, untick, turn an agent off and look around",
  async (bowl) => {
    const names = ["Ada", "Ben", "Cleo", "Dan", "Eve"];
    const id = await bowl.conversation(Object.fromEntries(names.map((name) => [name, "hang-middle"])));
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Is bread food?");
    await Promise.all(names.map((name) => writing(page, name, 3)));
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.pressSequentially("meanwhile");
    await becomes(() => box.inputValue(), "meanwhile");
    await page.locator("article.mine").getByRole("checkbox").uncheck();
    await page.locator("article.mine.left-out").waitFor();
    await pill(page, "Eve").click();
    await page.locator('.pill.off:has-text("Eve")').waitFor();
    await page.getByRole("tab", { name: "Context" }).click();
    await page.getByText("would be sent now").waitFor();
    await becomes(
      () => page.locator('article.theirs[aria-busy="true"]').count(),
      4,
      "all of it while the four go on",
    );
    await box.press("Escape");
    await settled(page, 5);
  },
);

// Shows S0-51, S0-80, C-6.
visit(
  "a checkbox answers to mouse, label and keyboard, says what it means, and tells when it was not heard",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    await pill(page, "Ada").click();
    await page.locator(".pill.off").waitFor();
    await send(page, "Nobody there?");
    await page.locator(".notice").waitFor();
    await becomes(() => page.locator(".notice").getByRole("checkbox").count(), 0, "notices have none");
    const box = answersOf(page, "Ada").getByRole("checkbox");
    const label = answersOf(page, "Ada").locator(".in-context");
    await eventually(async () =>
      assert.deepEqual([await box.isChecked(), await label.innerText()], [true, "in context"])
    );
    await label.click();
    await label.getByText("left out").waitFor();
    await becomes(() => box.isChecked(), false);
    await page.getByRole("status").getByText("1 message is left out of later answers.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await label.getByText("in context").waitFor();
    await becomes(() => box.isChecked(), true, "taken back");
    await label.click();
    await label.getByText("left out").waitFor();
    await box.focus();
    await page.keyboard.press("Space");
    await label.getByText("in context").waitFor();
    await becomes(() => box.isChecked(), true);
    await becomes(() => page.locator("article.mine").first().getByRole("checkbox").isVisible(), true);

    await page.context().route("**/messages/*", (route) => route.abort());
    await label.click();
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await eventually(async () =>
      assert.deepEqual(
        [await box.isChecked(), await label.innerText()],
        [true, "in context"],
        "it is as it was",
      )
    );
  },
);

// Shows S0-55, S0-82, S0-A21, S2-43.
visit(
  "what goes wrong is said where it happened, in plain words, with the next step",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Bad: "error-401" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    const failed = page.locator("article.failed");
    await failed.waitFor();
    await eventually(async () =>
      assert.match(await failed.innerText(), /Authentication failed\. Please check your API configuration\./)
    );
    await becomes(() => failed.getByRole("button", { name: "Retry" }).isEnabled(), true);
    const notice = page.getByRole("alert").filter({ hasText: "Bad could not answer." });
    await notice.waitFor();
    assert.doesNotMatch(await page.getByRole("log").innerText(), /401|Error:|\bat .*\.ts/, "no insides");

    // The server itself cannot be reached: whatever is pressed says so, and nothing pretends to have happened.
    await page.context().route("**/participants/**", (route) => route.abort());
    await pill(page, "Ada").click();
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await becomes(() => pill(page, "Ada").getAttribute("aria-pressed"), "true");
  },
);

// Shows S0-23, S0-52, S0-A11.
visit(
  "the pills stand above the chat, one for each agent, and come and go with them",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "critic" });
    await bowl.conversation({ Dora: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await pill(page, "Ben").waitFor();
    const names = () => page.locator(".pills .pill .name").allInnerTexts();
    await becomes(() => names(), ["Ada", "Ben"]);
    await eventually(async () => assert.ok(await stacked(page, [".pills", ".transcript"])));
    await page.getByRole("button", { name: "Add an agent" }).click();
    await page.getByRole("menuitem", { name: "Dora" }).click();
    await pill(page, "Dora").waitFor();
    await becomes(() => names(), ["Ada", "Ben", "Dora"]);
    await page.getByRole("button", { name: "Actions for Ada" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await pill(page, "Ada").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for Ben" }).click();
    await page.getByRole("menuitem", { name: "Solo: turn the others off" }).click();
    await page.locator('.pill.off:has-text("Dora")').waitFor();
    await becomes(() => pill(page, "Ben").getAttribute("aria-pressed"), "true");
  },
);

// Shows P4.
visit(
  "why an agent speaks is told beside its answer, among the events and with what it saw",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" }, { mode: "round_robin" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Is bread food?");
    await settled(page, 2);
    await eventually(async () =>
      assert.match(
        await answersOf(page, "Ben").locator(".meta").getAttribute("title") ?? "",
        /^in turn 2 of 2/,
      )
    );
    await page.locator(".event-said", { hasText: "Then asked Ben" }).click();
    await page.locator(".event-detail", { hasText: "Why: in turn 2 of 2." }).waitFor();
    await answersOf(page, "Ben").hover();
    await answersOf(page, "Ben").getByRole("button", { name: /saw/i }).click();
    await page.getByRole("dialog").getByText(/^Asked because: in turn 2 of 2 ·/).waitFor();
  },
);

// Shows P9, S0-73.
visit(
  "of a long conversation only the end is in the page; what is older comes as one scrolls up, and nothing jumps",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { mode: "manual" });
    const count = 130;
    for (let n = 1; n <= count; n++) {
      await bowl.api("POST", `/api/conversations/${id}/messages`, { content: `line ${n}` });
    }
    const page = await bowl.open(`/c/${id}`);
    const log = page.getByRole("log");
    await page.getByText(`line ${count}`, { exact: true }).waitFor();
    const first = await page.locator("article").count();
    assert.ok(first < 100, `${first} of ${count} messages in the page`);
    const old = page.locator(`#${await page.locator("article").first().getAttribute("id")}`);
    const more = (than: number) =>
      page.waitForFunction((before) => document.querySelectorAll("article").length > before, than);
    // The older page is held back until it is known where the reader is.
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<string>();
    await page.context().route("**/messages?view=fold*", async (route) => {
      asked.resolve(route.request().url());
      await held.promise;
      await route.continue();
    });
    await log.hover();
    await page.mouse.wheel(0, -1_000_000);
    assert.match(await asked.promise, /&limit=25$/, "no more than is laid out while one scrolls on");
    await page.waitForFunction(() => document.querySelector('[role="log"]')?.scrollTop === 0);
    const before = (await old.boundingBox())?.y ?? NaN;
    held.resolve();
    await more(first);
    const places = await old.evaluate(async (article) => {
      const tops: number[] = [];
      for (let frame = 0; frame < 30; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        tops.push(article.getBoundingClientRect().top);
      }
      return tops;
    });
    for (const top of places) assert.ok(Math.abs(top - before) < 2, `${before} became ${places.join()}`);
    await eventually(async () => {
      await page.mouse.wheel(0, -1_000_000);
      const all = await page.locator("article .bubble").allTextContents();
      assert.deepEqual(all, Array.from({ length: count }, (_, n) => `line ${n + 1}`));
    });
  },
);

// Shows S4-49, S4-50, S4-51, S4-52.
visit(
  "the bar has a button for each agent between messages and input, spins for the one asked, and comes back after an error",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "hang-before", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await pill(page, "Ben").waitFor();
    const bar = page.getByRole("group", { name: "Ask an agent" });
    await becomes(() => bar.count(), 0, "not where agents answer by themselves");
    await choose(page, "On request");
    await bar.waitFor();
    await eventually(async () => assert.match(await bar.innerText(), /^Ask agent:/));
    await eventually(async () =>
      assert.deepEqual(
        (await bar.getByRole("button").allInnerTexts()).map((text) => text.split("\n").at(-1)),
        ["Ada", "Ben", "Ask all"],
      )
    );
    await eventually(async () =>
      assert.ok(await stacked(page, [".transcript", ".trigger-bar", ".composer"]))
    );

    const states = () =>
      bar.getByRole("button").evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled));
    await bar.getByRole("button", { name: "Ada" }).click();
    await bar.locator('button[aria-busy="true"] .spinner').waitFor();
    await eventually(async () => assert.match(await bar.locator("button:has(.spinner)").innerText(), /Ada/));
    await bar.locator("button:enabled", { hasText: "Ben" }).waitFor();
    await becomes(() => states(), [true, false, true], "the request returned: another can be asked");
    await bar.getByRole("button", { name: "Ada" }).click({ force: true });
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("article.cancelled").waitFor();
    await becomes(() => page.locator("article.theirs").count(), 1, "the second click asked nobody");
    await bar.locator("button:enabled", { hasText: "Ada" }).waitFor();
    await becomes(() => bar.locator(".spinner").count(), 0);

    await page.context().route("**/trigger_agent/**", (route) => route.abort());
    await bar.getByRole("button", { name: "Ben" }).click();
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await bar.locator("button:enabled", { hasText: "Ben" }).waitFor();
    await becomes(() => states(), [false, false, false]);

    const remove = async (name: string) => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
    };
    await remove("Ada");
    await pill(page, "Ada").waitFor({ state: "detached" });
    await remove("Ben");
    await page.getByRole("alert").getByText("must include at least one agent").waitFor();
    await choose(page, "Together");
    await bar.waitFor({ state: "detached" });
    await remove("Ben");
    await pill(page, "Ben").waitFor({ state: "detached" });
    await choose(page, "On request");
    await page.getByRole("alert").getByText("must include at least one agent").waitFor();
    await becomes(() => bar.count(), 0, "nobody is there to be asked");
  },
);

// Shows S4-53.
visit("on a narrow screen the bar wraps, and every button can be reached", async (bowl) => {
  const names = ["Archimedes", "Bartholomew", "Cassiopeia", "Demosthenes", "Eratosthenes"];
  const id = await bowl.conversation(Object.fromEntries(names.map((name) => [name, "echo"])), {
    mode: "manual",
  });
  const page = await bowl.open(`/c/${id}`, { size: "narrow" });
  const bar = page.getByRole("group", { name: "Ask an agent" });
  await bar.waitFor();
  await eventually(async () => {
    const boxes = await bar.getByRole("button").evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top } = one.getBoundingClientRect();
        return { left, right, top };
      })
    );
    assert.equal(boxes.length, names.length + 1);
    assert.ok(new Set(boxes.map(({ top }) => Math.round(top))).size > 1, "in several rows");
    assert.ok(boxes.every(({ left, right }) => left >= 0 && right <= 390), "none beyond the edge");
  });
});

// Shows P17, P10.
visit("a double click on Send sends once, and stops nothing", async (bowl) => {
  const id = await bowl.conversation({ Ada: "story:30:120" });
  const page = await bowl.open(`/c/${id}`);
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  await box.fill("Tell me of bread");
  const place = await page.getByRole("button", { name: "Send", exact: true }).boundingBox();
  assert.ok(place);
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.click(x, y);
  // The second click comes as late as a double click may, when the button is another already.
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settled(page, 1);
  await becomes(() => page.locator("article.mine").count(), 1);
  await becomes(() => page.locator("article.cancelled").count(), 0);
});

visit("an answer that reached its agent's length limit says so", async (bowl) => {
  const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
    name: "Ada",
    model: "story",
    providerId: "provider_mock",
    color: 1,
    params: { maxTokens: 5 },
  });
  const { conversation } = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
    agentIds: [agent.id],
  });
  const page = await bowl.open(`/c/${conversation.id}`);
  await send(page, "Tell me about bread.");
  await settled(page, 1);
  await answersOf(page, "Ada").getByText("cut at the agent’s length limit").waitFor();
});

visit(
  "two answers compared are both there to be read, word for word",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "critic", Ben: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Shall we bake really good bread?");
    await settled(page, 2);
    const said = await Promise.all(
      ["Ada", "Ben"].map((name) => answersOf(page, name).locator(".text").innerText()),
    );
    for (const whole of said) assert.ok(whole.length > 20);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const cells = page.locator(".against .cell");
    await cells.first().waitFor();
    const letters = (text: string) => text.replace(/\s+/g, "");
    for (const [at, whole] of said.entries()) {
      await eventually(async () => {
        const parts = await page.locator(".against").evaluateAll(
          (rows, side) =>
            rows.map((row) => row.querySelectorAll(".cell")[side]?.querySelector(".text")?.textContent),
          at,
        );
        assert.equal(letters(parts.join("")), letters(whole));
      });
    }
    await page.getByRole("button", { name: "2 answers" }).click();
    await answersOf(page, "Ada").waitFor();
  },
);

visit(
  "one answer from several is led to where it is written, out of sight of who asked, and leads to its sources",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:400", Ben: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await page.setViewportSize({ width: 1440, height: 420 });
    await send(page, "Shall we bake really good bread?");
    await settled(page, 2);
    // Whoever looks at what was said before is not taken along by what comes.
    const log = page.getByRole("log");
    await log.evaluate((box) => box.scrollTo({ top: 0 }));
    await becomes(() => log.evaluate((box) => box.scrollHeight - box.clientHeight > 100), true);
    const { participants } = await bowl.api<{ participants: { agentId: string; name: string }[] }>(
      "GET",
      `/api/conversations/${id}`,
    );
    const ben = participants.find(({ name }) => name === "Ben")?.agentId;
    await bowl.api("PATCH", `/api/agents/${ben}`, { model: "hang-before" });
    await page.getByRole("button", { name: "More for these answers" }).click();
    await page.getByRole("menuitem", { name: "Merge all, by Ben" }).click();
    const merged = page.locator("article.theirs", { hasText: "Merged from" });
    /** Whether it begins within what is seen. */
    const begins = (one: Locator) =>
      one.evaluate((one) => {
        const log = one.closest('[role="log"]')?.getBoundingClientRect();
        const { top } = one.getBoundingClientRect();
        return log !== undefined && top >= log.top - 1 && top < log.bottom - 40;
      });
    await becomes(() => begins(merged), true);
    // It is at the end, but nobody scrolled there: it is read from its beginning, however long it gets.
    await drawn(page);
    await merged.locator(".body").evaluate((body) => {
      // Long after the click: what grows now was unfolded by nobody.
      const now = performance.now.bind(performance);
      performance.now = () => now() + 60_000;
      (body.querySelector<HTMLElement>(".content") ?? body).style.paddingBottom = "2000px";
    });
    await drawn(page);
    assert.ok(await begins(merged));
    const source = answersOf(page, "Ada").first();
    assert.ok(!await begins(source));
    await merged.getByRole("button", { name: "Ada" }).click();
    await becomes(() => begins(source), true);
    assert.ok(await source.evaluate((one) => one.getBoundingClientRect().height > innerHeight));
  },
);

visit(
  "the gist of answers stands under them: each line leads to whose it is, its box is empty, and it folds away",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "critic", Ben: "editor", Cyd: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Shall we bake really good bread?");
    await settled(page, 3);
    await page.getByRole("button", { name: "Gist" }).click();
    const writers = page.getByRole("menu", { name: "Written by" });
    await writers.getByText("Written by").waitFor();
    await writers.getByRole("menuitem", { name: "Ben" }).click();
    const gist = page.getByRole("article", { name: /^What the three said, by Ben/ });
    await gist.getByText("All agree").waitFor();
    await becomes(() => gist.getAttribute("aria-busy"), "false");
    await becomes(() => gist.getByText("Ada alone").count(), 1);
    await becomes(() => gist.getByRole("checkbox").isChecked(), false);
    await becomes(() => page.locator("article.theirs.card").count(), 3, "it is no answer among them");
    const lit = answersOf(page, "Ada");
    await gist.getByRole("button", { name: "To the answer of Ada" }).first().hover();
    await becomes(() => lit.evaluate((one) => one.hasAttribute("data-lit")), true);
    await gist.getByRole("button", { name: "Fold it away" }).click();
    await becomes(() => gist.getByText("All agree").count(), 0);
    await gist.getByRole("button", { name: "Show it" }).click();
    await gist.getByText("All agree").waitFor();
    await page.reload();
    await gist.getByText("All agree").waitFor();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".against").first().waitFor();
    assert.equal(await gist.count(), 0, "two against each other have the page to themselves");
  },
);

visit(
  "the claims of two answers are found by an agent one picks, who is named with what it found",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "critic", Ben: "editor", Cyd: "researcher" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Shall we bake really good bread?");
    await settled(page, 3);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const bar = page.getByText("Comparing two");
    await page.locator(".against").first().waitFor();
    const claimsOnly = page.getByRole("button", { name: "Claims only" });
    await claimsOnly.click();
    await page.getByRole("button", { name: "Find the claims by Cyd" }).click();
    const line = page.getByRole("article", { name: /^Claims, Read by Cyd/ });
    await becomes(() => line.getAttribute("aria-busy"), "false");
    await becomes(() => page.locator(".against .sign").count().then((n) => n > 0), true);
    await becomes(() => line.getByRole("checkbox").isChecked(), false);
    const signs = await page.locator(".against .sign").evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label"))
    );
    const meant = ["Both claim it", "One of the two cannot be true", "Only the left one says this"];
    for (const sign of signs) {
      assert.ok([...meant, "Only the right one says this"].includes(sign ?? ""), sign ?? "");
    }
    const side = (at: number) =>
      page.locator(".against").evaluateAll(
        (rows, at) =>
          rows.flatMap((row) =>
            row.querySelectorAll(".cell")[at]?.querySelector("p:not(.hint)")?.textContent ?? []
          ),
        at,
      );
    const [left, right] = [await side(0), await side(1)];
    assert.notDeepEqual(left, right);
    await page.getByRole("button", { name: "Swap sides" }).click();
    await becomes(async () => [await side(0), await side(1)], [right, left]);
    await claimsOnly.click();
    await page.locator(".against .text").first().waitFor();
    await page.getByRole("button", { name: "3 answers" }).click();
    await page.getByRole("article", { name: /^Claims/ }).getByRole("button", { name: "Ada against Ben" })
      .click();
    await bar.waitFor();
  },
);

browserTest("an answer that says nothing for long says for how long, until it begins", async (bowl) => {
  const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "hang-before" })}`);
  await send(page, "Is bread food?");
  await page.locator('article[aria-busy="true"] .dots').waitFor();
  assert.equal(await page.getByText("Still swimming").count(), 0);
  await laterBy(page, 42_000);
  await page.getByText("Still swimming").waitFor();
  await page.getByText(/^Ada has been thinking for \d\d s\.$/).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("article.cancelled").waitFor();
  await becomes(() => page.getByText("Still swimming").count(), 0);
});

visit("what turns while answers are written rests while somebody types", async (bowl) => {
  const id = await bowl.conversation({ Ada: "hang-middle" });
  const page = await bowl.open(`/c/${id}`, { moves: true });
  await send(page, "Is bread food?");
  await writing(page, "Ada", 10);
  const goes = (key: string) =>
    page.evaluate((key) => {
      const box = document.querySelector<HTMLTextAreaElement>("#composer");
      if (key && box) {
        box.value += key;
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      const parts = [...document.querySelectorAll("article .progress")];
      return [...new Set(parts.map((part) => getComputedStyle(part, "::after").animationName))];
    }, key);
  await becomes(() => goes(""), ["along"]);
  await goes("a");
  await becomes(() => goes(""), ["none"]);
  await becomes(() => goes(""), ["along"]);
});

visit(
  "an answer being written follows its own end whatever its words do, until its reader scrolls up in it",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "hang-middle", Ben: "hang-middle" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await writing(page, "Ben", 10);
    await writing(page, "Ada", 10);
    const body = answersOf(page, "Ben").locator(".body");
    /** Makes what it says as high as that. */
    const words = (height: number) =>
      body.evaluate((box, height) => {
        const text = box.querySelector(".content") ?? box;
        const filler = text.querySelector<HTMLElement>(".filler") ?? document.createElement("div");
        filler.className = "filler";
        text.append(filler);
        filler.style.height = `${height}px`;
      }, height);
    const hidden = () =>
      body.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
    await words(2_000);
    await becomes(hidden, 0);
    // As it is taken up by words that got shorter for a moment: no hand did it.
    await body.evaluate((box) => box.scrollTop -= 100);
    await drawn(page);
    await words(2_040);
    await becomes(hidden, 0, "nobody scrolled in it");
    // Shorter, and as long again before the sizes of the next frame are told.
    await body.evaluate((box) => {
      const filler = box.querySelector<HTMLElement>(".filler");
      if (!filler) return;
      requestAnimationFrame(() => (filler.style.height = "2040px"));
      filler.style.height = "500px";
      box.getBoundingClientRect();
    });
    await drawn(page);
    await becomes(hidden, 0, "it is as long as before");
    // The same, and longer again only after it was taken to its end, as where words are formatted meanwhile.
    await body.evaluate((box) => {
      const filler = box.querySelector<HTMLElement>(".filler");
      if (!filler) return;
      box.addEventListener("scroll", () => {
        filler.style.height = "1990px";
        requestAnimationFrame(() => (filler.style.height = "2040px"));
      }, { once: true });
      filler.style.height = "500px";
      box.getBoundingClientRect();
      filler.style.height = "2040px";
    });
    await drawn(page);
    await becomes(hidden, 0, "it is as long as before once more");
    const fading = () =>
      body.evaluate((box) => [
        getComputedStyle(box).maskImage,
        getComputedStyle(box.previousElementSibling ?? box, "::after").height,
      ]);
    await becomes(fading, ["none", "34px"], "it fades below its head, and is drawn as it is");
    await words(2_200);
    await becomes(hidden, 0);
    await body.hover();
    await page.mouse.wheel(0, -300);
    await eventually(async () => assert.ok(await hidden() > 200));
    await words(2_400);
    await drawn(page);
    assert.ok(await hidden() > 200, "who reads further up is left there");
    await body.press("End");
    await becomes(hidden, 0);
    await words(2_600);
    await becomes(hidden, 0, "back at its end it is followed again");
  },
);

visit(
  "where it is written the sign stands beside the last word, however full its line is",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ben: "hang-middle" })}`);
    await send(page, "Is bread food?");
    await writing(page, "Ben", 60);
    await page.locator(".rich.writing > p").waitFor();
    const alone = await page.locator(".rich.writing").evaluate((text) => {
      const words = text.querySelector("p") ?? document.body;
      words.style.textWrap = "wrap";
      const found: number[] = [];
      for (let width = 120; width < 320; width++) {
        words.style.width = `${width}px`;
        const withSign = words.offsetHeight;
        words.classList.remove("pen");
        if (words.offsetHeight !== withSign) found.push(width);
        words.classList.add("pen");
      }
      return found;
    });
    assert.deepEqual(alone, [], "widths at which it takes a line for itself");
  },
);

/** Has an agent of a conversation find the claims of its first two answers, as a program may. */
async function claimsBy(bowl: Bowl, id: string, agentId: string): Promise<void> {
  const path = `/api/conversations/${id}`;
  const { items } = await bowl.api<{ items: { id: string; role: string }[] }>("GET", `${path}/messages`);
  const messageIds = items.filter(({ role }) => role === "assistant").slice(0, 2).map(({ id }) => id);
  await bowl.api("POST", `${path}/merge`, { agentId, messageIds, task: "claims" });
}

visit(
  "claims of two that cannot stand side by side are read where they were written, and take nothing away",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "critic", Ben: "editor" }, { mode: "round_robin" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Shall we bake really good bread?");
    await settled(page, 2);
    const { participants } = await bowl.api<{ participants: { agentId: string }[] }>(
      "GET",
      `/api/conversations/${id}`,
    );
    await claimsBy(bowl, id, participants[0]?.agentId ?? "");
    const line = page.getByRole("article", { name: /^Claims, Read by Ada/ });
    await line.getByText(/^(Alone|Same|Contradiction)/).first().waitFor();
    await becomes(() => line.getAttribute("aria-busy"), "false");
    await becomes(() => line.getByRole("button", { name: "Ada against Ben" }).count(), 0);
    await picture(page, "claims-apart");
  },
);

visit(
  "who wants to use a tool to find claims asks where it is told of, also while comparing",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Please call it Sailing in winter.");
    await settled(page, 2);
    const agent = { name: "Cyd", providerId: "provider_mock", model: "tool-user", color: 3 };
    const tools = ["rename_conversation"];
    const { id: agentId } = await bowl.api<{ id: string }>("POST", "/api/agents", { ...agent, tools });
    await bowl.api("POST", `/api/conversations/${id}/participants`, { agentId });
    await claimsBy(bowl, id, agentId);
    const line = page.getByRole("article", { name: /^Claims, Read by Cyd/ });
    await line.getByRole("group", { name: /^May it use/ }).waitFor();
    await picture(page, "claims-asks");
    await line.getByRole("button", { name: "Ada against Ben" }).click();
    await page.getByText("Comparing two").waitFor();
    await line.getByRole("button", { name: "Refuse" }).click();
    await becomes(() => line.getAttribute("aria-busy"), "false");
  },
);
