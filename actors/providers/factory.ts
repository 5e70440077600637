/** Adapters by kind (S0-44, S2-24). A maker's SDK is loaded with the first call that needs it, never before. */
import type { ProviderKind } from "../../events/workspace.ts";
import { providerError } from "./error_codes.ts";
import type { MockProvider } from "./mock.ts";
import type { ProviderAdapter } from "./types.ts";

/** Gives the adapter of a kind; the same one every time. */
export type Adapters = (kind: ProviderKind) => Promise<ProviderAdapter>;

/** @param mock the mock provider of this process: tests keep it to read what it received. */
export function adapters(mock: MockProvider): Adapters {
  const loaded = new Map<ProviderKind, Promise<ProviderAdapter>>();
  return (kind) => {
    const known = loaded.get(kind);
    if (known) return known;
    const loading = load(kind, mock);
    loaded.set(kind, loading);
    // A failed import (a missing cache while offline) may work the next time.
    loading.catch(() => loaded.delete(kind));
    return loading;
  };
}

function load(kind: ProviderKind, mock: MockProvider): Promise<ProviderAdapter> {
  switch (kind) {
    case "mock":
      return Promise.resolve(mock);
    case "openai":
    case "anthropic":
      throw providerError("internal");
  }
}
