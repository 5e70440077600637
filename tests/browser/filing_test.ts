/** How conversations stand in the list: pinned, labelled, and with something new in them, in every tab. */
import assert from "node:assert/strict";
import { picture, visits } from "./harness.ts";
import { becomes, eventually, pill } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

interface Listed {
  readonly items: readonly { readonly id: string; readonly saidSeq: number; readonly answering: number }[];
  readonly read: Readonly<Record<string, number>>;
}

const sections = ".rows section";

visit(
  "what is pinned stands above all others, in a group of its own, until it is not",
  async (bowl) => {
    const old = await bowl.conversation({ Ada: "echo" }, { title: "Of rye" });
    await bowl.conversation({ Ada: "echo" }, { title: "Of oats" });
    const page = await bowl.open("/");
    const first = page.locator(sections).first();
    const choose = async (title: string, item: string) => {
      const row = page.locator(".rows .row", { hasText: title });
      await row.hover();
      await row.getByRole("button", { name: `Actions for ${title}` }).click();
      await page.getByRole("menuitem", { name: item, exact: true }).click();
    };
    await choose("Of rye", "Pin");
    await first.getByRole("heading", { name: "Pinned" }).waitFor();
    await becomes(() => first.locator(".row .title").allTextContents(), ["Of rye"]);
    await bowl.api("POST", `/api/conversations/${old}/messages`, { content: "Bread?" });
    await page.reload();
    await first.getByRole("heading", { name: "Pinned" }).waitFor();
    await choose("Of rye", "Unpin");
    // A day may end while this is looked at.
    await first.getByRole("heading", { name: /^(Today|Yesterday)$/ }).waitFor();
    await becomes(() => page.getByRole("heading", { name: "Pinned" }).count(), 0);
  },
);

visit("labels are given and taken away from a row's menu, and narrow the list", async (bowl) => {
  const bread = await bowl.conversation({ Ada: "echo" }, { title: "Of bread" });
  const salt = await bowl.conversation({ Ada: "echo" }, { title: "Of salt" });
  await bowl.conversation({ Ada: "echo" }, { title: "Of tea" });
  await bowl.api("PATCH", `/api/conversations/${salt}`, { labels: ["Kitchen"] });
  const page = await bowl.open(`/c/${bread}`);
  const titles = async () => await page.locator(`${sections} .row .title`).allTextContents();
  const filter = page.getByRole("group", { name: "Narrow to a label" });
  const row = page.locator(".rows .row", { hasText: "Of bread" });
  // The message box takes the focus once the conversation is there, and not again.
  await page.waitForFunction(() => document.activeElement?.id === "composer");
  await row.getByRole("link").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() =>
    document.activeElement?.getAttribute("aria-label") === "Actions for Of bread"
  );
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Labels" }).click();
  const dialog = page.getByRole("dialog", { name: "Labels" });
  // The first choice comes to the server when the second is made: it must not be what counts.
  const held = Promise.withResolvers<void>();
  await page.route("**/api/conversations/*", async (route) => {
    if (route.request().postData()?.includes("Baking") === false) await held.promise;
    await route.continue();
  });
  await dialog.getByRole("checkbox", { name: "Kitchen" }).check();
  await dialog.getByRole("textbox", { name: "New label" }).fill("  Baking ");
  await page.keyboard.press("Enter");
  await dialog.getByRole("checkbox", { name: "Baking", checked: true }).waitFor();
  held.resolve();
  await dialog.getByRole("textbox", { name: "New label" }).fill("x".repeat(41));
  await dialog.getByText("At most 40 characters.").waitFor();
  await check(page, "labels");
  await picture(page, "labels");
  await dialog.getByRole("button", { name: "Close" }).click();
  type Told = { conversation: { labels: string[] } };
  const labels = async () => (await bowl.api<Told>("GET", `/api/conversations/${bread}`)).conversation.labels;
  await becomes(labels, ["Kitchen", "Baking"]);

  await becomes(() => filter.getByRole("button").allTextContents(), ["Baking", "Kitchen"]);
  await filter.getByRole("button", { name: "Kitchen" }).click();
  await eventually(async () => assert.deepEqual((await titles()).sort(), ["Of bread", "Of salt"]));
  await check(page, "filter");
  await picture(page, "label-filter");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement?.textContent === "Baking");
  await page.keyboard.press("Enter");
  await becomes(() => titles(), ["Of bread"]);
  await page.keyboard.press("Enter");
  await eventually(async () => assert.ok((await titles()).includes("Of tea")));
  await filter.getByRole("button", { name: "Baking" }).click();
  await bowl.api("PATCH", `/api/conversations/${bread}`, { labels: [] });
  await eventually(async () =>
    assert.ok((await titles()).includes("Of tea"), "nothing has the label any more")
  );
});

visit("what was looked at in one tab, or in another browser, is new in none", async (bowl) => {
  const there = await bowl.conversation({ Ada: "echo" }, { title: "There" });
  const here = await bowl.conversation({ Ada: "echo" }, { title: "Here" });
  const elsewhere = async () => await bowl.tab(await bowl.context(), `/c/${here}`);
  const [one, two] = [await bowl.open(`/c/${here}`), await elsewhere()];
  const marked = (page: typeof one) => page.locator(".row.unread", { hasText: "There" });
  for (const page of [one, two]) await page.locator(".row", { hasText: "There" }).waitFor();
  await bowl.api("POST", `/api/conversations/${there}/messages`, { content: "Is bread food?" });
  for (const page of [one, two]) await marked(page).waitFor();
  await one.locator(".row", { hasText: "There" }).getByRole("link").click();
  await pill(one, "Ada").waitFor();
  await marked(two).waitFor({ state: "detached" });
  await eventually(async () => {
    const { items, read } = await bowl.api<Listed>("GET", "/api/conversations");
    const row = items.find(({ id }) => id === there);
    assert.deepEqual([row?.answering, read[there]], [0, row?.saidSeq]);
  });
  await becomes(() => marked(two).count(), 0);
  const fresh = await elsewhere();
  await fresh.locator(".row", { hasText: "There" }).waitFor();
  await becomes(() => marked(fresh).count(), 0);
});
