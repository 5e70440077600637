/** Who speaks when, as a person sees it: why each turn is there, who said what to whom, whom one may ask, whom a name means. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { type Bowl, browserTest, LOOKS, picture, visits } from "./harness.ts";
import { check } from "./view_check.ts";
import {
  answersOf,
  becomes,
  beginWithAgency,
  choose,
  chosen,
  eventually,
  send,
  settled,
  stacked,
  writing,
} from "./steps.ts";

const visit = visits();

const BOX = { name: "Message", exact: true } as const;

/** What hovering over an answer's time and length says. */
const why = (page: Page, name: string): Promise<string | null> =>
  answersOf(page, name).last().locator(".meta").getAttribute("title");

const noSideways = async (page: Page) =>
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);

// Shows S1-4, S1-7.
visit(
  "the person sees the manager; who said what to whom, and why, is one click away, at every width",
  async (bowl) => {
    const id = await bowl.conversation(
      { Boss: "manager", Coder: "editor", "Tester of our doughs": "critic" },
      {
        mode: "manager",
      },
    );
    for (const look of LOOKS) {
      const page = await bowl.open(`/c/${id}`, look);
      if (look === LOOKS[0]) await send(page, "Shall we bake bread?");
      await page.locator("article.theirs", { hasText: "Boss" }).last().waitFor();
      await page.locator("details.behind > summary", { hasText: "4 messages behind the glass" }).waitFor();
      await page.waitForFunction(() => document.querySelector('article[aria-busy="true"]') === null);
      await becomes(() => page.locator("article.theirs:visible").count(), 1, "one answer, the manager's");
      await eventually(async () =>
        assert.match(await why(page, "Boss") ?? "", /^after Tester of our doughs wrote to it · /)
      );
      await page.locator("details.behind > summary").click();
      await eventually(async () => {
        const lines = (await page.locator(".behind .addressee").allInnerTexts()).map((line) =>
          line.replace(/\s+/g, " ")
        );
        assert.deepEqual(lines.map((line) => line.replace(/ · .*/, "")), [
          "Boss to Coder",
          "Coder to Boss",
          "Boss to Tester of our doughs",
          "Tester of our doughs to Boss",
        ]);
        assert.match(lines[0] ?? "", /manages this conversation/);
        assert.match(lines[1] ?? "", /asked by Boss/);
      });
      await noSideways(page);
      const heights = () =>
        page.locator(".behind .aside summary").evaluateAll((rows) =>
          [
            ...new Set(rows.map((row) => row.clientHeight)),
          ].length
        );
      await becomes(heights, 1, "a long reason takes no line of its own");
      await picture(page, `manager-${look.size}-${look.scheme}`);
      await page.locator("details.behind > summary").click();
    }
  },
);

visit(
  "every turn says on hover why its agent speaks now: together, mentioned, in turn, asked",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "one");
    await settled(page, 2);
    await eventually(async () =>
      assert.match(await why(page, "Ada") ?? "", /^enabled in this conversation · /)
    );
    await send(page, "@Ben two");
    await settled(page, 3);
    await eventually(async () => assert.match(await why(page, "Ben") ?? "", /^mentioned by User · /));
    await choose(page, "In turn");
    await page.getByLabel("Rounds").selectOption("2");
    // The setting and the message go by connections of their own: the message must not come first.
    await eventually(async () => {
      const { conversation } = await bowl.api<{ conversation: { rounds: number } }>(
        "GET",
        `/api/conversations/${id}`,
      );
      assert.equal(conversation.rounds, 2);
    });
    await send(page, "three");
    await settled(page, 7);
    await eventually(async () =>
      assert.match(await why(page, "Ben") ?? "", /^in turn 2 of 2, round 2 of 2 · /)
    );
    await choose(page, "On request");
    const bar = page.getByRole("group", { name: "Ask an agent" });
    await bar.getByRole("button", { name: "Ada" }).click();
    await settled(page, 8);
    await eventually(async () => assert.match(await why(page, "Ada") ?? "", /^asked by User · /));
    await bar.getByRole("button", { name: "Ask all" }).click();
    await settled(page, 10);
    await eventually(async () => assert.match(await why(page, "Ben") ?? "", /^in turn 2 of 2 · /));
    await becomes(() => page.locator("article.mine").count(), 3, "three switches of the mode lost nothing");
    await becomes(() => page.locator("article.theirs").count(), 10);
    await page.getByRole("button", { name: /^Who answers/ }).press("Enter");
    await becomes(() => page.locator("[aria-pressed=true]:focus b").allInnerTexts(), ["On request"]);
    await page.keyboard.press("Escape");
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    await page.getByRole("dialog").getByText("Asked because: in turn 1 of 2").waitFor();
  },
);

