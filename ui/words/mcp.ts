/** The words of MCP servers, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_mcp.ts";

export const words = inChosen("mcp", english);
