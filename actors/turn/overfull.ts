/**
 * Whom what counts always would silence: told when somebody pins, or changes what a project gives, long before an agent is
 * asked.
 */
import { AgentContext, type ContextMessage } from "../../projections/context/context.ts";
import { specNow } from "../../projections/context/spec.ts";
import { contextTokens } from "../../projections/context/tokens.ts";
import { projectFor, type ProjectParts, projectParts } from "../../projections/memory/project.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { ProjectHere } from "../../projections/shapes/settings_fold.ts";
import type { Overfull, ProjectSize } from "../../projections/shapes/views.ts";
import { toldOf } from "../../projections/told_models.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { filesTakenBy } from "../providers/models.ts";
import { windowOf } from "./size.ts";

/** What an agent's model takes in, and how it takes files; null: nobody knows, or it has no model. */
function roomOf(workspace: WorkspaceState, agentId: string) {
  const agent = workspace.agents[agentId];
  const provider = workspace.providers[agent?.providerId ?? ""];
  const model = agent?.model || provider?.defaultModel || "";
  if (!agent || !provider || model === "") return null;
  const told = toldOf(workspace, provider.id, model);
  const window = windowOf(agent, model, told);
  return window === null ? null : { window, taken: filesTakenBy(provider.kind, model, told) };
}
type Room = NonNullable<ReturnType<typeof roomOf>>;

const sizeFor = ({ taken }: Room, messages: readonly ContextMessage[], text = ""): number =>
  contextTokens({ messages }, text, taken);

const projectSize = (room: Room, { text, lead }: ProjectParts): number =>
  sizeFor(room, lead ? [lead] : [], text);

/** Of the agents that are on, those whose window is smaller than what counts always; in the order of the roster. */
export function overfull(state: ConversationState, workspace: WorkspaceState): Overfull[] {
  const spec = specNow(state);
  const parts = projectParts(projectFor(workspace, state));
  return state.participants.filter(({ enabled }) => enabled).flatMap(({ id, agentId }) => {
    const room = roomOf(workspace, agentId);
    if (!room) return [];
    const { window } = room;
    const pinned = sizeFor(room, new AgentContext(state, id, spec).pinned());
    const project = projectSize(room, parts);
    return pinned + project > window ? [{ participantId: id, pinned, project, window }] : [];
  });
}

/** How large what a project gives is, and for whose window that is too much: of all agents that are there. */
export function sizeOfProject(workspace: WorkspaceState, project: ProjectHere): ProjectSize {
  const parts = projectParts(project);
  const overfull = Object.values(workspace.agents).flatMap(({ id: agentId, archived }) => {
    if (archived) return [];
    const room = roomOf(workspace, agentId);
    const tokens = room ? projectSize(room, parts) : 0;
    return room && tokens > room.window ? [{ agentId, tokens, window: room.window }] : [];
  });
  return { tokens: contextTokens({ messages: parts.lead ? [parts.lead] : [] }, parts.text), overfull };
}
