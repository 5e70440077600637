/** A conversation that came with a proof says beside its title by whose key it was signed, and whether that holds. */
import assert from "node:assert/strict";
import { shortKey } from "../../events/catalog/proof.ts";
import { TestServer } from "../server/harness.ts";
import { goWithin, LOOKS, picture, SIZES, visits } from "./harness.ts";
import { pressInPalette } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

visit(
  "an imported conversation tells in its head and its settings whose key signed it, and where that does not hold",
  async (bowl) => {
    await using elsewhere = await TestServer.start();
    const made = await elsewhere.call("POST", "/api/conversations", {});
    const { id } = made.json.conversation;
    await elsewhere.call("PATCH", `/api/conversations/${id}`, { title: "From afar" });
    await elsewhere.call("POST", `/api/conversations/${id}/messages`, { content: "Whose words?" });
    const { text } = await elsewhere.call("GET", `/api/conversations/${id}/export?format=proof`);
    const { json: { key } } = await elsewhere.call("GET", "/.well-known/fishbowl.json");
    const page = await bowl.open("/");
    await page.getByRole("button", { name: /^New conversation/ }).first().waitFor();
    const taken = await fetch(`${bowl.address}/api/import`, {
      method: "POST",
      headers: { origin: bowl.address, "content-type": "application/x-ndjson" },
      body: text,
    });
    assert.equal(taken.status, 201, await taken.text());
    await goWithin(page, `/c/${id}`);
    const badge = page.getByRole("button", {
      name: `imported from another server · signed by ${shortKey(key)}`,
    });
    await badge.waitFor();
    for (const { size, scheme } of LOOKS) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(SIZES[size]);
      await check(page, `imported, ${size}, ${scheme}`);
      await picture(page, `imported-${size}-${scheme}`);
    }
    await page.setViewportSize(SIZES.wide);
    await pressInPalette(page, "settings of this conversation");
    const sheet = page.getByRole("dialog");
    await sheet.getByText(/^The signature holds for its first \d+ events/).waitFor();
    await sheet.getByText(key, { exact: true }).waitFor();
    await check(page, "imported, settings");
    await picture(page, "imported-settings");
    await page.route("**/proof", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...await response.json(), holds: false } });
    });
    await page.reload();
    await page.getByRole("button", { name: `imported · the signature of ${shortKey(key)} does not hold` })
      .waitFor();
  },
);
