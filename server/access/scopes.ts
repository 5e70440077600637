/**
 * What a token may do. People and tokens of scope `all` may do everything; the narrower scopes do what this one
 * table allows them. A route that is not in it needs `all`: whoever forgets one has closed it.
 */
import type { TokenScope } from "../../events/catalog/workspace.ts";
import { Problem } from "../http/problem.ts";
import type { Route } from "../http/route.ts";

type Narrow = Exclude<TokenScope, "all">;

/** What each scope is for, in words for people. */
export const SCOPE_MEANINGS: Readonly<Record<TokenScope, string>> = {
  chat: "talk with agents and agencies at /v1 and /api/agency, in conversations of its own",
  read: "read everything, change nothing",
  metrics: "see how the server is doing and what was used",
  all: "everything a person may do",
};

/** Each route that asks who is there, and the scopes that suffice for it beside `all`. */
const SUFFICE: Readonly<Record<string, readonly Narrow[]>> = {
  "GET /v1/models": ["chat", "read"],
  "GET /v1/models/:id{.+}": ["chat", "read"],
  "POST /v1/chat/completions": ["chat"],
  "POST /v1/responses": ["chat"],
  "POST /v1/messages": ["chat"],
  "POST /v1/messages/count_tokens": ["chat"],
  "GET /v1/responses/:id": ["chat", "read"],
  "POST /api/agency/:agencyId/chat/completions": ["chat"],
  // Each has the tools of its scope alone.
  "POST /mcp": ["chat", "read"],

  "GET /api/status": ["metrics", "read"],
  "GET /api/usage": ["metrics", "read"],
  "GET /metrics": ["metrics", "read"],

  "GET /api/conversations": ["read"],
  "GET /api/conversations/:id": ["read"],
  "GET /api/conversations/:id/messages": ["read"],
  "GET /api/conversations/:id/messages/:messageId/seen-by": ["read"],
  "GET /api/conversations/:id/messages/:messageId/copies": ["read"],
  "GET /api/conversations/:id/turns/:turnId/request": ["read"],
  "GET /api/conversations/:id/turns/:turnId/difference": ["read"],
  "GET /api/conversations/:id/trials": ["read"],
  "GET /api/conversations/:id/trials/:trialId": ["read"],
  "GET /api/conversations/:id/trials/cost": ["read"],
  "GET /api/conversations/:id/context/:participantId": ["read"],
  "GET /api/conversations/:id/events": ["read"],
  "GET /api/conversations/:id/export": ["read"],
  "GET /api/conversations/:id/proof": ["read"],
  "GET /api/conversations/:id/agency-messages": ["read"],
  "GET /api/events": ["read"],
  "GET /api/search": ["read"],
  "GET /api/attachments/:sha256": ["read"],
  "GET /api/providers": ["read"],
  "GET /api/providers/:id": ["read"],
  "GET /api/roles": ["read"],
  "GET /api/roles/:id": ["read"],
  "GET /api/personalities": ["read"],
  "GET /api/personalities/:id": ["read"],
  "GET /api/agents": ["read"],
  "GET /api/agents/:id": ["read"],
  "GET /api/agencies": ["read"],
  "GET /api/agencies/:id": ["read"],
  "GET /api/panels": ["read"],
  "GET /api/panels/built-in": ["read"],
  "GET /api/panels/:id": ["read"],
  "GET /api/conversations/:id/messages/:messageId/brief": ["read"],
  "GET /api/mcp-servers": ["read"],
  "GET /api/mcp-servers/:id": ["read"],
  "GET /api/mcp-servers/:id/tools": ["read"],
  "GET /api/web-search": ["read"],
  "GET /api/notes": ["read"],
  "GET /api/notes/:id": ["read"],
  "GET /api/projects": ["read"],
  "GET /api/projects/:id": ["read"],
  "GET /api/workspace": ["read"],
  "GET /api/prices": ["read"],
  "GET /api/retention": ["read"],
  "GET /api/retention/preview": ["read"],
  "GET /api/signing": ["read"],
  "GET /api/schedules": ["read"],
  "GET /api/conversations/:id/schedules": ["read"],
  "GET /api/conversations/:id/checks": ["read"],
  "GET /api/conversations/:id/checks/runs": ["read"],
  "GET /api/conversations/:id/checks/runs/:run": ["read"],
  "GET /api/checks": ["read"],
  "GET /api/agents/:id/versions": ["read"],

  "POST /api/conversations": [],
  "PATCH /api/conversations/:id": [],
  "DELETE /api/conversations/:id": [],
  "POST /api/conversations/:id/messages": [],
  "PATCH /api/conversations/:id/messages/:messageId": [],
  "PATCH /api/conversations/:id/messages": [],
  "POST /api/conversations/:id/messages/:messageId/keep": [],
  "POST /api/conversations/:id/messages/:messageId/pin": [],
  "DELETE /api/conversations/:id/messages/:messageId/content": [],
  "POST /api/conversations/:id/merge": [],
  "POST /api/conversations/:id/participants": [],
  "PATCH /api/conversations/:id/participants/:participantId": [],
  "DELETE /api/conversations/:id/participants/:participantId": [],
  "POST /api/conversations/:id/trigger_agent/:agentId": [],
  "POST /api/conversations/:id/trigger_all": [],
  "POST /api/conversations/:id/stop": [],
  "POST /api/conversations/:id/turns/:turnId/retry": [],
  "POST /api/conversations/:id/turns/:turnId/permission": [],
  "POST /api/conversations/:id/turns/:turnId/input": [],
  "POST /api/conversations/:id/read": [],
  "POST /api/conversations/:id/fork": [],
  "POST /api/conversations/:id/continue": [],
  "POST /api/conversations/:id/rerun": [],
  "POST /api/conversations/:id/restore": [],
  "POST /api/conversations/:id/trials": [],
  "POST /api/conversations/:id/trials/:trialId/stop": [],
  "POST /api/conversations/:id/trials/:trialId/take": [],
  "POST /api/conversations/:id/expectations": [],
  "POST /api/conversations/:id/check": [],
  "POST /api/conversations/:id/checks/cost": [],
  "POST /api/conversations/:id/checks/runs": [],
  "DELETE /api/conversations/:id/expectations/:expectationId": [],
  "POST /api/import": [],
  "POST /api/imports": [],
  "POST /api/imports/known": [],
  "POST /api/attachments": [],
  "POST /api/attachments/keep": [],
  "POST /api/providers": [],
  "PATCH /api/providers/:id": [],
  "DELETE /api/providers/:id": [],
  "POST /api/providers/:id/restore": [],
  // These call a provider, with its key or one that is given, or look for some.
  "GET /api/providers/:id/models": [],
  "POST /api/providers/:id/models": [],
  "POST /api/providers/:id/test": [],
  "POST /api/providers/try": [],
  "POST /api/local-servers": [],
  "POST /api/roles": [],
  "PATCH /api/roles/:id": [],
  "DELETE /api/roles/:id": [],
  "POST /api/roles/:id/restore": [],
  "POST /api/personalities": [],
  "PATCH /api/personalities/:id": [],
  "DELETE /api/personalities/:id": [],
  "POST /api/personalities/:id/restore": [],
  "POST /api/agents": [],
  "PATCH /api/agents/:id": [],
  "DELETE /api/agents/:id": [],
  "POST /api/agents/:id/restore": [],
  "POST /api/agencies": [],
  "PATCH /api/agencies/:id": [],
  "DELETE /api/agencies/:id": [],
  "POST /api/agencies/:id/restore": [],
  "POST /api/panels": [],
  "PATCH /api/panels/:id": [],
  "DELETE /api/panels/:id": [],
  "POST /api/panels/:id/restore": [],
  "POST /api/mcp-servers": [],
  "PATCH /api/mcp-servers/:id": [],
  "DELETE /api/mcp-servers/:id": [],
  "POST /api/mcp-servers/:id/connect": [],
  "POST /api/mcp-servers/:id/disconnect": [],
  "POST /api/mcp-servers/:id/offers": [],
  "POST /api/mcp-servers/:id/prompts": [],
  "POST /api/mcp-servers/:id/resources": [],
  "POST /api/mcp-servers/:id/restore": [],
  // This calls a server, with its secret.
  "POST /api/mcp-servers/:id/tools": [],
  "POST /api/mcp-servers/:id/trust": [],
  "PATCH /api/web-search": [],
  // This calls a server, with its key.
  "POST /api/web-search/try": [],
  "POST /api/notes": [],
  "PATCH /api/notes/:id": [],
  "DELETE /api/notes/:id": [],
  "POST /api/notes/:id/restore": [],
  "DELETE /api/notes/:id/content": [],
  "POST /api/projects": [],
  "PATCH /api/projects/:id": [],
  "DELETE /api/projects/:id": [],
  "POST /api/projects/:id/restore": [],
  "DELETE /api/projects/:id/content": [],
  "PATCH /api/prices": [],
  "PATCH /api/retention": [],
  "PATCH /api/daily-budget": [],
  "POST /api/conversations/:id/schedules": [],
  "PATCH /api/conversations/:id/schedules/:scheduleId": [],
  "DELETE /api/conversations/:id/schedules/:scheduleId": [],
  "POST /api/conversations/:id/schedules/:scheduleId/run": [],
  "POST /api/signing": [],
  "POST /api/signing/key": [],
  "GET /api/tokens": [],
  "POST /api/tokens": [],
  "DELETE /api/tokens/:id": [],
  "GET /api/webhooks": [],
  "POST /api/webhooks": [],
  "PATCH /api/webhooks/:id": [],
  "DELETE /api/webhooks/:id": [],
  "POST /api/webhooks/:id/test": [],
  "POST /api/password": [],
};

type Named = Pick<Route, "method" | "path">;

/** Routes of the table above, for the test that walks both. */
export const SCOPED: readonly string[] = Object.keys(SUFFICE);

/** The scopes with which the route may be used. */
export function scopesOf({ method, path }: Named): readonly TokenScope[] {
  return ["all", ...SUFFICE[`${method} ${path}`] ?? []];
}

/** @throws 403 where the scope does not suffice; it says which would (RFC 6750, 3.1) */
export function checkScope(route: Named, scope: TokenScope): void {
  const enough = scopesOf(route);
  if (enough.includes(scope)) return;
  throw new Problem(
    "forbidden",
    `This token may not do that: its scope is “${scope}”, and this needs ${
      enough.map((one) => `“${one}”`).join(" or ")
    }.`,
    undefined,
    { "www-authenticate": `Bearer error="insufficient_scope", scope="${enough.join(" ")}"` },
  );
}
