// Which addresses deliveries may connect to: public ones, and this machine's own only where the configuration says so (SSRF).
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';

/** Loopback, private, link-local, shared, reserved, multicast and documentation ranges (RFC 6890 and its successors). */
const FORBIDDEN_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const FORBIDDEN_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

// Two lists: a rule for IPv4-mapped IPv6 would match every IPv4 address. Mapped addresses are judged by the IPv4 rules.
const forbiddenV4 = new BlockList();
for (const [network, prefix] of FORBIDDEN_V4) forbiddenV4.addSubnet(network, prefix, 'ipv4');
const forbiddenV6 = new BlockList();
for (const [network, prefix] of FORBIDDEN_V6) forbiddenV6.addSubnet(network, prefix, 'ipv6');

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface NetworkPolicy {
  /** True in the sandbox and in tests: peers on this machine, and nothing else, may be reached. */
  readonly loopbackOnly: boolean;
}

export class ForbiddenAddressError extends Error {
  readonly code = 'EFORBIDDEN';

  constructor() {
    super('deliveries may not connect to this address');
    this.name = 'ForbiddenAddressError';
  }
}

export function mayConnect(policy: NetworkPolicy, address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (policy.loopbackOnly) return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
  if (family === 4) return !forbiddenV4.check(address, 'ipv4');
  // Nobody publishes a mapped address: whoever names one means to slip past an IPv4 rule.
  return !mapped.check(address, 'ipv6') && !forbiddenV6.check(address, 'ipv6');
}

/**
 * A `lookup` for sockets that resolves a name once and hands on only addresses that may be connected to, so that a name
 * cannot point somewhere else between the check and the connection.
 */
export function guardedLookup(policy: NetworkPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => mayConnect(policy, address));
      const [first] = allowed;
      if (first === undefined) callback(new ForbiddenAddressError(), '', 0);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** Sockets do not look up a literal address: it is judged before. */
export function requireAllowedHost(policy: NetworkPolicy, url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayConnect(policy, host)) throw new ForbiddenAddressError();
}
