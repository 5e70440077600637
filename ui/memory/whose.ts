/** Who a note is for, as a choice of one list. */
import type { Note } from "../../events/catalog/memory.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { projectsOf } from "../projects/in_use.ts";
import { words } from "../words/memory.ts";

type Whose = Pick<Note, "agentId" | "projectId">;

/** The value of a choice; "" is everybody. */
export function valueOf({ agentId, projectId }: Whose): string {
  if (agentId !== undefined) return `agent ${agentId}`;
  return projectId === undefined ? "" : `project ${projectId}`;
}

/** What a choice sets; null takes away what was set before. */
export const fieldsOf = (
  value: string,
): { readonly agentId: string | null; readonly projectId: string | null } => {
  const [kind, id = ""] = value.split(" ");
  return { agentId: kind === "agent" ? id : null, projectId: kind === "project" ? id : null };
};

/** The same where nothing was set before. */
export const chosenOf = (value: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, id]) => id === null ? [] : [[name, id]]),
  );

/** The choices there are: everybody, each project and each agent that is in use, by name. */
export function choicesOf(
  state: WorkspaceState | null,
): { readonly value: string; readonly label: string }[] {
  const agents = Object.values(state?.agents ?? {}).filter(({ archived }) => !archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  return [
    { value: "", label: words.everybody },
    ...projectsOf(state).map(({ id, name }) => ({
      value: valueOf({ projectId: id }),
      label: words.project(name),
    })),
    ...agents.map(({ id, name }) => ({ value: valueOf({ agentId: id }), label: words.agent(name) })),
  ];
}

/** Who it is for, in words. */
export function whoseOf(state: WorkspaceState, { agentId, projectId }: Whose): string {
  if (projectId !== undefined) return words.project(state.projects[projectId]?.name || words.goneProject);
  if (agentId === undefined) return words.everybody;
  return words.agent(state.agents[agentId]?.name ?? words.goneAgent);
}
