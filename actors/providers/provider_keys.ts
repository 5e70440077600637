/**
 * Keys of providers, encrypted beside the log (SECURITY.md 6): AES-256-GCM, bound to the provider and to the
 * origin of its base URL, so that a key cannot be sent anywhere else. Never in an event, a log line, an error.
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import { z } from "zod";
import type { SideRows } from "../../events/store/types.ts";

/** Bytes of the master key. */
const MASTER_KEY_BYTES = 32;
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
/** Bytes behind a sealed key that tell whether it was changed. */
const TAG_BYTES = 16;
/** Characters of a key that people may see again, to tell one from another. */
const HINT = 4;

/** A key that is stored and cannot be opened. */
export const UNREADABLE = Symbol("unreadable");

const Sealed = z.object({
  iv: z.instanceof(Uint8Array),
  sealed: z.instanceof(Uint8Array),
  origin: z.string(),
});

export class ProviderKeys {
  readonly #rows: SideRows;
  readonly #master: Uint8Array;
  readonly #known = new Set<string>();

  /** @throws {RangeError} when the master key is not 32 bytes */
  constructor(rows: SideRows, master: Uint8Array) {
    if (master.length !== MASTER_KEY_BYTES) {
      throw new RangeError(`The master key has ${master.length} bytes; it must have ${MASTER_KEY_BYTES}.`);
    }
    this.#rows = rows;
    this.#master = master.slice();
  }

  /** Replaces a provider's key; null removes it. */
  async set(providerId: string, origin: string, key: string | null): Promise<void> {
    if (key === null) return await this.#rows.delete(providerId);
    this.#known.add(key);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    // At once, some microseconds: nothing may come between a key and what it is for.
    const cipher = createCipheriv(CIPHER, this.#master, iv).setAAD(boundTo(providerId, origin));
    const parts = [cipher.update(key, "utf8"), cipher.final(), cipher.getAuthTag()];
    await this.#rows.set(providerId, { iv, sealed: new Uint8Array(Buffer.concat(parts)), origin });
  }

  /**
   * Null: none is set, or it was set for another origin. `UNREADABLE`: it is there, and another master key sealed it,
   * or somebody moved it.
   */
  async open(providerId: string, origin: string): Promise<string | null | typeof UNREADABLE> {
    const row = Sealed.safeParse(await this.#rows.get(providerId)).data;
    if (row?.origin !== origin) return null;
    const { iv, sealed } = row;
    try {
      const cipher = createDecipheriv(CIPHER, this.#master, iv, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(providerId, origin)).setAuthTag(sealed.subarray(-TAG_BYTES));
      const key = Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()]).toString();
      this.#known.add(key);
      return key;
    } catch {
      return UNREADABLE;
    }
  }

  /** Providers whose stored key cannot be read and has to be entered again. */
  async unreadable(): Promise<string[]> {
    const ids: string[] = [];
    for (const { id, value } of await this.#rows.list()) {
      const row = Sealed.safeParse(value).data;
      if (row && await this.open(id, row.origin) === UNREADABLE) ids.push(id);
    }
    return ids;
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
const boundTo = (providerId: string, origin: string): Uint8Array =>
  new TextEncoder().encode(`provider:${providerId}:${origin}`);
