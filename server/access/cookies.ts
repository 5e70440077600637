/**
 * The cookies of the server. Behind TLS, which the browser's own `Origin` tells, a cookie is `Secure` and named
 * `__Host-…`, so that no plain request carries it and no neighbour can plant it; on plain http browsers refuse
 * both, and the plain name stays. The header can only strengthen: to leave it out gains nobody anything.
 */

/** Holds the session: 64 hex digits. */
export const SESSION_COOKIE = "fishbowl_session";
/** Says that somebody signed in from this browser before: its attempts are counted by themselves. */
export const BROWSER_COOKIE = "fishbowl_browser";
const STRONG = "__Host-";

/** Whether the page that asks was brought over TLS. Browsers send `Origin` with every write. */
export function isOverTls(request: Request): boolean {
  return /^https:\/\//i.test(request.headers.get("origin") ?? "");
}

/** The value of a cookie, hex digits; the strong name wins, and over TLS it alone counts. */
export function cookieOf(request: Request, name: string): string | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  const read = (full: string) => new RegExp(`(?:^|; *)${full}=([0-9a-f]{64,96})(?:;|$)`).exec(cookies)?.[1];
  return read(`${STRONG}${name}`) ?? (isOverTls(request) ? undefined : read(name));
}

const REST = "Path=/; HttpOnly; SameSite=Strict";

/** `Set-Cookie` headers that keep `value` for so many seconds; 0 takes it away, under either name. */
export function cookieHeaders(request: Request, name: string, value: string, seconds: number): string[] {
  const strong = `${STRONG}${name}=${value}; ${REST}; Secure; Max-Age=${seconds}`;
  const plain = `${name}=${value}; ${REST}; Max-Age=${seconds}`;
  if (!isOverTls(request)) return [plain];
  return [strong, `${name}=; ${REST}; Max-Age=0`];
}
