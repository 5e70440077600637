/** States of answers that name where they have something from, of answers in a form, and of the search's settings. */
import { fakeSearch } from "../actors/websearch/fake_search.ts";
import { answersOf, settled } from "../browser/steps.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

const ROW = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number", minimum: 2 }, sold: { type: "boolean" } },
};
const FORMS = {
  Table: { type: "object", properties: { loaves: { type: "array", items: ROW } } },
  Tree: { type: "object", properties: { best: ROW, others: { type: "array", items: { type: "string" } } } },
};
const QUESTION = "Which loaves sell on a Sunday, and what does each of them cost?";

/** Asks practice agents, and waits until they have answered. */
async function asked(world: World, agents: readonly object[]): Promise<string> {
  const { bowl } = world;
  const agentIds = [];
  for (const agent of agents) {
    const made = await bowl.api<{ id: string }>("POST", "/api/agents", {
      providerId: "provider_mock",
      color: 3,
      ...agent,
    });
    agentIds.push(made.id);
  }
  const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
    "POST",
    "/api/conversations",
    { agentIds, message: QUESTION },
  );
  await world.quiet(id);
  return `/c/${id}`;
}

const searched = (world: World) =>
  world.once("searched", async () => {
    await using service = fakeSearch("searxng");
    const { bowl } = world;
    await bowl.api("PATCH", "/api/web-search", { service: { kind: "searxng", url: service.url } });
    const path = await asked(world, [{ name: "Finder", model: "tool-user", tools: ["web_search"] }]);
    await bowl.api("PATCH", "/api/web-search", { service: null });
    return path;
  });

export const FOUND: readonly State[] = [
  {
    name: "searched",
    at: searched,
    then: async (page) => {
      await settled(page, 1);
      await answersOf(page, "Finder").getByText("Used Search the web").click();
      await answersOf(page, "Finder").getByText("A goldfish remembers for months.").waitFor();
    },
  },
  {
    name: "formed",
    at: (world) =>
      world.once("formed", () =>
        asked(
          world,
          Object.entries(FORMS).map(([name, answerForm]) => ({ name, model: "echo", answerForm })),
        )),
    then: async (page) => {
      await settled(page, 2);
      await page.locator(".formed-tree").first().waitFor();
      await page.locator(".formed-table").first().waitFor();
    },
  },
  {
    name: "web-search",
    at: () => "/settings/search",
    then: (page) => page.getByRole("button", { name: "Check" }).waitFor(),
  },
];
