/**
 * What the log keeps of the bytes of a request: a hash that proves them while their words are there. It goes over the
 * salts of these words too. With one of them gone, a text can no longer be tried against it.
 */
import { createHash } from "node:crypto";
import type { DataOf } from "../../events/catalog/conversation.ts";

const sha256 = (bytes: string | Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();

/**
 * `SHA-256(SHA-256(salts) ‖ SHA-256(body))` in hex, the salts joined by points.
 * @param salts in a fixed order: of the call itself, of its messages, of its tool rounds; "" for what has none
 */
export function requestHash(salts: readonly string[], body: Uint8Array): string {
  return createHash("sha256").update(sha256(salts.join("."))).update(sha256(body)).digest("hex");
}

/** The hash that was recorded, wherever it stands; "" where it was forgotten. */
export const recordedHash = ({ sha256, plain }: Pick<DataOf<"ProviderCalled">, "sha256" | "plain">): string =>
  plain ?? sha256;

/** Whether `body` has the hash that was recorded. */
export function proves(
  call: Pick<DataOf<"ProviderCalled">, "hash" | "sha256" | "plain">,
  salts: readonly string[],
  body: Uint8Array,
): boolean {
  const found = call.hash === "plain"
    ? createHash("sha256").update(body).digest("hex")
    : requestHash(salts, body);
  return found === recordedHash(call);
}
