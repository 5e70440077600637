/** Around the chat: the list, search, settings, keys; all of it with the keyboard alone where one wishes. */
import assert from "node:assert/strict";
import { firstVisit, goWithin, picture, visits } from "./harness.ts";
import {
  answersOf,
  becomes,
  chosen,
  eventually,
  pill,
  pressInPalette,
  send,
  settled,
  writing,
} from "./steps.ts";

const visit = visits();

// Shows M-8.
firstVisit("the first run lands in a conversation that talks, without any key", async (bowl) => {
  const page = await bowl.open("/");
  await page.waitForURL("**/c/conversation_welcome");
  await settled(page, 3);
  await send(page, "What could I ask you?");
  await settled(page, 6);
  await becomes(() => page.title(), "Welcome to Fishbowl · Fishbowl");
});

visit(
  "a new conversation with chosen agents and mode, its live row, rename, archive and back, delete",
  async (bowl) => {
    await bowl.conversation({ Ada: "hang-middle", Ben: "echo" });
    const page = await bowl.open("/c/conversation_welcome");
    await page.getByRole("button", { name: /New conversation/ }).click();
    const who = page.getByRole("group", { name: "Who is asked" });
    for (const name of ["Editor", "Critic", "Researcher", "Ada"]) {
      await who.getByRole("button", { name, exact: true }).click();
    }
    await page.getByRole("button", { name: /^Who answers/ }).click();
    await page.getByRole("group", { name: "Who answers" }).getByRole("button", { name: /^In turn/ }).click();
    await page.keyboard.press("Escape");
    await send(page, "Tell me of bread");
    await pill(page, "Ada").waitFor();
    await chosen(page, "In turn");
    const row = page.locator(".row.here");
    await row.getByText("1 answering").waitFor();
    await eventually(async () =>
      assert.match(await row.innerText(), /Tell me of bread/, "the first message becomes the title")
    );
    await page.getByRole("textbox", { name: "Message", exact: true }).press("Escape");
    await settled(page, 1);
    await row.getByText("answering").waitFor({ state: "detached" });

    await row.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Of bread");
    await page.keyboard.press("Enter");
    await row.getByText("Of bread").waitFor();

    await row.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.locator(".archived summary").click();
    const put = page.locator(".archived .row", { hasText: "Of bread" });
    await put.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await page.locator(".rows section .row", { hasText: "Of bread" }).waitFor();

    await page.locator(".row.here").getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.locator(".row", { hasText: "Of bread" }).waitFor({ state: "detached" });
  },
);

visit("a search is narrowed by who said it with a press, and ordered", async (bowl) => {
  const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
  await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "the quokka smiles" });
  const page = await bowl.open("/c/conversation_welcome");
  const field = page.getByRole("searchbox", { name: "Search every message" });
  await field.fill("quokka");
  await page.locator(".hit").nth(1).waitFor();
  await page.getByRole("button", { name: "said by somebody: agent:Ada" }).click();
  await eventually(async () => assert.equal(await field.inputValue(), "quokka agent:"));
  await page.keyboard.type("Nobody");
  await page.getByText("No message says").waitFor();
  // What is near in letters is known of words that were gone through: of a server that just began not all are.
  await eventually(async () => {
    const path = "/api/search?q=qoukka%20smiles";
    const { didYouMean } = await bowl.api<{ didYouMean?: string }>("GET", path);
    assert.equal(didYouMean, "quokka smiles");
  });
  await field.fill("qoukka smiles");
  await page.getByRole("button", { name: "quokka smiles" }).click();
  await eventually(async () => assert.equal(await field.inputValue(), "quokka smiles"));
  await page.locator(".hit").first().waitFor();
  await field.fill("quokka agent:ben");
  await eventually(async () => assert.equal(await page.locator(".hit").count(), 1));
  await field.fill("quokka");
  await page.getByRole("combobox", { name: "Order of what is found" }).selectOption("newest");
  await eventually(async () => assert.ok(await page.locator(".hit").count() >= 3));
});

