/** The tools of this program and those of other servers, as one toolbox. */
import { AGENT_TOOLS } from "../../events/catalog/limits.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { McpServers } from "./mcp_servers.ts";

export function servedToolbox(own: Toolbox, servers: McpServers): Toolbox {
  return {
    offered: own.offered,
    schemas(names) {
      const ours = own.schemas(names.filter((name) => !name.includes(".")));
      const theirs = new Map(
        names.filter((name) => name.includes(".")).flatMap((name) =>
          servers.schemas(name).map((schema) => [schema.name, schema] as const)
        ),
      );
      return [...ours, ...theirs.values()].slice(0, AGENT_TOOLS);
    },
    // One that a person confirmed to change nothing may be called twice.
    isIdempotent: (name) => servers.find(name)?.trusted ?? own.isIdempotent(name),
    judged(name, args) {
      const found = servers.find(name);
      if (!found) return own.judged(name, args);
      const { host, tool: { definition }, trusted } = found;
      return { changes: false, address: null, server: { host, definition, trusted } };
    },
    used: (names) => servers.used(names),
    async run(name, args, signal, mayRead, tell, ask) {
      const found = servers.find(name);
      return found
        ? await servers.run(found, args, { signal, tell, ask })
        : await own.run(name, args, signal, mayRead);
    },
  };
}
