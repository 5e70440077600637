/**
 * What models cost in a workspace: what a person set comes first, then what the providers' servers say, then the dated
 * list. Usage goes by the name of a model, so a name has one price: where servers say different ones the dearer counts,
 * and the dated list's beside them as long as an agent has the model from a server that says none. So nobody's own
 * server makes another's model look free.
 */
import type { Price } from "../../events/catalog/workspace.ts";
import type { WorkspaceState } from "../shapes/settings_fold.ts";
import { modelOf } from "../told_models.ts";
import { priceFor, type PriceOverrides } from "./prices.ts";

const dearness = ({ input, output }: Price): number => input + output;

/** Where it is what the dated list says that counts, which also knows what long prompts cost. */
function isListed(model: string, { input, output }: Price): boolean {
  const listed = priceFor(model);
  return listed?.input === input && listed.output === output;
}

/** The prices that come before the dated list. */
export function pricesInForce(state: Omit<WorkspaceState, "seq">): PriceOverrides {
  const own = state.settings.prices ?? {};
  const said = new Map<string, Price>();
  const consider = (model: string, price: Price) => {
    const known = said.get(model);
    if (!known || dearness(price) > dearness(known)) said.set(model, price);
  };
  for (const [id, models] of Object.entries(state.told)) {
    if (state.providers[id]?.archived !== false) continue;
    for (const { name, price } of models) if (price && !isListed(name, price)) consider(name, price);
  }
  if (said.size === 0) return own;
  for (const agent of Object.values(state.agents)) {
    const provider = state.providers[agent.providerId];
    const model = modelOf(agent, state);
    if (agent.archived || provider?.kind === "mock" || !said.has(model)) continue;
    if (state.told[agent.providerId]?.some(({ name, price }) => name === model && price)) continue;
    const listed = priceFor(model);
    if (listed) consider(model, listed);
  }
  return { ...Object.fromEntries(said), ...own };
}
