/** Servers of the Model Context Protocol whose tools agents may be given. */
import { z } from "zod";
import { slugOf } from "../../actors/mcp/names.ts";
import type { ServerList } from "../../actors/mcp/listed_tools.ts";
import { MCP_SERVERS } from "../../events/catalog/limits.ts";
import { McpServer } from "../../events/catalog/workspace.ts";
import {
  AskMcpPrompt,
  AskMcpResource,
  ChangeMcpServer,
  ConnectMcpServer,
  CreateMcpServer,
  McpConnecting,
  McpDisconnected,
  McpOffers,
  McpPrompt,
  McpResource,
  McpServerView,
  McpTools,
  TrustMcpTool,
} from "../contract/resources.ts";
import { Bytes, Done, NoFields, type Sent } from "../contract/values.ts";
import { CALLBACK } from "../http/callback.ts";
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
    // A sign-in is for the one address.
    if (before && before.url !== after.url) await services.system.mcpLogins.forget(before, by);
    if (secret === undefined && !moved) return;
    const given = typeof secret === "string" && secret !== "" ? secret : null;
    carried(await services.system.setMcpSecret(after.id, origin, given, by));
  },
  async show(call, fields, { mcp }) {
    const hint = mcp[fields.id]?.hasSecret ? await call.services.system.mcpSecretHint(fields.id) : null;
    const { failed: signInFailed, wanted: wantedScope, clientId } = await call.services.system.mcpLogins
      .shown(fields);
    const login = mcp[fields.id]?.login ?? null;
    return {
      ...fields,
      hasSecret: hint !== null,
      secretHint: hint,
      login,
      signInFailed,
      wantedScope,
      clientId,
    };
  },
});

async function serverOr404(call: Call): Promise<string> {
  return (await foundOr404(call)).id;
}

async function foundOr404(call: Call): Promise<McpServer> {
  const { mcpServers } = await call.services.system.workspace();
  const found = mcpServers[param(call, "id")];
  if (found?.archived !== false) throw new Problem("not_found", "There is no such MCP server.");
  const { archived: _, ...server } = found;
  return server;
}

/** Where the browser is to come back to: under the name by which its page has this server. */
function comesBackTo({ request, services: { hosts, access: { front } } }: Call, id: string): string {
  const said = request.headers.get("origin");
  const scheme = front.isOverTls(request) ? "https" : "http";
  const origin = said !== null && hosts.hasOrigin(said) ? said : `${scheme}://${front.hosts(request).at(-1)}`;
  return `${origin}${CALLBACK}/${id}`;
}

const listed = ({ tools, ...list }: ServerList): Sent<McpTools> => ({
  ...list,
  items: tools.map(({ parameters: _, ...tool }) => tool),
  next: null,
});

const Back = z.object({
  state: z.string().max(500).optional(),
  code: z.string().max(8_000).optional(),
  iss: z.string().max(1_000).optional(),
  error: z.string().max(200).optional(),
});

/** Back to the settings. What became of it is told there, by the server's own row: an address can say anything. */
const backAt = (where: string): Response =>
  new Response(null, { status: 303, headers: { location: where, "cache-control": "no-store" } });

const connecting: Route[] = [
  route("POST", "/api/mcp-servers/:id/connect", {
    summary: "Begin signing in at the server: where a person has to go for that",
    body: ConnectMcpServer,
    optionalBody: true,
    answer: McpConnecting,
    async handle(call) {
      const { clientId, clientSecret } = call.body ?? {};
      const server = await foundOr404(call);
      const secret = clientSecret ? { client_secret: clientSecret } : {};
      return await call.services.system.mcpLogins.begin(
        server,
        comesBackTo(call, server.id),
        { by: call.by, key: call.who.key },
        typeof clientId === "string" ? { client_id: clientId, ...secret } : clientId,
      );
    },
  }),
  route("POST", "/api/mcp-servers/:id/disconnect", {
    whenFull: true,
    summary: "Forget the sign-in at the server, and tell where it was given that it is given up",
    body: NoFields,
    optionalBody: true,
    answer: McpDisconnected,
    handle: async (call) => ({
      revoked: await call.services.system.mcpLogins.forget(await foundOr404(call), call.by),
    }),
  }),
  // The one request of another site that does something. No cookie comes with it: `state` says who began it.
  route("GET", `${CALLBACK}/:id`, {
    access: "page",
    summary: "Where a browser comes back to from signing in at a server",
    media: { "text/html": Bytes },
    status: 303,
    query: Back,
    async handle(call) {
      const { state, code, iss, error } = call.query;
      const id = param(call, "id");
      const { system, access } = call.services;
      const back = { id, state: state ?? "", code, iss, error };
      const known = state !== undefined && await system.mcpLogins.end(back, (key) => access.holds(key));
      return backAt(known ? `/settings/mcp/${id}` : "/settings/mcp/over");
    },
  }),
];

const offering: Route[] = [
  route("POST", "/api/mcp-servers/:id/offers", {
    whenFull: true,
    summary: "Ask the server for its prompts and resources",
    body: NoFields,
    optionalBody: true,
    answer: McpOffers,
    async handle(call) {
      const asked = await call.services.system.mcpOffers.offers(await foundOr404(call));
      if (!asked.ok) return asked;
      const { prompts, resources, cut } = asked.given;
      return {
        ok: true,
        prompts: prompts.map((one) => ({ ...one, arguments: [...one.arguments] })),
        resources: [...resources],
        cut,
      };
    },
  }),
  route("POST", "/api/mcp-servers/:id/prompts", {
    whenFull: true,
    summary: "Ask the server for the words of a prompt",
    body: AskMcpPrompt,
    answer: McpPrompt,
    async handle(call) {
      const { name, args = {} } = call.body;
      const asked = await call.services.system.mcpOffers.prompt(await foundOr404(call), name, args);
      return asked.ok ? { ok: true, text: asked.given } : asked;
    },
  }),
  route("POST", "/api/mcp-servers/:id/resources", {
    whenFull: true,
    summary: "Ask the server for a resource, as files to go onto a message",
    body: AskMcpResource,
    answer: McpResource,
    async handle(call) {
      const asked = await call.services.system.mcpOffers.resource(await foundOr404(call), call.body.uri);
      return asked.ok ? { ok: true, files: [...asked.given] } : asked;
    },
  }),
];

export const mcpServers: Route[] = [
  ...servers,
  ...connecting,
  ...offering,
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
