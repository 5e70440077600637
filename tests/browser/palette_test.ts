/** The palette does what its words mean, however fast they are typed. */
import assert from "node:assert/strict";
import { browserTest, visits } from "./harness.ts";
import { becomes, eventually, pill, settled } from "./steps.ts";

const visit = visits();

visit(
  "Enter does what was typed last, also before it is drawn; arrows go on from there",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
    const page = await bowl.open(`/c/${id}`);
    await page.locator(".title-line h1").waitFor();
    const inOneGo = (text: string, keys: readonly string[]) =>
      page.getByRole("combobox").evaluate((box: HTMLInputElement, [typed, pressed]) => {
        box.value = typed;
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        for (const key of pressed) {
          box.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        }
      }, [text, keys] as const);
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    await inOneGo("settings preferences", ["Enter"]);
    await page.waitForURL("**/settings/preferences");

    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    const names = () => page.getByRole("option").locator(".line-name").allInnerTexts();
    await page.getByRole("combobox").fill("settings");
    await eventually(async () => assert.ok((await names()).every((name) => /settings/i.test(name))));
    const second = (await names())[1];
    assert.ok(second);
    await page.getByRole("combobox").fill("");
    await eventually(async () => assert.notEqual((await names())[1], second));
    await inOneGo("settings", ["ArrowDown", "Enter"]);
    const place = second.split(/\W+/).at(-1)?.toLowerCase() ?? "";
    await page.waitForURL((url) => url.pathname.endsWith(place));
  },
);

browserTest(
  "what is typed while the palette is on its way stands in it, and is not sent, nor written into the message",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
    const page = await bowl.open(`/c/${id}`);
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.focus();
    const coming = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/assets/dialogs-*.js", async (route) => {
      asked.resolve();
      await coming.promise;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await asked.promise;
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.id === "composer");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("deletes");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    coming.resolve();
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type(" this");
    await becomes(() => page.getByRole("combobox").inputValue(), "delete this");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").waitFor({ state: "detached" });
    assert.equal(await box.inputValue(), "");
    assert.equal(await page.locator("article.mine").count(), 0);
    await page.waitForFunction(() => document.activeElement?.id === "composer");
  },
);

visit("an agent that takes no part is found: it is added, or a conversation begins with it", async (bowl) => {
  const elsewhere = await bowl.conversation({ Zenobia: "echo" });
  const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
  assert.notEqual(id, elsewhere);
  const page = await bowl.open(`/c/${id}`);
  await page.locator(".title-line h1").waitFor();
  const find = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("zenobia");
    return page.getByRole("option").locator(".line-name");
  };
  const [add, begin] = ["Add Zenobia to this conversation", "Start a conversation with Zenobia"];
  const found = await find();
  await becomes(() => found.allInnerTexts(), [add, begin]);
  await found.first().click();
  await pill(page, "Zenobia").waitFor();
  await find();
  await becomes(() => found.allInnerTexts(), ["Turn Zenobia off", "Ask only Zenobia", begin]);
  await page.getByRole("option", { name: begin }).click();
  await page.waitForURL((url) => url.pathname === "/");
  const on = page.getByRole("group", { name: "Who is asked" }).getByRole("button", { pressed: true });
  await becomes(() => on.allInnerTexts(), ["Zenobia"]);
});

visit(
  "a conversation is had as a page and as messages for programs, from the palette and its menu",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" }, { title: "Of bread", message: "Is rye heavy?" });
    const page = await bowl.open(`/c/${id}`);
    await settled(page, 1);
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent("download"), press()]);
      return await Deno.readTextFile(await download.path());
    };
    const fromPalette = (typed: string) => async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill(typed);
      await page.getByRole("option", { name: typed }).first().click();
    };
    const talk = JSON.parse(await saved(fromPalette("Export as messages for programs")));
    assert.equal(talk.messages[0].content, "Is rye heavy?");
    assert.match(await saved(fromPalette("Export as a page")), /^<!doctype html>[^]*Is rye heavy\?/i);
    const menu = await saved(async () => {
      await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Export as a page (HTML)" }).click();
    });
    assert.match(menu, /Is rye heavy\?/);
  },
);
