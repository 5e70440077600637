/**
 * Pages of other origins that call as programs do (SECURITY.md 3): browser front ends, plugins, extensions. What lets them
 * in is a token, which no page can send by accident, and never a cookie: `*` is the one answer that a browser hands to
 * nobody who sent one.
 */
import type { HostList } from "./guard.ts";

/** The routes for programs, as the OpenAI SDKs use them: errors too are in OpenAI's words there. */
export function isProgramPath(path: string): boolean {
  return path === "/v1" || path.startsWith("/v1/") || path.startsWith("/api/agency/");
}

/** The routes that speak Anthropic's words, in which its clients read what went wrong. */
export const isMessagesPath = (path: string): boolean =>
  path === "/v1/messages" || path.startsWith("/v1/messages/");

/** Routes that answer in the words of who asks: Anthropic's clients name the version of its API. */
export const isModelsPath = (path: string): boolean =>
  path === "/v1/models" || path.startsWith("/v1/models/");
export const namesVersion = ({ headers }: Request): boolean => headers.has("anthropic-version");

/** Another origin's page at a route that it may use. */
function isTaken(hosts: HostList, { headers }: Request, path: string): boolean {
  const origin = headers.get("origin");
  if (origin === null || hosts.hasOrigin(origin)) return false;
  return isProgramPath(path) || path === "/mcp" || hosts.lets(origin);
}

/** The answer to what a browser asks before it sends a request to another origin; null for what is none, or may not. */
export function preflight(hosts: HostList, request: Request, path: string): Response | null {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return null;
  if (!isTaken(hosts, request, path)) return null;
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, PATCH, DELETE",
      // The star stands for every header but this one.
      "access-control-allow-headers": "authorization, *",
      "access-control-max-age": "600",
    },
  });
}

/** Lets the page read the answer, also why it was refused. */
export function shareAnswer(hosts: HostList, request: Request, path: string, headers: Headers): void {
  if (!isTaken(hosts, request, path)) return;
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", "x-request-id, request-id, retry-after, x-should-retry");
}
