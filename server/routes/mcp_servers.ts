/** Servers of the Model Context Protocol whose tools agents may be given. */
import { slugOf } from "../../actors/mcp/names.ts";
import type { ServerList } from "../../actors/mcp/listed_tools.ts";
import { MCP_SERVERS } from "../../events/catalog/limits.ts";
import { McpServer } from "../../events/catalog/workspace.ts";
import {
  ChangeMcpServer,
  CreateMcpServer,
  McpServerView,
  McpTools,
  TrustMcpTool,
} from "../contract/resources.ts";
import { Done, NoFields, type Sent } from "../contract/values.ts";
import { carried, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { resource } from "./resource.ts";

const servers = resource({
  named: "mcpServers",
  event: "McpServer",
  called: { path: "mcp-servers", kind: "MCP server" },
  create: CreateMcpServer,
  change: ChangeMcpServer,
  whole: McpServer.strip(),
  answer: McpServerView,
  first: ({ mcpServers }, { name }) => ({
    slug: slugOf(String(name), Object.values(mcpServers).map(({ slug }) => slug)),
  }),
  check({ mcpServers }, _, { before }) {
    const there = Object.values(mcpServers).filter(({ archived }) => !archived).length;
    if (before || there < MCP_SERVERS) return null;
    return { path: "name", message: `there are ${MCP_SERVERS} already: remove one first` };
  },
  /** Stores or clears the secret a body brings, or drops one that is bound to another origin. */
  async stored({ body: { secret }, services, by }, after, before) {
    const { origin } = new URL(after.url);
    const moved = before !== undefined && new URL(before.url).origin !== origin;
    if (secret === undefined && !moved) return;
    const given = typeof secret === "string" && secret !== "" ? secret : null;
    carried(await services.system.setMcpSecret(after.id, origin, given, by));
  },
  async show(call, fields, { mcp }) {
    const hint = mcp[fields.id]?.hasSecret ? await call.services.system.mcpSecretHint(fields.id) : null;
    return { ...fields, hasSecret: hint !== null, secretHint: hint };
  },
});

async function serverOr404(call: Call): Promise<string> {
  const id = param(call, "id");
  const { mcpServers } = await call.services.system.workspace();
  if (mcpServers[id]?.archived !== false) throw new Problem("not_found", "There is no such MCP server.");
  return id;
}

const listed = ({ tools, ...list }: ServerList): Sent<McpTools> => ({
  ...list,
  items: tools.map(({ parameters: _, ...tool }) => tool),
  next: null,
});

export const mcpServers: Route[] = [
  ...servers,
  route("GET", "/api/mcp-servers/:id/tools", {
    summary: "Tools of the server, as its list was last had; nobody is asked",
    answer: McpTools,
    handle: async (call) => listed(await call.services.system.mcpList(await serverOr404(call))),
  }),
  route("POST", "/api/mcp-servers/:id/tools", {
    whenFull: true,
    summary: "Ask the server for its tools now; where that fails, the list there is, with why",
    body: NoFields,
    optionalBody: true,
    answer: McpTools,
    handle: async (call) => listed(await call.services.system.askMcpList(await serverOr404(call))),
  }),
  route("POST", "/api/mcp-servers/:id/trust", {
    summary: "Let a tool run without asking, as it is described now; `null` lets it ask again",
    body: TrustMcpTool,
    answer: Done,
    async handle(call) {
      const id = await serverOr404(call);
      const { tool, definition } = call.body;
      const trusted = { id, tool, definition: definition ?? "" };
      carried(await call.services.system.trustMcpTool(trusted, call.by));
      return { ok: true };
    },
  }),
];
