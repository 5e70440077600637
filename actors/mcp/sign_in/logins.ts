/**
 * Signing in at servers of tools, by OAuth 2.1: begun by a person, ended by the browser that comes back with a `state` that
 * was given once, and kept alive by renewing. Of several processes on one store one renews, and the others wait for it.
 */
import type { Actor } from "../../../events/catalog/envelope.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import type { McpServer } from "../../../events/catalog/workspace.ts";
import type { Environment } from "../../runtime/environment.ts";
import type { Logger } from "../../runtime/logger.ts";
import { errorType } from "../../runtime/tracing.ts";
import type { WorkspaceActor } from "../../workspace/workspace_actor.ts";
import { type Ask, asking } from "./asking.ts";
import {
  asClient,
  asMetadata,
  type Challenge,
  type Client,
  discover,
  type Hindrance,
  register,
  SignInError,
} from "./discovery.ts";
import type { Begun, KeptLogin, Login, LoginRows } from "./login_rows.ts";
import { type Reach, reachOf } from "./reach.ts";
import { scopesOf } from "./step_up.ts";
import type { Back, Beginning, SignIns } from "./sign_ins.ts";

/** Milliseconds before its end at which a token is renewed. */
const EARLY_MS = 60_000;
/** Milliseconds after which who renews is held for dead, and between two looks of who waits. */
const RENEWING_MS = 30_000;
const LOOK_MS = 100;
/** Milliseconds to tell a place that a token is given up. */
const REVOKE_MS = 5_000;

const WHY: Readonly<Record<Hindrance, string>> = {
  unreachable: "Where one signs in for this server could not be reached.",
  inward: "The server leads to an address inside this network for its sign-in, which is not followed.",
  insecure: "The server leads to an address without TLS for its sign-in, which is not followed.",
  redirected: "Where one signs in leads elsewhere, which is not followed.",
  too_large: "Where one signs in answers with more than is taken.",
  silent: "The server does not say how one signs in.",
  issuer: "Where one signs in calls itself by another name than the server does. Nothing was sent there.",
  pkce: "Where one signs in does not protect what it gives (PKCE with S256). Nothing was sent there.",
  resource: "The server says that its sign-in is for another server. Nothing was sent there.",
  registration: "Where one signs in did not take this program in.",
  malformed: "Where one signs in says something that cannot be read.",
};
/** What became of a sign-in, for people. */
export const SIGN_IN = {
  denied: "The sign-in was refused there.",
  stopped: "The sign-in came to nothing there.",
  mixed: "The sign-in came back from another place than it was begun at. Nothing was taken.",
  left: "Who began the sign-in is signed out here by now. Nothing was taken.",
  exchange: "What the sign-in brought was not accepted there. Please connect again.",
  ended: "The sign-in is over: the server no longer accepts it. Please connect again.",
} as const;

interface LoginPorts {
  readonly rows: LoginRows;
  readonly workspace: Pick<WorkspaceActor, "change" | "refresh">;
  readonly environment: Pick<Environment, "now" | "hex" | "sleep">;
  readonly logger: Logger;
  /** Asks a server without showing anything: what it says when it lets nobody in. */
  readonly challenge: (url: string, signal: AbortSignal) => Promise<Challenge>;
  /** Told when the server is spoken to as somebody else from now on. */
  readonly changed: (id: string) => Promise<void>;
  /** How far inside a server lies. @default by its addresses */
  readonly reach?: (host: string) => Promise<Reach>;
}

export class McpLogins implements SignIns {
  readonly #ports: LoginPorts;
  readonly #stop = new AbortController();
  /** By server: the renewing that is under way in this process. */
  readonly #renewing = new Map<string, Promise<Login | null>>();

  constructor(ports: LoginPorts) {
    this.#ports = ports;
  }

  #now(): number {
    return Date.parse(this.#ports.environment.now());
  }

  async #asker({ url }: Pick<McpServer, "url">): Promise<Ask> {
    const { reach = reachOf } = this.#ports;
    return asking(await reach(new URL(url).hostname), this.#stop.signal);
  }

