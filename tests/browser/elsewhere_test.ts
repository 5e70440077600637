/** What others change while one changes the same thing here: it is neither taken back by saving nor put over what is typed. */
import assert from "node:assert/strict";
import { BUILT_IN_PANELS } from "../../events/catalog/built_in_panels.ts";
import { browserTest, goWithin, visits } from "./harness.ts";
import { becomes, eventually, send, settled } from "./steps.ts";

const visit = visits();

const MEANWHILE = (fields: string) => `Changed elsewhere meanwhile: ${fields}. Saving replaces that.`;

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly systemPrompt: string;
  readonly params: Readonly<Record<string, number>>;
}

visit("saving one field of an agent leaves what others changed of it meanwhile", async (bowl) => {
  const { id } = await bowl.api<Agent>("POST", "/api/agents", {
    name: "Ada",
    providerId: "provider_mock",
    model: "echo",
    color: 1,
    systemPrompt: "Be brief.",
    params: { temperature: 1 },
  });
  bowl.agents.push(id);
  const elsewhere = (body: object) => bowl.api<Agent>("PATCH", `/api/agents/${id}`, body);
  const page = await bowl.open(`/settings/agents/${id}`);
  const [name, prompt] = [
    page.getByRole("textbox", { name: "Name", exact: true }),
    page.getByLabel("Own instructions"),
  ];
  await name.fill("Ada the first");
  await elsewhere({ systemPrompt: "Be thorough.", params: { temperature: 1, maxTokens: 500 } });
  await becomes(() => prompt.inputValue(), "Be thorough.");
  assert.equal(await name.inputValue(), "Ada the first");
  await page.locator("details.advanced > summary").click();
  await page.getByLabel("Temperature").fill("0.5");
  await prompt.fill("Be kind.");
  await elsewhere({ systemPrompt: "Be strict.", color: 3 });
  await page.getByText(MEANWHILE("Own instructions")).waitFor();
  assert.equal(await prompt.inputValue(), "Be kind.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL("**/settings/agents");
  const { name: named, systemPrompt, params } = await bowl.api<Agent>("GET", `/api/agents/${id}`);
  assert.deepEqual([named, systemPrompt, params], [
    "Ada the first",
    "Be kind.",
    { temperature: 0.5, maxTokens: 500 },
  ]);
});

visit(
  "saving a note, or what holds for a conversation, leaves what others changed meanwhile",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { limits: { tokens: 1000 } });
    const note = await bowl.api<{ id: string }>("POST", "/api/notes", { text: "Bread is food." });
    const page = await bowl.open("/settings/notes");
    await page.getByRole("button", { name: "Change the note Bread is food." }).click();
    await page.getByLabel("Who is given it").selectOption({ label: "Only Ada" });
    await bowl.api("PATCH", `/api/notes/${note.id}`, { text: "Bread is good food." });
    await becomes(() => page.getByRole("textbox", { name: "Note" }).inputValue(), "Bread is good food.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Change the note Bread is good food." }).waitFor();
    const kept = await bowl.api<{ text: string; agentId: string }>("GET", `/api/notes/${note.id}`);
    assert.deepEqual([kept.text, kept.agentId], ["Bread is good food.", bowl.agents[0]]);

    await goWithin(page, `/c/${id}`);
    await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Settings of this conversation" });
    await dialog.getByLabel("US dollars").fill("2");
    await bowl.api("PATCH", `/api/conversations/${id}`, {
      webAccess: true,
      limits: { tokens: 2000, managerTurns: 3 },
    });
    await becomes(() => dialog.getByLabel("Tokens").inputValue(), "2000");
    await dialog.getByLabel("Tokens").fill("3000");
    await bowl.api("PATCH", `/api/conversations/${id}`, { limits: { tokens: 4000, managerTurns: 3 } });
    await dialog.getByText(MEANWHILE("Tokens")).waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const { conversation } = await bowl.api<{ conversation: { webAccess: boolean; limits: object } }>(
      "GET",
      `/api/conversations/${id}`,
    );
    assert.deepEqual([conversation.webAccess, conversation.limits], [true, {
      tokens: 3000,
      usd: 2,
      managerTurns: 3,
    }]);
  },
);

