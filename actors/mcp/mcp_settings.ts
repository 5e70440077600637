/** What the settings do with servers of tools: their secrets, their lists, and which of their tools run without asking. */
import type { Actor } from "../../events/catalog/envelope.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { ProviderKeys } from "../providers/provider_keys.ts";
import type { System } from "../system.ts";
import type { WorkspaceActor } from "../workspace/workspace_actor.ts";
import type { McpServers } from "./mcp_servers.ts";
import type { SignIns } from "./sign_in/sign_ins.ts";

const CHANGED = "The server says something else of this tool by now. Look at it again.";

export function mcpSettings(
  workspace: WorkspaceActor,
  secrets: ProviderKeys,
  servers: McpServers,
  logins: SignIns,
): Pick<
  System,
  "mcpLogins" | "mcpList" | "askMcpList" | "setMcpSecret" | "mcpSecretHint" | "trustMcpTool" | "knowsMcpTool"
> {
  return {
    mcpLogins: logins,
    mcpList: (id) => servers.list(id),
    askMcpList: (id) => servers.ask(id),
    mcpSecretHint: (id) => secrets.hint(id),
    knowsMcpTool: (state, name) => servers.knows(state, name),
    async setMcpSecret(id, origin, secret, by: Actor = SYSTEM) {
      await secrets.set(id, origin, secret);
      await servers.forget(id);
      return await workspace.change((state) => ({
        ok: true,
        answer: { id },
        events: secret === null && !state.mcp[id]?.hasSecret
          ? []
          : [{ type: secret === null ? "McpSecretCleared" : "McpSecretSet", data: { id } }],
      }), { by });
    },
    async trustMcpTool({ id, tool, definition }, by) {
      const { tools } = await servers.list(id);
      return await workspace.change((state) => {
        const known = tools.find((one) => one.name === tool);
        if (!state.mcpServers[id] || (definition !== "" && !known)) {
          return { ok: false, code: "not_found", detail: "There is no such tool." };
        }
        // What a person confirms is what they saw, not what the server says a moment later.
        if (definition !== "" && known?.definition !== definition) {
          return { ok: false, code: "conflict", detail: CHANGED };
        }
        const before = state.mcp[id]?.trusted.find((one) => one.tool === tool)?.definition ?? "";
        const events = before === definition
          ? []
          : [{ type: "McpToolTrusted" as const, data: { id, tool, definition } }];
        return { ok: true, answer: { id }, events };
      }, { by });
    },
  };
}
