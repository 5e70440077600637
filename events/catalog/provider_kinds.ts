/**
 * The kinds of providers, one entry each, with the words of the interface. How each is spoken to is an adapter:
 * actors/providers/kinds.ts has one for every kind. Plain values: this file runs in the browser.
 */
const LABELS = {
  openai: "OpenAI or compatible (Ollama, vLLM, LM Studio, OpenRouter …)",
  anthropic: "Anthropic or compatible",
  mock: "Practice agents, no model",
} as const;

export type ProviderKind = keyof typeof LABELS;

/** Every kind, in the order in which they are offered. */
export const PROVIDER_KINDS = Object.keys(LABELS) as readonly ProviderKind[];

export const labelOfKind = (kind: ProviderKind): string => LABELS[kind];
