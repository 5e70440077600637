/** Setting up a model's server, as a person does it: address, key, which header takes it, and whether it answers. */
import assert from "node:assert/strict";
import { RawServer } from "../actors/providers/raw_server.ts";
import { browserTest, goWithin, picture, visits } from "./harness.ts";
import { becomes, eventually } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const KEY = "gateway-canary-3f9d2b7a";

// Shows S0-3, S2-28.
visit(
  "a provider is pointed at a server, tested with its key in the wanted header, and loses the key again",
  async (bowl) => {
    const sent: (string | null)[][] = [];
    await using upstream = new RawServer(({ headers }) => {
      sent.push(["authorization", "x-api-key"].map((name) => headers.get(name)));
      return Response.json({ data: [{ id: "m" }] });
    });
    const page = await bowl.open("/settings/providers");
    await page.getByRole("button", { name: "Add provider" }).click();
    await page.getByRole("radio", { name: /^Other/ }).click();
    const advanced = page.getByText("Advanced", { exact: false }).first();
    await advanced.click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Gateway");
    await page.getByLabel("Key is sent as", { exact: true }).selectOption({ label: "x-api-key" });
    await page.getByLabel("Address", { exact: true }).fill(`${upstream.url}/v1`);
    await page.getByLabel("Key, if it wants one").fill(KEY);
    assert.deepEqual(sent, [], "nothing is sent before one presses Connect");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText("It works.").waitFor();
    assert.deepEqual(sent, [[null, KEY]]);
    await eventually(async () =>
      assert.ok(!(await page.content()).includes(KEY), "the page has forgotten it")
    );
    await goWithin(page, "/settings/providers");
    const row = page.locator(".resource", { hasText: "Gateway" });
    await row.getByText("with a key").waitFor();
    const test = async () => {
      const before = sent.length;
      const answered = page.waitForResponse(/\/api\/providers\/[\w-]+\/test$/);
      await row.getByRole("button", { name: "Test" }).click();
      await answered;
      await row.getByText(/It answers, in \d+ ms/).waitFor();
      assert.equal(sent.length, before + 1);
    };
    await test();
    assert.deepEqual(sent.at(-1), [null, KEY]);

    await row.getByRole("link", { name: "Edit Gateway" }).click();
    await becomes(() => page.getByLabel("Key", { exact: true }).inputValue(), "", "it is never shown again");
    await advanced.click();
    await page.getByLabel("Key is sent as", { exact: true }).selectOption({
      label: "The maker’s own header",
    });
    await page.getByRole("button", { name: "Save" }).click();
    await test();
    assert.deepEqual(sent.at(-1), [`Bearer ${KEY}`, null]);

    await row.getByRole("link", { name: "Edit Gateway" }).click();
    await page.getByRole("button", { name: "Remove the key" }).click();
    const sure = page.getByRole("dialog", { name: "Remove the key of “Gateway”?" });
    await sure.getByRole("button", { name: "Remove the key" }).click();
    await page.getByRole("button", { name: "Remove the key" }).waitFor({ state: "detached" });
    await eventually(async () => assert.ok(!(await page.content()).includes(KEY)));
    await page.getByRole("button", { name: "Cancel" }).click();
    await row.getByText("with a key").waitFor({ state: "detached" });
    await test();
    assert.deepEqual(sent.at(-1), [null, null]);
  },
);

