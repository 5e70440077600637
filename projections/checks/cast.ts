/** An agent as it takes part in a run of a check: what is said of it there instead of what the settings say. */
import type { Agent } from "../../events/catalog/workspace.ts";
import type { CheckRun } from "../shapes/check_folds.ts";

export function castAs<T extends Pick<Agent, "providerId" | "model" | "systemPrompt">>(
  agent: T,
  cast: CheckRun["cast"][string] | undefined,
): T {
  if (!cast) return agent;
  const { providerId = agent.providerId, systemPrompt = agent.systemPrompt } = cast;
  // Of another provider it is its default model, unless one is named.
  const model = cast.model ?? (providerId === agent.providerId ? agent.model : "");
  return { ...agent, providerId, model, systemPrompt };
}
