/**
 * A server that others can reach and that has no password yet belongs to nobody: whoever holds the code it
 * printed sets the password, and until then it serves nothing else (SECURITY.md 4). The code works once, and is
 * gone with the process.
 */
import { timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Access } from "./access.ts";
import { sha256 } from "../../events/store/kv/codec.ts";

/** Letters and digits that nobody takes for one another. 32 of them: five bits each. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Characters of the code: 50 bits, more than anybody guesses over a network in a hundred thousand years. */
const CODE_CHARACTERS = 10;
/** Characters between two hyphens, so that it is easy to copy by hand. */
const GROUP = 5;

/** A code of the random bytes given, such as `K7QXM-2DRTP`. At least ten bytes. */
export function codeOf(bytes: Uint8Array): string {
  const characters = [...bytes.slice(0, CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${characters.slice(0, GROUP).join("")}-${characters.slice(GROUP).join("")}`;
}

/** As typed: small letters, blanks and missing hyphens are forgiven. */
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, "");

export class SetUp {
  readonly #code: string;
  readonly #access: Pick<Access, "hasPassword">;
  /** `taken`: the password is being stored; still nothing is served, and the code opens nothing a second time. */
  #state: "waiting" | "taken" | "done" = "waiting";

  constructor(code: string, access: Pick<Access, "hasPassword">) {
    this.#code = sha256(plain(code));
    this.#access = access;
  }

  /** True until a password is stored; another process of the same store may have done it. */
  async waits(): Promise<boolean> {
    if (this.#state !== "done" && await this.#access.hasPassword()) this.#state = "done";
    return this.#state !== "done";
  }

  isRight(code: string): boolean {
    return timingSafeEqual(Buffer.from(sha256(plain(code))), Buffer.from(this.#code));
  }

  /** Carries out `work`, which stores the password, when the code is right; false when it is not, or not any more. */
  async redeem(code: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#state !== "waiting" || !this.isRight(code)) return false;
    this.#state = "taken";
    try {
      await work();
      this.#state = "done";
      return true;
    } catch (error) {
      this.#state = "waiting";
      throw error;
    }
  }
}
