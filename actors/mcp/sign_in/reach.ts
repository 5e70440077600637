/**
 * How far inside an address lies. Where one signs in is named by the server, not by a person: it may lie no further inside
 * than the server itself, so that nobody outside leads this program to what only it can see.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { isProviderAddress, isPublicAddress } from "../../tools/address.ts";

/** For everybody, in a private network, or on this machine alone. */
export type Reach = "public" | "private" | "machine";

const LEVELS: readonly Reach[] = ["public", "private", "machine"];

const machine = new BlockList();
machine.addSubnet("127.0.0.0", 8, "ipv4");
machine.addSubnet("0.0.0.0", 8, "ipv4");
machine.addAddress("::1", "ipv6");
machine.addAddress("::", "ipv6");

/** Where an address lies; null for one that is never called: of this link, or of a cloud's own. */
function levelOf(address: string): Reach | null {
  if (!isProviderAddress(address)) return null;
  if (isPublicAddress(address)) return "public";
  const bare = address.replace(/%.*$/, "");
  const kind = isIP(bare);
  // What carries an IPv4 address in another form is taken for the innermost.
  if (kind === 6 && /^::/.test(bare)) return "machine";
  return machine.check(bare, kind === 6 ? "ipv6" : "ipv4") ? "machine" : "private";
}

/** Whether an address lies no further inside than `reach`. */
export const isWithin = (reach: Reach) => (address: string): boolean => {
  const level = levelOf(address);
  return level !== null && LEVELS.indexOf(level) <= LEVELS.indexOf(reach);
};

/** Addresses a name stands for; rejects for a name that stands for none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemNames: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Where a host lies that a person entered: as far inside as the innermost of its addresses; `public` where nobody knows. */
export async function reachOf(host: string, resolve: Resolve = systemNames): Promise<Reach> {
  const bare = host.replace(/^\[|\]$/g, "");
  const addresses = isIP(bare) ? [bare] : await resolve(bare).catch(() => []);
  const levels = addresses.map(levelOf);
  if (levels.includes(null)) return "public";
  return LEVELS.findLast((level) => levels.includes(level)) ?? "public";
}
