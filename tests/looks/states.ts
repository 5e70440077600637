/** The states that are looked at: what each is called, and how to get there. */
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { answersOf, laterBy, send, settled, writing } from "../browser/steps.ts";
import { PNG } from "../pictures.ts";
import { COMPARING } from "./comparing_states.ts";
import { JUDGED } from "./judged_states.ts";
import { FILED } from "./filed_states.ts";
import { FOUND } from "./found_states.ts";
import { HANDS } from "./hand_states.ts";
import { PROJECTS } from "./project_states.ts";
import { PANELS } from "./panel_states.ts";
import type { State } from "./state.ts";
import { FIRST, QUESTION, type World } from "./world.ts";

const THREE = ["Editor", "Critic", "Researcher"];
const TWENTY = [
  ...THREE,
  ..."Designer Planner Baker Miller Taster Carter Clerk Tutor Writer Porter Gardener Scout Judge Poet Chemist Painter Nurse"
    .split(" "),
];

const sundays = (world: World) =>
  world.conversation({ title: "Open on Sundays", agents: THREE, says: [FIRST, QUESTION] });
const loaf = (world: World) =>
  path(
    world.conversation({
      title: "A loaf, four ways",
      agents: ["Writer"],
      says: ["Show everything you can write."],
    }),
  );
const path = async (id: Promise<string>) => `/c/${await id}`;
const many = (world: World, title: string, agents: readonly string[]) =>
  path(world.conversation({ title, agents, says: [QUESTION] }));

/** Three answers and what somebody wrote about them: about all, or about the first two. */
const about = (world: World, task: "gist" | "claims") =>
  world.once(`about ${task}`, async () => {
    const id = await world.conversation({ title: `Sundays, their ${task}`, agents: THREE, says: [QUESTION] });
    const { items } = await world.bowl.api<{ items: { id: string; authorName: string }[] }>(
      "GET",
      `/api/conversations/${id}/messages`,
    );
    const answers = items.filter(({ authorName }) => THREE.includes(authorName)).map((one) => one.id);
    const { participants } = await world.bowl.api<{ participants: { agentId: string; name: string }[] }>(
      "GET",
      `/api/conversations/${id}`,
    );
    const agentId = participants.find(({ name }) => name === THREE[2])?.agentId;
    const messageIds = task === "gist" ? answers : answers.slice(0, 2);
    await world.bowl.api("POST", `/api/conversations/${id}/merge`, { agentId, messageIds, task });
    await world.quiet(id);
    return id;
  });

/** Leaves the message box: keys that are letters count outside fields. */
const out = (page: Page) =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

/** Presses keys that lay answers out or act on them. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  await settled(page, 3);
  await out(page);
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens the glass at a tab, where it is not open. */
async function glass(page: Page, tab: string): Promise<void> {
  await settled(page, 3);
  await page.keyboard.press("Control+.");
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("tabpanel").locator("li, table, p").first().waitFor();
}

const dialog = (page: Page) => page.getByRole("dialog").last().waitFor();

/** A question and an answer whose words were erased, beside others that were not. */
const erased = (world: World) =>
  world.once("erased", async () => {
    const id = await world.conversation({
      title: "A password",
      agents: THREE.slice(0, 2),
      says: [QUESTION],
    });
    const { items } = await world.bowl.api<{ items: { id: string }[] }>(
      "GET",
      `/api/conversations/${id}/messages`,
    );
    const [asked, answer] = items;
    for (const [one, why] of [[asked, "It was a password."], [answer, ""]] as const) {
      const query = `copies=true${why ? `&why=${encodeURIComponent(why)}` : ""}`;
      await world.bowl.api("DELETE", `/api/conversations/${id}/messages/${one?.id}/content?${query}`);
    }
    return id;
  });

