/**
 * Keys of providers, encrypted beside the log (SECURITY.md 6): AES-256-GCM, bound to the provider and to the
 * origin of its base URL, so that a key cannot be sent anywhere else. Never in an event, a log line, an error.
 */
import { Seal, Sealed as SealedSecret, UNREADABLE } from "../runtime/sealing.ts";
import { z } from "zod";
import type { SideRows } from "../../events/store/types.ts";

/** Characters of a key that people may see again, to tell one from another. */
const HINT = 4;

export { UNREADABLE };

const Headers = z.record(z.string(), z.string());
/** A secret behind the name of its scheme. */
const SCHEME = /^[A-Za-z][A-Za-z-]* (\S{8,})$/;
/** Behind a provider's id: the row of its headers. No id has such a sign. */
const OF_HEADERS = "/headers";
const headersOf = (providerId: string): string => providerId + OF_HEADERS;

const Sealed = SealedSecret.extend({ origin: z.string() });

export class ProviderKeys {
  readonly #rows: SideRows;
  readonly #seal: Seal;
  readonly #known = new Set<string>();
  /** As they were read for turns since the settings changed last: one a provider. */
  readonly #kept = new Map<string, ReturnType<ProviderKeys["open"]>>();

  /** @throws {RangeError} when the master key is not 32 bytes */
  constructor(rows: SideRows, master: Uint8Array) {
    this.#rows = rows;
    this.#seal = new Seal(master);
  }

  /** Replaces a provider's key; null removes it. */
  async set(providerId: string, origin: string, key: string | null): Promise<void> {
    if (key === null) await this.#rows.delete(providerId);
    else {
      this.#keep(key);
      const closed = this.#seal.close(key, boundTo(providerId, origin));
      await this.#rows.set(providerId, { ...closed, origin });
    }
    this.changed();
  }

  /**
   * Null: none is set, or it was set for another origin. `UNREADABLE`: it is there, and another master key sealed it,
   * or somebody moved it.
   */
  async open(providerId: string, origin: string): Promise<string | null | typeof UNREADABLE> {
    const row = Sealed.safeParse(await this.#rows.get(providerId)).data;
    if (row?.origin !== origin) return null;
    const key = this.#seal.open(row, boundTo(providerId, origin));
    if (key !== UNREADABLE) this.#keep(key);
    return key;
  }

  /**
   * The same, read once until the settings change: whoever sets a key writes it before the event that tells of it, so who is told
   * reads the new one.
   */
  kept(providerId: string, origin: string): ReturnType<ProviderKeys["open"]> {
    const name = boundTo(providerId, origin);
    const known = this.#kept.get(name);
    if (known) return known;
    const opening = this.open(providerId, origin);
    this.#kept.set(name, opening);
    // A store that could not be read is asked again.
    opening.catch(() => this.#kept.get(name) === opening && this.#kept.delete(name));
    return opening;
  }

  /** The settings changed, here or in another process: what was kept is read again. */
  changed(): void {
    this.#kept.clear();
  }

  /** Is to be taken out of whatever is logged or told; with the word before it, `Bearer`, and without. */
  #keep(secret: string): void {
    this.#known.add(secret);
    const bare = SCHEME.exec(secret)?.[1];
    if (bare !== undefined) this.#known.add(bare);
  }

  /**
   * Changes what a provider's headers say: a text is set, null takes it away, of the others those stay that are among
   * `names`. What was set for another origin is gone.
   */
  async setHeaders(
    providerId: string,
    origin: string,
    given: Readonly<Record<string, string | null>>,
    names: readonly string[],
  ): Promise<void> {
    const before = await this.headers(providerId, origin);
    const all = Object.entries({ ...(before === UNREADABLE ? {} : before), ...given });
    const kept = all.filter(([name, value]) => value !== null && names.includes(name));
    const text = kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null;
    await this.set(headersOf(providerId), origin, text);
    this.#remember(text);
  }

  /** A provider's headers by name; `UNREADABLE` as of a key. */
  async headers(
    providerId: string,
    origin: string,
  ): Promise<Readonly<Record<string, string>> | typeof UNREADABLE> {
    const text = await this.open(headersOf(providerId), origin);
    if (text === UNREADABLE) return text;
    this.#remember(text);
    return Headers.parse(JSON.parse(text ?? "{}"));
  }

  /** What headers say is as secret as a key, each by itself. */
  #remember(text: string | null): void {
    for (const value of Object.values(Headers.parse(JSON.parse(text ?? "{}")))) this.#keep(value);
  }

  /** Providers of which a stored secret cannot be read and has to be entered again. */
  async unreadable(): Promise<string[]> {
    const ids = new Set<string>();
    for (const { id, value } of await this.#rows.list()) {
      const row = Sealed.safeParse(value).data;
      if (row && await this.open(id, row.origin) === UNREADABLE) ids.add(id.replace(OF_HEADERS, ""));
    }
    return [...ids];
  }

  /** The last four characters, or null. A key so short that this would tell most of it gives none. */
  async hint(providerId: string): Promise<string | null> {
    const row = Sealed.safeParse(await this.#rows.get(providerId)).data;
    const key = row ? await this.open(providerId, row.origin) : null;
    if (key === null || key === UNREADABLE) return null;
    return key.length > 3 * HINT ? key.slice(-HINT) : "•".repeat(HINT);
  }

  /** Every key this process has stored or read, for the redaction of what it logs: no other can slip out of it. */
  known(): Iterable<string> {
    return this.#known;
  }
}

/** What a sealed key is of no use without. */
const boundTo = (providerId: string, origin: string): string => `provider:${providerId}:${origin}`;
