/** The providers of this process as turns use them: how many calls at once, when again, with which key. */
import type { Provider } from "../../events/catalog/workspace.ts";
import { backoffMs, begun, retry, type RetryPolicy } from "../runtime/retry.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import type { Environment } from "../runtime/environment.ts";
import { type ProviderKeys, UNREADABLE } from "./provider_keys.ts";
import { RateLimit } from "../runtime/rate_limit.ts";
import { Pauses } from "./pauses.ts";
import { providerError } from "./error_messages.ts";
import { type Part, type ProviderAdapter, ProviderError } from "./types.ts";
import { Slots } from "../runtime/slots.ts";
import { type Patience, patiently, type Told } from "./patience.ts";

/** Where a provider's requests go, as far as its key is concerned. */
export function originOf(provider: Pick<Provider, "kind" | "baseUrl">): string {
  const { kind, baseUrl } = provider;
  // One maker, whichever of its words are spoken.
  return baseUrl ? new URL(baseUrl).origin : kind === "responses" ? "openai" : kind;
}

/** One call before it fails, where its patience lasts that long; up to a third is added so that many do not meet. */
const CALL_RETRY: RetryPolicy = { tries: 4, firstMs: 1_000, mostMs: 4_000 };
/** Milliseconds a server may ask for: beyond, the turn fails and says why. Nobody watches a spinner longer. */
const RETRY_AFTER_MS = 60_000;
const NEVER = new AbortController().signal;
/** Milliseconds a connection test or a list of models may take. */
const LIST_MS = 20_000;

export class ProviderCalls {
  readonly #lanes = new Map<string, Lane>();

  constructor(
    readonly adapter: (kind: Provider["kind"]) => Promise<ProviderAdapter>,
    readonly keys: ProviderKeys,
    readonly environment: Environment,
    /** Told of each list of a kept provider, before whoever asked for it. */
    readonly listed: (provider: Provider, models: readonly OfferedModel[]) => Promise<void> = async () => {},
  ) {}