/** What is done with three answers to one question. */
const TALK: readonly State[] = [
  { name: "columns", at: (world) => path(sundays(world)), then: (page) => settled(page, 3) },
  {
    name: "erased",
    at: (world) => path(erased(world)),
    then: (page) => page.locator(".erased").first().waitFor(),
  },
  {
    name: "erasing",
    at: (world) => path(world.conversation({ title: "To be erased", agents: ["Editor"], says: [QUESTION] })),
    async then(page) {
      await settled(page, 1);
      const person = page.locator("article.mine").first();
      await person.hover();
      const menu = person.getByRole("button", { name: "More for your message" });
      if (await menu.isVisible()) {
        await menu.click();
        await page.getByRole("menuitem", { name: "Erase the words" }).click();
      } else await person.locator("[data-action=erase]").click();
      await dialog(page);
    },
  },
  {
    name: "erased-saw",
    at: (world) => path(erased(world)),
    async then(page) {
      await page.locator(".erased").first().waitFor();
      const last = page.locator("article:not(.mine)").last();
      await last.hover();
      await last.getByRole("button", { name: "What it saw" }).first().click();
      await dialog(page);
    },
  },
  {
    name: "writing",
    at: (world) =>
      path(world.conversation({
        title: "What to write on the door",
        agents: ["Editor", "Critic:hangs", "Researcher:hangs", "Designer", "Planner:thinks"],
        says: [QUESTION],
        writes: true,
      })),
    then: async (page) => {
      await writing(page, "Researcher", 300);
      await page.locator("article.theirs .rich").nth(1).waitFor();
    },
  },
  {
    name: "long-wait",
    at: (world) =>
      path(world.conversation({
        title: "A slow thinker",
        agents: ["Editor", "Planner:thinks"],
        says: [QUESTION],
        writes: true,
      })),
    then: async (page) => {
      await page.locator("article.theirs .rich").first().waitFor();
      await laterBy(page, 42_000);
      await page.getByText("Still swimming").waitFor();
    },
  },
  {
    name: "opening",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await settled(page, 3);
      await page.route(/view=fold/, () => {});
      await page.reload();
      await page.locator(".opening").waitFor();
    },
  },
  {
    name: "focus",
    at: (world) => path(sundays(world)),
    then: (page) => press(page, "f", "3"),
  },
  { name: "stack", at: (world) => path(sundays(world)), then: (page) => press(page, "s") },
  {
    name: "compare",
    scrolls: true,
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await press(page, "d");
      await page.locator(".compare .pair, .compare > *").nth(2).waitFor();
    },
  },
  {
    name: "kept",
    scrolls: true,
    at: (world) => path(world.conversation({ title: "A second oven", agents: THREE, says: [QUESTION] })),
    then: async (page) => {
      await press(page, "f", "1", "k");
      await page.getByText(/Editor’s|Kept/).first().waitFor();
    },
  },
  {
    name: "gist",
    at: (world) => path(about(world, "gist")),
    then: async (page) => {
      await press(page, "f", "1", "k");
      await page.getByText("What the three said").waitFor();
    },
  },
  {
    name: "contradiction",
    scrolls: true,
    at: (world) => path(about(world, "claims")),
    then: async (page) => {
      await press(page, "d");
      await page.locator(".against.contradiction").first().waitFor();
    },
  },
  {
    name: "claims",
    scrolls: true,
    at: (world) => path(about(world, "claims")),
    then: async (page) => {
      await press(page, "d");
      await page.getByRole("button", { name: "Claims only" }).click();
      await page.locator(".against.contradiction").first().waitFor();
    },
  },
  {
    name: "claims-unread",
    scrolls: true,
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await press(page, "d");
      await page.getByRole("button", { name: "Claims only" }).click();
      await page.getByRole("button", { name: /Find the claims/ }).waitFor();
    },
  },
  {
    name: "tiles-eight",
    at: (world) => many(world, "A name for the rye", TWENTY.slice(0, 8)),
    then: (page) => page.locator(".answer-tile").nth(7).waitFor(),
  },
  {
    name: "tiles-twenty",
    at: (world) => many(world, "Everybody at once", TWENTY),
    then: (page) => page.locator(".answer-tile").nth(19).waitFor(),
  },
  {
    name: "folded",
    at: (world) =>
      path(
        world.conversation({
          title: "Flour, salt, water",
          agents: THREE,
          says: [FIRST, FIRST, FIRST, QUESTION],
        }),
      ),
    then: (page) => settled(page, 3),
  },
];

