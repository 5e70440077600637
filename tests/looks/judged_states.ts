/** States of judges that are models: a run of a check that one judged, and a panel of which one found, too, whether it was worth it. */
import assert from "node:assert/strict";
import { eventually } from "../browser/steps.ts";
import { palette } from "./comparing_states.ts";
import { seated } from "./panel_states.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

const QUESTION = "Should the bakery open on Sundays?";

type Answer = { readonly content: string; readonly id: string; readonly role: string };

/** A check with a rule that holds and one that does not, and its run: the ids of both. */
const judged = async (world: World): Promise<readonly [talk: string, run: string]> => {
  const ids = await world.once("judged run", async () => {
    const { bowl } = world;
    const agentIds = await seated(world);
    const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { title: "Sundays, checked", agentIds: agentIds.slice(0, 2), message: QUESTION },
    );
    await world.quiet(id);
    const at = `/api/conversations/${id}`;
    const { items } = await bowl.api<{ items: readonly Answer[] }>("GET", `${at}/messages`);
    const word = /\p{L}{6,}/u.exec(items.at(-1)?.content ?? "")?.[0] ?? "";
    for (const text of [`It speaks of ${word}.`, "Quokkas zigzag."]) {
      await bowl.api("POST", `${at}/expectations`, { messageId: items.at(-1)?.id, kind: "like", text });
    }
    const body = { agents: {}, judge: agentIds.at(-1), limit: { tokens: 100_000 } };
    const run = await bowl.api<{ conversationId: string }>("POST", `${at}/checks/runs`, body);
    await world.quiet(run.conversationId);
    return `${id} ${run.conversationId}`;
  });
  const [talk = "", run = ""] = ids.split(" ");
  return [talk, run];
};

/** A conversation in which a panel was judged, by a model, too. */
const worth = (world: World) =>
  world.once("judged panel", async () => {
    const { bowl } = world;
    const agentIds = await seated(world);
    const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { title: "Sundays, a panel", agentIds },
    );
    const seats = [...agentIds.map((agentId) => ({ role: "member", agentId })), {
      role: "chair",
      agentId: agentIds[0],
    }];
    const at = `/api/conversations/${id}/comparisons`;
    const body = {
      question: QUESTION,
      panel: { format: "council", seats },
      aloneId: agentIds[1],
      judge: agentIds[2],
    };
    const { comparisonId } = await bowl.api<{ comparisonId: string }>("POST", `${at}/panels`, body);
    const told = () => bowl.api<{ status: string }>("GET", `${at}/${comparisonId}`);
    await eventually(async () => assert.equal((await told()).status, "ready"));
    await bowl.api("POST", `${at}/${comparisonId}/vote`, { best: 0 });
    await bowl.api("POST", `${at}/${comparisonId}/reveal`);
    return id;
  });

export const JUDGED: readonly State[] = [
  {
    name: "checks-judged",
    at: async (world) => `/c/${(await judged(world))[1]}`,
    async then(page) {
      await palette(page, "Checks …");
      await page.getByRole("button", { name: "What the judge saw" }).last().waitFor();
    },
  },
  {
    name: "checks-judged-run",
    at: async (world) => `/c/${(await judged(world))[0]}`,
    async then(page) {
      await palette(page, "Checks …");
      await page.getByRole("button", { name: "Look", exact: true }).click();
      await page.getByText("Judge, a model:", { exact: false }).last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "judge-saw",
    at: async (world) => `/c/${(await judged(world))[1]}`,
    async then(page) {
      await palette(page, "Checks …");
      await page.getByRole("button", { name: "What the judge saw" }).last().click();
      await page.getByText("It is not what is judged.").first().waitFor();
    },
  },
  {
    name: "panel-judged-by-model",
    at: async (world) => `/c/${await worth(world)}`,
    async then(page) {
      await palette(page, "Compare blind");
      await page.getByText("A model’s judgement", { exact: false }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "panel-worth-by-models",
    at: async (world) => `/c/${await worth(world)}`,
    async then(page) {
      await palette(page, "Ask a panel");
      await page.getByLabel("Judge whether it is worth it").check();
      await page.getByText("By models as judges", { exact: false }).scrollIntoViewIfNeeded();
    },
  },
];
