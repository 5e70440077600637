/** The search of the web that a model's maker runs itself: an agent has it as it has a tool, and nothing of it runs here. */
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { OfferedTool } from "../../projections/shapes/views.ts";

export const MAKERS_SEARCH: OfferedTool = {
  name: "web_search",
  label: "Search the web, where the model’s maker does that (Anthropic, OpenAI)",
};

/** Kinds whose makers have one. */
export const SEARCHING: ReadonlySet<ProviderKind> = new Set<ProviderKind>(["anthropic", "responses"]);
