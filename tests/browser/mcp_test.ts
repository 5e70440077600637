/** Tools of other servers as a person meets them: added by address, given to an agent, and asked for in the answer. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { olderAsking, refusingUntil } from "../actors/mcp/asking_servers.ts";
import { party } from "../actors/mcp/sign_in/party.ts";
import { offeringServer, officialServer, slowServer } from "../actors/mcp/fake_mcp.ts";
import { type Bowl, browserTest, goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

/** One with colours. */
const PICTURE = await Deno.readFile(new URL("../../ui/council.png", import.meta.url));
const KEY = "mcp-canary-3f9d2b7a";

visit(
  "a server of tools is added with its key, asked for its tools, and one of them let run without asking",
  async (bowl) => {
    await using server = officialServer(() => [
      {
        name: "forecast",
        description: "The weather of the next days at a place.\n<b>Bold</b> ![x](https://evil.example/x.png)",
        readOnly: true,
      },
      { name: "send_letter", description: "Sends a letter to somebody." },
    ]);
    const page = await bowl.open("/settings/mcp");
    await page.getByText("No server yet.").waitFor();
    await page.getByRole("button", { name: "Add a server" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Weather");
    await page.getByLabel(/^Address/).fill(server.url);
    await page.locator('input[type="password"]').fill(KEY);
    await picture(page, "mcp-form");
    await check(page, "mcp-form");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.locator(".resource.mcp");
    await row.getByText(/2 tools · listed .* · with a key/).waitFor();
    await row.getByText("Tools", { exact: true }).click();
    await row.getByText("weather.forecast").waitFor();
    await row.getByText("<b>Bold</b>").waitFor();
    const trust = page.getByLabel("forecast runs without asking");
    // Its server says when it is so.
    await trust.click();
    await eventually(async () => assert.equal(await trust.isChecked(), true));
    await picture(page, "mcp-tools");
    await check(page, "mcp-tools");
    await page.reload();
    await row.getByText("Tools", { exact: true }).click();
    await eventually(async () => assert.equal(await trust.isChecked(), true));
    assert.ok(!(await page.content()).includes(KEY));
    await page.getByRole("button", { name: "Change Weather" }).click();
    await page.getByRole("button", { name: "Remove its key" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await row.getByText(/listed [^·]*$/).waitFor();
    await goWithin(page, "/settings/agents/agent_editor");
    await page.getByText("Weather: single tools").click();
    await page.getByLabel("weather.send_letter").check();
    await page.getByLabel("Weather: every tool").check();
    await picture(page, "mcp-agent");
    await check(page, "mcp-agent");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await eventually(async () => {
      const { tools } = await bowl.api<{ tools: string[] }>("GET", "/api/agents/agent_editor");
      assert.deepEqual(tools, ["weather.send_letter", "weather.*"]);
    });
  },
);

browserTest(
  "a person signs in at a server of tools on a page of its own, comes back with no cookie, and disconnects it",
  async (bowl) => {
    await using there = await party();
    const page = await bowl.open("/settings/mcp");
    // With a password there is a cookie that no other site's navigation brings.
    await goWithin(page, "/settings/password");
    await page.getByLabel("New password", { exact: true }).fill("a long password");
    await page.getByLabel("The new password again").fill("a long password");
    await page.getByRole("button", { name: "Set a password" }).click();
    await page.getByLabel("Present password").waitFor();
    await goWithin(page, "/settings/mcp");
    await page.getByRole("button", { name: "Add a server" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Guarded");
    await page.getByLabel(/^Address/).fill(there.url);
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.locator(".resource.mcp");
    await row.getByText("This server lets in only who has signed in there.").waitFor();
    await page.getByRole("button", { name: "Connect Guarded" }).click();
    const { host } = new URL(there.issuer);
    const leads = page.getByRole("link", { name: `Sign in at ${host}` });
    await leads.waitFor();
    await picture(page, "mcp-leads");
    await check(page, "mcp-leads");
    const [other] = await Promise.all([page.context().waitForEvent("page"), leads.click()]);
    await other.getByText(`Signed in at ${host}`).waitFor();
    assert.match(new URL(other.url()).pathname, /^\/settings\/mcp\/mcpserver_/);
    assert.equal(new URL(other.url()).search, "");
    // The page from which it was begun hears of it, and asks for the tools.
    await row.getByText(`Signed in at ${host}`).waitFor();
    await row.getByText(/1 tool · listed/).waitFor();
    await picture(page, "mcp-signed-in");
    await check(page, "mcp-signed-in");
    await other.close();
    await page.getByRole("button", { name: "Disconnect Guarded" }).click();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await row.getByText("This server lets in only who has signed in there.").waitFor();
    there.answer = "denies";
    await page.getByRole("button", { name: "Connect Guarded" }).click();
    const [again] = await Promise.all([page.context().waitForEvent("page"), leads.click()]);
    await again.getByText("The sign-in was refused there.").waitFor();
  },
);

/**
 * A conversation with an agent that was given a tool of the server at `url`, just asked something; `id`: the server's. A
 * `name` is given once: tools of servers that are visited one after another are told apart by it.
 */
async function asked(
  bowl: Bowl,
  url: string,
  name: string,
  tool = "*",
): Promise<{ page: Page; id: string }> {
  const { id } = await bowl.api<{ id: string }>("POST", "/api/mcp-servers", { name, url });
  await bowl.api("POST", `/api/mcp-servers/${id}/tools`);
  const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
    name: "Ada",
    providerId: "provider_mock",
    model: "tool-user",
    color: 1,
    tools: [`${name.toLowerCase()}.${tool}`],
  });
  bowl.agents.push(agent.id);
  const { conversation } = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
    agentIds: [agent.id],
  });
  const page = await bowl.open(`/c/${conversation.id}`);
  await send(page, "How is the weather?");
  return { page, id };
}

visit(
  "a tool of another server asks in the answer, is let run for the conversation, and its text says whose it is",
  async (bowl) => {
    await using server = officialServer(() => [{
      name: "forecast",
      run: () => ({
        content: [
          { type: "text", text: "Rain. <script>alert(1)</script>" },
          { type: "image", data: PICTURE.toBase64(), mimeType: "image/png" },
        ],
        structuredContent: { days: [{ day: "Monday", mm: 3 }, { day: "<b>Tuesday</b>", mm: 0 }] },
      }),
    }]);
    const { page } = await asked(bowl, server.url, "Rain");
    const ask = page.getByRole("group", { name: "May it use “Rain: forecast”?" });
    await ask.getByText(new URL(server.url).host).waitFor();
    await picture(page, "mcp-asks");
    await check(page, "mcp-asks");
    await ask.getByRole("button", { name: "Allow in this conversation" }).click();
    await settled(page, 1);
    const answer = answersOf(page, "Ada");
    await answer.getByText("Used Rain: forecast").click();
    await answer.getByText(`text from ${new URL(server.url).host}, which nobody checked`).waitFor();
    await answer.locator(".tools pre", { hasText: "Rain. <script>" }).waitFor();
    // What is structured stands behind the words, as a table.
    await answer.locator(".tools table td", { hasText: "<b>Tuesday</b>" }).waitFor();
    const shown = answer.locator(".tools img");
    await shown.waitFor();
    await eventually(async () =>
      assert.ok(await shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 50))
    );
    await picture(page, "mcp-used");
    await check(page, "mcp-used");
    await send(page, "And tomorrow?");
    await settled(page, 2);
    await becomes(() => page.getByRole("group", { name: /^May it use/ }).count(), 0);
  },
);

visit(
  "a resource that a tool's result names is read and attached when a person presses, and told where its server is gone",
  async (bowl) => {
    const named = { uri: "notes://today", name: "<b>Notes</b> \u202egpj", mimeType: "text/plain" };
    await using server = offeringServer([{
      name: "forecast",
      run: () => ({
        content: [
          { type: "text", text: "See the notes." },
          { type: "resource_link", ...named },
          { type: "resource_link", uri: "javascript:alert(1)", name: "Nothing" },
        ],
      }),
    }]);
    const { page, id } = await asked(bowl, server.url, "Library");
    await page.getByRole("button", { name: "Allow once" }).click();
    await settled(page, 1);
    const links = answersOf(page, "Ada").locator(".resource-links");
    await links.getByText("<b>Notes</b> \ufffdgpj").waitFor();
    await links.getByText("javascript:alert(1)").waitFor();
    await becomes(() => links.locator("a").count(), 0);
    const reads = () => server.requests.filter(({ body }) => body.includes("resources/read")).length;
    assert.equal(reads(), 0, "nothing is read before a person presses");
    await links.getByRole("button", { name: /^Open: <b>Notes/ }).click();
    await links.locator("pre", { hasText: "Milk and bread." }).waitFor();
    await links.getByText(`text from ${new URL(server.url).host}, which nobody checked`).waitFor();
    assert.equal(reads(), 1);
    await links.getByRole("button", { name: "Open: Nothing" }).click();
    await links.getByRole("alert").waitFor();
    await picture(page, "mcp-links");
    await check(page, "mcp-links");
    await links.getByRole("button", { name: /^Attach: <b>Notes/ }).click();
    await page.locator(".chips").getByText("today").waitFor();
    await bowl.api("DELETE", `/api/mcp-servers/${id}`);
    await links.getByText("The server that named this was removed").waitFor();
    await becomes(() => links.getByRole("button").count(), 0);
  },
);

visit("while a tool of another server runs it is shown how far it is", async (bowl) => {
  const held = Promise.withResolvers<void>();
  await using server = slowServer(held.promise);
  const { page } = await asked(bowl, server.url, "Gauge");
  await page.getByRole("button", { name: "Allow once" }).click();
  await page.getByText("Measuring the rain").waitFor();
  await becomes(() => page.getByRole("progressbar", { name: "How far it is" }).getAttribute("value"), "2");
  await picture(page, "mcp-progress");
  await check(page, "mcp-progress");
  held.resolve();
  await settled(page, 1);
  await becomes(() => page.getByText("Measuring the rain").count(), 0);
});

visit(
  "a server asks for something while its tool runs: a form, filled in by keys and kept over a reload",
  async (bowl) => {
    await using server = olderAsking();
    const { page } = await asked(bowl, server.url, "Trips");
    await page.getByRole("button", { name: "Allow once" }).click();
    const { host } = new URL(server.url);
    const form = page.getByRole("group", { name: `${host} asks for something` });
    await form.getByText("Where to?").waitFor();
    await picture(page, "mcp-input");
    await check(page, "mcp-input");
    const city = form.getByLabel("City");
    await city.fill("O");
    await city.press("Enter");
    await form.getByText("At least 2 characters.").waitFor();
    await becomes(
      () => city.evaluate((field) => document.activeElement === field),
      true,
      "it is led to what is wrong",
    );
    await check(page, "mcp-input-wrong");
    await page.reload();
    await becomes(() => form.getByLabel("Nights").inputValue(), "2", "what its server proposes is in sight");
    await city.fill("Oslo");
    await form.getByLabel("With breakfast").press("Space");
    await form.getByLabel("Class").selectOption({ label: "Cheap" });
    await city.press("Enter");
    await settled(page, 1);
    const answer = answersOf(page, "Ada");
    await answer.getByText(`${host} asked: sent`).waitFor();
    await answer.locator(".asked-over dd", { hasText: "Cheap" }).waitFor();
    await picture(page, "mcp-input-sent");
    await check(page, "mcp-input-sent");
    await answer.getByText("Used Trips: book").click();
    await answer.locator(".tools pre", {
      hasText: '{"city":"Oslo","nights":2,"breakfast":false,"class":"b"}',
    }).waitFor();
  },
);

visit(
  "a tool that is refused until somebody was at an address is called again when they say so; one that wants a sign-in leads to it",
  async (bowl) => {
    let open = true;
    await using server = refusingUntil(
      (_, opened) =>
        opened > 0 ? [] : [{
          mode: "url",
          message: "Sign in first.",
          url: new URL("/in", server.url).href,
          elicitationId: "e1",
        }],
      () => open,
    );
    const { page, id } = await asked(bowl, server.url, "Rooms");
    await page.getByRole("button", { name: "Allow in this conversation" }).click();
    const { host } = new URL(server.url);
    const wants = page.getByRole("group", { name: `${host} asks for something` });
    await wants.getByText("The tool was not run; it is called again").waitFor();
    await picture(page, "mcp-again");
    await check(page, "mcp-again");
    const link = wants.getByRole("link", { name: `Open ${host}` });
    const [other] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await other.getByText("You are signed in.").waitFor();
    await other.close();
    await wants.getByRole("button", { name: "Done, call it again" }).click();
    await settled(page, 1);
    const answer = answersOf(page, "Ada");
    await answer.getByText(`${host} asked: done, and called again`).waitFor();
    await answer.getByText("Used Rooms: book").click();
    await answer.locator(".tools pre", { hasText: "booked at call 2" }).waitFor();
    open = false;
    await send(page, "Once more.");
    await settled(page, 2);
    await page.getByRole("link", { name: "Connect Rooms in the settings" }).click();
    await page.waitForURL(`**/settings/mcp/${id}`);
    await page.locator(".resource.mcp", { hasText: "Rooms" }).waitFor();
  },
);

visit("Always lets a tool run from then on, as it was described in the call", async (bowl) => {
  await using server = officialServer(() => [{ name: "forecast" }]);
  const { page, id } = await asked(bowl, server.url, "Sky", "forecast");
  await page.getByRole("button", { name: "Always" }).click();
  await settled(page, 1);
  const { items } = await bowl.api<{ items: { trusted: boolean }[] }>("GET", `/api/mcp-servers/${id}/tools`);
  assert.deepEqual(items.map(({ trusted }) => trusted), [true]);
});

visit(
  "a prompt of a server lands in the message box with whose it is, and a resource on the message",
  async (bowl) => {
    await using server = offeringServer();
    await bowl.api("POST", "/api/mcp-servers", { name: "Days", url: server.url });
    const page = await bowl.open("/");
    await page.getByRole("button", { name: "Prompts and resources of MCP servers" }).click();
    const row = page.locator(".offers li", { hasText: "Plan a day" });
    await row.getByLabel(/^city/).fill("Ulm");
    await picture(page, "mcp-offers");
    await check(page, "mcp-offers");
    await page.getByRole("button", { name: "Put into the message: Plan a day" }).click();
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await eventually(async () =>
      assert.equal(await box.inputValue(), "[From the MCP server “Days”: Plan a day]\n\nPlan a day in Ulm.\n")
    );
    await page.getByRole("button", { name: "Prompts and resources of MCP servers" }).click();
    await page.getByRole("button", { name: "Attach: Notes" }).click();
    await page.locator(".chips").getByText("today").waitFor();
    await picture(page, "mcp-attached");
  },
);
