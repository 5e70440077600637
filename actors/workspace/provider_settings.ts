/** ProviderKeys of the configured providers, and whether their servers answer. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { ProviderError } from "../providers/types.ts";
import type { ProviderCalls } from "../providers/provider_calls.ts";
import type { ProviderKeys } from "../providers/provider_keys.ts";
import type { Environment } from "../runtime/environment.ts";
import type { System } from "../system.ts";
import type { WorkspaceActor } from "./workspace_actor.ts";

const NEVER = new AbortController().signal;

type ProviderSettings = Pick<System, "setKey" | "keyHint" | "unreadableKeys" | "models" | "test">;

export function providerSettings(
  workspace: WorkspaceActor,
  keys: ProviderKeys,
  calls: ProviderCalls,
  { monotonic }: Environment,
): ProviderSettings {
  async function models(providerId: string) {
    const provider = (await workspace.refresh()).providers[providerId];
    if (!provider) return { ok: false, latencyMs: 0, error: "There is no such provider." } as const;
    const startedAt = monotonic();
    const latency = () => Math.round(monotonic() - startedAt);
    try {
      return { ok: true, models: await calls.models(provider, NEVER), latencyMs: latency() } as const;
    } catch (error) {
      const told = error instanceof ProviderError ? error.message : "The provider could not be reached.";
      return { ok: false, latencyMs: latency(), error: told } as const;
    }
  }

  return {
    models,
    async test(providerId) {
      const result = await models(providerId);
      return result.ok ? { ok: true, latencyMs: result.latencyMs } : result;
    },
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
