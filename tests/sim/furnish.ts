/** What every simulated workspace has: one provider, three agents; and where comparisons are drawn those who are asked in them. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Joining } from "../../actors/conversation/commands.ts";
import type { System, WorkspaceOutcome } from "../../actors/system.ts";
import { SIM_TOOLS } from "./sim_tools.ts";

export const AGENTS: readonly Joining[] = ["Ada", "Bob", "Cyd"].map((name, index) => ({
  agentId: `agent_${index + 1}`,
  agentVersion: 1,
  number: index + 1,
  name,
  color: index + 1,
  model: "sim",
}));

/** Tokens of a window that a few answers fill. */
const SMALL_WINDOW = 256;

/** Asked in comparisons and by nobody else, by a provider of their own: whoever is told of them is told who is who. */
export const CANARIES: readonly Joining[] = ["Quillfeather", "Marzipanides", "Ostrobothnia", "Ypsilantine"]
  .map((name, index) => ({
    agentId: `agent_canary${index}`,
    agentVersion: 1,
    number: AGENTS.length + 1 + index,
    name,
    color: AGENTS.length + 1 + index,
    model: `canary:${name.toLowerCase()}`,
  }));
export const CANARY_PROVIDER = "provider_canary";
/** What they are known by. */
export const CANARY_NAMES = CANARIES.flatMap(({ agentId, name, model }) => [agentId, name, model]);

/** @param full the windows of two agents are so small that they fill @param compares there are those who are compared */
export function furnish(
  system: System,
  full: boolean,
  compares: boolean,
): Promise<WorkspaceOutcome<unknown>> {
  const provider = {
    id: "provider_sim",
    name: "Sim",
    kind: "mock" as const,
    maxConcurrent: 8,
    requestsPerMinute: 100_000,
    timeoutSeconds: 5,
  };
  return system.changeWorkspace(() => ({
    ok: true,
    answer: { id: provider.id },
    events: [
      { type: "ProviderCreated", data: provider },
      ...compares
        ? [{ type: "ProviderCreated" as const, data: { ...provider, id: CANARY_PROVIDER, name: "Sim 2" } }]
        : [],
      ...(compares ? CANARIES : []).map(({ agentId, agentVersion, ...agent }) => ({
        type: "AgentCreated" as const,
        data: {
          id: agentId,
          version: agentVersion,
          ...agent,
          providerId: CANARY_PROVIDER,
          systemPrompt: "",
          params: {},
          tools: [],
        },
      })),
      ...AGENTS.map(({ agentId, number, name, color, model }) => ({
        type: "AgentCreated" as const,
        data: {
          id: agentId,
          number,
          version: 1,
          name,
          color,
          providerId: provider.id,
          model,
          systemPrompt: "",
          params: {
            ...(number === 3 ? { windowMessages: 4 } : {}),
            ...(full && number < 3 ? { contextWindow: SMALL_WINDOW } : {}),
          },
          tools: number === 1 ? SIM_TOOLS : [],
        },
      })),
    ],
  }), { by: SYSTEM });
}