  /** For the status page. */
  states(): { id: string; state: string }[] {
    return [...this.#lanes].map(([id, { limit, pauses, slots }]) => {
      if (limit.state !== "ok") return { id, state: limit.state };
      return { id, state: pauses.any ? "limited" : slots.waiting > 0 ? "busy" : "ok" };
    });
  }

  /** The provider as a turn uses it. */
  async caller(provider: Provider) {
    const adapter = await this.adapter(provider.kind);
    const { slots, limit, pauses } = this.#lane(provider);
    const { environment } = this;
    const read = () => this.keys.kept(provider.id, originOf(provider));
    // Opened while the turn is claimed; the first call waits for it.
    const opened = read();
    opened.catch(() => undefined);
    const key = begun(opened, read);
    const apiKey = async (signal: AbortSignal) => readable(await retry(environment, signal, key));
    const headers = (signal: AbortSignal) =>
      provider.headerNames?.length ? retry(environment, signal, () => this.#headers(provider)) : {};
    return {
      renderer: adapter.renderer,
      /**
       * Waits for a place under the provider's limits; call what it answers when done. Null: aborted.
       * @param waiting told for how many milliseconds the provider asked to leave this model alone
       */
      async admit(model: string, signal: AbortSignal, waiting: (ms: number) => void) {
        for (;;) {
          // A model that pauses holds no place that another could have.
          await pauses.wait(model, signal, waiting);
          const release = await slots.take(signal);
          if (!release) return null;
          if (pauses.left(model) === 0 && await limit.wait(signal)) return release;
          release();
        }
      },
      /** The same when there is a place right now; null when it would have to wait. */
      admitNow(model: string) {
        if (pauses.left(model) > 0) return null;
        const release = slots.takeFree();
        if (!release || limit.passes()) return release;
        release();
        return null;
      },
      /** Sends exactly `body`. Throws `ProviderError` only. */
      send: (model: string, body: Uint8Array, signal: AbortSignal, patience: Patience) =>
        patiently(environment, signal, patience, (inner, heard) =>
          later(async () => {
            const config = { config: provider, apiKey: await apiKey(inner), headers: await headers(inner) };
            return adapter.send({ ...config, model, body, signal: inner, heard });
          }), learning(limit, (ms) => pauses.pause(model, ms))),
      /** Asks the server anew which models it has (S4-37). */
      refreshModels: async (signal: AbortSignal) => {
        try {
          await this.models(provider, signal);
        } catch (error) {
          // The list is a hint; whether the model is there now, the next call says.
          if (!(error instanceof ProviderError)) throw error;
        }
      },
      /** Milliseconds before try number `tries` + 1; null: give up. */
      retryDelay: (tries: number, retryAfterMs = 0) => {
        if (tries >= CALL_RETRY.tries || retryAfterMs > RETRY_AFTER_MS) return null;
        const own = backoffMs(CALL_RETRY, tries) * (1 + this.environment.random() / 3);
        return Math.max(own, retryAfterMs);
      },
    };
  }

  /** The models the provider's server offers, by name. Throws `ProviderError`. */
  async models(provider: Provider, signal: AbortSignal): Promise<OfferedModel[]> {
    const key = async () => readable(await this.keys.open(provider.id, originOf(provider)));
    const models = await this.#listed(provider, signal, key, () => this.#headers(provider));
    await this.listed(provider, models);
    return models;
  }

  /**
   * The same of a provider that is not kept, with a key that is not kept either. Throws `ProviderError`.
   * @param headers of its own
   * @param patienceMs milliseconds it may take, at most those of a list
   */
  async modelsAt(
    provider: Provider,
    apiKey: string | null,
    headers: Readonly<Record<string, string>> = {},
    patienceMs = LIST_MS,
  ): Promise<OfferedModel[]> {
    const [key, own] = [() => Promise.resolve(apiKey), () => Promise.resolve(headers)];
    return await this.#listed(provider, NEVER, key, own, Math.min(patienceMs, LIST_MS));
  }

  /** What a provider's headers say. @throws ProviderError where one of them is not there or cannot be read */
  async #headers(provider: Provider): Promise<Readonly<Record<string, string>>> {
    const { id, headerNames = [] } = provider;
    if (headerNames.length === 0) return {};
    const found = await this.keys.headers(id, originOf(provider));
    if (found !== UNREADABLE && headerNames.every((name) => name in found)) return found;
    throw providerError("auth", {
      sentence:
        "What this provider’s extra headers say cannot be read any more. Please enter it again in the settings.",
    });
  }

  async #listed(
    provider: Provider,
    signal: AbortSignal,
    key: () => Promise<string | null>,
    headers: () => Promise<Readonly<Record<string, string>>>,
    patienceMs = LIST_MS,
  ): Promise<OfferedModel[]> {
    const done = new AbortController();
    const late = new AbortController();
    void this.environment.sleep(patienceMs, done.signal).then(() => late.abort());
    try {
      const apiKey = await key();
      const adapter = await this.adapter(provider.kind);
      return await adapter.models({
        config: provider,
        apiKey,
        headers: await headers(),
        signal: AbortSignal.any([signal, late.signal]),
      });
    } catch (error) {
      throw late.signal.aborted && !signal.aborted ? providerError("timeout") : error;
    } finally {
      done.abort();
    }
  }

  /** One a provider; another limit in its settings begins a new one. */
  #lane({ id, maxConcurrent, requestsPerMinute }: Provider): Lane {
    const known = this.#lanes.get(id);
    if (known && known.slots.size === maxConcurrent && known.limit.perMinute === requestsPerMinute) {
      return known;
    }
    const lane = {
      slots: new Slots(maxConcurrent),
      limit: new RateLimit(requestsPerMinute, this.environment),
      // What a model asked for holds, whatever the limits are now.
      pauses: known?.pauses ?? new Pauses(this.environment),
    };
    this.#lanes.set(id, lane);
    return lane;
  }
}

/** Asking without the key would be answered as if a wrong one had been given. */
function readable(key: Awaited<ReturnType<ProviderKeys["open"]>>): string | null {
  if (key !== UNREADABLE) return key;
  throw providerError("auth", {
    sentence:
      "The stored key of this provider cannot be read, because the master key is another one than it was " +
      "stored with. Please enter the key again in the settings.",
  });
}

interface Lane {
  readonly slots: Slots;
  readonly limit: RateLimit;
  readonly pauses: Pauses;
}

/** An answer that is asked for with its first part. */
function later(begin: () => Promise<AsyncIterable<Part>>): AsyncIterable<Part> {
  let parts: AsyncIterator<Part> | null = null;
  const first = async () => {
    parts = (await begin())[Symbol.asyncIterator]();
    return await parts.next();
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => parts?.next() ?? first() }) };
}

/** What a provider's limits learn from how an answer ends. */
const learning = (limit: RateLimit, pause: (ms: number) => void): Told => ({
  ended: () => limit.succeeded(),
  failed(error) {
    if (!(error instanceof ProviderError)) return;
    if (error.retryAfterMs !== undefined) pause(Math.min(error.retryAfterMs, RETRY_AFTER_MS));
    if (error.code !== "aborted") limit.failed();
  },
});