visit(
  "a title that is typed stays under one's hands, and labels that others gave stay given",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "Is bread food?");
    await settled(page, 1);
    const titleOf = async () =>
      (await bowl.api<{ conversation: { title: string; labels?: string[] } }>(
        "GET",
        `/api/conversations/${id}`,
      ))
        .conversation;
    const box = page.getByRole("textbox", { name: "Title" });
    const typing = () => box.evaluate((field) => field === document.activeElement);
    await page.locator("h1 button").click();
    await becomes(typing, true);
    await page.keyboard.type("Of bread");
    await bowl.api("PATCH", `/api/conversations/${id}`, { title: "Somebody else's" });
    const row = page.locator("nav").getByText("Somebody else's");
    await row.first().waitFor();
    await page.keyboard.type(" and butter");
    assert.equal(await box.inputValue(), "Of bread and butter");
    await page.keyboard.press("Enter");
    await eventually(async () => assert.equal((await titleOf()).title, "Of bread and butter"));
    await page.locator("h1 button", { hasText: "Of bread and butter" }).click();
    await becomes(typing, true);
    await bowl.api("PATCH", `/api/conversations/${id}`, { title: "Their title" });
    await page.locator("nav").getByText("Their title").first().waitFor();
    await page.keyboard.press("Enter");
    await box.waitFor({ state: "detached" });
    await page.locator("h1", { hasText: "Their title" }).waitFor();
    assert.equal((await titleOf()).title, "Their title");
    await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const rename = page.getByRole("dialog", { name: "Rename" });
    await rename.getByLabel("Title").waitFor();
    await bowl.api("PATCH", `/api/conversations/${id}`, { title: "Their last title" });
    await page.locator("nav").getByText("Their last title").first().waitFor();
    await rename.getByRole("button", { name: "Rename" }).click();
    await rename.waitFor({ state: "detached" });
    assert.equal((await titleOf()).title, "Their last title");

    await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Labels" }).click();
    const dialog = page.getByRole("dialog", { name: "Labels" });
    await dialog.getByLabel("New label").waitFor();
    await bowl.api("PATCH", `/api/conversations/${id}`, { labels: ["theirs"] });
    await dialog.getByRole("checkbox", { name: "theirs" }).and(page.locator(":checked")).waitFor();
    await dialog.getByLabel("New label").fill("mine");
    await page.keyboard.press("Enter");
    await eventually(async () => assert.deepEqual((await titleOf()).labels, ["theirs", "mine"]));
  },
);

visit(
  "forms of servers, formats, projects and schedules follow what others change meanwhile",
  async (bowl) => {
    const server = await bowl.api<{ id: string }>("POST", "/api/mcp-servers", {
      name: "Theirs",
      url: "http://127.0.0.1:9/mcp",
    });
    const page = await bowl.open("/settings/mcp");
    await page.getByRole("button", { name: "Change Theirs" }).click();
    await page.getByLabel("Key is sent in the header").fill("x-key");
    await bowl.api("PATCH", `/api/mcp-servers/${server.id}`, { url: "http://127.0.0.1:9/other" });
    await becomes(() => page.getByLabel("Address").inputValue(), "http://127.0.0.1:9/other");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Change Theirs" }).waitFor();
    const { url, header } = await bowl.api<{ url: string; header: string }>(
      "GET",
      `/api/mcp-servers/${server.id}`,
    );
    assert.deepEqual([url, header], ["http://127.0.0.1:9/other", "x-key"]);

    const format = { ...BUILT_IN_PANELS[0]?.format, name: "Ours" };
    const panel = await bowl.api<{ id: string }>("POST", "/api/panels", { format });
    await goWithin(page, "/settings/panels");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).first().fill("Mine");
    await bowl.api("PATCH", `/api/panels/${panel.id}`, { format: { ...format, description: "Theirs." } });
    await becomes(() => page.getByLabel("What it is for").inputValue(), "Theirs.");
    assert.equal(await page.getByLabel("Name", { exact: true }).first().inputValue(), "Mine");

    const project = await bowl.api<{ id: string }>("POST", "/api/projects", { name: "Bread" });
    await goWithin(page, `/p/${project.id}`);
    await page.getByLabel("Instructions").fill("Mine.");
    await bowl.api("PATCH", `/api/projects/${project.id}`, { instructions: "Theirs." });
    await page.getByText(MEANWHILE("Instructions")).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await becomes(() => page.getByLabel("Instructions").inputValue(), "Theirs.");

    const id = await bowl.conversation({ Ada: "echo" });
    await bowl.api("PATCH", "/api/daily-budget", { daily: { tokens: 1000, usd: 1 } });
    const schedule = await bowl.api<{ id: string }>("POST", `/api/conversations/${id}/schedules`, {
      when: { kind: "every", minutes: 600 },
      instruction: "Say hello.",
      runTokens: 1000,
      runsPerDay: 2,
    });
    await goWithin(page, `/c/${id}`);
    await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Schedules" }).click();
    const dialog = page.getByRole("dialog", { name: "Schedules" });
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByLabel("Runs of one day").fill("3");
    const path = `/api/conversations/${id}/schedules/${schedule.id}`;
    await bowl.api("PATCH", path, { instruction: "Say good morning." });
    await becomes(() => dialog.getByLabel("What is said").inputValue(), "Say good morning.");
    await bowl.api("PATCH", path, { runsPerDay: 4 });
    await dialog.getByText(MEANWHILE("Runs of one day, at most")).waitFor();
    await bowl.api("DELETE", path);
    await dialog.getByText("Nothing is said here by itself.").waitFor();
    await bowl.api("PATCH", "/api/daily-budget", { daily: null });
  },
);

browserTest(
  "the form of an agent of which a page hears after it was opened is filled with what it is",
  async (bowl) => {
    const make = (name: string) =>
      bowl.api<Agent>("POST", "/api/agents", { name, providerId: "provider_mock", model: "echo", color: 1 });
    const first = await make("Ada");
    const page = await bowl.tab(await bowl.context(), `/settings/agents/${first.id}`, bowl.wired);
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await becomes(() => name.inputValue(), "Ada");
    bowl.wire.unplug();
    await page.getByRole("alert").getByText("No connection").waitFor();
    const second = await make("Boris");
    await goWithin(page, `/settings/agents/${second.id}`);
    await name.waitFor({ state: "detached" });
    bowl.wire.plug();
    await becomes(() => name.inputValue(), "Boris");
  },
);
