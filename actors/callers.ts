/** The providers of this process as turns use them: how many calls at once, when again, with which key. */
import type { Provider } from "../events/workspace.ts";
import type { Environment } from "./environment.ts";
import type { Keys } from "./keys.ts";
import type { ProviderAdapter } from "./providers/types.ts";
import { Slots } from "./slots.ts";
import { patiently } from "./turn/patience.ts";
import type { Caller } from "./turn/ports.ts";

/** Where a provider's requests go, as far as its key is concerned. */
export function originOf(provider: Pick<Provider, "kind" | "baseUrl">): string {
  return provider.baseUrl ? new URL(provider.baseUrl).origin : provider.kind;
}

const TRIES = 4;

export class Callers {
  readonly #slots = new Map<string, Slots>();

  constructor(
    readonly adapter: (kind: Provider["kind"]) => Promise<ProviderAdapter>,
    readonly keys: Keys,
    readonly environment: Environment,
  ) {}

  /** For the status page. */
  states(): { id: string; state: string }[] {
    return [...this.#slots].map(([id, slots]) => ({ id, state: slots.waiting > 0 ? "busy" : "ready" }));
  }

  async caller(provider: Provider): Promise<Caller> {
    const adapter = await this.adapter(provider.kind);
    const slots = this.#slots.get(provider.id) ?? new Slots(provider.maxConcurrent);
    this.#slots.set(provider.id, slots);
    const apiKey = await this.keys.get(provider.id, originOf(provider));
    return {
      renderer: adapter.renderer,
      admit: (signal) => slots.take(signal),
      send: (model, body, signal) =>
        patiently(
          this.environment,
          signal,
          provider.timeoutSeconds * 1_000,
          (inner) => adapter.send({ config: provider, apiKey, model, body, signal: inner }),
        ),
      async refreshModels(signal) {
        await adapter.models({ config: provider, apiKey, signal });
      },
      retryDelay: (tries, retryAfterMs) => tries >= TRIES ? null : retryAfterMs ?? 500 * 2 ** tries,
    };
  }
}