// Shows S0-3.
browserTest(
  "a wrong key is told with what to press, a right one lists models, and agents answer with the chosen one",
  async (bowl) => {
    const asked: { model: string }[] = [];
    await using upstream = new RawServer(({ path, headers, body }) => {
      if (headers.get("authorization") !== `Bearer ${KEY}`) {
        return Response.json({ error: { message: "no" } }, { status: 401 });
      }
      if (path.endsWith("/models")) {
        const tools = { supported_parameters: ["tools"], context_length: 128_000 };
        const price = { pricing: { prompt: "0.000001", completion: "0.000002" } };
        return Response.json({ data: [{ id: "small", ...price }, { id: "large", ...tools }] });
      }
      asked.push(JSON.parse(new TextDecoder().decode(body)));
      const chunk = { choices: [{ index: 0, delta: { content: "From the lab." }, finish_reason: "stop" }] };
      return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    });
    const page = await bowl.open("/settings/providers/new");
    await page.getByRole("radio", { name: /^vLLM/ }).click();
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    await connect.click();
    await page.getByRole("alert").getByText("Enter the address of the server, then press Connect.").waitFor();
    await page.getByLabel("Address", { exact: true }).fill(`${upstream.url}/v1`);
    await page.getByLabel("Key, if it wants one").fill("wrong");
    await connect.click();
    await page.getByRole("alert").getByText(/^The key was refused\./).waitFor();
    const { items: none } = await bowl.api<{ items: { name: string }[] }>("GET", "/api/providers");
    assert.ok(!none.some(({ name }) => name === "vLLM"), "what does not answer is not kept");
    await check(page, "refused");
    await page.getByLabel("Key, if it wants one").fill(KEY);
    await page.keyboard.press("Enter");
    await page.getByText("It works.").waitFor();
    const large = page.locator(".offer", { hasText: "large" });
    await eventually(async () => assert.match(await large.innerText(), /Tools[\s\S]*128K[\s\S]*unknown/i));
    await eventually(async () =>
      assert.match(await page.locator(".offer", { hasText: "small" }).innerText(), /\$1 \/ \$2/)
    );
    await page.getByRole("radio", { name: "Use small" }).check();
    const panel = page.getByRole("complementary", { name: "Use it for" });
    await panel.getByText("Today they answer from practice scripts.").waitFor();
    await panel.getByRole("switch", { name: "Critic" }).click();
    await panel.getByText("stays on practice").waitFor();
    await panel.getByLabel("Model of Researcher").fill("lar");
    await page.getByRole("option", { name: /^large/ }).click();
    await becomes(() => panel.getByLabel("Model of Researcher").inputValue(), "large", "chosen");
    await panel.getByText("What large costs is not known.").waitFor();
    await check(page, "connected");
    await picture(page, "provider-connected");
    await panel.getByRole("button", { name: "Save and ask something" }).click();
    await page.getByText("2 agents use it now.").waitFor();
    const { items } = await bowl.api<{ items: { name: string; model: string }[] }>("GET", "/api/agents");
    const models = Object.fromEntries(items.map(({ name, model }) => [name, model]));
    assert.deepEqual(models, { Editor: "small", Critic: "critic", Researcher: "large" });
    const { own, told } = await bowl.api<Record<"own" | "told", Record<string, { input: number }>>>(
      "GET",
      "/api/prices",
    );
    assert.deepEqual([own, told["small"]?.input], [{}, 1], "what it tells counts, and is nobody's own");
    await bowl.api("POST", "/api/conversations", { agentIds: ["agent_editor"], message: "Hello?" });
    await eventually(() => Promise.resolve(assert.equal(asked[0]?.model, "small")));
  },
);

visit(
  "model servers on this machine are found when the page opens, and one press connects them",
  async (bowl) => {
    const page = await bowl.open("/settings/providers");
    const found = (baseUrl: string) => ({ preset: "ollama", name: "Ollama", baseUrl, models: ["llama3"] });
    let searches = 0;
    await page.route("**/api/local-servers", (route) => {
      searches++;
      return route.fulfill({ json: { items: [found("http://127.0.0.1:11434/v1")], next: null } });
    });
    await page.route(
      "**/api/providers/try",
      (route) => route.fulfill({ json: { ok: true, latencyMs: 3, models: [{ name: "llama3" }] } }),
    );
    assert.equal(searches, 0, "nobody looks before somebody asks");
    await page.getByRole("button", { name: "Add provider" }).click();
    await page.getByRole("radio", { name: "Ollama Found here" }).waitFor();
    await page.getByRole("radio", { name: "LM Studio Not running" }).waitFor();
    assert.equal(searches, 1);
    await page.getByText("Ollama is running on this machine").waitFor();
    await page.getByRole("button", { name: "Connect it too" }).click();
    await page.getByText("It works.").waitFor();
    await page.getByRole("radio", { name: "Use llama3" }).waitFor();
    const { items } = await bowl.api<{ items: { name: string; baseUrl?: string; hasKey: boolean }[] }>(
      "GET",
      "/api/providers",
    );
    const ollama = items.find(({ name }) => name === "Ollama");
    assert.deepEqual([ollama?.baseUrl, ollama?.hasKey], ["http://127.0.0.1:11434/v1", false]);
  },
);

visit("tiles are chosen with the arrows, and a key of another service is told", async (bowl) => {
  const page = await bowl.open("/settings/providers/new");
  const anthropic = page.getByRole("radio", { name: /^Anthropic/ });
  await anthropic.focus();
  await page.keyboard.press("ArrowRight");
  const openAi = page.getByRole("radio", { name: /^OpenAI/, checked: true });
  await openAi.waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "tile-openai");
  await page.getByLabel("OpenAI key").fill("sk-ant-anything");
  await page.getByRole("button", { name: "Use Anthropic instead" }).click();
  await page.getByRole("radio", { name: /^Anthropic/, checked: true }).waitFor();
  await becomes(() => page.getByLabel("Anthropic key").inputValue(), "sk-ant-anything");
  await page.getByRole("button", { name: "Show the key" }).click();
  await becomes(() => page.getByLabel("Anthropic key").getAttribute("type"), "text");
});

