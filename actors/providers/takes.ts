/** Which settings each kind of provider has words for: those of a program's call, and those of an agent. */
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { Params } from "../../events/catalog/workspace.ts";

export type Setting = keyof CallSettings;

/** Every kind knows tools. */
const TOOLS = ["tools", "toolChoice", "parallelTools"] as const satisfies readonly Setting[];

/** Practice agents draw nothing: the same request has the same answer, at any temperature. */
export const TAKES: Readonly<Record<ProviderKind, readonly Setting[]>> = {
  openai: [
    "maxTokens",
    "temperature",
    "topP",
    "frequencyPenalty",
    "presencePenalty",
    "stop",
    "seed",
    "effort",
    "verbosity",
    "format",
    "user",
    "safetyId",
    ...TOOLS,
  ],
  responses: [
    "maxTokens",
    "temperature",
    "topP",
    "effort",
    "verbosity",
    "format",
    "user",
    "safetyId",
    ...TOOLS,
  ],
  anthropic: [
    "maxTokens",
    "temperature",
    "topP",
    "topK",
    "stop",
    "effort",
    "format",
    "user",
    "safetyId",
    ...TOOLS,
  ],
  mock: ["maxTokens", "temperature", "topP", "topK", "stop", "seed", "user", "safetyId", ...TOOLS],
};

/** Of an agent's settings those that not every kind has words for, where they are no call's. */
const OF_AGENTS: Readonly<Record<ProviderKind, readonly (keyof Params)[]>> = {
  openai: ["serviceTier"],
  responses: ["serviceTier"],
  anthropic: ["serviceTier", "cacheHour"],
  mock: [],
};
const NOT_ALL = ["topP", "stop", "seed", "verbosity", "serviceTier", "cacheHour"] as const;

/** An agent's settings without those for which this kind has no words. */
export function paramsFor(kind: ProviderKind, params: Params): Params {
  const taken: ReadonlySet<string> = new Set([...TAKES[kind], ...OF_AGENTS[kind]]);
  const strange = NOT_ALL.filter((one) => !taken.has(one));
  return Object.fromEntries(Object.entries(params).filter(([name]) => !strange.some((one) => one === name)));
}
