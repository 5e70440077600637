/** What holds for one conversation, and taking one in: limits, queueing, the web, an exported log. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { renamed } from "../events/exported.ts";
import { goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, send, settled, shows } from "./steps.ts";

const visit = visits();

async function open(page: Page) {
  await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  return page.getByRole("dialog", { name: "Settings of this conversation" });
}

// Shows P13.
visit(
  "a person caps what a conversation may use; beyond it nobody is asked, and the reason is said",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    const dialog = await open(page);
    await dialog.getByLabel("Tokens").waitFor();
    await picture(page, "conversation-settings");
    for (const wrong of ["0", "-3", "2.5", "many"]) {
      await dialog.getByLabel("Tokens").fill(wrong);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByRole("alert").getByText("A limit is a number above zero, or blank for none.")
        .waitFor();
    }
    await dialog.getByLabel("Tokens").fill("1");
    await dialog.getByLabel("US dollars").fill("2,5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await send(page, "And butter?");
    await page.locator(".notice", { hasText: "Stopped: this conversation has used its 1 tokens." }).waitFor();
    await becomes(() => answersOf(page, "Ada").count(), 1);
    await page.reload();
    const again = await open(page);
    await eventually(async () => {
      assert.equal(await again.getByLabel("Tokens").inputValue(), "1");
      assert.equal(await again.getByLabel("US dollars").inputValue(), "2.5");
    });
    await again.getByLabel("Tokens").fill("");
    await again.getByRole("button", { name: "Save" }).click();
    await again.waitFor({ state: "detached" });
    await send(page, "And jam?");
    await settled(page, 2);
  },
);

// Shows C-11, S4-44.
visit(
  "a message may wait for the answers under way instead of stopping them; agents may be given the web",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "story:27:100" });
    const page = await bowl.open(`/c/${id}`);
    const dialog = await open(page);
    await dialog.getByLabel("waits until they are done").check();
    await dialog.getByLabel("Every agent here may read web pages").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await send(page, "Tell me of bread");
    await shows(page, "Ada", 20);
    await send(page, "And of butter");
    await settled(page, 2);
    await becomes(() => page.locator("article.cancelled").count(), 0);
    const { conversation } = await bowl.api<{ conversation: { webAccess: boolean; onNewMessage: string } }>(
      "GET",
      `/api/conversations/${id}`,
    );
    assert.deepEqual([conversation.webAccess, conversation.onNewMessage], [true, "queue"]);
  },
);

// Shows P20.
visit(
  "an exported log is taken in by hand, once, and one that was changed is refused",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    const response = await fetch(`${bowl.address}/api/conversations/${id}/export`, {
      headers: { origin: bowl.address },
    });
    const exported = await response.text();
    const text = renamed(exported, id, "conversation_elsewhere");
    const take = async (content: string) => {
      await page.getByRole("button", { name: /New conversation/ }).click();
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Import conversations" }).click();
      const dialog = page.getByRole("dialog", { name: "Import conversations" });
      await dialog.getByLabel("A file (zip, JSON or NDJSON)").setInputFiles({
        name: "bread.ndjson",
        mimeType: "application/x-ndjson",
        buffer: Buffer.from(content),
      });
      return dialog;
    };
    for (let times = 1; times <= 2; times++) {
      await take(text);
      await page.waitForURL("**/c/conversation_elsewhere");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await settled(page, 1);
      await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), ["Is bread food?"]);
      await goWithin(page, `/c/${id}`);
    }
    const { items } = await bowl.api<{ items: { id: string }[] }>("GET", "/api/conversations");
    assert.equal(items.filter((row) => row.id === "conversation_elsewhere").length, 1);
    const dialog = await take(
      renamed(exported, id, "conversation_changed").replace("bread food", "bread good"),
    );
    await dialog.getByRole("alert").waitFor();
    await becomes(() => dialog.isVisible(), true);
  },
);
