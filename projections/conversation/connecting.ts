/** Calls that came to nothing because somebody has to sign in at the server of their tool. */
import type { ToolUse } from "../shapes/folds.ts";

/** How what is told of such a call ends: `actors/mcp/failures.ts`. */
const CONNECT_IT = "in Settings → MCP servers.";

/** Whether a call failed for that: its server is connected in the settings, and nowhere else. */
export const wantsConnecting = ({ status, result }: Pick<ToolUse, "status" | "result">): boolean =>
  status === "error" && result !== undefined && result.endsWith(CONNECT_IT);
