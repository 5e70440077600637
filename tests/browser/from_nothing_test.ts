/** From the first page to the first answer of a model of one's own: what it takes of a person. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { RawServer } from "../actors/providers/raw_server.ts";
import { firstVisit } from "./harness.ts";
import { answersOf } from "./steps.ts";

/** Presses from the first page to the first answer; what is typed is the address, and what one asks. */
const CLICKS = 4;

firstVisit("a model's server is connected from nothing, and answers, in four clicks", async (bowl) => {
  await using upstream = new RawServer(({ path }) => {
    if (path.endsWith("/models")) return Response.json({ data: [{ id: "small" }] });
    const chunk = { choices: [{ index: 0, delta: { content: "From the lab." }, finish_reason: "stop" }] };
    return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  });
  const page = await bowl.open("/");
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks++;
    await what.click();
  };
  await click(page.getByRole("link", { name: "Connect a model" }));
  await click(page.getByRole("radio", { name: /^vLLM/ }));
  await page.getByLabel("Address", { exact: true }).fill(`${upstream.url}/v1`);
  await click(page.getByRole("button", { name: "Connect", exact: true }));
  await page.getByText("It works.").waitFor();
  await click(page.getByRole("button", { name: "Save and ask something" }));
  // What one writes then goes into the box: nobody has to look for it.
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await page.keyboard.insertText("Is bread food?");
  await page.keyboard.press("Enter");
  await answersOf(page, "Editor").getByText("From the lab.").waitFor();
  assert.equal(clicks, CLICKS);
});
