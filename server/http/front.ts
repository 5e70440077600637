/**
 * What stands before the server. With nothing there, the raw `Host` and the browser's own `Origin` are all that is
 * read. With `--behind-proxy` the proxy's `X-Forwarded-*` is read too, and of each header the last entry alone: what
 * stands before it came with the request.
 */
import { isIPv4, isIPv6 } from "node:net";

export interface Front {
  /** Every name by which the request came here; each has to be one of this server's. */
  hosts(request: Request): readonly (string | null)[];
  /** Whether the page that asks was brought over TLS. Browsers send `Origin` with every write. */
  isOverTls(request: Request): boolean;
  /** The address of who asks; null where nobody can be believed about it. */
  address(request: Request): string | null;
}

export const DIRECT: Front = {
  hosts: ({ headers }) => [headers.get("host")],
  isOverTls: ({ headers }) => /^https:\/\//i.test(headers.get("origin") ?? ""),
  address: () => null,
};

const lastOf = ({ headers }: Request, name: string) => headers.get(name)?.split(",").at(-1)?.trim();

export const PROXIED: Front = {
  // The raw one is looked at all the same: a page that reaches the port past the proxy may write any other header.
  hosts(request) {
    const named = lastOf(request, "x-forwarded-host");
    return [...DIRECT.hosts(request), ...(named === undefined ? [] : [named])];
  },
  isOverTls: (request) =>
    lastOf(request, "x-forwarded-proto")?.toLowerCase() === "https" || DIRECT.isOverTls(request),
  address: (request) => addressIn(lastOf(request, "x-forwarded-for") ?? ""),
};

/** Characters of the longest address with brackets and a port. */
const LONGEST = 64;

/**
 * The address in an entry of `X-Forwarded-For`, which may have a port.
 * @outside
 */
export function addressIn(entry: string): string | null {
  if (entry.length > LONGEST) return null;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  if (isIPv4(bare)) return bare;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return isIPv6(bare) && !bare.includes("%") ? bare.toLowerCase() : null;
}

/** Groups of an IPv6 address that are given to one customer at the least: beyond them anybody has as many as they like. */
const GROUPS_OF_ONE = 3;

/**
 * Whom attempts from an address are counted for: of IPv6 a whole /48.
 * @outside
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const [left = "", right = ""] = address.split("::");
  const [first, last] = [left, right].map((half) => half.split(":").filter(Boolean));
  const missing = address.includes("::") ? 8 - (first?.length ?? 0) - (last?.length ?? 0) : 0;
  const groups = [...first ?? [], ...Array.from({ length: missing }, () => "0"), ...last ?? []];
  return `${groups.slice(0, GROUPS_OF_ONE).map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/48`;
}
