// Which addresses outgoing requests may connect to: public ones, and this machine's own only where the configuration says so (SSRF).
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import { REFUSED_IPV4, REFUSED_IPV6 } from './special-addresses.ts';

// Two lists: in one, a rule for IPv4-mapped IPv6 would match every IPv4 address.
const refusedV4 = new BlockList();
for (const { network, prefix } of REFUSED_IPV4) refusedV4.addSubnet(network, prefix, 'ipv4');
const refusedV6 = new BlockList();
for (const { network, prefix } of REFUSED_IPV6) refusedV6.addSubnet(network, prefix, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface NetworkPolicy {
  /** True in the sandbox and in tests: peers on this machine, and nothing else, may be reached. */
  readonly loopbackOnly: boolean;
  /** Whatever the machine can reach: for a command that a person runs against an address of their own. Never for the service. */
  readonly anywhere?: boolean;
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
  if (policy.anywhere === true) return true;
  if (policy.loopbackOnly) return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
  return family === 4 ? !refusedV4.check(address, 'ipv4') : !refusedV6.check(address, 'ipv6');
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
