/**
 * What is kept of signing in at servers of tools, sealed as providers' keys are and bound to the server's address: tokens and
 * who this program is there, a client id that a person entered, and what was begun. Rows beside the log, never exported.
 */
import { z } from "zod";
import { Actor } from "../../../events/catalog/envelope.ts";
import { sha256 } from "../../../events/store/kv/codec.ts";
import type { SideRows } from "../../../events/store/types.ts";
import { Seal, Sealed, UNREADABLE } from "../../runtime/sealing.ts";
import { jsonOf } from "../../runtime/json.ts";
import { Client, Place } from "./discovery.ts";

/** Sign-ins that are under way at once; beyond them the oldest is over. */
export const BEGUN = 50;
/** Milliseconds in which one has to be done. */
export const BEGUN_MS = 10 * 60_000;
/** Secrets that this process takes out of what it logs and tells: with the newest a server repeats what it was just sent. */
const KNOWN = 500;

/** Tokens, and all that is needed to have them renewed. */
export const Login = z.object({
  place: Place,
  client: Client,
  resource: z.string(),
  scope: z.string().optional(),
  access: z.string(),
  refresh: z.string().optional(),
});
export type Login = z.infer<typeof Login>;

/** A sign-in that somebody began and nobody has ended. */
export const Begun = z.object({
  id: z.string(),
  url: z.string(),
  place: Place,
  client: Client,
  resource: z.string(),
  scope: z.string().optional(),
  redirect: z.string(),
  verifier: z.string(),
  by: Actor,
  /** Which credential began it. */
  key: z.string(),
});
export type Begun = z.infer<typeof Begun>;

const LoginRow = Sealed.extend({
  url: z.string(),
  /** Milliseconds since the epoch; null: nobody said. */
  until: z.number().nullable(),
  /** Changes with every token. */
  version: z.string(),
  /** Who has it renewed, and until when the others wait. */
  renewing: z.object({ by: z.string(), until: z.number() }).optional(),
});
const ClientRow = Sealed.extend({ url: z.string() });
const BegunRow = Sealed.extend({ until: z.number(), taken: z.string().optional() });
const WantedRow = z.object({ url: z.string(), scope: z.string() });
const ToldRow = z.object({ failed: z.string().nullable() });

/** A login as it is kept. */
export interface KeptLogin {
  readonly login: Login;
  readonly until: number | null;
  readonly version: string;
}

const bound = (what: string, id: string, url: string): string => `mcp ${what}:${id}:${url}`;
const rowOf = (what: "login" | "client" | "told" | "wanted", id: string): string => `${what}/${id}`;
const begunRow = (state: string): string => `begun/${sha256(state)}`;

export class LoginRows {
  readonly #rows: SideRows;
  readonly #seal: Seal;
  readonly #known = new Set<string>();

  /** @param rows those of the kind `mcplogin` */
  constructor(rows: SideRows, master: Uint8Array) {
    this.#rows = rows;
    this.#seal = new Seal(master);
  }

  /** Secrets to be taken out of what is logged or told. */
  known(): Iterable<string> {
    return this.#known;
  }