visit(
  "search finds a message far above, shows its words, and goes there; so does a note kept of it",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const { message } = await bowl.api<{ message: { id: string } }>(
      "POST",
      `/api/conversations/${id}/messages`,
      {
        content: "the wombat smiles",
      },
    );
    const source = { conversationId: id, messageId: message.id };
    await bowl.api("POST", "/api/notes", { text: "Wombats smile.", source });
    const agents = await bowl.api<{ participants: { id: string }[] }>("GET", `/api/conversations/${id}`);
    await bowl.api("PATCH", `/api/conversations/${id}/participants/${agents.participants[0]?.id}`, {
      enabled: false,
    });
    for (let n = 0; n < 60; n++) {
      await bowl.api("POST", `/api/conversations/${id}/messages`, { content: `filler ${n}` });
    }
    const page = await bowl.open("/c/conversation_welcome", { moves: true });
    await page.getByRole("searchbox", { name: "Search every message" }).fill("wombat");
    // The first hit is the title, the second the message.
    const hit = page.locator(".hit", { hasText: "the wombat smiles" }).nth(1);
    await hit.waitFor();
    await eventually(async () =>
      assert.equal((await hit.locator("mark").first().innerText()).toLowerCase(), "wombat")
    );
    const link = hit.getByRole("link");
    const elsewhere = await link.evaluate((link) => {
      let [left, asked] = [false, 0];
      addEventListener("click", (event) => {
        left = !event.defaultPrevented;
        event.preventDefault();
      }, { once: true });
      const { fetch } = globalThis;
      globalThis.fetch = (...of) => (asked++, fetch(...of));
      link.dispatchEvent(new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }));
      Object.assign(globalThis, { fetch, stays: true });
      return { left, asked };
    });
    assert.deepEqual(elsewhere, { left: true, asked: 0 }, "a click for another tab is the browser's");
    await goWithin(page, "/settings/notes");
    for (const way of [page.locator(".resource", { hasText: "Wombats smile." }).getByRole("link"), link]) {
      await way.waitFor();
      // It is marked for a moment alone: looked for before one goes there, at each picture of the page.
      const seen = page.waitForFunction(() => {
        const box = document.querySelector("article.found")?.getBoundingClientRect();
        return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
      });
      await way.click();
      await seen;
      await goWithin(page, "/c/conversation_welcome");
    }
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, "stays")), true, "nothing is loaded anew");
  },
);

// Shows S0-3, S0-4, S0-A20.
visit(
  "a provider is tested, an agent is made with a preview of its prompt, and answers",
  async (bowl) => {
    const page = await bowl.open("/settings/providers");
    await page.getByRole("button", { name: "Test" }).first().click();
    await page.getByText(/It answers, in \d+ ms/).waitFor();
    await page.getByRole("link", { name: "Agents", exact: true }).click();
    await page.getByRole("button", { name: "Add agent" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Zoe");
    await page.getByLabel("Provider", { exact: true }).selectOption({ index: 1 });
    await page.getByLabel("Model", { exact: true }).fill("echo");
    await page.getByLabel("Role", { exact: true }).selectOption({ label: "Critic" });
    await page.getByLabel("Personality", { exact: true }).selectOption({ label: "Blunt" });
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText(/You are Zoe\./).waitFor();
    await preview.getByText(/You test every claim/).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".resource:not(:has(form))", { hasText: "Zoe" }).waitFor();
    await page.waitForURL("**/settings/agents");
    await picture(page, "settings-agents");
    await goWithin(page, "/c/conversation_welcome");
    await settled(page, 3);
    await page.getByRole("button", { name: "Add an agent" }).click();
    await page.getByRole("menuitem", { name: "Zoe" }).click();
    await send(page, "@Zoe hello");
    await settled(page, 4);
    await becomes(() => answersOf(page, "Zoe").count(), 1);
  },
);

// Shows S0-A27.
visit("what is wrong in a form is said beside the field, and nothing is saved", async (bowl) => {
  const page = await bowl.open("/settings/personalities");
  await page.getByRole("button", { name: "Add personality" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("x".repeat(81));
  await page.locator(".wrong").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Wry");
  await page.locator(".wrong").waitFor({ state: "detached" });
  await becomes(() => page.getByRole("slider").count(), 5);
  await page.getByRole("slider").first().fill("91");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".resource:not(:has(form))", { hasText: "Wry" }).waitFor();
  const { items } = await bowl.api<{ items: { name: string; traits: { openness: number } }[] }>(
    "GET",
    "/api/personalities",
  );
  assert.equal(items.find(({ name }) => name === "Wry")?.traits.openness, 91);
});

// Shows S0-A12.
visit(
  "keys: Alt+1 turns an agent off, Ctrl+K runs any action, ? explains, and all of it can be turned off",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await pill(page, "Ada").waitFor();
    await page.keyboard.press("Alt+1");
    await page.locator(".pill.off").waitFor();
    await pressInPalette(page, "turn ada on");
    await page.locator(".pill.off").waitFor({ state: "detached" });
    await page.getByRole("log").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByLabel("Keys are on").uncheck();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Alt+1");
    await becomes(() => page.getByRole("dialog").count(), 0);
    await pill(page, "Ada").click();
    await page.locator(".pill.off").waitFor();
  },
);

// Shows P23.
visit(
  "with the keyboard alone: from the top to the message box, a pill, its menu and back",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await pill(page, "Ada").waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    const reach = async (label: RegExp, key: string) => {
      for (let n = 0; n < 40; n++) {
        const name = await page.evaluate(() =>
          document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""
        );
        if (label.test(name)) return;
        await page.keyboard.press(key);
      }
      assert.fail(`no way by ${key} to ${label}`);
    };
    // The page begins in the message box; from its end the way leads round to its top.
    await reach(/^Skip to the message box$/, "Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    // The pills are one stop: arrows lead along them, and down opens a menu.
    await reach(/^Ada/, "Shift+Tab");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Ben"));
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    // Focus comes back to where it was.
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Ben"));
    await reach(/^Message$/, "Tab");
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await settled(page, 2);
  },
);

// Shows P23.
visit("a screen reader hears who is answering, then the answer once", async (bowl) => {
  const id = await bowl.conversation({ Iris: "hang-middle", Otto: "echo" });
  const page = await bowl.open(`/c/${id}`);
  await pill(page, "Otto").waitFor();
  await page.locator('.sr[role="status"]').waitFor({ state: "attached" });
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const status = document.querySelector('.sr[role="status"]');
    if (status) {
      // What is put there is read out, each by itself, however much stays beside it.
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          for (const node of type === "childList" ? addedNodes : [target]) heard.push(node.textContent ?? "");
        }
      }).observe(status, { childList: true, characterData: true, subtree: true });
    }
  });
  const heard = async () => {
    const all = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    // What was said on this page before may be told still.
    return all.filter((line) => line !== "" && !/^(Ada|Ben) /.test(line));
  };
  // One who never ends is heard to begin, however late the page looks.
  await send(page, "@Iris Is butter food?");
  await becomes(() => heard(), ["Iris is answering"]);
  await writing(page, "Iris", 10);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator("article.cancelled").waitFor();
  await send(page, "@Otto Is bread food?");
  await settled(page, 2);
  await eventually(async () => {
    const last = (await heard()).at(-1) ?? "";
    assert.match(last, /^Otto answered: .*Is bread food\?/s);
  });
  await eventually(async () =>
    assert.equal((await heard()).filter((line) => /^Otto answered/.test(line)).length, 1)
  );
  await eventually(async () =>
    assert.ok((await heard()).length <= 4, "a line for who begins and for who ends, none for a word")
  );
  await becomes(() => page.getByRole("log").getAttribute("aria-live"), "off");
});

