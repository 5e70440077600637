/** Who a note is for, as a choice of one list. */
import type { Note } from "../../events/catalog/memory.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { words } from "../words/memory.ts";

type Whose = Pick<Note, "agentId" | "projectId">;

/** The value of a choice; "" is everybody. */
export const valueOf = ({ agentId }: Whose): string => agentId === undefined ? "" : `agent ${agentId}`;

/** What a choice sets; null takes away what was set before. */
export const fieldsOf = (value: string): { readonly agentId: string | null } => {
  const [kind, id = ""] = value.split(" ");
  return { agentId: kind === "agent" ? id : null };
};

/** The choices there are: everybody, and each agent that is in use, by name. */
export function choicesOf(
  state: WorkspaceState | null,
): { readonly value: string; readonly label: string }[] {
  const agents = Object.values(state?.agents ?? {}).filter(({ archived }) => !archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  return [
    { value: "", label: words.everybody },
    ...agents.map(({ id, name }) => ({ value: valueOf({ agentId: id }), label: words.agent(name) })),
  ];
}

/** Who it is for, in words. */
export function whoseOf(state: WorkspaceState, { agentId }: Whose): string {
  if (agentId === undefined) return words.everybody;
  return words.agent(state.agents[agentId]?.name ?? words.goneAgent);
}
