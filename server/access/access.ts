/**
 * Who calls. Without a password the server is open to the local browser alone (it binds loopback and checks
 * Host and origin). With one, a session cookie or a Bearer token is needed. One extractor for all of them.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { SideRows } from "../../events/store/types.ts";
import type { Logger } from "../../actors/runtime/logger.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import type { TokenScope } from "../../events/catalog/workspace.ts";
import { Attempts } from "./attempts.ts";
import { BROWSER_COOKIE, cookieOf, SESSION_COOKIE } from "./cookies.ts";
import type { AccessKind, Credential } from "../http/guard.ts";
import { OpenStreams } from "../stream/open_streams.ts";
import { checkPassword, hashPassword, type PasswordCost } from "./password_hash.ts";
import { type Front, networkOf } from "../http/front.ts";
import { Problem } from "../http/problem.ts";
import { SessionRows } from "./session_rows.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { type KnownToken, TokenRows, type TokenTerms } from "./token_rows.ts";

/** The person at the keyboard; shown as "User" where no name is set (S4-18). */
const LOCAL: Actor = { kind: "user", id: "local", name: "User" };
/** Everybody who shows nothing; where a proxy tells addresses, everybody of one network. */
const STRANGER = "none";
/** Whether a key is that of somebody who shows nothing. */
export const isStranger = (key: string): boolean => key === STRANGER || key.startsWith(`${STRANGER} `);
/** Hex digits of what names a browser; as many as of the proof that follow it. */
const BROWSER_DIGITS = 32;

export interface Identity {
  readonly credential: Credential;
  readonly by: Actor;
  /** Names who calls, for idempotency keys. */
  readonly caller: string;
  /** Names the credential itself: by it attempts and writes are counted, and streams ended. */
  readonly key: string;
  /** People may do everything. */
  readonly scope: TokenScope;
}

/** Whether there is a password, looked up once for a request however many ask. */
export type Locked = () => Promise<boolean>;

export interface AccessOptions {
  readonly tokens: SideRows;
  readonly sessions: SideRows;
  readonly secrets: SideRows;
  /** Milliseconds since the epoch: rows say when they end. */
  readonly now: () => number;
  /** Milliseconds that never step back: waits are counted by it. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 64 random hex digits. */
  readonly secret: () => string;
  /** Of the passwords that are kept from now on. */
  readonly passwordCost: PasswordCost;
  /** What stands before the server. */
  readonly front: Front;
  /** Gets what is worth a line (ASVS V16): names of events and ids, never a secret or what somebody typed. */
  readonly log: Logger;
}

