/** A project with everything that it may have, and the ways into it. */
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/** Its id. */
const project = (world: World): Promise<string> =>
  world.once("project", async () => {
    const { bowl } = world;
    const upload = async (name: string, text: string) => {
      const sent = await fetch(`${bowl.address}/api/attachments`, {
        method: "POST",
        headers: { origin: bowl.address, "content-type": "text/plain", "x-file-name": name },
        body: text,
      });
      return { sha256: (await sent.json()).sha256, name };
    };
    const { items: agents } = await bowl.api<{ items: { id: string }[] }>("GET", "/api/agents");
    const { id } = await bowl.api<{ id: string }>("POST", "/api/projects", {
      name: "The oven of the bakery",
      instructions:
        "We bake in grams and degrees Celsius. Answer in short steps, and say how long each one takes.",
      files: [
        await upload("recipes.txt", "Bread: 500 g of flour, 350 g of water. ".repeat(120)),
        await upload("oven.txt", "The oven is old: it needs an hour to be hot. ".repeat(9)),
      ],
      agentIds: agents.slice(0, 2).map((agent) => agent.id),
    });
    await bowl.api("POST", "/api/notes", { text: "The oven is closed on Sundays.", projectId: id });
    await bowl.api("POST", "/api/conversations", {
      projectId: id,
      title: "Rye for Friday",
      message: "How long does rye take in our oven?",
    });
    await bowl.api("POST", "/api/conversations", { projectId: id, title: "A new oven?" });
    return id;
  });

export const PROJECTS: readonly State[] = [
  {
    name: "project",
    at: async (world) => `/p/${await project(world)}`,
    then: (page) => page.locator(".project-talks li").nth(1).waitFor(),
  },
  {
    name: "projects",
    at: async (world) => {
      await project(world);
      return "/settings/projects";
    },
    then: (page) => page.locator(".project-link").first().waitFor(),
  },
  {
    name: "project-move",
    at: async (world) => {
      await project(world);
      return "/c/conversation_welcome";
    },
    then: async (page) => {
      await page.locator(".title-line .menu > button").click();
      await page.getByRole("menuitem", { name: "Project …" }).click();
      await page.getByRole("dialog").getByRole("radio", { name: "New project" }).check();
    },
  },
];
