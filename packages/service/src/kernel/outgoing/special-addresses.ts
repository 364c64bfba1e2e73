// Which addresses no delivery may connect to, as data: what IANA's special-purpose registries and RFC 4291 keep for other uses.

export interface AddressBlock {
  readonly network: string;
  readonly prefix: number;
  readonly name: string;
  /** Where it is laid down. */
  readonly rfc: string;
}

const block = (network: string, prefix: number, name: string, rfc: string): AddressBlock => ({
  network,
  prefix,
  name,
  rfc,
});

/**
 * The IANA IPv4 Special-Purpose Address Registry (as of October 2025) without its globally reachable rows, and multicast. Blocks of anycast
 * services that are globally reachable but serve no pharmacy (AS112, AMT, 6to4 relays) are refused too.
 */
export const REFUSED_IPV4: readonly AddressBlock[] = [
  block('0.0.0.0', 8, 'this network', 'RFC 791'),
  block('10.0.0.0', 8, 'private use', 'RFC 1918'),
  block('100.64.0.0', 10, 'shared address space', 'RFC 6598'),
  block('127.0.0.0', 8, 'loopback', 'RFC 1122'),
  block('169.254.0.0', 16, 'link local', 'RFC 3927'),
  block('172.16.0.0', 12, 'private use', 'RFC 1918'),
  // With the DS-Lite, dummy, PCP, TURN and NAT64 discovery addresses inside it.
  block('192.0.0.0', 24, 'IETF protocol assignments', 'RFC 6890'),
  block('192.0.2.0', 24, 'documentation (TEST-NET-1)', 'RFC 5737'),
  block('192.31.196.0', 24, 'AS112-v4', 'RFC 7535'),
  block('192.52.193.0', 24, 'AMT', 'RFC 7450'),
  block('192.88.99.0', 24, 'deprecated (6to4 relay anycast)', 'RFC 7526'),
  block('192.168.0.0', 16, 'private use', 'RFC 1918'),
  block('192.175.48.0', 24, 'direct delegation AS112 service', 'RFC 7534'),
  block('198.18.0.0', 15, 'benchmarking', 'RFC 2544'),
  block('198.51.100.0', 24, 'documentation (TEST-NET-2)', 'RFC 5737'),
  block('203.0.113.0', 24, 'documentation (TEST-NET-3)', 'RFC 5737'),
  block('224.0.0.0', 4, 'multicast', 'RFC 5771'),
  block('240.0.0.0', 4, 'reserved, and limited broadcast', 'RFC 1112'),
];

/** Private ranges that operators may open for endpoints that name them: RFC 1918, RFC 6598 and RFC 4193. */
export const PRIVATE_RANGES: readonly string[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
];

/** Where clouds answer their own machines with credentials, outside the link-local range. Refused whatever operators open. */
export const METADATA_ADDRESSES: readonly string[] = [
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
];

/**
 * The IANA IPv6 Special-Purpose Address Registry (as of October 2025), and whatever lies outside 2000::/3, the only space of which global
 * addresses are assigned. Every form that carries an IPv4 address inside is refused as a whole, whichever address it carries: nobody
 * publishes one as the address of a pharmacy, and whoever names one means to slip past an IPv4 rule.
 */
export const REFUSED_IPV6: readonly AddressBlock[] = [
  block('::', 128, 'unspecified', 'RFC 4291'),
  block('::1', 128, 'loopback', 'RFC 4291'),
  block('::', 96, 'IPv4-compatible', 'RFC 4291'),
  block('::ffff:0:0', 96, 'IPv4-mapped', 'RFC 4291'),
  block('::ffff:0:0:0', 96, 'IPv4-translated (SIIT)', 'RFC 2765'),
  block('64:ff9b::', 96, 'IPv4-IPv6 translation (NAT64)', 'RFC 6052'),
  block('64:ff9b:1::', 48, 'IPv4-IPv6 translation (local NAT64)', 'RFC 8215'),
  block('100::', 64, 'discard only', 'RFC 6666'),
  block('100:0:0:1::', 64, 'dummy prefix', 'RFC 9780'),
  // With Teredo, benchmarking, AMT, AS112, ORCHID and drone identifiers inside it.
  block('2001::', 23, 'IETF protocol assignments', 'RFC 2928'),
  block('2001:db8::', 32, 'documentation', 'RFC 3849'),
  block('2002::', 16, '6to4', 'RFC 3056'),
  block('2620:4f:8000::', 48, 'direct delegation AS112 service', 'RFC 7534'),
  block('3fff::', 20, 'documentation', 'RFC 9637'),
  block('5f00::', 16, 'segment routing (SRv6) SIDs', 'RFC 9602'),
  block('fc00::', 7, 'unique local', 'RFC 4193'),
  block('fe80::', 10, 'link local', 'RFC 4291'),
  block('fec0::', 10, 'site local, deprecated', 'RFC 3879'),
  block('ff00::', 8, 'multicast', 'RFC 4291'),
  block('::', 3, 'not assigned as global unicast', 'RFC 4291'),
  block('4000::', 2, 'not assigned as global unicast', 'RFC 4291'),
  block('8000::', 1, 'not assigned as global unicast', 'RFC 4291'),
];