  /** Begins a sign-in at a server. `client`: what this program is called there, where a person entered it. Never throws. */
  async begin(
    server: McpServer,
    redirect: string,
    who: { readonly by: Actor; readonly key: string },
    client?: Client | null,
  ): Promise<Beginning> {
    const { id, url } = server;
    const { rows, challenge } = this.#ports;
    if (client !== undefined) await rows.setClient(id, url, client);
    try {
      const ask = await this.#asker(server);
      const found = await discover(ask, url, await challenge(url, this.#stop.signal));
      const { place, resource } = found;
      const scope = await this.#scopeFor(server, found.scope);
      const host = new URL(place.authorization_endpoint).host;
      const typed = await rows.client(id, url);
      if (!typed && place.registration_endpoint === undefined) return { next: "client", redirect, host };
      const known = typed ?? await register(ask, place, redirect, scope).catch((error) => {
        if (error instanceof SignInError && error.why === "registration") return null;
        throw error;
      });
      if (!known) return { next: "client", redirect, host };
      const sdk = await import("@modelcontextprotocol/client");
      const state = crypto.getRandomValues(new Uint8Array(32)).toHex();
      const { authorizationUrl, codeVerifier: verifier } = await sdk.startAuthorization(place.issuer, {
        metadata: asMetadata(place),
        clientInformation: asClient(known),
        redirectUrl: redirect,
        state,
        resource,
        ...(scope === undefined ? {} : { scope }),
      });
      const begun = { id, url, place, client: known, resource, scope, redirect, verifier, ...who };
      await rows.begin(state, begun, this.#now());
      return { next: "sign_in", url: authorizationUrl.href, host };
    } catch (error) {
      const why = error instanceof SignInError ? error.why : "unreachable";
      this.#ports.logger("warn", "mcp_sign_in_failed", { serverId: id, failure: why });
      return { next: "failed", error: WHY[why] };
    }
  }

  /** What is asked for: where more was wanted than the last sign-in gave, all of it. */
  async #scopeFor({ id, url }: McpServer, scope: string | undefined): Promise<string | undefined> {
    const { rows } = this.#ports;
    const wanted = await rows.wanted(id, url);
    return wanted === null ? scope : scopesOf(scope, (await rows.login(id, url))?.login.scope, wanted);
  }

  /** A server wants more than the sign-in allows: kept until somebody signs in anew, and shown to them. */
  async want({ id, url }: Pick<McpServer, "id" | "url">, scope: string): Promise<void> {
    const { rows } = this.#ports;
    const before = await rows.wanted(id, url);
    const all = scopesOf(before ?? "", scope);
    if (all !== before) await rows.want(id, url, all);
  }

  /**
   * Ends a sign-in by what the browser came back with. Whether it was begun here and not ended; how it ended stands beside
   * the server. `holds`: whether a credential may still come in.
   */
  async end(back: Back, holds: (key: string) => Promise<boolean>): Promise<boolean> {
    const { rows, environment, workspace, logger } = this.#ports;
    const begun = await rows.take(back.state, environment.hex(), this.#now());
    if (!begun || begun.id !== back.id) return false;
    const { mcpServers } = await workspace.refresh();
    const server = mcpServers[begun.id];
    if (!server || server.archived || server.url !== begun.url) return false;
    const failed = await this.#ended(begun, back, holds).catch((error) => {
      // By its kind alone: its words are the place's, which was just sent a code.
      logger("warn", "mcp_sign_in_failed", { serverId: begun.id, failure: errorType(error) });
      return SIGN_IN.exchange;
    });
    await rows.tell(begun.id, failed);
    return true;
  }

  /** Why it came to nothing; null: it did not. */
  async #ended(begun: Begun, back: Back, holds: (key: string) => Promise<boolean>): Promise<string | null> {
    const { rows, environment, workspace, changed } = this.#ports;
    const { place, client, resource, scope, id, url } = begun;
    const sdk = await import("@modelcontextprotocol/client");
    // Before anything else is believed, an error too: RFC 9207.
    try {
      sdk.validateAuthorizationResponseIssuer({
        iss: back.iss,
        expectedIssuer: place.issuer,
        issParameterSupported: place.authorization_response_iss_parameter_supported === true,
      });
    } catch {
      return SIGN_IN.mixed;
    }
    if (!await holds(begun.key)) return SIGN_IN.left;
    if (back.code === undefined) return back.error === "access_denied" ? SIGN_IN.denied : SIGN_IN.stopped;
    const tokens = await sdk.exchangeAuthorization(place.issuer, {
      metadata: asMetadata(place),
      clientInformation: asClient(client),
      authorizationCode: back.code,
      codeVerifier: begun.verifier,
      redirectUri: begun.redirect,
      resource,
      ...(back.iss === undefined ? {} : { iss: back.iss }),
      fetchFn: await this.#asker({ url }),
    });
    const login: Login = { place, client, resource, scope: tokens.scope ?? scope, ...secretsOf(tokens) };
    await rows.setLogin(id, url, login, this.#untilOf(tokens), environment.hex());
    await rows.want(id, url, null);
    await changed(id);
    await workspace.change(
      (state) =>
        state.mcpServers[id]?.url === url
          ? {
            ok: true,
            answer: { id },
            events: [{ type: "McpLoginSet", data: { id, issuer: place.issuer } }],
          }
          : { ok: true, answer: { id }, events: [] },
      { by: begun.by },
    );
    return null;
  }

  #untilOf({ expires_in }: { readonly expires_in?: number | undefined }): number | null {
    return expires_in === undefined ? null : this.#now() + expires_in * 1_000;
  }

