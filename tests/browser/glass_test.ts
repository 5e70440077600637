/** What happened, what each agent sees, and how it was: the log behind the chat, and the way back into it. */
import assert from "node:assert/strict";
import { goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, pill, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

// Shows P5, P6.
visit(
  "the context panel says what will be sent, what is left out and why, and hides a message from one agent",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Is bread food?");
    await settled(page, 2);
    await page.getByRole("tab", { name: "Context" }).click();
    await page.getByText("3 of 3 messages").waitFor();
    await answersOf(page, "Ben").getByRole("checkbox").uncheck();
    await page.getByText("2 of 3 messages").waitFor();
    await page.getByText("1 left out by you").waitFor();
    await page.getByRole("checkbox", { name: /^Ada sees your message/ }).uncheck();
    await page.getByText("1 of 3 messages").waitFor();
    await page.getByText("1 hidden from this agent").waitFor();
    await becomes(
      () => page.getByRole("checkbox", { name: /^Ben sees your message/ }).isChecked(),
      true,
      "hidden from one agent only",
    );
    await picture(page, "context");
    const tab = () =>
      page.evaluate(() =>
        document.activeElement?.matches("[aria-selected=true]") && document.activeElement.textContent
      );
    await page.getByRole("tab", { name: "Context" }).focus();
    for (
      const [key, name] of [["ArrowRight", "Usage"], ["ArrowRight", "Story"], ["ArrowLeft", "Usage"]] as const
    ) {
      await page.keyboard.press(key);
      await becomes(tab, name);
    }
    await page.keyboard.press("Tab");
    await becomes(tab, false, "any other key is as ever");
  },
);

