/** Giving a conversation away: what is made, what of it, and of which messages. */
import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import { type Bowl, picture, visits } from "./harness.ts";
import { becomes, pressInPalette, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

/** What a file of this text says of itself, opened from the disk. */
async function bannerOf(bowl: Bowl, context: BrowserContext, html: string): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(path, html);
  const page = await bowl.tab(context, path, "file://");
  await page.locator("html[data-checked]").waitFor({ state: "attached" });
  const said = await page.locator(".banner").innerText();
  await page.close();
  await Deno.remove(path);
  return said;
}

visit(
  "a conversation is shared as one file, with chosen messages alone, which is green, and red after a flipped bit",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Say where the bowl stands");
    await settled(page, 1);
    await pressInPalette(page, "share this");
    const sheet = page.getByRole("dialog", { name: "Share this conversation" });
    await sheet.getByLabel("Chosen ones alone").check();
    await becomes(() => sheet.getByRole("button", { name: "Save" }).isDisabled(), true);
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
    assert.match(await bannerOf(bowl, page.context(), html), /^Signed and unchanged/);
    // Of the words and of the signature: one bit of a byte each.
    for (const place of ["where the bowl stands", '"signature\\":\\"']) {
      const at = html.indexOf(place) + place.length - (place.endsWith("s") ? 1 : -3);
      const flipped = String.fromCharCode(html.charCodeAt(at) ^ 1);
      assert.match(
        await bannerOf(bowl, page.context(), html.slice(0, at) + flipped + html.slice(at + 1)),
        /^This file was changed, or is damaged\s+Line \d+: /,
        place,
      );
    }
  },
);

visit(
  "the story says that what is on the page is what was signed, and where a log that was changed does not hold",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "echo" });
    const page = await bowl.open(`/c/${id}`, { glass: true });
    await send(page, "Say where the bowl stands");
    await settled(page, 1);
    const ask = page.getByRole("button", { name: "Check", exact: true });
    await ask.click();
    await page.getByText(/events are signed and unchanged, and the 2 messages on this page say what stands/)
      .waitFor();
    await check(page, "chain");
    await picture(page, "chain");
    await page.route("**/export?format=proof", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace("where the bowl stands", "where the bowl stood");
      await route.fulfill({ response: answer, body });
    });
    await ask.click();
    await page.getByText(/The log is not what was signed\. Line \d+: The words of event \d+ were changed/)
      .waitFor();
    await page.unroute("**/export?format=proof");
    await page.route("**/export?format=proof", (route) => route.abort());
    await ask.click();
    await page.getByText(/signed/).waitFor({ state: "hidden" });
    await page.locator(".chain-line.wrong").waitFor();
  },
);
