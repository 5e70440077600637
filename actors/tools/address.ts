/** Which addresses a tool may talk to: public ones only, checked on what a name resolved to (SECURITY.md 10). */
import { BlockList, isIP } from "node:net";

const refused = new BlockList();
for (
  const [network, prefix] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    // Azure's own: metadata and health of the machine.
    ["168.63.129.16", 32],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 3],
  ] as const
) refused.addSubnet(network, prefix, "ipv4");
for (
  const [network, prefix] of [
    ["::", 128],
    ["::1", 128],
    ["64:ff9b::", 96],
    ["64:ff9b:1::", 48],
    ["100::", 64],
    ["2001::", 23],
    ["2001:db8::", 32],
    ["2002::", 16],
    ["3fff::", 20],
    ["5f00::", 16],
    ["fc00::", 7],
    ["fe80::", 10],
    ["fec0::", 10],
    ["ff00::", 8],
  ] as const
) refused.addSubnet(network, prefix, "ipv6");

/** The IPv4 address inside a mapped or compatible IPv6 one, or null. */
function embedded(address: string): string | null {
  const dotted = /^::(?:ffff:(?:0:)?)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (dotted) return dotted;
  const hex = /^::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (!hex?.[1] || !hex[2]) return null;
  const [high, low] = [parseInt(hex[1], 16), parseInt(hex[2], 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * True for an address of the public network. Anything that is no address is not.
 * @outside
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const kind = isIP(bare);
  if (kind === 4) return !refused.check(bare, "ipv4");
  if (kind !== 6) return false;
  const inside = embedded(new URL(`http://[${bare}]/`).hostname.replace(/^\[|\]$/g, ""));
  return inside === null ? !refused.check(bare, "ipv6") : !refused.check(inside, "ipv4");
}