const states = (bar: Locator) =>
  bar.getByRole("button").evaluateAll((all) =>
    all.map((one) =>
      `${one.textContent?.trim().replace(/^[A-Z](?=[A-Z])/, "")}${
        one.hasAttribute("disabled") ? " off" : ""
      }${one.getAttribute("aria-busy") === "true" ? " busy" : ""}${
        one.querySelector(".spinner") ? " spins" : ""
      }`
    )
  );

// Shows S4-49, S4-50, S4-51, S4-52, S4-53.
visit(
  "the trigger bar: one spinner, all off until the request returned, then others can be asked",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "hang-middle", Bad: "error-401", Cleo: "echo" }, {
      mode: "manual",
    });
    const page = await bowl.open(`/c/${id}`, { size: "narrow" });
    const bar = page.getByRole("group", { name: "Ask an agent" });
    const free = ["Ada", "Bad", "Cleo", "Ask all"];
    await bar.waitFor();
    await becomes(() => states(bar), free);
    await send(page, "Is bread food?");
    const held = Promise.withResolvers<void>();
    await page.context().route("**/trigger_agent/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    // Without a pause: whoever is asked must have read what was sent before.
    await bar.getByRole("button", { name: "Ada" }).dblclick();
    await bar.locator("button[aria-busy=true]").waitFor();
    await becomes(() => states(bar), ["Ada off busy spins", "Bad off", "Cleo off", "Ask all off"]);
    await becomes(() => answersOf(page, "Ada").count(), 0, "the request is on its way");
    held.resolve();
    await writing(page, "Ada", 10);
    const enabled = (name: string) => bar.getByRole("button", { name, disabled: false }).waitFor();
    await enabled("Cleo");
    await becomes(() => states(bar), ["Ada off busy spins", "Bad", "Cleo", "Ask all off"]);
    await becomes(() => answersOf(page, "Ada").count(), 1, "a second click while it asks asks nobody");
    await becomes(
      () => bar.locator("button:not(:last-child) svg.robot").count(),
      3,
      "each agent has its robot",
    );
    await becomes(
      () => bar.getByRole("button").allTextContents(),
      ["Ada", "Bad", "Cleo", "Ask all"],
      "neither is read out beside the name",
    );
    await becomes(() => bar.locator(".mark").count(), 2, "and its mark, for which the spinner stands");
    const order = await page.locator("article").evaluateAll((all) =>
      all.map((one) => one.classList.contains("mine"))
    );
    assert.deepEqual(order, [true, false], "first the question, then the answer");
    await bar.getByRole("button", { name: "Cleo" }).click();
    await page.locator("article.theirs", { hasText: "Cleo" }).locator("text=Is bread food?").waitFor();
    await becomes(
      () => answersOf(page, "Ada").last().getAttribute("aria-busy"),
      "true",
      "a second agent was asked and answered while the first still does",
    );
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator("article.cancelled").waitFor();
    await enabled("Ada");
    await becomes(() => states(bar), free);
    await bar.getByRole("button", { name: "Bad" }).click();
    await page.locator("article.failed").waitFor();
    await enabled("Bad");
    await becomes(() => states(bar), free, "an error gives the bar back");

    await eventually(async () =>
      assert.ok(await stacked(page, [".transcript", ".trigger-bar", "#composer-form"]), "after, then before")
    );
    await eventually(async () => {
      const rows = await bar.getByRole("button").evaluateAll((all) =>
        new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size
      );
      assert.ok(rows > 1, "it wraps on a narrow screen");
    });
    await noSideways(page);
    await picture(page, "trigger-bar-narrow");
    await check(page, "trigger bar");
    await page.evaluate(() => document.documentElement.style.colorScheme = "dark");
    await picture(page, "trigger-bar-narrow-dark");
    await check(page, "trigger bar in the dark");
    await page.evaluate(() => document.documentElement.style.colorScheme = "");
  },
);