  #keep(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined) continue;
      // The newest stand last.
      this.#known.delete(secret);
      this.#known.add(secret);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= KNOWN) break;
      this.#known.delete(oldest);
    }
  }

  #opened<T>(row: Sealed, boundTo: string, schema: z.ZodType<T>): T | null {
    const text = this.#seal.open(row, boundTo);
    return text === UNREADABLE ? null : schema.safeParse(jsonOf(text)).data ?? null;
  }

  /** The login at this address; null: there is none, or it cannot be read. */
  async login(id: string, url: string): Promise<KeptLogin | null> {
    const row = LoginRow.safeParse(await this.#rows.get(rowOf("login", id))).data;
    if (row?.url !== url) return null;
    const login = this.#opened(row, bound("login", id, url), Login);
    if (!login) return null;
    this.#keep(login.access, login.refresh, login.client.client_secret);
    return { login, until: row.until, version: row.version };
  }

  #sealed(id: string, url: string, login: Login, more: { until: number | null; version: string }) {
    this.#keep(login.access, login.refresh, login.client.client_secret);
    return { ...this.#seal.close(JSON.stringify(login), bound("login", id, url)), url, ...more };
  }

  async setLogin(
    id: string,
    url: string,
    login: Login,
    until: number | null,
    version: string,
  ): Promise<void> {
    await this.#rows.set(rowOf("login", id), this.#sealed(id, url, login, { until, version }));
  }

  /**
   * Claims the renewing of a login of this version, for all processes on the store. False: it is another by now, or somebody
   * has it renewed already.
   */
  async claim(id: string, version: string, by: string, now: number, until: number): Promise<boolean> {
    let ours = false;
    await this.#rows.update(rowOf("login", id), (value) => {
      const row = LoginRow.safeParse(value).data;
      ours = row?.renewing?.by === by;
      if (!row || row.version !== version || ours || (row.renewing?.until ?? 0) > now) return undefined;
      ours = true;
      return { ...row, renewing: { by, until } };
    });
    return ours;
  }

  /** Puts the renewed login there, or gives the claim back with null; nothing where somebody removed it meanwhile. */
  async renewed(
    { id, url, by }: { readonly id: string; readonly url: string; readonly by: string },
    login: Login | null,
    more: { readonly until: number | null; readonly version: string },
  ): Promise<void> {
    await this.#rows.update(rowOf("login", id), (value) => {
      const row = LoginRow.safeParse(value).data;
      if (row?.renewing?.by !== by) return undefined;
      const { renewing: _, ...free } = row;
      return login ? this.#sealed(id, url, login, more) : free;
    });
  }

  /** Forgets a login of this version; false: it is another by now, which stays. */
  over(id: string, version: string): Promise<boolean> {
    return this.#rows.update(rowOf("login", id), (value) => {
      const row = LoginRow.safeParse(value).data;
      return row?.version === version ? {} : undefined;
    });
  }

  /** What a person entered as this program's name at where one signs in; null: nothing, for this address. */
  async client(id: string, url: string): Promise<Client | null> {
    const row = ClientRow.safeParse(await this.#rows.get(rowOf("client", id))).data;
    const client = row?.url === url ? this.#opened(row, bound("client", id, url), Client) : null;
    this.#keep(client?.client_secret);
    return client;
  }

  async setClient(id: string, url: string, client: Client | null): Promise<void> {
    if (!client) return await this.#rows.delete(rowOf("client", id));
    this.#keep(client.client_secret);
    const sealed = this.#seal.close(JSON.stringify(client), bound("client", id, url));
    await this.#rows.set(rowOf("client", id), { ...sealed, url });
  }

  /** Why the last sign-in came to nothing, a sentence; null: it did not. */
  async told(id: string): Promise<string | null> {
    return ToldRow.safeParse(await this.#rows.get(rowOf("told", id))).data?.failed ?? null;
  }

  async tell(id: string, failed: string | null): Promise<void> {
    if (failed === null) await this.#rows.delete(rowOf("told", id));
    else await this.#rows.set(rowOf("told", id), { failed });
  }

  /** Scopes that the server at this address wanted beyond those of its sign-in, "" where it did not say which; null: none. */
  async wanted(id: string, url: string): Promise<string | null> {
    const row = WantedRow.safeParse(await this.#rows.get(rowOf("wanted", id))).data;
    return row?.url === url ? row.scope : null;
  }

  async want(id: string, url: string, scope: string | null): Promise<void> {
    if (scope === null) await this.#rows.delete(rowOf("wanted", id));
    else await this.#rows.set(rowOf("wanted", id), { url, scope });
  }

  /** Keeps what was begun, under what alone will end it; of what is over or too much, the oldest goes. */
  async begin(state: string, begun: Begun, now: number): Promise<void> {
    this.#keep(state, begun.verifier, begun.client.client_secret);
    const row = begunRow(state);
    const sealed = this.#seal.close(JSON.stringify(begun), row);
    const there = (await this.#rows.between("begun/", "begun0", 4 * BEGUN)).map(({ id, value }) => ({
      id,
      until: BegunRow.safeParse(value).data?.until ?? 0,
    })).sort((a, b) => b.until - a.until);
    for (const [place, { id, until }] of there.entries()) {
      if (until <= now || place >= BEGUN - 1) await this.#rows.delete(id);
    }
    await this.#rows.set(row, { ...sealed, until: now + BEGUN_MS });
  }

  /** What was begun under this, once: null for whoever comes second, or too late. `by` is of this try alone. */
  async take(state: string, by: string, now: number): Promise<Begun | null> {
    const id = begunRow(state);
    let ours: Sealed | null = null;
    await this.#rows.update(id, (value) => {
      const row = BegunRow.safeParse(value).data;
      ours = row && (row.taken ?? by) === by && row.until > now ? row : null;
      return row && ours && row.taken === undefined ? { ...row, taken: by } : undefined;
    });
    if (!ours) return null;
    await this.#rows.delete(id);
    const begun = this.#opened(ours, id, Begun);
    if (begun) this.#keep(begun.verifier, begun.client.client_secret);
    return begun;
  }

  /** Forgets all of a server, what was begun too. */
  async forget(id: string): Promise<void> {
    await this.#rows.delete(rowOf("login", id));
    await this.setClient(id, "", null);
    await this.tell(id, null);
    await this.want(id, "", null);
    for (const { id: row, value } of await this.#rows.between("begun/", "begun0", 4 * BEGUN)) {
      const sealed = BegunRow.safeParse(value).data;
      if (sealed && this.#opened(sealed, row, Begun)?.id === id) await this.#rows.delete(row);
    }
  }
}
