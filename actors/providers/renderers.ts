/** Every renderer that ever made a request, by name and version: a recorded call can be rebuilt for ever. */
import { anthropicRenderer } from "./anthropic/render_anthropic.ts";
import { mockRenderer } from "./practice/render_mock.ts";
import { openAiRenderer } from "./openai/render_openai.ts";
import type { ProviderKind } from "../../events/catalog/workspace.ts";
import type { Renderer } from "./types.ts";

const RENDERERS: readonly Renderer[] = [mockRenderer, openAiRenderer, anthropicRenderer];

/** The renderer named in `ProviderCalled`, or null when this program does not know it. */
export function rendererNamed(name: string): Renderer | null {
  return RENDERERS.find((renderer) => renderer.name === name) ?? null;
}

/** The renderer that makes today's requests to a kind of provider. */
export function rendererOf(kind: ProviderKind): Renderer {
  switch (kind) {
    case "mock":
      return mockRenderer;
    case "openai":
      return openAiRenderer;
    case "anthropic":
      return anthropicRenderer;
  }
}