visit(
  "services to choose from are as high as their words, and level with what stands beside them",
  async (bowl) => {
    const page = await bowl.open("/settings/providers/new");
    const places = () =>
      page.evaluate(() => {
        const at = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [tile, beside, row, other] = [".tile", ".use-for", ".steps .tiles", ".tile.other"].map(at);
        // The last one fills its row.
        const left = row && other && row.right - other.right;
        return [tile?.height, tile && beside && beside.top - tile.top, left];
      });
    await becomes(places, [62, 0, 0]);
    await page.getByRole("radio", { name: "Other OpenAI format" }).waitFor();
    const lead = page.locator(".settings-title .lead");
    const letters = () =>
      lead.evaluate((words) => [getComputedStyle(words).fontSize, getComputedStyle(words).lineHeight]);
    await becomes(letters, ["15px", "24px"]);
  },
);

/** A router's list: many models, among them names that would be something else if they were not shown as names. */
const ROUTER = [
  ...Array.from({ length: 400 }, (_, n) => ({
    id: `maker-${n % 20}/model-${n}`,
    name: `Maker ${n % 20}: Model ${n}`,
    context_length: 1_000 * (n + 1),
    supported_parameters: n % 2 ? ["tools", "reasoning"] : ["temperature"],
    ...(n % 2 ? { reasoning: { supported_efforts: ["low", "max"] } } : {}),
    pricing: { prompt: "0.000001", completion: "0.000002" },
  })),
  { id: "<img src=x onerror=alert(1)>", context_length: 5 },
  { id: "txt.\u202eexe" },
];

// Shows S0-3.
browserTest(
  "among four hundred models one is found by typing, and the form offers what it can do",
  async (bowl) => {
    let asked = 0;
    await using upstream = new RawServer(() => {
      asked++;
      return Response.json({ data: ROUTER });
    });
    const place = { name: "Router", kind: "openai", baseUrl: `${upstream.url}/v1` };
    const { id } = await bowl.api<{ id: string }>("POST", "/api/providers", place);
    const page = await bowl.open("/settings/agents/agent_editor");
    await page.getByLabel("Provider", { exact: true }).selectOption({ label: "Router" });
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    await page.getByText(/^List of /).waitFor();
    await model.click();
    await eventually(async () => assert.equal(await page.getByRole("option").count() > 0, true));
    await model.fill("");
    await eventually(async () =>
      assert.equal(await page.getByRole("listbox").getByRole("option").count(), 50)
    );
    await page.getByText("351 more: write on").waitFor();
    await model.fill("img");
    await page.getByRole("option", { name: "<img src=x onerror=alert(1)>" }).waitFor();
    await model.fill("exe");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await model.fill("maker 7 model 307");
    await page.keyboard.press("ArrowDown");
    await check(page, "offers");
    await picture(page, "model-offers");
    await page.keyboard.press("Enter");
    await becomes(() => model.inputValue(), "maker-7/model-307", "chosen by keys");
    await page.getByText("reads 308K tokens").waitFor();
    await page.getByText("Advanced", { exact: false }).first().click();
    const effort = page.getByLabel("Effort", { exact: true });
    await eventually(async () =>
      assert.deepEqual(await effort.locator("option").allInnerTexts(), [
        "As the model does by itself",
        "low",
        "maximum",
      ])
    );
    await effort.selectOption({ label: "maximum" });
    await page.getByText("This model takes none: it is not sent.").waitFor();
    await check(page, "chosen");
    await picture(page, "model-chosen");
    const before = asked;
    await page.getByRole("button", { name: "Ask again" }).click();
    await eventually(() => Promise.resolve(assert.equal(asked, before + 1)));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const { items } = await bowl.api<{ items: { id: string; model: string; params: object }[] }>(
      "GET",
      "/api/agents",
    );
    const editor = items.find((one) => one.id === "agent_editor");
    assert.deepEqual([editor?.model, editor?.params], ["maker-7/model-307", { effort: "max" }]);
    const { fold } = await bowl.api<{ fold: { told: Record<string, { name: string }[]> } }>(
      "GET",
      "/api/workspace",
    );
    assert.deepEqual(fold.told[id]?.map(({ name }) => name), ["maker-7/model-307"]);
  },
);
