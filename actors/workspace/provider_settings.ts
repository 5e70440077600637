/** Keys of the configured providers, whether their servers answer, and who could be one. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { providerError } from "../providers/error_messages.ts";
import { localServers, type Sought } from "../providers/local_servers.ts";
import { withKnown } from "../providers/offered_models.ts";
import { ProviderError } from "../providers/types.ts";
import { originOf, type ProviderCalls } from "../providers/provider_calls.ts";
import type { ProviderKeys } from "../providers/provider_keys.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Listing, System } from "../system.ts";
import type { ModelLists } from "./model_lists.ts";
import type { WorkspaceActor } from "./workspace_actor.ts";

type ProviderSettings = Pick<
  System,
  | "setKey"
  | "setHeaders"
  | "keyHint"
  | "unreadableKeys"
  | "models"
  | "askModels"
  | "tellModels"
  | "adoptModels"
  | "modelsAt"
  | "localServers"
>;

/** @param sought which local servers are looked for, and where; absent: the known ones */
export function providerSettings(
  workspace: WorkspaceActor,
  keys: ProviderKeys,
  calls: ProviderCalls,
  lists: ModelLists,
  { monotonic, now }: Environment,
  sought?: readonly Sought[],
): ProviderSettings {
  async function timed(ask: () => Promise<readonly OfferedModel[]>): Promise<Listing> {
    const startedAt = monotonic();
    const latencyMs = () => Math.round(monotonic() - startedAt);
    try {
      const models = (await ask()).map(withKnown);
      return { ok: true, models, readAt: now(), cut: 0, latencyMs: latencyMs() };
    } catch (thrown) {
      const { code, message } = thrown instanceof ProviderError ? thrown : providerError("network");
      return { ok: false, latencyMs: latencyMs(), code, error: message };
    }
  }

  async function listing(
    providerId: string,
    ask: (provider: Provider) => Promise<Listing>,
  ): Promise<Listing> {
    const provider = (await workspace.refresh()).providers[providerId];
    if (provider) return await ask(provider);
    return { ok: false, latencyMs: 0, code: "not_found", error: "There is no such provider." };
  }

  return {
    models: (providerId) => listing(providerId, (provider) => lists.of(provider)),
    askModels: (providerId) => listing(providerId, (provider) => lists.ask(provider)),
    tellModels: (providerId) => lists.tell(providerId),
    modelsAt: (provider, apiKey, headers) =>
      timed(async () => {
        const models = await calls.modelsAt(provider, apiKey, headers);
        lists.tried(provider, apiKey, models);
        return models;
      }),
    adoptModels: async (provider, apiKey) => await lists.adopt(provider, apiKey),
    localServers: localServers((provider, ms) => calls.modelsAt(provider, null, {}, ms), sought),
    async setKey(id, origin, key, by = SYSTEM) {
      await keys.set(id, origin, key);
      await lists.forget(id);
      return await workspace.change((state) => ({
        ok: true,
        answer: { id },
        events: key === null && !state.keys[id]
          ? []
          : [{ type: key === null ? "ProviderKeyCleared" : "ProviderKeySet", data: { id } }],
      }), { by });
    },
    async setHeaders(provider, given) {
      await keys.setHeaders(provider.id, originOf(provider), given, provider.headerNames ?? []);
      await lists.forget(provider.id);
    },
    keyHint: (providerId) => keys.hint(providerId),
    unreadableKeys: () => keys.unreadable(),
  };
}
