/**
 * What proves that bytes are those that were sent: their recorded hash. The server makes the bytes anew and compares them
 * whenever it is asked; where the hash is of the bytes alone, this page compares what it shows by itself.
 */
import type { RebuiltCall } from "../../projections/shapes/views.ts";

export type Proof = RebuiltCall["proof"];

/** SHA-256 in hex; null where the page may not calculate one (plain http to another machine). */
async function sha256(text: string): Promise<string | null> {
  // Not there outside secure places, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the hash says of the text that is shown. */
export async function proofOf(call: Pick<RebuiltCall, "body" | "hash" | "sha256" | "proof">): Promise<Proof> {
  if (call.body === null || call.proof !== "proven" || call.hash !== "plain") return call.proof;
  const found = await sha256(call.body);
  return found === null || found === call.sha256 ? "proven" : "differs";
}

/** A hash as it is read: its ends in groups of four. */
export const shortHash = (sha: string): string => `${sha.slice(0, 4)} ${sha.slice(4, 8)} … ${sha.slice(-4)}`;