// Shows P6.
visit("what an agent was sent is shown to the byte, and who saw a message", async (bowl) => {
  const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
  const page = await bowl.open(`/c/${id}`, { glass: true });
  await send(page, "Is **bread** food?");
  await settled(page, 2);
  await answersOf(page, "Ada").hover();
  await answersOf(page, "Ada").getByRole("button", { name: /saw/i }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "What Ada saw" }).waitFor();
  await dialog.getByText("1 of 1 message").waitFor();
  await dialog.getByRole("button", { name: /^Verified .* These are the bytes that were sent/ }).waitFor();
  // Which view was chosen last stays, from a test before too.
  await dialog.getByRole("button", { name: "Bytes", exact: true }).click();
  const sent = dialog.getByRole("button", { name: /^You/ });
  await eventually(async () =>
    assert.match(await sent.innerText(), /Is bread food\?/, "its words, without their marks")
  );
  await sent.click();
  const marked = dialog.locator(".bytes mark");
  await marked.first().waitFor();
  await eventually(async () =>
    assert.equal((await marked.allInnerTexts()).join(""), "[User]: Is **bread** food?", "its bytes")
  );
  await dialog.getByRole("button", { name: "As sent" }).click();
  const shown = async () => (await dialog.locator(".byte-row > span").allInnerTexts()).join("");
  await eventually(async () => assert.match(await shown(), /^\{"model":"editor","system":"/));
  await dialog.getByRole("button", { name: "Since the call before" }).click();
  await dialog.getByText("This was its first call").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("article.mine").hover();
  await page.locator("article.mine").getByRole("button", { name: "Seen by" }).click();
  await page.getByRole("dialog").getByText("Ada").waitFor();
  await page.getByRole("dialog").getByText("Ben").waitFor();
});

// Shows P5, P6.
visit(
  "what was left out is told with who and when, what is new since the call before is marked, and each leads back",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    await answersOf(page, "Ben").getByRole("checkbox").uncheck();
    await page.locator("article.left-out").waitFor();
    await send(page, "And cake?");
    await settled(page, 4);
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/call 2 of 2/).waitFor();
    await dialog.locator(".saw-piece.out", { hasText: "Ben" }).getByText(/^You left it out at \d/).waitFor();
    const fresh = dialog.locator(".saw-piece", { hasText: "new" });
    await fresh.first().waitFor();
    await eventually(async () =>
      assert.deepEqual((await fresh.locator("b").allInnerTexts()).toSorted(), ["Ada", "You"])
    );
    await dialog.getByRole("button", { name: "Since the call before" }).click();
    await dialog.locator(".byte-row.added", { hasText: "And cake?" }).waitFor();
    await becomes(() => dialog.locator(".byte-row.removed").count(), 0);
    await picture(page, "saw");
    await check(page, "what it saw");
    await dialog.getByRole("button", { name: "The call before", exact: true }).click();
    await dialog.getByText(/call 1 of 2/).waitFor();
    await dialog.getByText("This was its first call").waitFor();
    await dialog.locator(".saw-piece", { hasText: "Is bread food?" }).hover();
    await dialog.locator(".saw-piece", { hasText: "Is bread food?" })
      .getByRole("button", { name: "Show in the conversation" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("article.mine.found, article.mine", { hasText: "Is bread food?" }).first().waitFor();
  },
);

visit(
  "a turn is set against another: the message that one did not see, where requests part, and the way to the message",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    const { items } = await bowl.api<{ items: { id: string; participantId?: string }[] }>(
      "GET",
      `/api/conversations/${id}/messages`,
    );
    const [question, ada] = items;
    const hidden = { included: false, participantIds: [ada?.participantId] };
    await bowl.api("PATCH", `/api/conversations/${id}/messages/${question?.id}`, hidden);
    await send(page, "And cake?");
    await settled(page, 4);
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Compare with another turn" }).click();
    const found = dialog.locator(".saw-found");
    await found.getByText("Only Ben was sent 1 message:").waitFor();
    await found.getByText(/^Their requests part after byte \d+, in /).waitFor();
    await found.getByText(/^Their answers part /).waitFor();
    await dialog.getByRole("button", { name: "Against the other" }).click();
    await dialog.locator(".byte-row.removed", { hasText: "Is bread food?" }).waitFor();
    await picture(page, "against");
    await check(page, "a turn against another");
    await found.getByRole("button", { name: /Is bread food/ }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("article.mine", { hasText: "Is bread food?" }).first().waitFor();
  },
);

visit(
  "bytes that are not those that were sent are told in red, and checked again when asked",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    let changed = true;
    await page.route("**/request", async (route) => {
      const response = await route.fetch();
      const told = await response.json();
      if (changed) { for (const call of told.calls) call.proof = "differs"; }
      await route.fulfill({ response, json: told });
    });
    await answersOf(page, "Ada").hover();
    await answersOf(page, "Ada").getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    const badge = dialog.getByRole("button", { name: /^These bytes changed / });
    await badge.waitFor();
    await eventually(async () => assert.match(await badge.getAttribute("class") ?? "", /differs/));
    changed = false;
    await badge.click();
    await dialog.getByRole("button", { name: /^Verified / }).waitFor();
  },
);

// Shows P26, M-8.
visit(
  "replay shows texts, checkboxes and roster as they were, plays to the end, and leads back to now",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Is bread food?");
    await settled(page, 2);
    await answersOf(page, "Ada").getByRole("checkbox").uncheck();
    await page.locator("article.left-out").waitFor();
    await pill(page, "Ben").click();
    await page.locator(".pill.off").waitFor();
    await page.locator(".events li", { hasText: /turned Ben off/i }).waitFor();
    const slider = page.getByRole("slider", { name: "Event" });
    const last = Number(await slider.getAttribute("max"));

    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText(`You are viewing event ${last - 1} of ${last}`).waitFor();
    await eventually(async () => {
      assert.equal(await page.locator(".pill.off").count(), 0, "Ben was on");
      assert.equal(await page.locator("article.left-out").count(), 1, "Ada's answer was out");
    });
    await page.keyboard.press("ArrowLeft");
    await page.getByText(`You are viewing event ${last - 2} of ${last}`).waitFor();
    await eventually(async () => {
      assert.equal(await page.locator("article.left-out").count(), 0, "before that it was in");
      assert.equal(
        await answersOf(page, "Ada").getByRole("checkbox").isEnabled(),
        false,
        "the past stays as it was",
      );
    });
    await becomes(() => page.getByRole("textbox", { name: "Message", exact: true }).count(), 0);
    await picture(page, "replay");

    await page.keyboard.press("Home");
    await page.getByText(`You are viewing event 1 of ${last}`).waitFor();
    await page.locator("article").first().waitFor({ state: "detached" });
    await page.getByLabel("Pace").selectOption("Quickest");
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    await page.getByText(`You are viewing event ${last} of ${last}`).waitFor();
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    await page.locator(".pill.off").waitFor();
  },
);

