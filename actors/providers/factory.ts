/** Adapters by kind (S0-44, S2-24). A maker's SDK is loaded with the first call that needs it, never before. */
import type { ProviderKind } from "../../events/catalog/workspace.ts";
import type { MockProvider } from "./practice/mock.ts";
import type { ProviderAdapter } from "./types.ts";

/** Gives the adapter of a kind; the same one every time. */
export type Adapters = (kind: ProviderKind) => Promise<ProviderAdapter>;

/**
 * @param mock the mock provider of this process: tests keep it to read what it received
 * @param now epoch milliseconds
 */
export function adapters(mock: MockProvider, now: () => number): Adapters {
  const loaded = new Map<ProviderKind, Promise<ProviderAdapter>>();
  return (kind) => {
    const known = loaded.get(kind);
    if (known) return known;
    const loading = load(kind, mock, now);
    loaded.set(kind, loading);
    // A failed import (a missing cache while offline) may work the next time.
    loading.catch(() => loaded.delete(kind));
    return loading;
  };
}

async function load(kind: ProviderKind, mock: MockProvider, now: () => number): Promise<ProviderAdapter> {
  switch (kind) {
    case "mock":
      return mock;
    case "openai":
      return (await import("./openai/openai.ts")).createOpenAi(now);
    case "anthropic":
      return (await import("./anthropic/anthropic.ts")).createAnthropic(now);
  }
}
