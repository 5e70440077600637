/** What is known of the models that agents use, in the words of the servers that have them. */
import type { Agent, ToldModel } from "../events/catalog/workspace.ts";
import type { WorkspaceState } from "./shapes/settings_fold.ts";

type Users = Pick<WorkspaceState, "agents" | "providers">;

/** What the provider's server says of a model; undefined where it says nothing, or nobody uses it. */
export const toldOf = (
  { told }: Pick<WorkspaceState, "told">,
  providerId: string,
  model: string,
): ToldModel | undefined => told[providerId]?.find(({ name }) => name === model);

/** The model that an agent answers from; "" where none is chosen. */
export const modelOf = (agent: Pick<Agent, "model" | "providerId">, { providers }: Users): string =>
  agent.model || (providers[agent.providerId]?.defaultModel ?? "");

/** Models of a provider that agents use, and its default, each once. */
export function usedModels(state: Users, providerId: string): ReadonlySet<string> {
  const used = Object.values(state.agents)
    .filter((agent) => !agent.archived && agent.providerId === providerId)
    .map((agent) => modelOf(agent, state));
  return new Set([...used, state.providers[providerId]?.defaultModel ?? ""].filter(Boolean));
}

/** The same of an agent by its id, with what is told of it. */
export function modelOfAgent(
  state: WorkspaceState,
  agentId: string,
): { readonly model: string; readonly told: ToldModel | undefined } {
  const agent = state.agents[agentId];
  const model = agent ? modelOf(agent, state) : "";
  return { model, told: agent && toldOf(state, agent.providerId, model) };
}