// Shows P16.
visit("a person sets a price of their own, sees it first, and takes it away", async (bowl) => {
  const page = await bowl.open("/settings/prices");
  await page.getByLabel("Model", { exact: true }).fill("llama-3.3:70b");
  await page.getByLabel("Input", { exact: true }).fill("0.2");
  await page.getByRole("button", { name: "Save the price" }).click();
  await page.getByRole("alert").getByText("Input and output both need a price.").waitFor();
  await page.getByLabel("Output", { exact: true }).fill("0,4");
  await page.getByRole("button", { name: "Save the price" }).click();
  const own = page.getByRole("table", { name: "Your prices" });
  await eventually(async () =>
    assert.match(await own.locator("tbody tr").innerText(), /llama-3\.3:70b\s+\$0\.2\s+\$0\.2\s+\$0\.4/)
  );
  await page.reload();
  await own.getByRole("button", { name: "Remove the price of llama-3.3:70b" }).click();
  await page.getByText("No prices of your own yet.").waitFor();
});

visit(
  "an agent is drawn as one chose, in its form at once and then wherever it is seen",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open("/settings/agents");
    await page.getByRole("link", { name: "Edit Ada" }).click();
    const drawn = (place: string) => page.locator(`${place} .mark path.shape`).first().getAttribute("d");
    const shape = page.getByRole("radiogroup", { name: "Shape" });
    await shape.getByRole("radio", { name: "Diamond" }).check();
    await page.getByRole("radiogroup", { name: "Symbol" }).getByRole("radio", { name: "Fish" }).check();
    const diamond = await shape.locator("label").filter({ has: page.getByRole("radio", { name: "Diamond" }) })
      .locator("path.shape").getAttribute("d");
    await becomes(() => drawn(".sample"), diamond);
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/settings/agents");
    await goWithin(page, `/c/${id}`);
    await pill(page, "Ada").waitFor();
    await becomes(() => drawn(".pill"), diamond);
    await goWithin(page, "/settings/agents");
    await page.getByRole("link", { name: "Edit Ada" }).click();
    await shape.getByRole("radio", { name: "Automatic" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/settings/agents");
    await becomes(async () => {
      const { items } = await bowl.api<{ items: { name: string; mark?: object }[] }>("GET", "/api/agents");
      return items.find(({ name }) => name === "Ada")?.mark;
    }, { motif: "fish" });
  },
);
