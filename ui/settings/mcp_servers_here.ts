/** The MCP servers of a workspace, as its pages show them. */
import type { WorkspaceState } from "../../projections/workspace.ts";

export type ServerHere = WorkspaceState["mcpServers"][string] & {
  readonly hasSecret: boolean;
  /** Where somebody signed in for it, and when; absent: nobody did. */
  readonly login: WorkspaceState["mcp"][string]["login"];
  /** Which list of tools is in force: another one is other tools. */
  readonly list: string;
};

/** Those that are in use, by name. */
export const mcpServersOf = ({ mcpServers, mcp }: WorkspaceState): ServerHere[] =>
  Object.values(mcpServers).filter(({ archived }) => !archived)
    .map((one) => ({
      ...one,
      hasSecret: mcp[one.id]?.hasSecret ?? false,
      login: mcp[one.id]?.login,
      list: mcp[one.id]?.list?.list ?? "",
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
