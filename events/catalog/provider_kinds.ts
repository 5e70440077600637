/**
 * The kinds of providers. How each is spoken to is an adapter: actors/providers/kinds.ts has one for every kind; what it
 * is called, ui/words says. Plain values: this file runs in the browser.
 */

/** Every kind, in the order in which they are offered. */
export const PROVIDER_KINDS = ["openai", "responses", "anthropic", "mock"] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];
