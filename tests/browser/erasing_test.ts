/** Erasing what was said, as a person does it: what is asked first, and where the words are gone from then on. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { picture, visits } from "./harness.ts";
import { answersOf, becomes, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const WORD = "4711";
const mine = (page: Page) => page.locator("article.mine");
const titles = (page: Page) => page.locator(".sidebar .row .title").allInnerTexts();

/** Opens the dialog for the first message of a person, by its menu. */
async function askToErase(page: Page) {
  await mine(page).first().hover();
  await mine(page).first().getByRole("button", { name: "Erase the words" }).click();
  return page.getByRole("dialog", { name: "Erase the words" });
}

visit(
  "words that are erased are gone in every tab at once, from the list, from search and from what agents saw, and who erased them and why stands there",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "story:12" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, `The aquarium opens with code ${WORD}`);
    await settled(page, 1);
    await send(page, "And who feeds the fish?");
    await settled(page, 2);
    const other = await bowl.tab(page.context(), `/c/${id}`);
    await settled(other, 2);
    assert.ok((await other.locator("body").innerText()).includes(WORD));
    const dialog = await askToErase(page);
    await dialog.getByText("Exports and backups taken before cannot be called back.").waitFor();
    assert.equal(await dialog.getByRole("checkbox").count(), 0, "it stands nowhere else");
    await dialog.getByText("What was written with it in view may quote it: 2 answers.").waitFor();
    await dialog.getByLabel("Why, for everybody to read").fill("An address");
    await check(page, "erase");
    await picture(page, "erase");
    await dialog.getByRole("button", { name: "Erase the words" }).click();
    for (const tab of [page, other]) {
      await mine(tab).first().getByText(/^Erased on .+ by a person of this workspace\./).waitFor();
      await mine(tab).first().getByText("An address").waitFor();
      await becomes(async () => (await tab.locator("body").innerText()).includes(WORD), false, "in a tab");
      await becomes(async () => (await tab.title()).includes(WORD), false, "in its title");
    }
    // Behind an open dialog nothing can be typed.
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("searchbox", { name: "Search every message" }).fill(WORD);
    await page.getByText(/^No message says/).waitFor();
    await page.getByRole("searchbox", { name: "Search every message" }).fill("");
    await page.reload();
    await settled(page, 2);
    assert.ok(!(await page.content()).includes(WORD));
    await mine(page).first().getByText(/^Erased on/).waitFor();
    await picture(page, "erased");
    await answersOf(page, "Editor").last().hover();
    await answersOf(page, "Editor").last().getByRole("button", { name: "What it saw" }).click();
    const saw = page.getByRole("dialog");
    const piece = saw.locator(".saw-piece", {
      hasText: "Message 1 was in this request; its words were erased since.",
    });
    await piece.waitFor();
    await becomes(() => piece.locator(".saw-tokens").count(), 0, "nobody knows how much it was");
    await becomes(() => saw.locator(".saw-piece.out").count(), 0, "it was sent");
    await saw.getByRole("button", { name: /^No longer provable/ }).waitFor();
    await saw.getByText("Words of it were erased, and the salts of its hash with them").first().waitFor();
    await check(page, "saw, erased");
    await picture(page, "saw-erased");
  },
);

visit(
  "the dialog offers to erase the same words in what was made of the conversation, and they stay there unless somebody says so",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "story:12" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, `The aquarium opens with code ${WORD}`);
    await settled(page, 1);
    const { items: [asked] } = await bowl.api<{ items: { id: string }[] }>(
      "GET",
      `/api/conversations/${id}/messages`,
    );
    const source = { conversationId: id, messageId: asked?.id };
    const note = await bowl.api<{ id: string }>("POST", "/api/notes", { text: `Code ${WORD}`, source });
    const { fold: { seq } } = await bowl.api<{ fold: { seq: number } }>(
      "GET",
      `/api/conversations/${id}?view=fold`,
    );
    const made = await bowl.api<{ conversation: { id: string } }>("POST", `/api/conversations/${id}/fork`, {
      seq,
    });
    const fork = await bowl.tab(page.context(), `/c/${made.conversation.id}`);
    await settled(fork, 1);
    const dialog = await askToErase(page);
    const also = dialog.getByRole("checkbox", { name: /^Also in 1 conversation/ });
    assert.equal(await also.isChecked(), false);
    await dialog.getByText("1 note that was kept of it goes too.").waitFor();
    await also.check();
    await check(page, "erase, copies");
    await picture(page, "erase-copies");
    await dialog.getByRole("button", { name: "Erase the words" }).click();
    await page.getByText("The words were erased, here and in 1 other place.").waitFor();
    assert.equal((await bowl.api<{ erased?: true }>("GET", `/api/notes/${note.id}`)).erased, true);
    for (const tab of [page, fork]) {
      await mine(tab).first().getByText(/^Erased on/).waitFor();
      await becomes(async () => (await tab.locator("body").innerText()).includes(WORD), false, "in a tab");
      await becomes(async () => (await titles(tab)).some((title) => title.includes(WORD)), false, "listed");
    }
  },
);

visit(
  "a message, a file without a word and what a tool gave can each be erased, in German too",
  async (bowl) => {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      providerId: "provider_mock",
      model: "tool-user",
      color: 1,
      tools: ["current_time"],
    });
    const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { agentIds: [agent.id] },
    );
    const file = await fetch(`${bowl.address}/api/attachments`, {
      method: "POST",
      headers: { origin: bowl.address, "content-type": "text/plain", "x-file-name": "a.txt" },
      body: "In a file",
    });
    const { sha256 } = await file.json();
    await bowl.api("POST", `/api/conversations/${id}/messages`, {
      content: "",
      attachments: [{ sha256, name: "a.txt" }],
    });
    const page = await bowl.open(`/c/${id}`);
    await settled(page, 1);
    await send(page, "What time is it?");
    await settled(page, 2);
    await page.evaluate(() => (localStorage["fishbowl.language"] = '"de"'));
    await page.reload();
    await settled(page, 2);
    const answer = answersOf(page, "Ada").last();
    await answer.locator(".tools summary").click();
    await answer.getByRole("button", { name: "Löschen, was es gefragt wurde und gab" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Löschen, was ein Werkzeug gefragt wurde und gab" }).waitFor();
    await check(page, "erase a use, german");
    await picture(page, "erase-use-german");
    await dialog.getByRole("button", { name: "Worte löschen" }).click();
    await answer.locator(".tools summary", { hasText: "gelöscht" }).waitFor();
    await answer.locator(".tools").getByText(/^Gelöscht am .+ von einem Menschen/).waitFor();
    assert.equal(
      await answer.locator(".tools pre, .tools .outside").count(),
      0,
      "nothing stands there empty",
    );
    await mine(page).first().hover();
    await mine(page).first().getByRole("button", { name: "Worte löschen" }).click();
    await dialog.getByText(/Dateien/).first().waitFor();
    await dialog.getByRole("button", { name: "Worte löschen" }).click();
    await mine(page).first().getByText(/^Gelöscht am .+ von einem Menschen dieses Arbeitsbereichs\./)
      .waitFor();
    await becomes(() => mine(page).first().locator(".files").count(), 0);
    await answer.locator(".more").click();
    await page.getByRole("menuitem", { name: "Worte löschen" }).click();
    await dialog.getByRole("button", { name: "Worte löschen" }).click();
    await answer.getByText(/^Gelöscht am/).first().waitFor();
    await picture(page, "erased-german");
  },
);
