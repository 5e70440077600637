/**
 * A place to sign in that others wrote, `oidc-provider`, before a server of tools that believes it alone; and a browser that
 * goes where it is sent, with cookies for each host.
 */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { Provider } from "oidc-provider";
import { type Served, serveFake } from "../fake_mcp.ts";

export interface Party extends AsyncDisposable {
  readonly issuer: string;
  /** Of the server of tools. */
  readonly url: string;
  readonly tools: Served;
  /** What the person says there. @default allows */
  answer: "allows" | "denies";
  /** Requests to its token endpoint, by grant. */
  readonly granted: readonly string[];
  /** Tokens that were shown to the server of tools. */
  readonly shown: readonly string[];
  /** A scope without which it lets nobody call a tool. @default none */
  needs: string | null;
  /** Accepts no token that was given so far. */
  expire(): void;
  /** All tokens it gave. */
  readonly given: readonly string[];
  /** Tokens given up, as it heard. */
  readonly revoked: readonly string[];
  /** Ends all grants: nothing can be renewed. */
  revokeAll(): Promise<void>;
}

interface Terms {
  /** Programs can make themselves known. @default true */
  readonly registers?: boolean;
  /** Seconds a token is said to hold. @default an hour */
  readonly seconds?: number;
  /** Where the client that is entered by hand comes back to. */
  readonly redirect?: string;
}

export const KNOWN_CLIENT = { id: "typed-client", secret: "typed-secret-canary-71c0f2" };

// What it hands to whoever configures it has no types of its own.
// deno-lint-ignore no-explicit-any
type Context = any;

/** Starts both on free ports. */
export async function party(
  { registers = true, seconds = 3_600, redirect = "https://nowhere.example/" }: Terms = {},
): Promise<Party> {
  const http = createServer((request, response) => void handle(request, response));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const granted: string[] = [];
  const shown: string[] = [];
  const refused = new Set<string>();
  const grants: string[] = [];
  const revoked: string[] = [];
  const given: string[] = [];
  let metadata = "";
  const tools = serveFake(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return Response.json({
        resource: tools.url,
        authorization_servers: [issuer],
        scopes_supported: ["tools"],
      });
    }
    const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    if (token !== "") shown.push(token);
    const known = token === "" || refused.has(token) ? undefined : await provider.AccessToken.find(token);
    if (known?.aud !== tools.url) {
      return new Response("who?", {
        status: 401,
        headers: { "www-authenticate": `Bearer resource_metadata="${metadata}", scope="tools"` },
      });
    }
    const calls = made.needs !== null && (await request.clone().text()).includes('"tools/call"');
    if (calls && !known.scope?.split(" ").includes(made.needs ?? "")) {
      const wants =
        `Bearer error="insufficient_scope", scope="${made.needs}", resource_metadata="${metadata}"`;
      return new Response("more", { status: 403, headers: { "www-authenticate": wants } });
    }
    return await handler.fetch(request);
  });
  metadata = new URL("/.well-known/oauth-protected-resource/mcp", tools.url).href;
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "guarded", version: "1" });
    server.registerTool("whoami", {}, () => ({ content: [{ type: "text", text: "You are Ann." }] }));
    return server;
  }, { responseMode: "sse", maxSubscriptions: 0 });
  const provider = new Provider(issuer, {
    clients: [{
      client_id: KNOWN_CLIENT.id,
      client_secret: KNOWN_CLIENT.secret,
      redirect_uris: [redirect],
      grant_types: ["authorization_code", "refresh_token"],
    }],
    scopes: ["openid", "offline_access", "tools", "write"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    cookies: { keys: ["of a test"] },
    ttl: { AccessToken: seconds, Grant: 10_000, Interaction: 600, Session: 10_000, RefreshToken: 10_000 },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: registers },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_: Context, __: unknown, one: unknown) => one,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: Context, resource: string) => ({
          scope: "tools write",
          audience: resource,
          accessTokenTTL: seconds,
          accessTokenFormat: "opaque",
        }),
      },
    },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  } as Context);
  provider.proxy = false;
  const made: Party = {
    issuer,
    url: tools.url,
    tools,
    answer: "allows",
    needs: null,
    granted,
    shown,
    given,
    revoked,
    expire: () => shown.forEach((token) => refused.add(token)),
    async revokeAll() {
      for (const id of grants) await provider.AccessToken.revokeByGrantId?.(id);
      for (const id of grants) await provider.RefreshToken.revokeByGrantId?.(id);
      for (const id of grants) await (await provider.Grant.find(id))?.destroy();
    },
    async [Symbol.asyncDispose]() {
      await tools[Symbol.asyncDispose]();
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  provider.on("grant.success", ({ oidc }: Context) => granted.push(String(oidc.params.grant_type)));
  for (const kind of ["access_token", "refresh_token"]) {
    provider.on(`${kind}.saved`, ({ jti }: Context) => given.push(jti));
    provider.on(`${kind}.destroyed`, () => revoked.push(kind));
  }
  provider.on("grant.error", ({ oidc }: Context) => granted.push(`${oidc.params?.grant_type} refused`));
  const call = provider.callback();
  const handle = async (request: Context, response: Context) => {
    const { pathname } = new URL(request.url, issuer);
    if (!pathname.startsWith("/interaction/")) return call(request, response);
    await interact(request, response);
  };
  const interact = async (request: Context, response: Context) => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (made.answer === "denies") {
      return await provider.interactionFinished(request, response, { error: "access_denied" });
    }
    if (prompt.name === "login") {
      return await provider.interactionFinished(request, response, { login: { accountId: "ann" } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope("openid offline_access tools write");
    grant.addResourceScope(String(params.resource), String(params.scope));
    const grantId = await grant.save();
    grants.push(grantId);
    await provider.interactionFinished(request, response, { consent: { grantId } });
  };
  return made;
}

/** A browser without a person: where it ends up when it goes to `url`, the address at `until` not being asked. */
export async function browse(url: string, until: string): Promise<URL> {
  const jar = new Map<string, Map<string, string>>();
  for (let at = new URL(url), step = 0; step < 20; step++) {
    if (at.href.startsWith(until)) return at;
    const cookies = jar.get(at.host) ?? new Map<string, string>();
    jar.set(at.host, cookies);
    const response = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const text = await response.text();
    if (location === null) {
      throw new Error(`no way on at ${at.href}: ${response.status} ${text.slice(0, 400)}`);
    }
    at = new URL(location, at);
  }
  throw new Error("too many steps");
}
