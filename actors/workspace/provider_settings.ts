/** Keys of the configured providers, whether their servers answer, and who could be one. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { providerError } from "../providers/error_messages.ts";
import { localServers, type Sought } from "../providers/local_servers.ts";
import { ProviderError } from "../providers/types.ts";
import type { ProviderCalls } from "../providers/provider_calls.ts";
import type { ProviderKeys } from "../providers/provider_keys.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Listing, System } from "../system.ts";
import type { WorkspaceActor } from "./workspace_actor.ts";

const NEVER = new AbortController().signal;

type ProviderSettings = Pick<
  System,
  "setKey" | "keyHint" | "unreadableKeys" | "models" | "modelsAt" | "localServers"
>;

/** @param sought which local servers are looked for, and where; absent: the known ones */
export function providerSettings(
  workspace: WorkspaceActor,
  keys: ProviderKeys,
  calls: ProviderCalls,
  { monotonic }: Environment,
  sought?: readonly Sought[],
): ProviderSettings {
  async function timed(ask: () => Promise<readonly OfferedModel[]>): Promise<Listing> {
    const startedAt = monotonic();
    const latencyMs = () => Math.round(monotonic() - startedAt);
    try {
      return { ok: true, models: await ask(), latencyMs: latencyMs() };
    } catch (thrown) {
      const { code, message } = thrown instanceof ProviderError ? thrown : providerError("network");
      return { ok: false, latencyMs: latencyMs(), code, error: message };
    }
  }

  async function keptOf(providerId: string): Promise<Provider> {
    const provider = (await workspace.refresh()).providers[providerId];
    if (!provider) throw providerError("not_found", { sentence: "There is no such provider." });
    return provider;
  }

  return {
    models: (providerId) => timed(async () => await calls.models(await keptOf(providerId), NEVER)),
    modelsAt: (provider, apiKey) => timed(() => calls.modelsAt(provider, apiKey)),
    localServers: localServers((provider, ms) => calls.modelsAt(provider, null, ms), sought),
    async setKey(id, origin, key, by = SYSTEM) {
      await keys.set(id, origin, key);
      return await workspace.change((state) => ({
        ok: true,
        answer: { id },
        events: key === null && !state.keys[id]
          ? []
          : [{ type: key === null ? "ProviderKeyCleared" : "ProviderKeySet", data: { id } }],
      }), { by });
    },
    keyHint: (providerId) => keys.hint(providerId),
    unreadableKeys: () => keys.unreadable(),
  };
}
