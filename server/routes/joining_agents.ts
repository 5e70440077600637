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

/** The agents of a project that are there. Throws 422 for a project that is not, or was put out of use. */
export function projectOf(workspace: WorkspaceState, projectId: string): { readonly agents: Joining[] } {
  const project = workspace.projects[projectId];
  if (!project || project.archived) throw wrongField("projectId", "there is no such project");
  const { agents } = workspace;
  return {
    agents: project.agentIds.filter((id) => agents[id]?.archived === false)
      .map((id) => joining(workspace, id, "projectId")),
  };
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
