/**
 * What the log keeps of the bytes of a request: a hash that proves them while their words are there. It goes over the
 * salts of these words too. With one of them gone, a text can no longer be tried against it.
 */
import { createHash } from "node:crypto";
import type { DataOf } from "../../events/catalog/conversation.ts";
import { sha256 } from "../../events/store/kv/codec.ts";

/** By way of hex, for which the platform has a shorter way than for bytes. */
const digest = (bytes: string | Uint8Array): Uint8Array => Uint8Array.fromHex(sha256(bytes));

/**
 * `SHA-256(SHA-256(salts) ‖ SHA-256(body))` in hex, the salts joined by points.
 * @param salts in a fixed order: of the call itself, of its messages, of its tool rounds; "" for what has none
 */
export function requestHash(salts: readonly string[], body: Uint8Array): string {
  return createHash("sha256").update(digest(salts.join("."))).update(digest(body)).digest("hex");
}

/** The hash that was recorded, wherever it stands; "" where it was forgotten. */
export const recordedHash = (call: Pick<DataOf<"ProviderCalled">, "sha256" | "plain">): string =>
  call.plain ?? call.sha256;

/** Whether `body` has the hash that was recorded. */
export function proves(
  call: Pick<DataOf<"ProviderCalled">, "hash" | "sha256" | "plain">,
  salts: readonly string[],
  body: Uint8Array,
): boolean {
  const found = call.hash === "plain" ? sha256(body) : requestHash(salts, body);
  return found === recordedHash(call);
}
