/** Giving a conversation away: what is made, what of it, and of which messages. */
import assert from "node:assert/strict";
import { browserTest, picture } from "./harness.ts";
import { send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

browserTest(
  "a conversation is shared as one file, with chosen messages alone, by the menu and the palette",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Say where the bowl stands");
    await settled(page, 1);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("share this");
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Share this conversation" });
    await sheet.getByLabel("Chosen ones alone").check();
    assert.equal(await sheet.getByRole("button", { name: "Save" }).isDisabled(), true);
    await sheet.getByText("Choose a message at least.").waitFor();
    await sheet.getByRole("list", { name: "Messages" }).getByRole("checkbox").first().check();
    await sheet.getByLabel("With the names of models").uncheck();
    await sheet.getByText("Without them nobody can check the signature").waitFor();
    await sheet.getByLabel("With the names of models").check();
    await check(page, "share");
    await picture(page, "share");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      sheet.getByRole("button", { name: "Save" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.fishbowl\.html$/);
    const html = await Deno.readTextFile(await download.path());
    assert.ok(html.includes("Say where the bowl stands") && html.includes('"withheld'));
    await page.close();
  },
);
