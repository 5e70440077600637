/** Setting up a model's server, as a person does it: address, key, which header takes it, and whether it answers. */
import assert from "node:assert/strict";
import { RawServer } from "../actors/providers/raw_server.ts";
import { browserTest } from "./harness.ts";

const KEY = "gateway-canary-3f9d2b7a";

// Shows S0-3, S2-28.
browserTest(
  "a provider is pointed at a server, tested with its key in the wanted header, and loses the key again",
  async (bowl) => {
    const sent: (string | null)[][] = [];
    await using upstream = new RawServer(({ headers }) => {
      sent.push(["authorization", "x-api-key"].map((name) => headers.get(name)));
      return Response.json({ data: [{ id: "m" }] });
    });
    const page = await bowl.open("/settings/providers");
    await page.getByRole("button", { name: "Add provider" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Gateway");
    await page.getByLabel("Address", { exact: true }).fill(`${upstream.url}/v1`);
    await page.getByLabel("Key", { exact: true }).fill(KEY);
    await page.getByLabel("Key is sent as", { exact: true }).selectOption({ label: "x-api-key" });
    await page.getByRole("button", { name: "Save" }).click();
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

    await row.getByRole("button", { name: "Edit" }).click();
    assert.equal(await page.getByLabel("Key", { exact: true }).inputValue(), "", "it is never shown again");
    await page.getByLabel("Key is sent as", { exact: true }).selectOption({
      label: "The maker's own header",
    });
    await page.getByRole("button", { name: "Save" }).click();
    await row.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await test();
    assert.deepEqual(sent.at(-1), [`Bearer ${KEY}`, null]);

    await row.getByRole("button", { name: "Edit" }).click();
    await row.getByRole("button", { name: "Remove the key" }).click();
    await row.getByText("with a key").waitFor({ state: "detached" });
    assert.ok(!(await page.content()).includes(KEY));
    await row.getByRole("button", { name: "Cancel" }).click();
    await test();
    assert.deepEqual(sent.at(-1), [null, null]);
  },
);
