/** Which agents are to use a provider that was just connected, with which model, and what that would cost. */
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import { costOf, type PriceOverrides } from "../../projections/usage/prices.ts";
import type { Kept, WorkspaceState } from "../../projections/workspace.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";

/** By agent: the model it is to use, "" for the one chosen for all; who is not in it stays where it is. */
export type Uses = Readonly<Record<string, string>>;

export const agentsOf = (state: WorkspaceState): Kept<Agent>[] =>
  Object.values(state.agents).filter(({ archived }) => !archived).sort((a, b) => a.number - b.number);

const isPractice = (provider: Provider | undefined): boolean => provider?.kind === "mock";

/** To begin with: everybody who answers from practice scripts or whose provider is gone; nobody for more practice. */
export function firstUses(state: WorkspaceState, provider: Pick<Provider, "kind">): Uses {
  if (provider.kind === "mock") return {};
  return Object.fromEntries(
    agentsOf(state).filter(({ providerId }) => {
      const present = state.providers[providerId];
      return !present || present.archived || isPractice(present);
    }).map(({ id }) => [id, ""]),
  );
}

/** Puts an agent in or takes it out. */
export function switched(uses: Uses, agentId: string, on: boolean): Uses {
  const { [agentId]: _, ...others } = uses;
  return on ? { ...others, [agentId]: "" } : others;
}

/** What has to be changed of each agent: those that are as wanted already are left alone. */
export function changesOf(
  state: WorkspaceState,
  uses: Uses,
  providerId: string,
  model: string,
): { readonly id: string; readonly fields: { readonly providerId: string; readonly model: string } }[] {
  return agentsOf(state).flatMap((agent) => {
    const own = uses[agent.id];
    if (own === undefined) return [];
    const fields = { providerId, model: own || model };
    const same = agent.providerId === providerId && agent.model === fields.model;
    return same ? [] : [{ id: agent.id, fields }];
  });
}

/** The prices that would count: what a person set, and what the server says of these models. */
export const pricesWith = (models: readonly OfferedModel[], own: PriceOverrides): PriceOverrides => ({
  ...Object.fromEntries(models.flatMap(({ name, price }) => price ? [[name, price]] : [])),
  ...own,
});

/** Tokens of 500 words of English, by the usual rule of thumb. */
const TOKENS = 670;
/** Tokens of what an agent is told about itself and the others, roughly. */
const TOLD_TOKENS = 200;

/** US dollars of a question and one answer of each agent, of 500 words; or the model whose price nobody knows. */
export function estimate(
  uses: Uses,
  model: string,
  prices: PriceOverrides,
): { readonly usd: number } | { readonly unknown: string } {
  let usd = 0;
  for (const own of Object.values(uses)) {
    const name = own || model;
    const usage = { input: TOKENS + TOLD_TOKENS, cacheRead: 0, cacheWrite: 0, output: TOKENS, reasoning: 0 };
    const cost = costOf(usage, name, prices);
    if (cost === null) return { unknown: name };
    usd += cost;
  }
  return { usd };
}
