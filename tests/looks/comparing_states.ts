/** States of blind comparisons: one that is judged, one that is revealed, and the ranking of several. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { eventually } from "../browser/steps.ts";
import { seated } from "./panel_states.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

const QUESTION = "Should the bakery open on Sundays?";
const LABEL = "Decisions";
/** Comparisons of the ranking, of which the longest answer is the best in these. */
const [TIMES, LONGEST] = [8, [0, 1, 2, 4, 5, 6]];

interface Told {
  readonly status: string;
  readonly answers: readonly { readonly content: string }[];
}

/** A conversation in which so much was asked blind, the last of it not yet judged. */
const asked = (world: World, times: number) =>
  world.once(`blind ${times}`, async () => {
    const { bowl } = world;
    const agentIds = await seated(world);
    const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { title: `Sundays, blind ${times}`, agentIds },
    );
    for (let n = 0; n < times; n++) {
      const body = { question: QUESTION, agentIds, label: LABEL, criteria: ["clear", "short"] };
      const at = `/api/conversations/${id}/comparisons`;
      const { comparisonId } = await bowl.api<{ comparisonId: string }>("POST", at, body);
      const told = () => bowl.api<Told>("GET", `${at}/${comparisonId}`);
      await eventually(async () => assert.equal((await told()).status, "ready"));
      if (n === times - 1) break;
      const lengths = (await told()).answers.map(({ content }) => content.length);
      const best = LONGEST.includes(n) ? lengths.indexOf(Math.max(...lengths)) : n % 2 === 0 ? "none" : "tie";
      await bowl.api("POST", `${at}/${comparisonId}/vote`, { best });
      await bowl.api("POST", `${at}/${comparisonId}/reveal`);
    }
    return id;
  });

/** Does what the palette calls so. */
export const palette = async (page: Parameters<NonNullable<State["then"]>>[0], name: string) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").last().fill(name);
  await page.getByRole("option", { name, exact: true }).first().waitFor();
  await page.keyboard.press("Enter");
};

export const COMPARING: readonly State[] = [
  {
    name: "blind-asking",
    at: async (world) => `/c/${await asked(world, 1)}`,
    async then(page) {
      await page.getByRole("textbox", { name: "Message", exact: true }).fill(QUESTION);
      const file = { name: "sales.txt", mimeType: "text/plain", buffer: Buffer.from("Sundays: 140 loaves.") };
      await page.locator("#composer-form input[type=file]").setInputFiles(file);
      await page.getByRole("button", { name: "Ask blind" }).click();
      await page.getByText(/answers, about [\d,]+ tokens/).waitFor();
    },
  },
  {
    name: "blind-judging",
    at: async (world) => `/c/${await asked(world, 1)}`,
    async then(page) {
      await palette(page, "Compare blind");
      await page.getByRole("radio", { name: "C", exact: true }).waitFor();
    },
  },
  {
    name: "ranking",
    at: async (world) => `/c/${await asked(world, TIMES)}`,
    async then(page) {
      await palette(page, "Ranking by blind comparisons");
      await page.getByText("What it is made of").waitFor();
    },
  },
];