// Shows S4-51, S4-52.
visit(
  "the bar is there on request only, and a refusal is said and gives it back",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const bar = page.getByRole("group", { name: "Ask an agent" });
    await page.getByRole("textbox", BOX).waitFor();
    await becomes(() => bar.count(), 0);
    await choose(page, "On request");
    await bar.waitFor();
    await page.route("**/trigger_agent/**", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        body: '{"detail":"Not now, please."}',
      }));
    await bar.getByRole("button", { name: "Ada" }).click();
    await page.getByText("Not now, please.").waitFor();
    await bar.getByRole("button", { name: "Ada", disabled: false }).waitFor();
    await choose(page, "Together");
    await bar.waitFor({ state: "detached" });
  },
);

/** Two agents with one name, and one whose name begins with it. */
async function twins(bowl: Bowl): Promise<string> {
  const ids = [];
  for (const [name, model] of [["Ann", "echo"], ["Ann", "editor"], ["Ann Marie (QA)", "echo"]] as const) {
    const made = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name,
      model,
      providerId: "provider_mock",
    });
    ids.push(made.id);
  }
  const made = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
    agentIds: ids,
  });
  return made.conversation.id;
}

// Shows P18.
visit(
  "picked from the list or typed out, the same agent is asked, and what is marked is whom it asked",
  async (bowl) => {
    const page = await bowl.open(`/c/${await twins(bowl)}`);
    const box = page.getByRole("textbox", BOX);
    const marked = () => page.locator("article.mine").last().locator(".mention").allInnerTexts();

    await box.pressSequentially("(@ann");
    const options = page.getByRole("option");
    await options.first().waitFor();
    await eventually(async () => {
      const lines = (await options.allInnerTexts()).map((line) => line.replace(/\s+/g, " "));
      assert.match(lines[0] ?? "", /Ann #\d+$/);
      assert.match(lines[1] ?? "", /Ann #\d+$/);
      assert.match(lines[2] ?? "", /Ann Marie \(QA\)$/);
    });
    await picture(page, "mention-twins");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("are you there)");
    await page.keyboard.press("Enter");
    await settled(page, 1);
    await becomes(() => page.locator("article.theirs").count(), 1, "one of the two, the picked one");
    await becomes(() => marked(), ["@Ann"]);

    await send(page, "@ann marie (qa): and you?");
    await settled(page, 2);
    await becomes(() => answersOf(page, "Ann Marie (QA)").count(), 1, "typed out, in another case");
    await becomes(() => marked(), ["@ann marie (qa)"]);

    await send(page, "what of @dataclass? mail ann@ann.example");
    await settled(page, 5);
    await becomes(() => marked(), [], "a word and an address are plain text: everybody answers");

    await send(page, "@all, once more");
    await settled(page, 8);
    await becomes(() => marked(), ["@all"]);
  },
);

// Shows S1-28.
visit(
  "what a program says to an agency is in the list and to be read, as it happens",
  async (bowl) => {
    await bowl.conversation({ Boss: "manager", Coder: "echo" });
    const { items } = await bowl.api<{ items: { id: string; name: string }[] }>("GET", "/api/agents");
    const idOf = (name: string) => items.find((agent) => agent.name === name)?.id ?? "";
    const agency = await bowl.api<{ id: string }>("POST", "/api/agencies", {
      name: "Works",
      managerAgentId: idOf("Boss"),
      agentIds: [idOf("Boss"), idOf("Coder")],
      principles: "Be brief.",
    });
    const page = await bowl.open("/c/conversation_welcome");
    await page.getByRole("textbox", BOX).waitFor();
    const answer = await bowl.api<{ choices: { message: { content: string } }[] }>(
      "POST",
      `/api/agency/${agency.id}/chat/completions`,
      {
        messages: [{ role: "system", content: "Speak plainly." }, {
          role: "user",
          content: "What about rye?",
        }],
      },
    );
    await page.getByRole("link", { name: /What about rye/ }).click();
    await page.locator("article.mine", { hasText: "What about rye?" }).waitFor();
    await page.locator(".notice", { hasText: "Speak plainly." }).waitFor();
    await page.locator("details.behind", { hasText: "2 messages behind the glass" }).waitFor();
    const said = answer.choices[0]?.message.content.split("\n")[0] ?? "";
    await answersOf(page, "Boss").last().getByText(said.slice(0, 20)).waitFor();
    await bowl.api("DELETE", `/api/agencies/${agency.id}`);
  },
);

// Shows S1-1, S1-8, S1-13.
browserTest(
  "an agency is made in the settings, its members by number; a token lets a program talk to it until it is taken back",
  async (bowl) => {
    await bowl.conversation({ Boss: "manager", Coder: "echo" });
    const context = await bowl.context();
    const page = await bowl.tab(context, "/settings/agencies");
    await page.getByRole("button", { name: "Add agency" }).click();
    await page.getByLabel("Name").fill("Works");
    await page.getByLabel("Manager").locator("option", { hasText: "(Boss)" }).waitFor({ state: "attached" });
    const options = await page.getByLabel("Manager").locator("option").allInnerTexts();
    const boss = options.find((label) => /^#\d+ \(Boss\)$/.test(label));
    assert.ok(boss, options.join());
    await page.getByLabel("Manager").selectOption({ label: boss });
    await page.getByRole("checkbox", { name: /^#\d+ \(Boss\)$/ }).check();
    await page.getByRole("checkbox", { name: /^#\d+ \(Coder\)$/ }).check();
    await page.getByLabel("Principles").fill("Be brief.");
    await page.getByRole("button", { name: "Save" }).click();
    const made = page.locator("article.resource", { hasText: "Works" });
    await made.getByText(`managed by ${boss}`).waitFor();
    const [method = "", path = ""] = (await made.locator("code").innerText()).split(" ");
    await picture(page, "agency-settings");
    await page.setViewportSize({ width: 390, height: 844 });
    await noSideways(page);
    await picture(page, "agency-settings-narrow");
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.goto(`${bowl.address}/settings/tokens`);
    await page.getByLabel("Name of the program").fill("laptop");
    await page.getByRole("button", { name: "Make a token" }).click();
    const token = await page.locator("[role=status] code").innerText();
    const ask = (headers: Record<string, string>) =>
      fetch(bowl.address + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ messages: [{ role: "user", content: "What about rye?" }] }),
      });
    const bearer = { authorization: `Bearer ${token}` };
    const refused = await ask({});
    assert.equal(refused.status, 401);
    await refused.body?.cancel();
    const answered = await ask(bearer);
    assert.equal(answered.status, 200);
    await eventually(async () => assert.match((await answered.json()).choices[0].message.content, /Coder/));
    await page.reload();
    // The list has a label of that name: the conversations of the program.
    await page.locator(".resource", { hasText: "laptop" }).waitFor();
    await eventually(async () => assert.ok(!(await page.content()).includes(token), "it is shown once"));
    await page.getByRole("button", { name: "Revoke laptop" }).click();
    const sure = page.getByRole("dialog", { name: "Revoke “laptop”?" });
    await sure.getByRole("button", { name: "Revoke" }).click();
    await page.locator(".resource", { hasText: "laptop" }).waitFor({ state: "detached" });
    const after = await ask(bearer);
    assert.equal(after.status, 401);
    await after.body?.cancel();

    await page.getByRole("link", { name: /What about rye/ }).click();
    await page.locator("article.mine", { hasText: "laptop" }).waitFor();
    await page.getByRole("button", { name: /New conversation/ }).click();
    await beginWithAgency(page, "Works", "And what about oats?");
    await chosen(page, "Manager");
  },
);

for (const mode of ["parallel", "round_robin", "manual"] as const) {
  visit(`on a phone the head fits, also with what a mode adds to it: ${mode}`, async (bowl) => {
    const names = Array.from({ length: 20 }, (_, at) => `Agent ${at}`);
    const id = await bowl.conversation(Object.fromEntries(names.map((name) => [name, "echo"])), { mode });
    const page = await bowl.open(`/c/${id}`, { size: "narrow" });
    await page.getByRole("button", { name: /^20 agents/ }).waitFor();
    await check(page, `modes-${mode}`);
    await eventually(async () => {
      const head = await page.locator(".chat-head").boundingBox();
      const log = await page.getByRole("log").boundingBox();
      assert.ok(head && head.height <= 56, `the head is ${head?.height} high`);
      assert.ok(log && log.height > 440, "the talk has the room");
    });
    await page.getByRole("button", { name: /^Who answers/ }).click();
    await page.getByRole("group", { name: "Who answers" }).waitFor();
    await check(page, `modes-${mode}, open`);
    await picture(page, `modes-${mode}-narrow`);
    await eventually(async () => {
      const cut = await page.locator(".modes button").evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)
      );
      assert.deepEqual(cut, [], "no name of a mode runs into the next");
    });
  });
}
