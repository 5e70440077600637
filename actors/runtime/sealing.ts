/** Secrets encrypted beside the log (SECURITY.md 6): AES-256-GCM, each bound to what it is for. */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import { z } from "zod";

/** Bytes of the master key. */
const MASTER_KEY_BYTES = 32;
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
/** Bytes behind a sealed secret that tell whether it was changed. */
const TAG_BYTES = 16;

/** A secret that is stored and cannot be opened. */
export const UNREADABLE = Symbol("unreadable");

export const Sealed = z.object({ iv: z.instanceof(Uint8Array), sealed: z.instanceof(Uint8Array) });
export type Sealed = z.infer<typeof Sealed>;

export class Seal {
  readonly #master: Uint8Array;

  /** @throws {RangeError} when the master key is not 32 bytes */
  constructor(master: Uint8Array) {
    if (master.length !== MASTER_KEY_BYTES) {
      throw new RangeError(`The master key has ${master.length} bytes; it must have ${MASTER_KEY_BYTES}.`);
    }
    this.#master = master.slice();
  }

  /** At once, some microseconds: nothing may come between a secret and what it is for. */
  close(secret: string, boundTo: string): Sealed {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const cipher = createCipheriv(CIPHER, this.#master, iv).setAAD(new TextEncoder().encode(boundTo));
    const parts = [cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
    return { iv, sealed: new Uint8Array(Buffer.concat(parts)) };
  }

  /** `UNREADABLE`: another master key sealed it, it was changed, or it is bound to something else. */
  open({ iv, sealed }: Sealed, boundTo: string): string | typeof UNREADABLE {
    try {
      const cipher = createDecipheriv(CIPHER, this.#master, iv, { authTagLength: TAG_BYTES })
        .setAAD(new TextEncoder().encode(boundTo)).setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()]).toString();
    } catch {
      return UNREADABLE;
    }
  }
}
