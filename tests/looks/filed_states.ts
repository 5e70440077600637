/** States of the list and of what stands apart: filed, continued elsewhere, read without the server, still empty. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Size } from "../browser/harness.ts";
import { eventually, settled } from "../browser/steps.ts";
import type { State } from "./state.ts";
import { FIRST, QUESTION, type World } from "./world.ts";

const THREE = ["Editor", "Critic", "Researcher"];

const talk = (world: World, title: string, says: readonly string[] = [FIRST]) =>
  world.conversation({ title, agents: THREE, says });

/** Shows the list where it is a rail or away. */
async function withList(page: Page, size: Size): Promise<void> {
  if (size !== "wide") await page.keyboard.press("Control+\\");
  await page.locator(".rows .row").first().waitFor();
}

/** Three conversations with labels, one of them above the others. */
const filed = (world: World) =>
  world.once("filed", async () => {
    const plan = await talk(world, "Open on Sundays, or not", [FIRST, QUESTION]);
    const file = (id: string, more: object) => world.bowl.api("PATCH", `/api/conversations/${id}`, more);
    await file(plan, { labels: ["Kitchen", "This winter"] });
    await file(await talk(world, "A price for the seeded one"), { labels: ["Kitchen"] });
    await file(await talk(world, "Rules of the house"), { pinned: true, labels: ["For everybody"] });
    return `/c/${plan}`;
  });

/** What was said last, said otherwise in a conversation of its own. */
const elsewhere = (world: World) =>
  world.once("elsewhere", async () => {
    const { bowl } = world;
    const id = await talk(world, "The hours of the shop in winter", [FIRST, QUESTION]);
    const { items } = await bowl.api<{ items: { id: string; content: string }[] }>(
      "GET",
      `/api/conversations/${id}/messages`,
    );
    const messageId = items.find(({ content }) => content === QUESTION)?.id;
    const made = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      `/api/conversations/${id}/continue`,
      { messageId, content: "Should we open on Saturdays only? Say what its first line should be." },
    );
    await world.quiet(made.conversation.id);
    return `/c/${made.conversation.id}`;
  });

/** An agent with a picture of its own, among others. */
const pictured = (world: World) =>
  world.once("pictured", async () => {
    const face = await Deno.readFile(new URL("../../ui/icons/icon_192.png", import.meta.url));
    const sent = await fetch(`${world.bowl.address}/api/attachments`, {
      method: "POST",
      headers: { origin: world.bowl.address, "content-type": "image/png", "x-file-name": "face.png" },
      body: face,
    });
    const { sha256 }: { sha256: string } = await sent.json();
    await world.agent("Fisher", { picture: sha256, color: 3 });
    return await world.conversation({
      title: "A face for the bowl",
      agents: ["Fisher", "Editor", "Critic"],
      says: [FIRST],
    });
  });

const empty = (name: string, title: string, more: object): State => ({
  name,
  at: async (world) => `/c/${await world.conversation({ title, agents: THREE, more })}`,
  then: (page) => page.getByRole("textbox", { name: "Message", exact: true }).waitFor(),
});

export const FILED: readonly State[] = [
  {
    name: "labels",
    at: filed,
    then: async (page, size) => {
      await settled(page, 3);
      await withList(page, size);
      await page.getByRole("group", { name: "Narrow to a label" }).waitFor();
    },
  },
  {
    name: "give-labels",
    at: filed,
    then: async (page) => {
      await settled(page, 3);
      await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Labels" }).click();
      await page.getByRole("dialog").last().waitFor();
    },
  },
  { name: "elsewhere", at: elsewhere, then: (page) => settled(page, 6) },
  {
    name: "elsewhere-list",
    at: elsewhere,
    then: async (page, size) => {
      await settled(page, 3);
      await withList(page, size);
    },
  },
  {
    name: "change",
    scrolls: true,
    at: elsewhere,
    then: async (page) => {
      await settled(page, 3);
      await page.keyboard.press("ArrowUp");
      await page.getByRole("form", { name: "Change and continue elsewhere" }).waitFor();
    },
  },
  {
    name: "without-server",
    cut: true,
    worker: true,
    at: async (world) => `/c/${await talk(world, "Open on Sundays", [FIRST, QUESTION])}`,
    then: async (page, _size, world) => {
      await settled(page, 3);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const id = new URL(page.url()).pathname.split("/")[2] ?? "";
      await eventually(async () => {
        const kept = await page.evaluate(async () => {
          const place = await caches.has("fishbowl read") ? await caches.open("fishbowl read") : null;
          return await Promise.all((await place?.matchAll() ?? []).map((one) => one.text()));
        });
        assert.ok(kept.some((text) => text.includes(id) && text.includes("first line")));
      });
      world.bowl.wire.unplug();
      await page.reload();
      await page.getByText(/^As of \d/).waitFor();
      await settled(page, 3);
    },
  },
  {
    name: "own-picture",
    at: async (world) => `/c/${await pictured(world)}`,
    then: async (page) => {
      await settled(page, 3);
      await page.locator("article.theirs .own.there").first().waitFor();
    },
  },
  {
    name: "own-picture-form",
    at: async (world) => {
      await pictured(world);
      return `/settings/agents/${await world.agent("Fisher")}`;
    },
    then: (page) => page.locator(".preview-of .own.there").waitFor(),
  },
  {
    name: "share",
    at: async (world) => `/c/${await pictured(world)}`,
    then: async (page) => {
      await settled(page, 3);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("share this");
      await page.keyboard.press("Enter");
      await page.getByLabel("Chosen ones alone").check();
    },
  },
  empty("empty-on-request", "Nobody is asked yet", { mode: "manual" }),
  empty("empty-in-turn", "One after the other", { mode: "round_robin", rounds: 2 }),
  {
    name: "empty-manager",
    at: (world) =>
      world.once("empty-manager", async () =>
        `/c/${await world.bowl.conversation(
          { Head: "manager", Helper: "editor", Prober: "critic" },
          { mode: "manager", title: "Nothing asked yet" },
        )}`),
    then: (page) => page.getByRole("textbox", { name: "Message", exact: true }).waitFor(),
  },
];
