/**
 * Model servers on the machine of this program, looked for only when a person asks. What is asked is no one's to
 * choose: the usual address of each, by number, never by name, without a key and without following anybody elsewhere
 * (SECURITY.md 10).
 */
import { LOCAL } from "../../events/catalog/provider_presets.ts";
import { PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { LocalServer, OfferedModel } from "../../projections/shapes/views.ts";

/** Milliseconds until whoever has not answered is not there: it is on this machine. */
export const LOCAL_MS = 1_500;

/** What is asked for, and where. */
export type Sought = Pick<(typeof LOCAL)[number], "id" | "name" | "kind" | "baseUrl">;

/** Asks a server for its models, within so many milliseconds; rejects where nothing answers. */
export type Ask = (provider: Provider, patienceMs: number) => Promise<readonly OfferedModel[]>;

/** Those that answer, in the order in which they are offered. Who asks while a search is on its way joins it. */
export function localServers(ask: Ask, sought: readonly Sought[] = LOCAL): () => Promise<LocalServer[]> {
  let search: Promise<LocalServer[]> | null = null;
  return () => search ??= find(ask, sought).finally(() => (search = null));
}

async function find(ask: Ask, sought: readonly Sought[]): Promise<LocalServer[]> {
  const found = await Promise.all(sought.map(async ({ id, name, kind, baseUrl }) => {
    const provider = { id, name, kind, baseUrl, ...PROVIDER_LIMITS };
    const models = await ask(provider, LOCAL_MS).catch(() => null);
    return models ? [{ preset: id, name, baseUrl, models: models.map((model) => model.name) }] : [];
  }));
  return found.flat();
}
