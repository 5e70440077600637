/** Agents of the workspace as they join a conversation. */
import type { Joining, Managing } from "../../actors/conversation/commands.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { wrongField } from "../http/problem.ts";

/** The agent as it is now. Throws 422 at `path` for one that does not exist or was archived. */
export function joining(workspace: WorkspaceState, agentId: string, path: string): Joining {
  const agent = workspace.agents[agentId];
  if (!agent || agent.archived) throw wrongField(path, "there is no such agent");
  const model = agent.model || workspace.providers[agent.providerId]?.defaultModel || "";
  return joiningOf({ ...agent, model });
}

/** The members of an agency and who manages them. */
export function agencyOf(
  workspace: WorkspaceState,
  agencyId: string,
): { agents: Joining[]; managing: Managing } {
  const agency = workspace.agencies[agencyId];
  if (!agency || agency.archived) throw wrongField("agencyId", "there is no such agency");
  const ids = [...new Set([agency.managerAgentId, ...agency.agentIds])];
  return {
    agents: ids.filter((id) => workspace.agents[id] && !workspace.agents[id].archived)
      .map((id) => joining(workspace, id, "agencyId")),
    managing: { managerAgentId: agency.managerAgentId, principles: agency.principles, agencyId },
  };
}
