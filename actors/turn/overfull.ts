/** Whom pins alone would silence: told when somebody pins, long before an agent is asked. */
import { pinnedFor, specNow } from "../../projections/context/context.ts";
import { contextTokens } from "../../projections/context/tokens.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Overfull } from "../../projections/shapes/views.ts";
import { toldOf } from "../../projections/told_models.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { windowOf } from "./prepare.ts";

/** Of the agents that are on, those whose window is smaller than what is pinned; in the order of the roster. */
export function overfull(state: ConversationState, workspace: WorkspaceState): Overfull[] {
  const spec = specNow(state);
  return state.participants.filter(({ enabled }) => enabled).flatMap(({ id, agentId }) => {
    const agent = workspace.agents[agentId];
    const provider = workspace.providers[agent?.providerId ?? ""];
    const model = agent?.model || provider?.defaultModel || "";
    if (!agent || !provider || model === "") return [];
    const window = windowOf(agent, model, toldOf(workspace, provider.id, model));
    const pinned = contextTokens({ messages: pinnedFor(state, id, spec) });
    return window !== null && pinned > window ? [{ participantId: id, pinned, window }] : [];
  });
}