// Shows C-2.
visit("from any event one goes on in a new conversation; the old one stays", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`, { glass: true });
  await send(page, "first");
  await settled(page, 1);
  await page.locator(".events", { hasText: "Done: 1 answered" }).waitFor();
  const seq = await page.getByRole("slider", { name: "Event" }).getAttribute("max");
  await send(page, "second");
  await settled(page, 2);
  // What was answered before is folded; its end is the last row of it.
  await page.getByRole("button", { name: "Answers", exact: true, expanded: false }).click();
  const end = page.locator("li.event", { hasText: "Done: 1 answered" }).last();
  await end.locator(".event-said").click();
  await end.locator(".event-facts", { hasText: `Event ${seq} ExchangeCompleted` }).waitFor();
  await becomes(() => page.getByText("You are viewing event").count(), 0, "looking at an event is no replay");
  await eventually(async () =>
    assert.match(await end.locator("pre").innerText(), /"type": "ExchangeCompleted"/)
  );
  await end.locator(".event-acts").getByRole("button", { name: "Replay from here" }).click();
  await page.getByText(`You are viewing event ${seq} of`).waitFor();
  await page.getByRole("button", { name: /Continue from here/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await settled(page, 1);
  await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), ["first"]);
  await send(page, "another way");
  await settled(page, 2);
  await goWithin(page, `/c/${id}`);
  await settled(page, 2);
  await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), ["first", "second"]);
});

visit("the story follows along in sentences, and can be filtered", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`, { glass: true });
  await page.locator(".events li").first().waitFor();
  await send(page, "hello");
  await page.locator(".events", { hasText: "Ada answered in 1 token" }).waitFor();
  const story = await page.locator(".story").innerText();
  assert.doesNotMatch(story, /TurnCompleted|turn\.|_[0-9a-f]{12}/, "no type and no id");
  await page.getByRole("button", { name: "Filter events" }).click();
  await page.getByRole("searchbox", { name: "Filter events" }).fill("you wrote");
  await page.waitForFunction(() => document.querySelectorAll(".events li").length === 1);
  await page.getByRole("searchbox", { name: "Filter events" }).fill("nothing has this");
  await page.getByText("Nothing matches.").waitFor();
  // The field goes with its words.
  await page.getByRole("button", { name: "Filter events" }).click();
});

visit("while an answer is written the story says so, and how far it is", async (bowl) => {
  const id = await bowl.conversation({ Ada: "story:1200:60" });
  const page = await bowl.open(`/c/${id}`, { glass: true });
  await send(page, "Tell me of bread");
  const live = page.locator("li.event.writing");
  await live.getByText(/^Ada is writing[\d,]+ characters$/).waitFor();
  const before = Number((await live.innerText()).replace(/\D/g, ""));
  await page.waitForFunction(
    (known) => Number(document.querySelector("li.event.writing")?.textContent?.replace(/\D/g, "")) > known,
    before,
  );
  await page.getByRole("button", { name: /^Stop/ }).first().click();
  await live.waitFor({ state: "detached" });
  await page.locator(".events", { hasText: "Stopped Ada" }).waitFor();
});

visit(
  "the story is one stop of the Tab key, walked through with arrows; keys step through the past",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "hello");
    await page.locator(".events", { hasText: "Done: 1 answered" }).waitFor();
    const rows = page.locator(".story [data-row] [tabindex], .story button[data-row]");
    await becomes(() => rows.first().getAttribute("tabindex"), "0", "the first row in sight is the stop");
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest("[data-row]")?.textContent ?? "");
    await page.locator(".story button[data-row]").first().focus();
    await page.keyboard.press("ArrowDown");
    await eventually(async () => assert.match(await focused(), /^Done: 1 answered/));
    await page.keyboard.press("ArrowDown");
    await eventually(async () => assert.match(await focused(), /^Ada answered/));
    await page.keyboard.press("w");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(async () => assert.match(await focused(), /^Ada answered/, "the focus is given back"));
    await page.keyboard.press("Enter");
    await page.locator("li.event.open pre").waitFor();
    await page.locator("li.event.open .event-acts").getByRole("button", { name: "Replay from here" }).click();
    const slider = page.getByRole("slider", { name: "Event" });
    const last = Number(await slider.getAttribute("max"));
    await page.getByText(`You are viewing event ${last - 1} of ${last}`).waitFor();
    await page.keyboard.press("j");
    await page.getByText(`You are viewing event ${last - 2} of ${last}`).waitFor();
    const ahead = page.locator("li.event.later", { hasText: "Ada answered" });
    await ahead.waitFor();
    await eventually(async () =>
      assert.ok(await ahead.locator("b[data-color]").count() > 0, "what lies ahead keeps its name and colour")
    );
    await page.keyboard.press("l");
    await page.getByText(`You are viewing event ${last - 1} of ${last}`).waitFor();
  },
);

