/** Who answers, through which provider as it is kept, with which model; why nobody can. */
import type { Agent, Provider, ToldModel } from "../../events/catalog/workspace.ts";
import { castAs } from "../../projections/checks/cast.ts";
import { toldToJudge } from "../../projections/context/judged_context.ts";
import type { Spec } from "../../projections/context/spec.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { toldOf } from "../../projections/told_models.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";

const NOTHING_TO_JUDGE = "The words of what was to be judged were erased.";

/** Why an agent cannot be asked. */
export interface Unprepared {
  readonly ok: false;
  /** A sentence for people. */
  readonly why: string;
  readonly agentVersion: number;
}

export interface Answering {
  readonly ok: true;
  readonly agent: Agent;
  readonly kept: Provider;
  readonly model: string;
  /** What the provider's server says of the model. */
  readonly told: ToldModel | undefined;
}

export function whoAnswers(
  state: ConversationState,
  workspace: WorkspaceState,
  participantId: string,
  judges: Spec["judges"],
): Answering | Unprepared {
  const participant = participantOf(state, participantId);
  const settings = workspace.agents[participant?.agentId ?? ""];
  if (!participant || !settings) {
    return {
      ok: false,
      why: "The agent is not in the settings.",
      agentVersion: participant?.agentVersion ?? 1,
    };
  }
  const agent = castAs(settings, state.run?.cast[participant.id]);
  const kept = workspace.providers[agent.providerId];
  const model = agent.model || kept?.defaultModel || "";
  if (!kept) {
    return { ok: false, why: "The agent’s provider is not in the settings.", agentVersion: agent.version };
  }
  if (!model) return { ok: false, why: "The agent has no model.", agentVersion: agent.version };
  if (judges && !toldToJudge(state, judges)) {
    return { ok: false, why: NOTHING_TO_JUDGE, agentVersion: agent.version };
  }
  return { ok: true, agent, kept, model, told: toldOf(workspace, kept.id, model) };
}
