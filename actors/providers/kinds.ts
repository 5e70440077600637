/**
 * The kinds of providers (S0-44, S2-24), one line each: what makes the bytes of a request, and what sends them.
 * A maker's SDK is loaded with the first call that needs it, never before; a renderer has none.
 */
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { anthropicRenderer } from "./anthropic/render_anthropic.ts";
import { openAiRenderer } from "./openai/render_openai.ts";
import { responsesRenderer } from "./responses/render_responses.ts";
import type { MockProvider } from "./practice/mock.ts";
import { mockRenderer } from "./practice/render_mock.ts";
import type { ProviderAdapter, Renderer } from "./types.ts";

/** What a process gives its adapters. */
interface Process {
  /** The practice provider of this process: tests keep it to read what it received. */
  readonly mock: MockProvider;
  /** Epoch milliseconds. */
  now(): number;
}

interface Kind {
  /** Makes today's requests. */
  readonly renderer: Renderer;
  load(process: Process): ProviderAdapter | Promise<ProviderAdapter>;
}

const KINDS: Record<ProviderKind, Kind> = {
  openai: {
    renderer: openAiRenderer,
    load: async ({ now }) => (await import("./openai/openai.ts")).createOpenAi(now),
  },
  responses: {
    renderer: responsesRenderer,
    load: async ({ now }) => (await import("./responses/responses.ts")).createResponses(now),
  },
  anthropic: {
    renderer: anthropicRenderer,
    load: async ({ now }) => (await import("./anthropic/anthropic.ts")).createAnthropic(now),
  },
  mock: { renderer: mockRenderer, load: ({ mock }) => mock },
};

/** Every renderer that ever made a request: a recorded call can be rebuilt for ever. One that is replaced stays here. */
const RENDERERS: readonly Renderer[] = Object.values(KINDS).map(({ renderer }) => renderer);

/** The renderer named in `ProviderCalled`, or null when this program does not know it. */
export function rendererNamed(name: string): Renderer | null {
  return RENDERERS.find((renderer) => renderer.name === name) ?? null;
}

export const rendererOf = (kind: ProviderKind): Renderer => KINDS[kind].renderer;

/** Gives the adapter of a kind; the same one every time. */
export function adapters(
  mock: MockProvider,
  now: () => number,
): (kind: ProviderKind) => Promise<ProviderAdapter> {
  const loaded = new Map<ProviderKind, Promise<ProviderAdapter>>();
  return (kind) => {
    const known = loaded.get(kind);
    if (known) return known;
    const loading = Promise.resolve(KINDS[kind].load({ mock, now }));
    loaded.set(kind, loading);
    // A failed import (a missing cache while offline) may work the next time.
    loading.catch(() => loaded.delete(kind));
    return loading;
  };
}