export class Access {
  readonly #options: AccessOptions;
  readonly #tokens: TokenRows;
  readonly #sessions: SessionRows;
  readonly attempts: Attempts;
  readonly streams: OpenStreams;
  readonly front: Front;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.front = options.front;
    this.#tokens = new TokenRows(options.tokens, options.now, options.monotonic);
    this.#sessions = new SessionRows(options.sessions, options.now);
    this.attempts = new Attempts(options.monotonic);
    this.streams = new OpenStreams({ holds: (key) => this.holds(key), sleep: options.sleep });
  }

  /**
   * Whether a request needs a credential, for `identify` and `require`. Where it shows none that decides, so it is looked up from
   * now on, beside all else that is to be read of it.
   */
  locked(request: Request, kind: AccessKind): Locked {
    let read: Promise<boolean> | null = null;
    const locked = () => read ??= this.hasPassword();
    const asks = kind === "api" || kind === "program";
    // Whoever waits for it meets its error.
    if (asks && !this.#shows(request)) locked().catch(() => undefined);
    return locked;
  }

  /** Whether a request shows what may be a credential. */
  #shows(request: Request): boolean {
    return tokenOf(request) !== undefined || cookieOf(this.front, request, SESSION_COOKIE) !== undefined;
  }

  /** Reads the one credential of a request: Bearer, `x-api-key` or session cookie. */
  async identify(request: Request, locked: Locked = () => this.hasPassword()): Promise<Identity> {
    const token = tokenOf(request);
    if (token !== undefined) return await this.#ofToken(token, request, locked);
    const cookie = cookieOf(this.front, request, SESSION_COOKIE);
    const session = cookie === undefined ? undefined : await this.#sessions.find(cookie);
    if (session !== undefined) return person("session", sessionKey(session));
    return person("none", await this.#browser(request) ?? this.#stranger(request));
  }

  /** Strangers share a count, or have one for each network they come from where that is told. */
  #stranger(request: Request): string {
    const address = this.front.address(request);
    return address === null ? STRANGER : `${STRANGER} ${networkOf(address)}`;
  }

  async #ofToken(token: string, request: Request, locked: Locked): Promise<Identity> {
    const known = await this.#tokens.find(token);
    if (known && !this.#tokens.isExpired(known)) {
      await this.#noteUse(known);
      const { id, name, scope } = known;
      const key = tokenKey(id);
      return { credential: "token", by: { kind: "user", id, name }, caller: key, key, scope };
    }
    if (known || await this.#tokens.closed() || await locked()) {
      const detail = known ? "The token has expired." : "The token is not valid.";
      throw signIn(detail);
    }
    // Nobody has made a token yet: programs that insist on sending one are let through like the rest.
    return person("none", this.#stranger(request));
  }

  /** Whether the route may be used with this credential. Throws 401 otherwise. */
  async require(kind: AccessKind, credential: Credential, locked: Locked): Promise<void> {
    if (kind === "open" || kind === "page" || kind === "login" || credential !== "none") return;
    const closed = await locked() || (kind === "program" && await this.#tokens.closed());
    if (closed) throw signIn("Sign in, or send a Bearer token.");
  }

  /** A line in the log about who came in, failed to, or changed who may. */
  note(level: "info" | "warn", event: string, fields: Readonly<Record<string, string>> = {}): void {
    this.#options.log(level, event, fields);
  }

  async hasPassword(): Promise<boolean> {
    return (await this.#options.secrets.get("password") ?? null) !== null;
  }

  /** Keeps the password; every session ends. Tokens are for the caller to end, whose log names them. */
  async setPassword(password: string): Promise<void> {
    await this.#keep(password);
    await this.revokeSessions();
  }

  async #keep(password: string): Promise<void> {
    const { secret, secrets, passwordCost } = this.#options;
    await secrets.set("password", await hashPassword(password, secret(), passwordCost));
  }

  /** Whether this is the password; one kept in an older way is kept in today's from now on. */
  async isRight(password: string): Promise<boolean> {
    const row = await this.#options.secrets.get("password") ?? null;
    const { right, outdated } = await checkPassword(password, row, this.#options.passwordCost);
    if (right && outdated) await this.#keep(password);
    return right;
  }

  /** A new session: the values of its cookie and of the one that tells this browser from strangers. */
  async begin(): Promise<{ readonly session: string; readonly browser: string }> {
    const session = this.#options.secret();
    for (const ended of await this.#sessions.begin(session)) this.streams.end(sessionKey(ended));
    const name = this.#options.secret().slice(0, BROWSER_DIGITS);
    return { session, browser: name + await this.#proof(name) };
  }

  /** Ends the caller's session and the streams it opened; without a session nothing. */
  async logout({ credential, key }: Pick<Identity, "credential" | "key">): Promise<void> {
    if (credential !== "session") return;
    await this.#sessions.end(key.slice(sessionKey("").length));
    this.streams.end(key);
  }

  async revokeSessions(): Promise<void> {
    await this.#sessions.endAll();
    this.streams.endAll();
  }

  /** Makes a token; it is told this once. `scope` absent: `all`. `expiresAt` absent: never. */
  async addToken(id: string, name: string, terms: TokenTerms = {}): Promise<string> {
    const token = `fb_${this.#options.secret()}`;
    await this.#tokens.add(id, token, name, terms);
    return token;
  }

  /** What is kept of the tokens that were not revoked, expired ones among them, by id. */
  tokens(): Promise<ReadonlyMap<string, KnownToken>> {
    return this.#tokens.all();
  }

  async revokeToken(id: string): Promise<void> {
    await this.#tokens.revoke(id);
    this.streams.end(tokenKey(id));
  }

  async #noteUse(token: KnownToken): Promise<void> {
    try {
      if (await this.#tokens.used(token)) this.note("info", "token_first_used", { token: token.id });
    } catch {
      // A full disk must not keep programs from reading; the next use notes it.
    }
  }

  /** Whether a credential that opened a stream, or began something, still counts. */
  async holds(key: string): Promise<boolean> {
    if (key.startsWith(sessionKey(""))) return await this.#sessions.holds(key.slice(sessionKey("").length));
    if (key.startsWith(tokenKey(""))) {
      const token = (await this.#tokens.all()).get(key.slice(tokenKey("").length));
      return token !== undefined && !this.#tokens.isExpired(token);
    }
    return !(await this.hasPassword());
  }

  /**
   * A browser from which somebody signed in with today's password: its attempts are not counted with strangers',
   * who could otherwise keep everybody waiting. It opens nothing. Nothing is kept of it: its cookie proves itself.
   */
  async #browser(request: Request): Promise<string | undefined> {
    const cookie = cookieOf(this.front, request, BROWSER_COOKIE);
    if (cookie === undefined) return undefined;
    const name = cookie.slice(0, BROWSER_DIGITS);
    const [given, proof] = [Buffer.from(cookie.slice(BROWSER_DIGITS)), Buffer.from(await this.#proof(name))];
    return given.length === proof.length && timingSafeEqual(given, proof) ? `browser:${name}` : undefined;
  }

  /** Only who can read the store can make it, and a new password makes another. */
  async #proof(name: string): Promise<string> {
    const row = await this.#options.secrets.get("password") ?? null;
    return createHmac("sha256", sha256(JSON.stringify(row))).update(`browser ${name}`).digest("hex");
  }
}

/** What a request shows as a token, whatever it is. */
function tokenOf({ headers }: Request): string | undefined {
  const header = headers.get("authorization");
  const bearer = header === null ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
  return bearer ?? headers.get("x-api-key") ?? undefined;
}

const signIn = (detail: string) =>
  new Problem("unauthenticated", detail, undefined, { "www-authenticate": "Bearer" });

const sessionKey = (id: string) => `session:${id}`;
const tokenKey = (id: string) => `token:${id}`;

const person = (credential: "none" | "session", key: string): Identity => ({
  credential,
  by: LOCAL,
  caller: "local",
  key,
  scope: "all",
});

/** Who calls where nobody is asked. */
export const NOBODY: Identity = person("none", STRANGER);
