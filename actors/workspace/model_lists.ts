/**
 * The models of the providers that are kept: asked for when somebody looks and there is no list of today, when a person
 * wants it, and once a day behind the turns of a provider that is used. Nobody's server is asked where nobody uses it, and
 * nothing here runs by itself. Of the models that agents use the log is told what their server says; all else lies beside.
 */
import { isDeepStrictEqual } from "node:util";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { LIST_HOURS, TOLD_MODELS } from "../../events/catalog/limits.ts";
import type { Provider, ToldModel } from "../../events/catalog/workspace.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { usedModels } from "../../projections/told_models.ts";
import { isSameServer, type WorkspaceState } from "../../projections/workspace.ts";
import { providerError } from "../providers/error_messages.ts";
import { withKnown } from "../providers/offered_models.ts";
import { ProviderError } from "../providers/types.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { Listing } from "../system.ts";
import type { KeptLists } from "./kept_lists.ts";
import type { WorkspaceActor } from "./workspace_actor.ts";

const HOUR_MS = 3_600_000;
/** Milliseconds after which a list is asked for again … */
const OLD_MS = LIST_HOURS * HOUR_MS;
/** … and after which this process looks again whether that is so. */
const LOOK_MS = HOUR_MS;

interface ListPorts {
  readonly kept: KeptLists;
  readonly workspace: Pick<WorkspaceActor, "change" | "refresh">;
  readonly environment: Pick<Environment, "now" | "monotonic" | "hex">;
  readonly logger: Logger;
  /** Asks the provider's server. Throws `ProviderError`. */
  ask(provider: Provider, signal: AbortSignal): Promise<OfferedModel[]>;
}

export class ModelLists {
  readonly #ports: ListPorts;
  readonly #stop = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  /** By provider, when this process looks again; milliseconds of its monotonic clock. */
  readonly #next = new Map<string, number>();

  #tried: { readonly mark: string; readonly models: readonly OfferedModel[] } | null = null;

  constructor(ports: ListPorts) {
    this.#ports = ports;
  }

  /** The list of today; without one the server is asked. Where that fails, the list there is, with why. */
  async of(provider: Provider): Promise<Listing> {
    const kept = await this.#read(provider);
    const age = Date.parse(this.#ports.environment.now()) - Date.parse(kept?.readAt ?? "");
    // Of a server that has none yet there will soon be one. What was read by a clock that was ahead is not of today.
    if (kept && kept.models.length > 0 && Math.abs(age) < OLD_MS) return kept;
    const asked = await this.ask(provider);
    if (asked.ok || !kept) return asked;
    const { code, error } = asked;
    return { ...kept, failed: { code, error } };
  }

  /** Asks now, and keeps what comes. */
  async ask(provider: Provider): Promise<Listing> {
    const { kept, environment } = this.#ports;
    const startedAt = environment.monotonic();
    const latencyMs = () => Math.round(environment.monotonic() - startedAt);
    try {
      const models = await this.#ports.ask(provider, this.#stop.signal);
      const listing = await this.#read(provider);
      // A store that kept nothing answers with what came.
      const fallback = {
        ok: true,
        models: models.map(withKnown),
        readAt: environment.now(),
        cut: 0,
      } as const;
      return { ...(listing ?? fallback), latencyMs: latencyMs() };
    } catch (thrown) {
      const { code, message } = thrown instanceof ProviderError ? thrown : providerError("network");
      await this.#safely(() => kept.failed(provider, { code, error: message }, environment.now()));
      return { ok: false, latencyMs: latencyMs(), code, error: message };
    }
  }

  /** Notes the list of a server that is not kept yet: who keeps it a moment later need not ask again. The newest alone. */
  tried(provider: Provider, apiKey: string | null, models: readonly OfferedModel[]): void {
    this.#tried = { mark: markOf(provider, apiKey), models };
  }

  /** Keeps what was tried, where it was this server with this key. */
  async adopt(provider: Provider, apiKey: string | null): Promise<void> {
    const tried = this.#tried;
    if (tried?.mark === markOf(provider, apiKey)) await this.keep(provider, tried.models);
  }

  /** Told of every list that came, whoever asked. */
  async keep(provider: Provider, models: readonly OfferedModel[]): Promise<void> {
    const { kept, environment } = this.#ports;
    await this.#safely(async () => {
      await kept.write(provider, models, environment.now(), environment.hex());
      await this.tell(provider.id);
    });
  }

  /** A turn uses this provider: its list is renewed behind it where it is old. */
  used(provider: Provider): void {
    const { kept, environment } = this.#ports;
    const now = environment.monotonic();
    if (provider.kind === "mock" || now < (this.#next.get(provider.id) ?? 0)) return;
    this.#next.set(provider.id, now + LOOK_MS);
    const renewing = this.#safely(async () => {
      if (await kept.claim(provider, environment.now(), OLD_MS)) await this.ask(provider);
      // An agent may have come by another model since, in any way.
      else await this.tell(provider.id);
    });
    this.#tasks.add(renewing);
    void renewing.finally(() => this.#tasks.delete(renewing));
  }

  /** Tells the log what the list says of the models that agents use, where that is something new. */
  async tell(providerId: string): Promise<void> {
    const { workspace } = this.#ports;
    await this.#safely(async () => {
      const provider = (await workspace.refresh()).providers[providerId];
      const list = provider && provider.kind !== "mock" ? await this.#ports.kept.read(provider) : null;
      if (!provider || !list) return;
      await workspace.change((state) => {
        const now = state.providers[providerId];
        const models = now && isSameServer(provider, now) ? toldNow(state, providerId, list.models) : [];
        const same = isDeepStrictEqual(models, state.told[providerId] ?? []);
        const events = same || !now
          ? []
          : [{ type: "ModelsTold" as const, data: { id: providerId, models } }];
        return { ok: true, answer: { id: providerId }, events };
      }, { by: SYSTEM });
    });
  }

  /** With another key the server may list others. */
  async forget(providerId: string): Promise<void> {
    this.#next.delete(providerId);
    await this.#safely(() => this.#ports.kept.forget(providerId));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#tasks);
  }

  async #read(provider: Provider): Promise<Listing & { readonly ok: true } | null> {
    const list = await this.#ports.kept.read(provider);
    if (!list) return null;
    const { readAt, cut, failed } = list.head;
    return {
      ok: true,
      models: list.models.map(withKnown),
      readAt,
      cut,
      latencyMs: 0,
      ...(failed ? { failed } : {}),
    };
  }

  /** Nothing that is asked for beside a turn or a form may break it. */
  async #safely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#ports.logger("warn", "model_list_failed", safely(error));
    }
  }
}

/** Says of two askings that they were of one server with one key, without holding the key. */
const markOf = ({ kind, baseUrl = "" }: Provider, apiKey: string | null): string =>
  sha256(JSON.stringify([kind, baseUrl, apiKey]));

/**
 * Of the models in use what the list says now, and of those that were what it said last: their answers keep their price.
 * By name, at most as many as are kept, those in use first.
 */
function toldNow(state: WorkspaceState, providerId: string, list: readonly OfferedModel[]): ToldModel[] {
  const listed = new Map(list.map(({ label: _, ...told }) => [told.name, told] as const));
  const before = new Map((state.told[providerId] ?? []).map((one) => [one.name, one] as const));
  return [...new Set([...usedModels(state, providerId), ...before.keys()])]
    .flatMap((name) => listed.get(name) ?? before.get(name) ?? [])
    .filter((told) => Object.keys(told).length > 1)
    .slice(0, TOLD_MODELS)
    .sort((a, b) => a.name < b.name ? -1 : 1);
}
