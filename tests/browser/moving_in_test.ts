/** Another product's export on the page: dropped or chosen, looked at, taken in, stopped, and gone on with. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { base64, bread, pictureWith, pixel, zipOf } from "../projections/moving_in/given.ts";
import { goWithin, picture, visits } from "./harness.ts";
import { becomes } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const exported = async (talks: number, more: Record<string, unknown> = {}) => {
  const all = Array.from({ length: talks }, (_, at) => bread(`talk${at}`, more));
  const files = [{ name: "conversations.json", content: JSON.stringify(all) }, {
    name: "file-AbC.png",
    content: pixel(),
  }];
  return Buffer.from(await zipOf(files));
};
const sheet = (page: Page) => page.getByRole("dialog", { name: "Import conversations" });
const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel("Choose an export").setInputFiles({
    name: "export.zip",
    mimeType: "application/zip",
    buffer,
  });
const drop = (page: Page, name: string, buffer: Buffer) =>
  page.evaluate(([name, bytes]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, [...buffer]] as const);

visit(
  "an export that is chosen in the settings is looked at first, taken in, and opened; again nothing comes twice",
  async (bowl) => {
    const page = await bowl.open("/settings/import");
    await page.getByRole("heading", { name: "Import", exact: true }).first().waitFor();
    await choose(page, await exported(3));
    await sheet(page).getByText("3 conversations").waitFor();
    await sheet(page).getByText("6 messages").waitFor();
    await becomes(() => sheet(page).locator(".found > li").filter({ hasText: /^(0|None) / }).count(), 0);
    await sheet(page).getByText("Left out, and why").click();
    await sheet(page).getByText("Other branches", { exact: true }).waitFor();
    await check(page, "what is in an export");
    await picture(page, "moving-found");
    await sheet(page).getByLabel("Other branches too").check();
    await sheet(page).getByText("3 branches").waitFor();
    await sheet(page).getByLabel("Other branches too").uncheck();
    await sheet(page).getByRole("button", { name: "Import", exact: true }).click();
    await sheet(page).getByText("3 conversations with 6 messages imported.").waitFor();
    await check(page, "what was imported");
    await sheet(page).getByRole("button", { name: "Open the first one" }).click();
    await page.waitForURL("**/c/moved_*");
    await becomes(() => page.locator("article.mine .bubble").allInnerTexts(), ["Why does bread rise?"]);
    await page.locator("article.theirs").getByText("Yeast makes gas.").waitFor();
    await becomes(() => page.locator("article .elsewhere").count(), 2, "both are marked as imported");
    await goWithin(page, "/settings/import");
    await choose(page, await exported(3));
    await sheet(page).getByText("3 are here already").waitFor();
    await sheet(page).getByText("All of it is here already.").waitFor();
  },
);

visit(
  "an archive that is dropped on a conversation is taken in, a text is attached; what no export is says so",
  async (bowl) => {
    const page = await bowl.open(`/c/${await bowl.conversation({ Ada: "echo" })}`);
    await page.getByRole("textbox", { name: /message/i }).first().waitFor();
    await drop(page, "notes.txt", Buffer.from("A note"));
    await page.getByText("notes.txt").waitFor();
    await drop(page, "conversations.json", Buffer.from(JSON.stringify([bread("one")])));
    await sheet(page).getByText("1 conversation", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await drop(page, "photos.zip", Buffer.from(await zipOf([{ name: "a.txt", content: "A" }])));
    await sheet(page).getByText("Nothing in this file is known.").waitFor();
    await check(page, "no export");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await drop(page, "broken.zip", (await exported(1)).subarray(0, 200));
    await sheet(page).getByText("cut short or damaged").waitFor();
  },
);

visit("a character card is shown, and becomes an agent with its picture", async (bowl) => {
  const page = await bowl.open("/settings/import");
  const data = { name: "Rye", description: "Bakes for {{user}}.", alternate_greetings: ["Hi"] };
  const card = pictureWith(["tEXt", `chara\0${base64({ spec: "chara_card_v2", data })}`]);
  await page.getByLabel("Choose an export").setInputFiles({
    name: "rye.png",
    mimeType: "image/png",
    buffer: Buffer.from(card),
  });
  await sheet(page).getByText("Rye, a character card").waitFor();
  await sheet(page).getByText("1 other greeting").waitFor();
  await check(page, "a card");
  await picture(page, "moving-card");
  await sheet(page).getByRole("button", { name: "Make an agent" }).click();
  await sheet(page).getByText("Rye is an agent now").waitFor();
  await check(page, "a card that is an agent");
  await picture(page, "moving-card-made");
  await sheet(page).getByRole("link", { name: "Open its settings" }).click();
  await page.waitForURL("**/settings/agents/*");
  const { items } = await bowl.api<{ items: { name: string; systemPrompt: string; picture?: string }[] }>(
    "GET",
    "/api/agents",
  );
  const made = items.find(({ name }) => name === "Rye");
  assert.equal(made?.systemPrompt, "You are Rye.\n\nBakes for the person.");
  assert.match(made?.picture ?? "", /^[0-9a-f]{64}$/);
});
