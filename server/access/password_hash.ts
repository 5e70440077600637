/**
 * Passwords at rest: Argon2id, slow and large on purpose, so that a stolen store gives away no password. Each
 * row says how it was made, so that the cost can rise.
 */
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** What one hash takes: memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** A guess takes 64 MiB and about 0.2 s; RFC 9106 calls for both. */
export const PASSWORD_COST: PasswordCost = { memory: 65_536, passes: 3, parallelism: 1 };
/** Bits of a hash. */
const HASH_BITS = 256;

const PasswordRow = z.strictObject({
  kind: z.literal("argon2id"),
  memory: z.int().min(8).max(1_048_576),
  passes: z.int().min(1).max(100),
  parallelism: z.int().min(1).max(64),
  salt: z.string().min(1),
  hash: z.string().min(1),
});

/** What is kept of a password. */
type PasswordRow = z.infer<typeof PasswordRow>;

/** The types of the platform do not know the newer name of "raw" yet. */
const RAW_SECRET = "raw-secret" as "raw";

async function argon2id(password: string, { salt, ...cost }: Omit<PasswordRow, "hash">): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(RAW_SECRET, encoder.encode(password), "Argon2id", false, [
    "deriveBits",
  ]);
  const { memory, passes, parallelism } = cost;
  const algorithm = { name: "Argon2id", nonce: encoder.encode(salt), memory, passes, parallelism };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, HASH_BITS)).toHex();
}

/** The row to keep. `salt`: at least 16 random bytes, in hex. */
export async function hashPassword(
  password: string,
  salt: string,
  cost: PasswordCost = PASSWORD_COST,
): Promise<PasswordRow> {
  const row = { kind: "argon2id", ...cost, salt } as const;
  return { ...row, hash: await argon2id(password, row) };
}

/**
 * Whether the password is the one of the row, and whether the row should be made again at today's cost. A row
 * that is no such thing matches nothing.
 */
export async function checkPassword(
  password: string,
  row: unknown,
  cost: PasswordCost = PASSWORD_COST,
): Promise<{ readonly right: boolean; readonly outdated: boolean }> {
  const kept = PasswordRow.safeParse(row).data;
  if (!kept) return { right: false, outdated: false };
  const { memory, passes, parallelism } = kept;
  return {
    right: equal(await argon2id(password, kept), kept.hash),
    outdated: memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism,
  };
}

function equal(given: string, kept: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(kept)];
  return a.length === b.length && timingSafeEqual(a, b);
}
