/**
 * Who calls. Without a password the server is open to the local browser alone (it binds loopback and checks
 * Host and origin). With one, a session cookie or a Bearer token is needed. One extractor for all of them.
 */
import { createHash } from "node:crypto";
import type { SideRows } from "../events/store/types.ts";
import type { Actor } from "../events/envelope.ts";
import type { Credential } from "./guard.ts";
import { checkPassword, hashPassword } from "./password_hash.ts";
import { Problem } from "./problem.ts";
import type { Access as Kind } from "./route.ts";

export const SESSION_COOKIE = "fishbowl_session";
/** Milliseconds without a request after which a session ends. */
export const SESSION_IDLE_MS = 7 * 24 * 3_600_000;
/** Milliseconds after login at which a session ends in any case. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** Milliseconds for which known tokens are trusted before the rows are read again: another process revokes too. */
const TOKENS_FRESH_MS = 1_000;

/** Attempts to log in, a minute: a guesser gets nowhere, a person with a typo does. */
const LOGINS_PER_MINUTE = 5;

/** Characters of a password, at least. */
export const PASSWORD_CHARACTERS = 8;

/** The person at the keyboard; shown as "User" where no name is set (S4-18). */
const LOCAL: Actor = { kind: "user", id: "local", name: "User" };

/** What is kept of a token: its hash, never itself; of a revoked one, only that there was one. */
export interface TokenRow {
  /** Empty once it is revoked. */
  readonly hash: string;
  readonly name: string;
  readonly createdAt: string;
}
interface SessionRow {
  readonly createdAt: number;
  readonly seenAt: number;
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export interface Identity {
  readonly credential: Credential;
  readonly by: Actor;
  readonly caller: string;
}

export interface AccessOptions {
  readonly tokens: SideRows;
  readonly sessions: SideRows;
  readonly secrets: SideRows;
  readonly now: () => number;
  /** Milliseconds that only grow: what is counted by the minute must not stop at a clock set back. */
  readonly monotonic: () => number;
  /** 64 random hex digits. */
  readonly secret: () => string;
}

interface Known {
  readonly readAt: number;
  readonly byHash: ReadonlyMap<string, { id: string; name: string }>;
  /** Somebody made one once: to take the last one back must shut programs out, not let all of them in. */
  readonly closed: boolean;
}

export class Access {
  readonly #options: AccessOptions;
  #tokens: Known | null = null;
  #attempts: number[] = [];
  /** Aborted when sessions or tokens are revoked: open event streams end with them. */
  #revoked = new AbortController();

  constructor(options: AccessOptions) {
    this.#options = options;
  }

  get revoked(): AbortSignal {
    return this.#revoked.signal;
  }

  /** Reads the one credential of a request: Bearer, `x-api-key` or session cookie. */
  async identify(request: Request): Promise<Identity> {
    const header = request.headers.get("authorization");
    const bearer = header === null ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
    const token = bearer ?? request.headers.get("x-api-key") ?? undefined;
    if (token !== undefined) {
      const { byHash, closed } = await this.#known();
      const known = byHash.get(sha256(token));
      if (known) {
        return {
          credential: "token",
          by: { kind: "user", id: known.id, name: known.name },
          caller: `token:${known.id}`,
        };
      }
      if (closed || await this.hasPassword()) {
        throw new Problem("unauthenticated", "The token is not valid.", undefined, {
          "www-authenticate": "Bearer",
        });
      }
      // Nobody has made a token yet: programs that insist on sending one are let through like the rest.
      return { credential: "none", by: LOCAL, caller: "local" };
    }
    const cookie = sessionOf(request);
    if (cookie !== undefined && await this.#session(cookie)) {
      return { credential: "session", by: LOCAL, caller: "local" };
    }
    return { credential: "none", by: LOCAL, caller: "local" };
  }