  /** The token to show at a server, renewed where it is about to end; null: nobody signed in. */
  async token({ id, url }: Pick<McpServer, "id" | "url">): Promise<string | null> {
    const kept = await this.#ports.rows.login(id, url);
    if (!kept) return null;
    const ends = kept.until !== null && kept.until - EARLY_MS <= this.#now();
    if (!ends || kept.login.refresh === undefined) return kept.login.access;
    return (await this.#renew({ id, url }, kept.login.access))?.access ?? null;
  }

  /** A token was not accepted: whether there is another one now. */
  async renew(server: Pick<McpServer, "id" | "url">, refused: string): Promise<boolean> {
    return await this.#renew(server, refused) !== null;
  }

  #renew(server: Pick<McpServer, "id" | "url">, refused: string): Promise<Login | null> {
    const { id } = server;
    const under = this.#renewing.get(id);
    if (under) return under;
    const work = this.#inTurn(server, refused).finally(() => this.#renewing.delete(id));
    this.#renewing.set(id, work);
    return work;
  }

  /** Renews, or waits for who does. */
  async #inTurn(server: Pick<McpServer, "id" | "url">, refused: string): Promise<Login | null> {
    const { rows, environment } = this.#ports;
    const by = environment.hex();
    for (;;) {
      const kept = await rows.login(server.id, server.url);
      if (!kept || this.#stop.signal.aborted) return null;
      if (kept.login.access !== refused) return kept.login;
      if (kept.login.refresh === undefined) {
        await this.#over(server.id, kept.version);
        return null;
      }
      const now = this.#now();
      if (await rows.claim(server.id, kept.version, by, now, now + RENEWING_MS)) {
        return await this.#renewed(server, by, kept, kept.login.refresh);
      }
      await environment.sleep(LOOK_MS, this.#stop.signal);
    }
  }

  async #renewed(
    { id, url }: Pick<McpServer, "id" | "url">,
    by: string,
    { login, until, version }: KeptLogin,
    refresh: string,
  ): Promise<Login | null> {
    const { rows, environment, logger } = this.#ports;
    const sdk = await import("@modelcontextprotocol/client");
    try {
      const tokens = await sdk.refreshAuthorization(login.place.issuer, {
        metadata: asMetadata(login.place),
        clientInformation: asClient(login.client),
        refreshToken: refresh,
        resource: login.resource,
        fetchFn: await this.#asker({ url }),
      });
      const next: Login = { ...login, ...secretsOf(tokens) };
      await rows.renewed({ id, url, by }, next, { until: this.#untilOf(tokens), version: environment.hex() });
      return next;
    } catch (error) {
      const code = error instanceof sdk.OAuthError ? error.code : "";
      logger("warn", "mcp_renewing_failed", { serverId: id, failure: errorType(error) });
      if (ENDED.includes(code)) await this.#over(id, version);
      else await rows.renewed({ id, url, by }, null, { until, version });
      return null;
    }
  }

  /** A sign-in that nobody accepts any more: forgotten, and told. */
  async #over(id: string, version: string): Promise<void> {
    if (!await this.#ports.rows.over(id, version)) return;
    await this.#ports.rows.tell(id, SIGN_IN.ended);
    await this.#told(id, "refused", SYSTEM);
  }

  async #told(id: string, why: "person" | "refused", by: Actor): Promise<void> {
    await this.#ports.workspace.change((state) => ({
      ok: true,
      answer: { id },
      events: state.mcp[id]?.login ? [{ type: "McpLoginEnded", data: { id, why } }] : [],
    }), { by });
  }

  /** Forgets a sign-in, and tells the place that it is given up; null: it takes no such word. */
  async forget({ id, url }: McpServer, by: Actor): Promise<boolean | null> {
    const kept = await this.#ports.rows.login(id, url);
    await this.#ports.rows.forget(id);
    await this.#ports.changed(id);
    await this.#told(id, "person", by);
    return kept ? await this.#revoked({ url }, kept.login) : null;
  }

  /** Whether the place heard that these tokens are given up (RFC 7009). */
  async #revoked(server: Pick<McpServer, "url">, login: Login): Promise<boolean | null> {
    const { place, client, access, refresh } = login;
    if (place.revocation_endpoint === undefined) return null;
    const body = new URLSearchParams({ token: refresh ?? access });
    body.set("token_type_hint", refresh === undefined ? "access_token" : "refresh_token");
    const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
    const sdk = await import("@modelcontextprotocol/client");
    const taken = place.token_endpoint_auth_methods_supported ?? [];
    if (sdk.selectClientAuthMethod(asClient(client), taken) === "client_secret_basic") {
      const named = [client.client_id, client.client_secret ?? ""].map(encodeURIComponent).join(":");
      headers.set("authorization", `Basic ${new TextEncoder().encode(named).toBase64()}`);
    } else {
      body.set("client_id", client.client_id);
      if (client.client_secret !== undefined) body.set("client_secret", client.client_secret);
    }
    const limit = new AbortController();
    const late = this.#ports.environment.sleep(REVOKE_MS, limit.signal).then(() => null);
    const ask = await this.#asker(server);
    const asked = ask(place.revocation_endpoint, { method: "POST", headers, body }).catch(() => null);
    const answer = await Promise.race([asked, late]);
    limit.abort();
    return answer?.ok === true;
  }

  /** What is told of a server's sign-in beside what the log says. */
  async shown({ id, url }: Pick<McpServer, "id" | "url">): Promise<{
    readonly failed: string | null;
    readonly clientId: string | null;
    readonly wanted: string | null;
  }> {
    const { rows } = this.#ports;
    return {
      failed: await rows.told(id),
      clientId: (await rows.client(id, url))?.client_id ?? null,
      wanted: await rows.wanted(id, url),
    };
  }

  known(): Iterable<string> {
    return this.#ports.rows.known();
  }

  stop(): void {
    this.#stop.abort();
  }
}

/** What a place says when a sign-in is over, by the codes of OAuth. */
const ENDED: readonly string[] = ["invalid_grant", "invalid_client", "unauthorized_client", "invalid_token"];

const secretsOf = ({ access_token, refresh_token }: {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
}): Pick<Login, "access" | "refresh"> => ({ access: access_token, refresh: refresh_token });
