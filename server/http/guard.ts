/**
 * What is checked before anything else looks at a request. The raw Host header comes first: the URL is
 * built from it, so nothing derived from the URL may be trusted before (SECURITY.md 2; CVE-2024-28224).
 */
import { Problem } from "./problem.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types fishbowl-worker",
].join("; ");

/** Features no page of ours uses; the clipboard is for the copy buttons. */
const PERMISSIONS_POLICY = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
].map((feature) => `${feature}=()`).concat("clipboard-write=(self)").join(", ");

/** Headers of every answer. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": PERMISSIONS_POLICY,
  "x-frame-options": "DENY",
};

/** Hosts this server answers to, exactly as a browser writes them: `name:port`, lower case. */
export class HostList {
  readonly #hosts = new Set<string>();
  readonly #origins: ReadonlySet<string>;

  /** @param origins of other servers' pages, which may call with a token */
  constructor(names: readonly string[], port: number, origins: readonly string[] = []) {
    this.#origins = new Set(origins.map((origin) => origin.toLowerCase()));
    for (const name of ["localhost", "127.0.0.1", "[::1]", ...names]) {
      const host = name.toLowerCase();
      this.#hosts.add(/:\d+$/.test(host) ? host : `${host}:${port}`);
      if (port === 80 || port === 443 || names.includes(name)) this.#hosts.add(host);
    }
  }

  /** @outside */
  has(host: string | null): boolean {
    return host !== null && this.#hosts.has(host.toLowerCase());
  }

  /**
   * An `Origin` whose host is on the list.
   * @outside
   */
  hasOrigin(origin: string): boolean {
    const match = /^https?:\/\/([^/]+)$/.exec(origin);
    return match?.[1] !== undefined && this.has(match[1]);
  }

  /** An `Origin` that somebody listed although it is not this server's. */
  lets(origin: string): boolean {
    return this.#origins.has(origin.toLowerCase());
  }
}

/** Says which flag helps: whoever meets it has just put a proxy, a tunnel or a container before the server. */
export function checkHost(hosts: HostList, host: string | null): void {
  if (!hosts.has(host)) {
    throw new Problem(
      "misdirected",
      "This server does not answer to that name and port. Start it with --allowed-host and what stands in the address " +
        "bar, such as chat.example.org or localhost:9000.",
    );
  }
}

/**
 * Who may come in. `api`: our own page or a token. `program`: `/v1` and agencies. `login`: our own page, before it
 * has a session. `open`: anyone. `page`: a navigation.
 */
export type AccessKind = "api" | "program" | "login" | "open" | "page";

/** How a caller showed who it is. */
export type Credential = "none" | "session" | "token";

/** Another origin's page: with a token as a program, or anywhere if it is listed; without one where programs need none. */
function mayCross(
  hosts: HostList,
  origin: string | null,
  credential: Credential,
  access: AccessKind,
): boolean {
  const listed = origin !== null && hosts.lets(origin);
  const program = access === "program";
  return credential === "token"
    ? program || (listed && access === "api")
    : credential === "none" && program && listed;
}

/**
 * Whether the request comes from our own page or from a program that holds a token (SECURITY.md 3).
 * Browsers always say where a request to a loopback address comes from, so a read that says nothing is
 * not a foreign page; a write has to say.
 */
export function checkOrigin(
  hosts: HostList,
  request: Request,
  credential: Credential,
  access: AccessKind,
): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const page = access === "page" || access === "open";
  const read = request.method === "GET" || request.method === "HEAD";
  if (site === "cross-site" || (origin !== null && !hosts.hasOrigin(origin))) {
    if (mayCross(hosts, origin, credential, access)) return;
    // A link from elsewhere may open a page; it may not read or change anything.
    const opens = page && read && request.headers.get("sec-fetch-mode") === "navigate";
    if (!opens) throw new Problem("forbidden", "Requests from other sites are not allowed.");
    return;
  }
  // Programs send neither header; once a token exists they need one.
  if (page || access === "program" || credential === "token" || site === "same-origin" || origin !== null) {
    return;
  }
  if (read && (site === null || site === "none")) return;
  throw new Problem("forbidden", "Send an Origin header of this server, or a Bearer token.");
}
