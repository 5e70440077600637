/** What happened, what each agent sees, and how it was: the log behind the chat, and the way back into it. */
import assert from "node:assert/strict";
import { browserTest, picture } from "./harness.ts";
import { answersOf, eventually, pill, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

// Shows P5, P6.
browserTest(
  "the context panel says what will be sent, what is left out and why, and hides a message from one agent",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    await page.getByRole("tab", { name: "Context" }).click();
    await page.getByText("3 of 3 messages").waitFor();
    await answersOf(page, "Ben").getByRole("checkbox").uncheck();
    await page.getByText("2 of 3 messages").waitFor();
    await page.getByText("1 left out by you").waitFor();
    await page.getByRole("checkbox", { name: /^Ada sees the message of User/ }).uncheck();
    await page.getByText("1 of 3 messages").waitFor();
    await page.getByText("1 hidden from this agent").waitFor();
    await eventually(async () =>
      assert.equal(
        await page.getByRole("checkbox", { name: /^Ben sees the message of User/ }).isChecked(),
        true,
        "hidden from one agent only",
      )
    );
    await picture(page, "context");
  },
);

// Shows P6.
browserTest("what an agent was sent is shown to the byte, and who saw a message", async (bowl) => {
  const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
  const page = await bowl.open(`/c/${id}`);
  await send(page, "Is bread food?");
  await settled(page, 2);
  await answersOf(page, "Ada").hover();
  await answersOf(page, "Ada").getByRole("button", { name: /saw/i }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 message, ").waitFor();
  await dialog.getByText("The exact request").click();
  assert.match(await dialog.locator("pre").innerText(), /Is bread food\?/);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("article.mine").hover();
  await page.locator("article.mine").getByRole("button", { name: "Seen by" }).click();
  await page.getByRole("dialog").getByText("Ada").waitFor();
  await page.getByRole("dialog").getByText("Ben").waitFor();
});

// Shows P26, M-8.
browserTest(
  "replay shows texts, checkboxes and roster as they were, plays to the end, and leads back to now",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "editor", Ben: "critic" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    await answersOf(page, "Ada").getByRole("checkbox").uncheck();
    await page.locator("article.left-out").waitFor();
    await pill(page, "Ben").click();
    await page.locator(".pill.off").waitFor();
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
    assert.equal(await page.getByRole("textbox", { name: "Message", exact: true }).count(), 0);
    await picture(page, "replay");

    await page.keyboard.press("Home");
    await page.getByText(`You are viewing event 1 of ${last}`).waitFor();
    await page.locator("article").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "max" }).click();
    await page.getByText(`You are viewing event ${last} of ${last}`).waitFor();
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    await page.locator(".pill.off").waitFor();
  },
);

// Shows C-2.
browserTest("from any event one goes on in a new conversation; the old one stays", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await send(page, "first");
  await settled(page, 1);
  const seq = Number(await page.getByRole("slider", { name: "Event" }).getAttribute("max"));
  await send(page, "second");
  await settled(page, 2);
  await page.getByRole("searchbox", { name: "Filter events" }).waitFor();
  await page.locator(".events button", { has: page.locator(".seq", { hasText: new RegExp(`^${seq}$`) }) })
    .click();
  await page.getByRole("button", { name: /Continue from here/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await settled(page, 1);
  assert.deepEqual(await page.locator("article.mine .bubble").allInnerTexts(), ["first"]);
  await send(page, "another way");
  await settled(page, 2);
  await page.goto(`${bowl.address}/c/${id}`);
  await settled(page, 2);
  assert.deepEqual(await page.locator("article.mine .bubble").allInnerTexts(), ["first", "second"]);
});

browserTest("the list of events follows along and can be filtered", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await page.locator(".events li").first().waitFor();
  await send(page, "hello");
  await page.locator(".events", { hasText: "turn.completed Ada" }).waitFor();
  await page.getByRole("searchbox", { name: "Filter events" }).fill("message.posted");
  await page.waitForFunction(() => document.querySelectorAll(".events li").length === 1);
});

// Shows P26, C-2.
browserTest(
  "the same words go to another model in a new conversation; the old one stays",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 2);
    const before = await page.locator("article").allInnerTexts();
    await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Run again with other models" }).click();
    const dialog = page.getByRole("dialog", { name: "Run again" });
    await dialog.getByLabel("Model of Ada").fill("story:12");
    await picture(page, "run-again");
    await dialog.getByRole("button", { name: "Run again" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id) && url.pathname.startsWith("/c/"));
    await settled(page, 2);
    assert.deepEqual(await page.locator("article.mine .bubble").allInnerTexts(), ["Is bread food?"]);
    assert.equal(await answersOf(page, "Ben").locator(".text").innerText(), "Is bread food?");
    assert.notEqual(await answersOf(page, "Ada").locator(".text").innerText(), "Is bread food?");
    await page.goto(`${bowl.address}/c/${id}`);
    await settled(page, 2);
    await eventually(async () => assert.deepEqual(await page.locator("article").allInnerTexts(), before));
  },
);

// Shows P16.
browserTest(
  "tokens and cost are told for an answer, an agent, a day, this conversation and all of them",
  async (bowl) => {
    const other = await bowl.conversation({ Zoe: "echo" });
    await bowl.api("POST", `/api/conversations/${other}/messages`, { content: "Elsewhere" });
    const id = await bowl.conversation({ Ada: "echo", Ben: "error-401" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "one two three");
    await settled(page, 2);
    await answersOf(page, "Ada").getByText("3 tokens").waitFor();
    await page.getByRole("tab", { name: "Usage" }).click();
    const row = (name: string) => page.locator(".usage tr", { has: page.getByRole("rowheader", { name }) });
    assert.match((await row("Ada").innerText()).replace(/\s+/g, " "), /^Ada [\d,]+ 3 \$0$/);
    const today = new Date().toISOString().slice(0, 10);
    assert.match((await row(today).innerText()).replace(/\s+/g, " "), / 3 \$0$/);
    assert.equal(await row("Zoe").count(), 0);
    await page.getByRole("button", { name: "Everything" }).click();
    await row("Zoe").waitFor();
    await eventually(async () => assert.match(await row("Zoe").innerText(), /\$0$/));
    await picture(page, "usage");
    await check(page, "usage");
    await answersOf(page, "Ada").hover();
    await answersOf(page, "Ada").getByRole("button", { name: /saw/ }).click();
    await page.getByRole("dialog").getByText(/tokens in, 3 out\. Cost: \$0\./).waitFor();
  },
);
