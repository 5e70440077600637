/**
 * The only way a request leaves for where one signs in: over TLS, unless it stays on this machine; checked where the
 * connection is made, after the name was resolved; along no redirect. What comes back is a short document.
 */
import { lookup as resolve } from "node:dns";
import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { tooMuchIn } from "../../../events/catalog/json_depth.ts";
import { isWithin, type Reach } from "./reach.ts";

/** Bytes of one document: metadata of large services have some 10 KB. */
export const DOCUMENT_BYTES = 128 * 1024;
/** Levels and values of one. */
const LEVELS = 16;
const VALUES = 4_000;
/** Milliseconds for one. */
export const DOCUMENT_MS = 10_000;

/** Why nobody was asked, or nothing was taken. */
export type Unasked = "inward" | "insecure" | "redirected" | "too_large" | "unreachable";

/** A `TypeError`, as of a `fetch` that failed: who is told of one looks for no other way. */
export class UnaskedError extends TypeError {
  constructor(readonly why: Unasked) {
    super(why);
  }
}

export type Ask = (url: string | URL, init?: RequestInit) => Promise<Response>;

const guarding = (isAllowed: (address: string) => boolean): LookupFunction => (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, "", 0);
    if (found.some(({ address }) => !isAllowed(address))) return callback(new UnaskedError("inward"), "", 0);
    const [first] = found;
    if (!first) return callback(new UnaskedError("unreachable"), "", 0);
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

/** Hosts that a request reaches without leaving this machine. */
const isHere = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.[\d.]+$/.test(host);

/**
 * Whether people may be led to an address, and requests made to it, as far as it can be told by reading it.
 * @outside
 */
export function isSafe(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isHere(url.hostname));
}

async function sent(
  url: URL,
  init: RequestInit,
  reach: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isAllowed = isWithin(reach);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is not looked up, so it is checked here.
  if (isIP(host) && !isAllowed(host)) throw new UnaskedError("inward");
  // Loaded with the first that somebody signs in to: most servers have none.
  const { request: begin } = url.protocol === "https:"
    ? await import("node:https")
    : await import("node:http");
  const body = init.body === null || init.body === undefined ? "" : String(init.body);
  const headers = new Headers(init.headers);
  headers.set("user-agent", "fishbowl");
  headers.set("accept-encoding", "identity");
  if (body !== "") headers.set("content-length", String(new TextEncoder().encode(body).length));
  return await new Promise((done, failed) => {
    const request: ClientRequest = begin(url, {
      method: init.method ?? "GET",
      headers: Object.fromEntries(headers),
      lookup: guarding(isAllowed),
      agent: false,
      signal,
    }, done);
    request.on("error", failed);
    request.end(body);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: BlobPart[] = [];
  let size = 0;
  for await (const piece of message) {
    size += piece.length;
    if (size > DOCUMENT_BYTES) {
      message.destroy();
      throw new UnaskedError("too_large");
    }
    pieces.push(new Uint8Array(piece));
  }
  return await new Blob(pieces).bytes();
}

/** A `fetch` for where one signs in at a server that lies at `reach`. Throws `UnaskedError`. */
export function asking(reach: Reach, stop: AbortSignal): Ask {
  return async (to, init = {}) => {
    const url = new URL(to);
    if (!isSafe(url.href)) throw new UnaskedError("insecure");
    const signal = AbortSignal.any([stop, AbortSignal.timeout(DOCUMENT_MS)]);
    let message: IncomingMessage;
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      message = await sent(url, init, reach, signal);
      bytes = await bytesOf(message);
    } catch (error) {
      throw error instanceof UnaskedError ? error : new UnaskedError("unreachable");
    }
    const { statusCode: status = 502, headers } = message;
    if (status >= 300 && status < 400) {
      // A document that is elsewhere is not there; what was sent is sent nowhere else.
      if (init.method === "POST") throw new UnaskedError("redirected");
      return new Response(null, { status: 404 });
    }
    if (status < 200) throw new UnaskedError("unreachable");
    if (tooMuchIn(new TextDecoder().decode(bytes), LEVELS, VALUES)) throw new UnaskedError("too_large");
    const type = headers["content-type"];
    const empty = status === 204 || status === 205;
    return new Response(empty ? null : bytes, {
      status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  };
}
