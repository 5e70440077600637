/** States of raised hands: who has something to add, and what sets that they are asked. */
import { seated } from "./panel_states.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

const raised = (world: World) =>
  world.once("hands", async () => {
    const { conversation } = await world.bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { title: "Who has something to add", agentIds: await seated(world), mode: "manual" },
    );
    const path = `/api/conversations/${conversation.id}`;
    await world.bowl.api("POST", `${path}/hands`, { calls: 100, usd: 1 });
    await world.bowl.api("POST", `${path}/messages`, { content: "Which bread shall we bake?" });
    await world.quiet(conversation.id);
    return conversation.id;
  });
const at = async (world: World) => `/c/${await raised(world)}`;
const SETTING = /^Hands · /;

export const HANDS: readonly State[] = [
  { name: "hands", at, then: (page) => page.getByRole("button", { name: SETTING }).waitFor() },
  {
    name: "hands-setting",
    at,
    async then(page) {
      await page.getByRole("button", { name: SETTING }).click();
      await page.getByRole("button", { name: "Stop asking" }).waitFor();
    },
  },
];
