/**
 * Tokens for programs as they are kept: the hash of each, what it may do and until when. They are read again
 * every second, because another process of the same store may make or revoke one.
 */
import { sha256 } from "../../events/store/kv/codec.ts";
import type { SideRows } from "../../events/store/types.ts";
import type { TokenScope } from "../../events/catalog/workspace.ts";

/** Milliseconds for which known tokens are trusted before the rows are read again: another process revokes too. */
const TOKENS_FRESH_MS = 1_000;
/** Milliseconds between two notes of when a token was last used: a read should not cost a commit. */
export const USE_NOTED_MS = 5 * 60_000;
/** Tokens at once: a program has one, so this is a workspace with hundreds of programs. */
export const TOKENS = 200;

/** What is kept of a token: its hash, never itself; of a revoked one, only that there was one. */
interface TokenRow {
  /** Empty once it is revoked. */
  readonly hash: string;
  readonly name: string;
  readonly createdAt: string;
  /** Absent in rows from before there were scopes: `all`. */
  readonly scope?: TokenScope;
  /** ISO 8601, UTC; absent: never. */
  readonly expiresAt?: string;
  /** ISO 8601, UTC, up to `USE_NOTED_MS` ago; absent: not used yet. */
  readonly usedAt?: string;
}
export type KnownToken = Omit<TokenRow, "hash" | "scope"> & {
  readonly id: string;
  readonly scope: TokenScope;
};
/** What may be chosen for a new token. */
export type TokenTerms = Pick<TokenRow, "scope" | "expiresAt">;

/** Stands for the tokens there were: to take the last one back must shut programs out, not let all of them in. */
const ONCE_THERE_WERE: TokenRow & { readonly id: string } = {
  id: "token_none",
  hash: "",
  name: "",
  createdAt: "",
};

interface Known {
  readonly readAt: number;
  readonly byHash: ReadonlyMap<string, KnownToken>;
  readonly closed: boolean;
}

/** Whether a use now need not be noted. A clock that was set back must not silence this until it has caught up. */
const isNoted = (usedAt: string | undefined, now: number): boolean =>
  usedAt !== undefined && Math.abs(now - Date.parse(usedAt)) < USE_NOTED_MS;

export class TokenRows {
  #known: Known | null = null;

  /** @param now milliseconds since the epoch @param monotonic milliseconds that never step back */
  constructor(readonly rows: SideRows, readonly now: () => number, readonly monotonic: () => number) {}

  /** Somebody made a token once. */
  async closed(): Promise<boolean> {
    return (await this.#read()).closed;
  }

  /** The token, alive or expired; undefined for what is none, or was revoked. */
  async find(token: string): Promise<KnownToken | undefined> {
    return (await this.#read()).byHash.get(sha256(token));
  }

  /** Every token that was not revoked, by id. */
  async all(): Promise<Map<string, KnownToken>> {
    return new Map([...(await this.#read()).byHash.values()].map((token) => [token.id, token]));
  }

  isExpired({ expiresAt }: Pick<TokenRow, "expiresAt">): boolean {
    return expiresAt !== undefined && Date.parse(expiresAt) <= this.now();
  }

  async add(id: string, token: string, name: string, terms: TokenTerms): Promise<void> {
    const createdAt = new Date(this.now()).toISOString();
    await this.rows.set(id, { hash: sha256(token), name, createdAt, ...terms } satisfies TokenRow);
    this.#known = null;
  }

  /** Nothing of a revoked token is kept but that there was one. */
  async revoke(id: string): Promise<void> {
    if (await this.rows.get(id) !== undefined) {
      const { id: mark, ...row } = ONCE_THERE_WERE;
      await this.rows.set(mark, row satisfies TokenRow);
      if (id !== mark) await this.rows.delete(id);
    }
    this.#known = null;
  }

  /** Notes that the token was used now, where that is worth noting. Resolves to whether it was the first time. */
  async used({ id, usedAt }: KnownToken): Promise<boolean> {
    const now = this.now();
    if (isNoted(usedAt, now)) return false;
    const noted = await this.rows.update(id, (row) => {
      const known = row as TokenRow | undefined; // only this file writes these rows
      // Requests of one moment all want to: the first notes it for them.
      if (isNoted(known?.usedAt, now)) return undefined;
      return known && known.hash !== "" ? { ...known, usedAt: new Date(now).toISOString() } : undefined;
    });
    this.#known = null;
    return noted && usedAt === undefined;
  }

  async #read(): Promise<Known> {
    const now = this.monotonic();
    if (this.#known && now - this.#known.readAt < TOKENS_FRESH_MS) return this.#known;
    const rows = await this.rows.list();
    const byHash = new Map(rows.flatMap(({ id, value }) => {
      const { hash, scope = "all", ...row } = value as TokenRow; // only this file writes these rows
      return hash === "" ? [] : [[hash, { ...row, id, scope }] as const];
    }));
    this.#known = { readAt: now, byHash, closed: rows.length > 0 };
    return this.#known;
  }
}
