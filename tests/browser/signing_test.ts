/** The key that signs, in the settings: what is known of it, signing at once, and another key in its place. */
import assert from "node:assert/strict";
import { shortKey } from "../../events/catalog/proof.ts";
import { browserTest, goWithin, LOOKS, picture, SIZES } from "./harness.ts";
import { becomes, settled } from "./steps.ts";
import { check } from "./view_check.ts";

browserTest(
  "the settings tell the key that signs, sign at once, and take another key in its place after asking",
  async (bowl) => {
    await bowl.conversation({ Editor: "echo" });
    const known = () =>
      bowl.api<{ key: string | null; changes: unknown[] }>("GET", "/.well-known/fishbowl.json");
    const page = await bowl.open("/c/conversation_welcome");
    // What is answered there between two signatures would be signed.
    await settled(page, 3);
    await goWithin(page, "/settings/signing");
    await page.getByText("Nothing was signed yet").waitFor();
    assert.equal(await page.getByRole("button", { name: "Change the key" }).count(), 0);
    await page.getByRole("button", { name: "Sign now" }).click();
    await page.getByText(/signed because somebody asked\./).waitFor();
    const { key: first } = await known();
    assert.ok(first);
    await page.getByText(shortKey(first), { exact: true }).waitFor();
    await page.getByText(first, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign now" }).click();
    await page.getByText("Nothing has changed since the last signature.").waitFor();
    for (const { size, scheme } of LOOKS) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(SIZES[size]);
      await check(page, `signing, ${size}, ${scheme}`);
      await picture(page, `signing-${size}-${scheme}`);
    }
    await page.getByRole("button", { name: "Change the key" }).click();
    const ask = page.getByRole("dialog", { name: "Sign with another key?" });
    await ask.getByRole("button", { name: "Cancel" }).click();
    assert.equal((await known()).key, first, "nobody said so");
    await page.getByRole("button", { name: "Change the key" }).click();
    await ask.getByRole("button", { name: "Change the key" }).click();
    await page.getByText("Another key signs from now on.").waitFor();
    const { key: second, changes } = await known();
    assert.ok(second && second !== first && changes.length === 1);
    await becomes(() => page.locator("code.whole").innerText(), second);
    await page.getByRole("link", { name: "/.well-known/fishbowl.json" }).waitFor();
  },
);
