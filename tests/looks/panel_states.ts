/** States of panels: one that is over, its other stages, its brief, and calling one. */
import { BUILT_IN_PANELS } from "../../events/catalog/built_in_panels.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

const VOICES = { Fennel: "editor", Basil: "critic", Thyme: "researcher" } as const;
const QUESTION = "Should the bakery open on Sundays?";

/** Practice agents under names of their own: the others of this world have a voice of a provider. */
const members = async ({ bowl }: World): Promise<string[]> => {
  const { items } = await bowl.api<{ items: { id: string; kind: string }[] }>("GET", "/api/providers");
  const providerId = items.find(({ kind }) => kind === "mock")?.id;
  const ids: string[] = [];
  for (const [name, model] of Object.entries(VOICES)) {
    ids.push((await bowl.api<{ id: string }>("POST", "/api/agents", { name, providerId, model })).id);
  }
  return ids;
};

let sitting: Promise<string[]> | null = null;
export const seated = (world: World): Promise<string[]> => sitting ??= members(world);

/** A conversation whose question a panel has answered. */
const held = (world: World, id: string, content = QUESTION) =>
  world.once(`panel ${id}`, async () => {
    const format = BUILT_IN_PANELS.find((one) => one.id === id)?.format;
    if (!format) throw new Error(`there is no panel ${id}`);
    const agentIds = await seated(world);
    const seats = format.roles.flatMap(({ id: role, many }, at) =>
      many
        ? agentIds.map((agentId) => ({ role, agentId }))
        : [{ role, agentId: agentIds[at % agentIds.length] }]
    );
    const { conversation } = await world.bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      {
        title: id === "council" ? "Open on Sundays" : format.name,
        agentIds,
        message: { content, panel: { format: id, seats } },
      },
    );
    await world.quiet(conversation.id);
    return conversation.id;
  });
const at = (id: string, content?: string) => async (world: World) => `/c/${await held(world, id, content)}`;

export const PANELS: readonly State[] = [
  {
    name: "panel-council",
    at: at("council"),
    then: (page) => page.getByRole("heading", { name: "Agreed" }).waitFor(),
  },
  {
    name: "panel-critique",
    at: at("council"),
    async then(page) {
      await page.getByRole("button", { name: /^Critique: / }).click();
      await page.getByText(/^Answer [A-D]\./).first().waitFor();
    },
  },
  {
    name: "panel-review",
    at: at(
      "review",
      "Our plan: move everything to one server on Friday evening. Nobody is told before. We look on Monday whether it works.",
    ),
    async then(page) {
      await page.getByRole("button", { name: /^Lenses: / }).click();
      await page.getByRole("table").first().waitFor();
    },
  },
  {
    name: "panel-delphi",
    at: at("delphi", "How many weeks will the new oven take, if the builders begin in May?"),
    async then(page) {
      await page.getByRole("button", { name: /^Estimate: / }).click();
      await page.getByRole("img", { name: /median/ }).waitFor();
    },
  },
  {
    name: "panel-ask",
    at: at("council"),
    async then(page) {
      await page.getByRole("button", { name: "Ask a panel" }).click();
      await page.getByRole("radio", { name: "Debate" }).check({ force: true });
    },
  },
];
