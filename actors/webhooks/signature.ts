/** The headers of Standard Webhooks, by which a receiver knows who speaks, and that it is no repetition. */
import { createHmac } from "node:crypto";

/** Bytes of a secret. */
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

export const newSecret = (): string =>
  PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();

/** @param now milliseconds since the epoch, of this try */
export function signedHeaders(
  secret: string,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): Record<string, string> {
  const seconds = `${Math.floor(now / 1_000)}`;
  const key = Uint8Array.fromBase64(secret.slice(PREFIX.length));
  const mac = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${mac}` };
}
