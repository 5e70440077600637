/**
 * The kinds of providers, one entry each: what everybody must know of a kind, the interface as well as the engine.
 * How each is spoken to is an adapter: actors/providers/kinds.ts has one for every kind. Plain values: this file runs in
 * the browser.
 */
import type { CallSettings } from "./call_settings.ts";

export type Setting = keyof CallSettings;

/** What people read of a kind. */
export interface KindWords {
  /** What a provider of this kind is, in a line with its address. */
  readonly label: string;
  /** What it speaks, as the form of a provider ends its sentence. */
  readonly speaks: string;
}

export interface KindFacts extends KindWords {
  /** What it has words for: settings of a program's call, */
  readonly takes: readonly Setting[];
  /** and of an agent's settings those that are no call's and that not every kind has words for. */
  readonly ofAgents?: readonly ("serviceTier" | "cacheHour")[];
  /** Its makers have a search of the web. */
  readonly searches?: true;
}

/** What every kind has words for. */
const EVERY = [
  "maxTokens",
  "temperature",
  "topP",
  "user",
  "safetyId",
  "tools",
  "toolChoice",
  "parallelTools",
] as const satisfies readonly Setting[];

const FACTS = {
  openai: {
    label: "OpenAI format",
    speaks: "the OpenAI format (Chat Completions)",
    takes: [...EVERY, "frequencyPenalty", "presencePenalty", "stop", "seed", "effort", "verbosity", "format"],
    ofAgents: ["serviceTier"],
  },
  responses: {
    label: "OpenAI format (Responses)",
    speaks: "the OpenAI format (Responses)",
    takes: [...EVERY, "effort", "verbosity", "format"],
    ofAgents: ["serviceTier"],
    searches: true,
  },
  anthropic: {
    label: "Anthropic format",
    speaks: "the Anthropic format (Messages)",
    takes: [...EVERY, "topK", "stop", "effort", "format"],
    ofAgents: ["serviceTier", "cacheHour"],
    searches: true,
  },
  // Practice agents draw nothing: the same request has the same answer, at any temperature.
  mock: {
    label: "practice, no key",
    speaks: "nothing: it answers from practice scripts",
    takes: [...EVERY, "topK", "stop", "seed"],
  },
} as const satisfies Record<string, KindFacts>;

export type ProviderKind = keyof typeof FACTS;

/** Every kind, in the order in which they are offered. */
export const PROVIDER_KINDS = Object.keys(FACTS) as readonly ProviderKind[];

export const kindFacts = (kind: ProviderKind): KindFacts => FACTS[kind];
