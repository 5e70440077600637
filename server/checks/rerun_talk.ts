/** A conversation out of a file run again, by agents that are made for it. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { COLORS, PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { Agent, type NewWorkspaceEvent, Provider } from "../../events/catalog/workspace.ts";
import type { Joining, PersonCommand } from "../../actors/conversation/commands.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { originOf } from "../../actors/providers/provider_calls.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import type { System } from "../../actors/system.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { StartError } from "../command_line/start_error.ts";
import { scriptOf } from "./script.ts";
import { seatsOf } from "./seats.ts";
import type { TalkAgent } from "./talk.ts";

/** What is asked of whom. */
export interface ModelChoice {
  readonly kind: ProviderKind;
  readonly model: string;
}

export interface Access {
  readonly baseUrl?: string;
  /** Never told. */
  readonly apiKey?: string;
}

/** Which conversation runs, and whose provider is whose: for who answers without asking anybody. */
export interface Now {
  run: string;
  readonly seats: Map<string, string>;
}

const BY = { by: { kind: "user", id: "local", name: "User" } } as const;
const fresh = (kind: string) => `${kind}_${realEnvironment.hex()}`;

async function change(system: System, event: (number: number) => Pick<NewWorkspaceEvent, "type" | "data">) {
  const outcome = await system.changeWorkspace(
    (state) => ({ ok: true, answer: { id: "" }, events: [event(state.nextAgentNumber)] }),
    BY,
  );
  if (!outcome.ok) throw new StartError(outcome.detail);
}

/** Makes an agent with a provider of its own. @returns the ids of both */
export async function makeAgent(
  system: System,
  { kind, model }: ModelChoice,
  { baseUrl, apiKey }: Access,
  fields: Partial<Agent> & Pick<Agent, "name">,
): Promise<{ readonly agentId: string; readonly providerId: string }> {
  const [agentId, providerId] = [fresh("agent"), fresh("provider")];
  const own = kind !== "mock" && baseUrl !== undefined ? { baseUrl } : {};
  const provider = Provider.parse({ ...PROVIDER_LIMITS, id: providerId, name: providerId, kind, ...own });
  await change(system, () => ({ type: "ProviderCreated", data: provider }));
  if (kind !== "mock" && apiKey) await system.setKey(providerId, originOf(provider), apiKey, SYSTEM);
  await change(system, (number) => ({
    type: "AgentCreated",
    data: Agent.parse({
      systemPrompt: "",
      params: {},
      tools: [],
      ...fields,
      color: (number - 1) % COLORS + 1,
      id: agentId,
      version: 1,
      number,
      providerId,
      model,
    }),
  }));
  return { agentId, providerId };
}

async function carry(system: System, id: string, command: PersonCommand) {
  const outcome = await system.execute(id, command, BY);
  if (!outcome.ok) throw new StartError(outcome.detail);
  return outcome.answer;
}

/** The conversation once nobody answers in it. */
export async function settled(system: System, id: string): Promise<ConversationState> {
  for (;;) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const leave = system.subscribe(() => heard());
    try {
      const state = await system.conversation(id);
      if (!state) throw new StartError("The conversation is not there any more.");
      const answering = state.open.length > 0;
      if (!answering) return state;
      await news;
    } finally {
      leave();
    }
  }
}

/** Who judges what answers must be like, made for it. */
async function judgeMade(system: System, choice: ModelChoice, access: Access): Promise<Joining | undefined> {
  const { agentId } = await makeAgent(system, choice, access, { name: "Judge" });
  const agent = (await system.workspace()).agents[agentId];
  return agent && joiningOf(agent);
}

interface Running {
  readonly access: Access;
  /** After which nothing more is begun. */
  readonly tokens?: number;
  readonly judge?: ModelChoice | undefined;
  readonly now: Now;
}

/** Runs it again. */
export async function runAgain(
  system: System,
  talk: ConversationState,
  agents: readonly (TalkAgent & ModelChoice & { readonly systemPrompt: string })[],
  { access, tokens, judge: choice, now }: Running,
): Promise<ConversationState> {
  const known = new Set(system.tools.map(({ name }) => name));
  const seats = seatsOf(talk);
  const made: { readonly agentId: string; readonly old: string }[] = [];
  for (const { participant, systemPrompt, params, tools, ...choice } of agents) {
    const fields = {
      name: participant.name,
      systemPrompt,
      params,
      tools: tools.filter((one) => known.has(one)),
    };
    const { agentId, providerId } = await makeAgent(system, choice, access, fields);
    now.seats.set(providerId, seats.get(participant.id) ?? "");
    made.push({ agentId, old: participant.id });
  }
  const workspace = await system.workspace();
  const joining = made.flatMap(({ agentId }) => {
    const agent = workspace.agents[agentId];
    return agent ? [joiningOf(agent)] : [];
  });
  const judge = choice && await judgeMade(system, choice, access);
  const manager = made.find(({ old }) => old === talk.manager?.participantId);
  const id = fresh("conversation");
  const { title, mode, settings } = talk;
  now.run = id;
  const agentOf = (participantId: string) => made.find(({ old }) => old === participantId)?.agentId;
  await carry(system, id, {
    type: "start",
    title,
    // Nobody presses a button here: all are asked, one after the other.
    mode: factsOf(mode).onRequest ? "round_robin" : mode,
    settings: { ...settings, ...(tokens === undefined ? {} : { limits: { ...settings.limits, tokens } }) },
    agents: joining,
    ...(manager && talk.manager
      ? { managing: { managerAgentId: manager.agentId, principles: talk.manager.principles } }
      : {}),
    script: { ...scriptOf(talk, agentOf), ...(judge ? { judge } : {}) },
  });
  return await settled(system, id);
}