// Shows P26, C-2.
visit(
  "the same words go to another model in a new conversation; the old one stays",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Is bread food?");
    await settled(page, 2);
    await page.locator(".events", { hasText: "Done: 2 answered" }).waitFor();
    // What can be done with an answer comes a moment after its end.
    await becomes(() => page.locator("article.theirs .action-bar").count(), 2);
    const before = await page.locator("article").allInnerTexts();
    await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Run again with other models" }).click();
    const dialog = page.getByRole("dialog", { name: "Run again" });
    await dialog.getByLabel("Model of Ada").fill("story:12");
    await picture(page, "run-again");
    await dialog.getByRole("button", { name: "Run again" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id) && url.pathname.startsWith("/c/"));
    await settled(page, 2);
    await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), ["Is bread food?"]);
    await becomes(() => answersOf(page, "Ben").locator(".text").innerText(), "Is bread food?");
    await eventually(async () =>
      assert.notEqual(await answersOf(page, "Ada").locator(".text").innerText(), "Is bread food?")
    );
    await goWithin(page, `/c/${id}`);
    await settled(page, 2);
    await becomes(() => page.locator("article").allInnerTexts(), before);
  },
);

// Shows P16.
visit(
  "tokens and cost are told for an answer, an agent, a day, this conversation and all of them",
  async (bowl) => {
    const other = await bowl.conversation({ Zoe: "echo", Cut: "hang-before" });
    await bowl.api("POST", `/api/conversations/${other}/messages`, { content: "Elsewhere" });
    await eventually(async () => {
      const log = await bowl.api("GET", `/api/conversations/${other}/events`);
      assert.equal(JSON.stringify(log).split('"ProviderCalled"').length, 3);
    });
    await bowl.api("POST", `/api/conversations/${other}/stop`, {});
    const id = await bowl.conversation({ Ada: "echo", Ben: "error-401" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    const before = Date.now();
    await send(page, "one two three");
    await settled(page, 2);
    await eventually(async () =>
      assert.match(
        await answersOf(page, "Ada").locator(".meta").getAttribute("title") ?? "",
        / · 3 tokens · /,
      )
    );
    await page.getByRole("tab", { name: "Usage" }).click();
    await page.locator(".usage-agents", { hasText: "Ada" }).waitFor();
    await page.getByText("The numbers").click();
    const row = (name: string | RegExp) =>
      page.locator(".usage tr", { has: page.getByRole("rowheader", { name }) });
    await eventually(async () =>
      assert.match((await row("Ada").innerText()).replace(/\s+/g, " "), /^Ada [\d,]+ 3 free$/)
    );
    // As the page writes a day: the browser is one of Britain. One may have ended since it was asked.
    const { format } = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const today = new RegExp([before, Date.now()].map((at) => format(at)).join("|"));
    await eventually(async () => {
      const told = await row(today).allInnerTexts();
      assert.ok(told.some((text) => / 3 free$/.test(text.replace(/\s+/g, " "))), told.join());
    });
    await becomes(() => row("Zoe").count(), 0);
    await page.getByRole("button", { name: "Everything" }).click();
    await row("Zoe").waitFor();
    await eventually(async () => assert.match(await row("Zoe").innerText(), /free$/));
    // What was stopped says no model.
    await row("unknown").waitFor();
    await picture(page, "usage");
    await check(page, "usage");
    await answersOf(page, "Ada").hover();
    await answersOf(page, "Ada").getByRole("button", { name: /saw/ }).click();
    await page.getByRole("dialog").getByText(/tokens in · 1 of 1 message · 3 out · free$/).waitFor();
  },
);
