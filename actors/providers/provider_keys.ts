/**
 * Keys of providers, encrypted beside the log (SECURITY.md 6): AES-256-GCM, bound to the provider and to the
 * origin of its base URL, so that a key cannot be sent anywhere else. Never in an event, a log line, an error.
 */
import { z } from "zod";
import type { SideRows } from "../../events/store/types.ts";

/** Bytes of the master key. */
const MASTER_KEY_BYTES = 32;
const IV_BYTES = 12;
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
  readonly #master: Promise<CryptoKey>;
  readonly #known = new Set<string>();

  /** @throws {RangeError} when the master key is not 32 bytes */
  constructor(rows: SideRows, master: Uint8Array) {
    if (master.length !== MASTER_KEY_BYTES) {
      throw new RangeError(`The master key has ${master.length} bytes; it must have ${MASTER_KEY_BYTES}.`);
    }
    this.#rows = rows;
    this.#master = crypto.subtle.importKey("raw", master.slice(), "AES-GCM", false, ["encrypt", "decrypt"]);
  }

  /** Replaces a provider's key; null removes it. */
  async set(providerId: string, origin: string, key: string | null): Promise<void> {
    if (key === null) return await this.#rows.delete(providerId);
    this.#known.add(key);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt(
      algorithm(iv, providerId, origin),
      await this.#master,
      new TextEncoder().encode(key),
    );
    await this.#rows.set(providerId, { iv, sealed: new Uint8Array(sealed), origin });
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
      const opened = await crypto.subtle.decrypt(
        algorithm(iv, providerId, origin),
        await this.#master,
        sealed.slice(),
      );
      const key = new TextDecoder().decode(opened);
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

function algorithm(iv: Uint8Array, providerId: string, origin: string): AesGcmParams {
  return {
    name: "AES-GCM",
    iv: iv.slice(),
    additionalData: new TextEncoder().encode(`provider:${providerId}:${origin}`),
  };
}
