/**
 * The cookies of the server. Behind TLS, which the browser's own `Origin` tells or a proxy that is trusted, a cookie
 * is `Secure` and named `__Host-…`, so that no plain request carries it and no neighbour can plant it; on plain http
 * browsers refuse both, and the plain name stays. A header can only strengthen: to leave it out gains nobody anything.
 */
import { parse, serialize } from "hono/utils/cookie";
import type { Front } from "../http/front.ts";

/** Holds the session: 64 hex digits. */
export const SESSION_COOKIE = "fishbowl_session";
/** Says that somebody signed in from this browser before: its attempts are counted by themselves. */
export const BROWSER_COOKIE = "fishbowl_browser";
const STRONG = "__Host-";

/** The value of a cookie, hex digits; the strong name wins, and over TLS it alone counts. */
export function cookieOf(front: Front, request: Request, name: string): string | undefined {
  const read = (full: string) => {
    const value = parse(request.headers.get("cookie") ?? "", full)[full];
    return /^[0-9a-f]{64,96}$/.test(value ?? "") ? value : undefined;
  };
  return read(`${STRONG}${name}`) ?? (front.isOverTls(request) ? undefined : read(name));
}

/** `Set-Cookie` headers that keep `value` for so many seconds; 0 takes it away, under either name. */
export function cookieHeaders(
  front: Front,
  request: Request,
  name: string,
  value: string,
  seconds: number,
): string[] {
  const rest = { path: "/", httpOnly: true, sameSite: "Strict" } as const;
  if (!front.isOverTls(request)) return [serialize(name, value, { ...rest, maxAge: seconds })];
  return [
    serialize(`${STRONG}${name}`, value, { ...rest, secure: true, maxAge: seconds }),
    serialize(name, "", { ...rest, maxAge: 0 }),
  ];
}
