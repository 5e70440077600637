/**
 * A fresh workspace talks within seconds: a mock provider, a few roles and personalities, three agents, and
 * one conversation in which they greet. Every id is fixed, so that two processes that start at once, or one
 * that was cut short, make the same workspace and not two.
 */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent, NewWorkspaceEvent, Personality, Role } from "../../events/catalog/workspace.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { PersonCommand } from "../conversation/commands.ts";
import type { System, WorkspaceChange } from "../system.ts";
import { joiningOf } from "../conversation/rules/joining.ts";

type Change = Pick<NewWorkspaceEvent, "type" | "data">;

export const WELCOME_ID = "conversation_welcome";
const PROVIDER_ID = "provider_mock";

const ROLES: readonly Role[] = [
  {
    id: "role_editor",
    name: "Editor",
    description: "Makes a text say what it means.",
    prompt: "You are an editor. You look for the point of what was said and put it plainly and briefly.",
  },
  {
    id: "role_critic",
    name: "Critic",
    description: "Finds what does not hold.",
    prompt: "You are a critic. You test every claim, name the weakest one, and say what would mend it.",
  },
  {
    id: "role_researcher",
    name: "Researcher",
    description: "Asks what is known and what is missing.",
    prompt:
      "You are a researcher. You separate what is known from what is guessed and say what to find out next.",
  },
  {
    id: "role_planner",
    name: "Planner",
    description: "Turns a wish into steps.",
    prompt:
      "You are a planner. You turn what is wanted into a short list of steps, each with a visible result.",
  },
  {
    id: "role_advocate",
    name: "Devil's advocate",
    description: "Argues the other side.",
    prompt: "You argue for the side that nobody took, fairly and with your best reasons.",
  },
];

const PERSONALITIES: readonly Personality[] = [
  personality("personality_warm", "Warm", [70, 60, 70, 90, 30], "Be friendly and encouraging."),
  personality("personality_blunt", "Blunt", [50, 80, 50, 20, 30], "Say what you think without decoration."),
  personality(
    "personality_curious",
    "Curious",
    [95, 50, 60, 60, 40],
    "Follow what surprises you; ask one good question.",
  ),
];

function personality(id: string, name: string, big5: readonly number[], instructions: string): Personality {
  const [openness = 50, conscientiousness = 50, extraversion = 50, agreeableness = 50, neuroticism = 50] =
    big5;
  const traits = { openness, conscientiousness, extraversion, agreeableness, neuroticism };
  return { id, name, traits, instructions };
}

const AGENTS: readonly Agent[] = [
  agent(1, "Editor", "editor", "personality_warm", 1),
  agent(2, "Critic", "critic", "personality_blunt", 2),
  agent(3, "Researcher", "researcher", "personality_curious", 3),
];

function agent(number: number, name: string, model: string, personalityId: string, color: number): Agent {
  return {
    id: `agent_${model}`,
    number,
    version: 1,
    name,
    color,
    roleId: `role_${model}`,
    personalityId,
    providerId: PROVIDER_ID,
    model,
    systemPrompt: "",
    params: {},
    tools: [],
  };
}

const PROVIDER: Change = {
  type: "ProviderCreated",
  data: {
    id: PROVIDER_ID,
    name: "Demo (no key needed)",
    kind: "mock",
    defaultModel: "editor",
    maxConcurrent: 64,
    requestsPerMinute: 10_000,
    timeoutSeconds: 60,
  },
};

const GREETING = "Hello! Please introduce yourselves in a sentence each, and tell me what I could ask you.";

/** Fills a workspace that has never had anything in it. */
const furnish: WorkspaceChange = (state: WorkspaceState) => ({
  ok: true,
  answer: { id: PROVIDER_ID },
  events: state.seq > 0 ? [] : [
    PROVIDER,
    ...ROLES.map((data): Change => ({ type: "RoleCreated", data })),
    ...PERSONALITIES.map((data): Change => ({ type: "PersonalityCreated", data })),
    ...AGENTS.map((data): Change => ({ type: "AgentCreated", data })),
  ],
});

const WELCOME: PersonCommand = {
  type: "start",
  title: "Welcome to Fishbowl",
  mode: "parallel",
  settings: {},
  agents: AGENTS.map(joiningOf),
  message: { id: "message_welcome", content: GREETING },
};

/** Furnishes a fresh workspace. Safe to call at every start, by several processes at once. */
export async function firstRun(
  system: Pick<System, "changeWorkspace" | "execute" | "log">,
  owner: { readonly id: string; readonly name: string },
): Promise<void> {
  const [settings, welcome] = await Promise.all([system.log.head("workspace"), system.log.head(WELCOME_ID)]);
  // A store that was used keeps what it has, also when its welcome was deleted.
  if (
    settings.seq > 0 &&
    (welcome.seq > 0 || settings.seq > 1 + ROLES.length + PERSONALITIES.length + AGENTS.length)
  ) {
    return;
  }
  const meta = { by: SYSTEM };
  const furnished = await system.changeWorkspace(furnish, meta);
  if (!furnished.ok) throw new Error(`The workspace could not be set up: ${furnished.detail}`);
  // Losing the race for the welcome is as good as winning it.
  await system.execute(WELCOME_ID, WELCOME, { by: { kind: "user", ...owner } });
}
