/**
 * Answers of commands that may be sent again, each a row under its stream. The stream's row has the sum of all that came
 * with events, so that one that is lost or changed is known.
 */
import { createHash } from "node:crypto";

/** Bytes of a sum. */
const SUM_BYTES = 12;
const NOTHING = "";

/** `sum` with one more row, or with one less: base64url, "" of none. */
export function summed(sum: string | undefined, row: Uint8Array): string {
  const bytes = sum ? Uint8Array.fromBase64(sum, { alphabet: "base64url" }) : new Uint8Array(SUM_BYTES);
  const hash = createHash("sha256").update(row).digest();
  for (let i = 0; i < SUM_BYTES; i++) bytes[i] = (bytes[i] ?? 0) ^ (hash[i] ?? 0);
  return bytes.every((byte) => byte === 0)
    ? NOTHING
    : bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
