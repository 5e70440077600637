/**
 * Whom the bridge hears: programs of this machine that know its secret. A page that a browser shows is never one, whatever
 * name it has this machine's address under: it says where it comes from, or for whom the request is meant.
 */
import { createHash, timingSafeEqual } from "node:crypto";

/** Bytes of the secret. */
const SECRET_BYTES = 32;

/** A new secret, in hex. */
export const newSecret = (bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))): string =>
  bytes.toHex();

const hash = (text: string): Uint8Array => createHash("sha256").update(text).digest();

/** The code of an error that no command gave. */
export const OURS = -32000;

/** An answer that is not the command's. */
export const refused = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: OURS, message } }, { status, headers });

/** Where the bridge is, on its port. */
export const PATH = "/mcp";

/** Why a request is not let in; null: it is. `port` is where the bridge listens. */
export function refusal(request: Request, port: number, secret: string): Response | null {
  const host = request.headers.get("host") ?? "";
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return refused(403, "This bridge is not known by that name.");
  }
  if (request.headers.has("origin")) return refused(403, "This bridge answers no page of a browser.");
  const given = /^Bearer ([!-~]+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  // Of hashes, so that neither length nor beginning can be told by the time it takes.
  if (!timingSafeEqual(hash(given), hash(secret))) {
    return refused(401, "The secret of this bridge is missing or wrong.", { "www-authenticate": "Bearer" });
  }
  return new URL(request.url).pathname === PATH ? null : refused(404, `This bridge is at ${PATH}.`);
}
