/**
 * Which addresses a tool may talk to, public ones only, and which a provider may have, all but the dangerous. Both
 * are checked on what a name resolved to (SECURITY.md 10).
 */
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

/** What nobody means by the address of a provider: this link, and the services that give a machine its secrets. */
const neverCalled = new BlockList();
neverCalled.addSubnet("169.254.0.0", 16, "ipv4");
neverCalled.addAddress("100.100.100.200", "ipv4");
neverCalled.addAddress("168.63.129.16", "ipv4");
neverCalled.addSubnet("fe80::", 10, "ipv6");
neverCalled.addAddress("fd00:ec2::254", "ipv6");

/** The eight parts of an IPv6 address. */
function partsOf(address: string): number[] {
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const read = (text: string) => text === "" ? [] : text.split(":").map((part) => parseInt(part, 16));
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Where an IPv6 address carries an IPv4 one, and what stands before it: mapped, compatible, NAT64, 6to4. */
const CARRIERS: readonly (readonly [before: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0, 0], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
];

/** Whether a list has nothing of an address, in whatever form it is written. What is no address is not clear. */
function isClearOf(list: BlockList, address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const kind = isIP(bare);
  if (kind === 4) return !list.check(bare, "ipv4");
  if (kind !== 6 || list.check(bare, "ipv6")) return false;
  const parts = partsOf(bare);
  return CARRIERS.every(([before, at]) => {
    if (!before.every((part, index) => parts[index] === part)) return true;
    const [high = 0, low = 0] = parts.slice(at, at + 2);
    return !list.check([high >> 8, high & 255, low >> 8, low & 255].join("."), "ipv4");
  });
}

/**
 * Whether a provider may be called at this address: this machine and private networks too, where local models
 * run, but never link-local addresses and the metadata services of clouds.
 * @outside
 */
export const isProviderAddress = (address: string): boolean => isClearOf(neverCalled, address);

/**
 * True for an address of the public network. Anything that is no address is not.
 * @outside
 */
export const isPublicAddress = (address: string): boolean => isClearOf(refused, address);