const ENDS: readonly State[] = [
  {
    name: "first-answer",
    at: (world) =>
      path(world.conversation({ title: "What people come for", agents: ["Editor"], says: [FIRST] })),
    then: (page) => settled(page, 1),
  },
  {
    name: "failed",
    at: (world) =>
      path(
        world.conversation({
          title: "The key of the oven",
          agents: ["Editor", "Critic", "Designer:refused"],
          says: [QUESTION],
        }),
      ),
    then: (page) => settled(page, 3),
  },
  {
    name: "versions",
    at: (world) =>
      path(world.conversation({ title: "Said again", agents: ["Editor", "Critic"], says: [QUESTION] })),
    then: async (page) => {
      await settled(page, 2);
      if (await page.getByText("2/2").count() > 0) return;
      await out(page);
      await page.keyboard.press("1");
      await page.keyboard.press("r");
      await page.getByText("2/2").first().waitFor();
      await settled(page, 2);
    },
  },
  {
    name: "permission",
    at: (world) =>
      world.once("permission", async () => {
        const asks = await world.bowl.api<{ id: string }>("POST", "/api/agents", {
          name: "Scribe",
          providerId: "provider_mock",
          model: "tool-user",
          tools: ["rename_conversation"],
        });
        const { conversation } = await world.bowl.api<{ conversation: { id: string } }>(
          "POST",
          "/api/conversations",
          {
            agentIds: [asks.id, await world.agent("Editor")],
            message: "Please call it Sundays in winter.",
          },
        );
        return `/c/${conversation.id}`;
      }),
    then: (page) => page.getByRole("group", { name: /May it use/ }).waitFor(),
  },
  {
    name: "in-turn",
    at: (world) =>
      path(world.conversation({
        title: "One list or two",
        agents: THREE,
        says: ["Should six people keep one list?"],
        more: { mode: "round_robin", rounds: 2 },
      })),
    then: (page) => settled(page, 6),
  },
  {
    name: "manager",
    at: (world) =>
      world.once("manager", async () => {
        const { bowl } = world;
        const id = await bowl.conversation({ Boss: "manager", Coder: "editor", Tester: "critic" }, {
          mode: "manager",
          title: "A manager asks",
          message: "Shall we bake bread on Sundays?",
        });
        await world.quiet(id);
        return `/c/${id}`;
      }),
    then: async (page) => {
      await page.locator("details.behind > summary").click();
      await page.locator(".behind .addressee").nth(3).waitFor();
    },
  },
  {
    name: "on-request",
    at: (world) =>
      path(
        world.conversation({
          title: "Ask one of them",
          agents: THREE,
          says: [FIRST],
          more: { mode: "manual" },
        }),
      ),
    then: async (page) => {
      await page.getByRole("group", { name: "Ask an agent" }).waitFor();
      if (await answersOf(page, "Editor").count() === 0) {
        await page.getByRole("group", { name: "Ask an agent" }).getByRole("button", { name: "Editor" })
          .click();
      }
      await settled(page, 1);
    },
  },
  {
    name: "rich",
    scrolls: true,
    at: loaf,
    then: async (page) => {
      await page.locator(".formula .katex").first().waitFor();
      await page.getByRole("log").evaluate((log) => log.scrollTo({ top: 0 }));
    },
  },
  {
    name: "rich-end",
    at: loaf,
    then: async (page) => {
      await page.locator(".diagram > img").first().waitFor();
      await page.getByRole("log").evaluate((log) => log.scrollTo({ top: log.scrollHeight }));
    },
  },
];

const BEHIND: readonly State[] = [
  { name: "story", at: (world) => path(sundays(world)), then: (page) => glass(page, "Story") },
  { name: "context", at: (world) => path(sundays(world)), then: (page) => glass(page, "Context") },
  { name: "usage", at: (world) => path(sundays(world)), then: (page) => glass(page, "Usage") },
  {
    name: "timeline",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await glass(page, "Story");
      await page.getByRole("slider", { name: "Event" }).focus();
      for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowLeft");
      await page.getByText(/You are viewing event/).waitFor();
    },
  },
  {
    name: "what-it-saw",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await press(page, "f", "2", "w");
      await page.getByRole("dialog").getByRole("button", { name: /^Verified/ }).waitFor();
    },
  },
  {
    name: "without-a-message",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await press(page, "f", "2", "w");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "What if it had not seen this?" }).first().click();
      await dialog.getByRole("button", { name: "Ask", exact: true }).click();
      await dialog.getByText("All answers are there.").waitFor();
    },
  },
  {
    name: "several-answers",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await page.locator("article.mine").last().hover();
      await page.locator("article.mine").last().getByRole("button", { name: "Several answers…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Answers of each").selectOption("3");
      await dialog.getByRole("button", { name: "Ask", exact: true }).click();
      await dialog.getByText("All answers are there.").waitFor();
    },
  },
];

