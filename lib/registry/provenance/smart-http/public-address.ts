import { BlockList, isIP } from "node:net";

/** IPv4 networks that are not on the public internet (IANA special-purpose registry), with multicast and class E. */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
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
] as const;

/** Of the public IPv6 network what stands for something else: other protocols, documentation, 6to4. */
const NOT_PUBLIC_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) refused.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of NOT_PUBLIC_V6) refused.addSubnet(network, prefix, "ipv6");

/** IPv6 is refused unless it is global unicast: what is mapped, local or translated stands for other machines. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/**
 * True for an address on the public internet. Whoever names a repository must not make this machine talk to itself or
 * to its neighbours.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !refused.check(address, "ipv6");
    default:
      return false;
  }
}
