/**
 * The search of the web: an agent has it as it has a tool. Where a model's maker has one nothing of it runs here; for every
 * other model there is the search service of the settings (`actors/websearch/`).
 */
import { SEARCH_TOOL } from "../../projections/conversation/addresses.ts";
import type { OfferedTool } from "../../projections/shapes/views.ts";

export const MAKERS_SEARCH: OfferedTool = {
  name: SEARCH_TOOL,
  label:
    "Search the web (by the model’s maker, Anthropic or OpenAI, else by the search service of the settings)",
};