  /** Whether the route may be used with this credential. Throws 401 otherwise. */
  async require(kind: Kind, credential: Credential): Promise<void> {
    if (kind === "open" || kind === "page" || kind === "login" || credential !== "none") return;
    const closed = await this.hasPassword() || (kind === "program" && (await this.#known()).closed);
    if (closed) {
      throw new Problem("unauthenticated", "Sign in, or send a Bearer token.", undefined, {
        "www-authenticate": "Bearer",
      });
    }
  }

  async hasPassword(): Promise<boolean> {
    return (await this.#options.secrets.get("password") ?? null) !== null;
  }

  async setPassword(password: string): Promise<void> {
    await this.#keep(password);
    await this.revokeSessions();
  }

  async #keep(password: string): Promise<void> {
    await this.#options.secrets.set("password", await hashPassword(password, this.#options.secret()));
  }

  /** Counts an attempt to log in; false beyond five a minute, for everybody: there is one password. */
  mayTry(): boolean {
    const now = this.#options.monotonic();
    this.#attempts = this.#attempts.filter((at) => now - at < 60_000);
    if (this.#attempts.length >= LOGINS_PER_MINUTE) return false;
    this.#attempts.push(now);
    return true;
  }

  /** Whether this is the password; one kept in an older way is kept in today's from now on. */
  async isRight(password: string): Promise<boolean> {
    const row = await this.#options.secrets.get("password") ?? null;
    const { right, outdated } = await checkPassword(password, row);
    if (right && outdated) await this.#keep(password);
    return right;
  }

  /** A new session: the value of its cookie. */
  async begin(): Promise<string> {
    const value = this.#options.secret();
    const at = this.#options.now();
    await this.#options.sessions.set(sha256(value), { createdAt: at, seenAt: at });
    return value;
  }

  async logout(request: Request): Promise<void> {
    const cookie = sessionOf(request);
    if (cookie !== undefined) await this.#options.sessions.delete(sha256(cookie));
    this.endStreams();
  }

  async revokeSessions(): Promise<void> {
    for (const { id } of await this.#options.sessions.list()) await this.#options.sessions.delete(id);
    this.endStreams();
  }

  async addToken(id: string, name: string): Promise<string> {
    const token = `fb_${this.#options.secret()}`;
    const createdAt = new Date(this.#options.now()).toISOString();
    await this.#options.tokens.set(id, { hash: sha256(token), name, createdAt } satisfies TokenRow);
    this.#tokens = null;
    return token;
  }

  async revokeToken(id: string): Promise<void> {
    const row = await this.#options.tokens.get(id) as TokenRow | null; // only `addToken` writes these rows
    if (row) await this.#options.tokens.set(id, { ...row, hash: "" } satisfies TokenRow);
    this.#tokens = null;
    this.endStreams();
  }

  /** Ends every open event stream; readers with a right to them come back. */
  endStreams(): void {
    this.#revoked.abort();
    this.#revoked = new AbortController();
  }

  async #known(): Promise<Known> {
    const now = this.#options.monotonic();
    if (this.#tokens && now - this.#tokens.readAt < TOKENS_FRESH_MS) return this.#tokens;
    const rows = await this.#options.tokens.list();
    const byHash = new Map(rows.flatMap(({ id, value }) => {
      const { hash, name } = value as TokenRow; // only `addToken` writes these rows
      return hash === "" ? [] : [[hash, { id, name }] as const];
    }));
    this.#tokens = { readAt: now, byHash, closed: rows.length > 0 };
    return this.#tokens;
  }

  async #session(cookie: string): Promise<boolean> {
    const id = sha256(cookie);
    const row = await this.#options.sessions.get(id) as SessionRow | null | undefined;
    if (!row) return false;
    const now = this.#options.now();
    if (now - row.seenAt > SESSION_IDLE_MS || now - row.createdAt > SESSION_LIFE_MS) {
      await this.#options.sessions.delete(id);
      return false;
    }
    // Written once an hour at most: a read should not cost a commit.
    if (now - row.seenAt > 3_600_000) await this.#options.sessions.set(id, { ...row, seenAt: now });
    return true;
  }
}

function sessionOf(request: Request): string | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  return new RegExp(`(?:^|; *)${SESSION_COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(cookies)?.[1];
}
