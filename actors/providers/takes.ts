/** Which settings of an agent a kind of provider has words for. */
import { kindFacts, type ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { Params } from "../../events/catalog/workspace.ts";

/** Those that not every kind has. */
const NOT_ALL = ["topP", "stop", "seed", "verbosity", "serviceTier", "cacheHour"] as const;

/** An agent's settings without those for which this kind has no words. */
export function paramsFor(kind: ProviderKind, params: Params): Params {
  const { takes, ofAgents = [] } = kindFacts(kind);
  const taken: ReadonlySet<string> = new Set([...takes, ...ofAgents]);
  const strange = NOT_ALL.filter((one) => !taken.has(one));
  return Object.fromEntries(Object.entries(params).filter(([name]) => !strange.some((one) => one === name)));
}