const AROUND: readonly State[] = [
  {
    name: "first-run",
    at: () => "/c/conversation_welcome",
    then: (page) => settled(page, 3),
  },
  {
    name: "home",
    at: async (world) => {
      await sundays(world);
      return "/";
    },
    then: (page) => page.locator("main .ags").waitFor(),
  },
  {
    name: "palette",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await settled(page, 3);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("option").nth(3).waitFor();
    },
  },
  {
    name: "find",
    scrolls: true,
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await press(page, "Control+f");
      await page.getByRole("textbox", { name: "Find in this conversation" }).fill("sunday");
      await page.locator(".find-count", { hasText: "of" }).waitFor();
    },
  },
  {
    name: "keys",
    at: (world) => path(sundays(world)),
    then: (page) => press(page, "?").then(() => dialog(page)),
  },
  {
    name: "composer",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await settled(page, 3);
      const buffer = { name: "the-till-in-march.png", mimeType: "image/png", buffer: Buffer.from(PNG) };
      await page.locator("form input[type=file]").first().setInputFiles([buffer]);
      await page.getByRole("textbox", { name: "Message", exact: true }).fill(
        "> Warm bread until eleven, then we close.\n\n@Critic is that still true in winter? I mean the dark weeks, in which nobody walks along the river before ten.",
      );
      await page.getByText("the-till-in-march.png").first().waitFor();
    },
  },
  {
    name: "agents-menu",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await settled(page, 3);
      await page.getByRole("button", { name: /agents/ }).first().click();
      await page.getByRole("switch").first().waitFor();
    },
  },
  {
    name: "sidebar",
    at: (world) => path(sundays(world)),
    then: async (page, size) => {
      await settled(page, 3);
      await page.keyboard.press("Control+\\");
      await page.locator(size === "wide" ? "aside.rail" : "aside nav").first().waitFor();
    },
  },
  {
    name: "search-empty",
    at: (world) => path(sundays(world)),
    then: async (page, size) => {
      await settled(page, 3);
      if (size !== "wide") await page.keyboard.press("Control+\\");
      await page.getByRole("searchbox", { name: "Search every message" }).fill("saturady");
      await page.getByText("Did you mean").waitFor();
    },
  },
  {
    name: "delete",
    at: (world) => path(sundays(world)),
    then: async (page) => {
      await settled(page, 3);
      await page.locator(".title-line").getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await dialog(page);
    },
  },
  {
    name: "deleted",
    at: () => "/c/conversation_gone",
    then: (page) => page.getByText("Nothing here").waitFor(),
  },
  {
    name: "offline",
    at: (world) => path(sundays(world)),
    cut: true,
    then: async (page, _size, world) => {
      await settled(page, 3);
      world.bowl.wire.unplug();
      await send(page, "And what about the winter?");
      await page.locator(".banner").waitFor();
    },
  },
];

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).first().waitFor();

const SETTINGS: readonly State[] = [
  { name: "settings", at: () => "/settings", then: heading },
  {
    name: "agent-form",
    at: () => "/settings/agents",
    then: async (page) => {
      await page.getByRole("button", { name: "Add agent" }).click();
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Zoe");
      await page.getByRole("complementary", { name: "Preview" }).getByText(/You are Zoe\./).waitFor();
    },
  },
  {
    name: "agents",
    at: () => "/settings/agents",
    then: (page) => page.locator(".resource").nth(2).waitFor(),
  },
  {
    name: "providers",
    at: () => "/settings/providers",
    then: (page) => page.locator(".resource").first().waitFor(),
  },
  {
    name: "notes",
    at: async (world) => {
      await world.once("notes", async () => {
        for (
          const text of ["We bake on Fridays.", "Ann prefers answers of one paragraph, with the numbers."]
        ) {
          await world.bowl.api("POST", "/api/notes", { text });
        }
        return "";
      });
      return "/settings/notes";
    },
    then: (page) => page.locator(".note").nth(1).waitFor(),
  },
  {
    name: "mcp-form",
    at: () => "/settings/mcp",
    then: async (page) => {
      await page.getByRole("button", { name: "Add a server" }).click();
      await page.getByRole("button", { name: "Save" }).waitFor();
    },
  },
  {
    name: "provider-tiles",
    at: () => "/settings/providers",
    then: async (page) => {
      await page.getByRole("button", { name: "Add provider" }).click();
      await page.getByRole("radio", { name: /^OpenAI/ }).first().click();
    },
  },
  {
    name: "signing",
    at: () => "/settings/signing",
    async then(page) {
      await page.getByRole("button", { name: "Sign now" }).click();
      await page.getByRole("button", { name: "Change the key" }).waitFor();
    },
  },
  {
    name: "deleting",
    at: () => "/settings/retention",
    async then(page) {
      await page.getByLabel("Days without a touch").fill("1");
      await page.getByRole("button", { name: "Show what would go" }).click();
      await page.getByRole("button", { name: /^Turn on/ }).waitFor();
    },
  },
  {
    name: "appearance",
    at: () => "/settings/preferences",
    then: (page) => page.locator(".preference").first().waitFor(),
  },
];

export const STATES: readonly State[] = [
  ...AROUND,
  ...TALK,
  ...ENDS,
  ...BEHIND,
  ...FILED,
  ...PROJECTS,
  ...FOUND,
  ...PANELS,
  ...COMPARING,
  ...HANDS,
  ...JUDGED,
  ...SETTINGS,
];
/** The one that shuts everybody out: it comes last. */
export const SIGN_IN: State = {
  name: "sign-in",
  at: async (world) => {
    await world.shut();
    return "/";
  },
  then: (page) => page.getByRole("button", { name: "Sign in" }).waitFor(),
};
