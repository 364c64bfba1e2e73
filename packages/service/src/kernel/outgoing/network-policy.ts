// Which addresses outgoing requests may connect to: public ones, private ones that operators have opened, and this machine's own only where the configuration says so (SSRF).
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { createLookups } from './lookups.ts';
import { METADATA_ADDRESSES, PRIVATE_RANGES, REFUSED_IPV4, REFUSED_IPV6 } from './special-addresses.ts';

// Two lists: in one, a rule for IPv4-mapped IPv6 would match every IPv4 address.
const refusedV4 = new BlockList();
for (const { network, prefix } of REFUSED_IPV4) refusedV4.addSubnet(network, prefix, 'ipv4');
const refusedV6 = new BlockList();
for (const { network, prefix } of REFUSED_IPV6) refusedV6.addSubnet(network, prefix, 'ipv6');
const metadata = new BlockList();
for (const address of METADATA_ADDRESSES) metadata.addAddress(address, familyOf(address));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface NetworkPolicy {
  /** True in the sandbox and in tests: peers on this machine, and nothing else, may be reached. */
  readonly loopbackOnly: boolean;
  /** Private ranges (`10.20.0.0/16`) that operators have opened, for endpoints that name a network inside them. */
  readonly openedRanges?: readonly string[];
  /** Whatever the machine can reach: for a command that a person runs against an address of their own. Never for the service. */
  readonly anywhere?: boolean;
  /** How connections are opened in a simulation, which brings its own network; the machine's network when left out. Never for the service. */
  readonly connect?: buildConnector.connector;
}

export class ForbiddenAddressError extends Error {
  readonly code = 'EFORBIDDEN';

  constructor() {
    super('deliveries may not connect to this address');
    this.name = 'ForbiddenAddressError';
  }
}

/**
 * `privateNetwork`: the range in which this endpoint lives. It is reached there and nowhere else, and only where operators have opened the
 * range; any other endpoint is reached at public addresses only, whatever its name resolves to.
 */
export function mayConnect(policy: NetworkPolicy, address: string, privateNetwork?: string): boolean {
  if (isIP(address) === 0) return false;
  if (policy.anywhere === true) return true;
  const family = familyOf(address);
  if (policy.loopbackOnly) return loopback.check(address, family);
  if (metadata.check(address, family)) return false;
  if (privateNetwork !== undefined)
    return isOpened(policy, privateNetwork) && holds(privateNetwork, address, family);
  return family === 'ipv4' ? !refusedV4.check(address, 'ipv4') : !refusedV6.check(address, 'ipv6');
}

/** Whether operators have opened this private network for the endpoints that name it. */
export function isOpened(
  { openedRanges = [] }: Pick<NetworkPolicy, 'openedRanges'>,
  privateNetwork: string,
): boolean {
  return openedRanges.some((range) => isWithin(privateNetwork, range));
}

/** A range that operators may open and endpoints may name: an address of its own family, a prefix, and nothing but private addresses. */
export function isPrivateRange(text: string): boolean {
  return PRIVATE_RANGES.some((range) => isWithin(text, range));
}

const RANGE = /^([0-9a-f.:]{2,39})\/(\d{1,3})$/i;

function partsOf(text: string): { readonly network: string; readonly prefix: number } | undefined {
  const [, network = '', prefix = ''] = RANGE.exec(text) ?? [];
  const bits = isIP(network) === 4 ? 32 : 128;
  if (isIP(network) === 0 || Number(prefix) > bits) return undefined;
  return { network, prefix: Number(prefix) };
}

/** A range lies within another when its first address does and its prefix is no shorter. */
function isWithin(inner: string, outer: string): boolean {
  const [within, around] = [partsOf(inner), partsOf(outer)];
  if (within === undefined || around === undefined || within.prefix < around.prefix) return false;
  const family = familyOf(within.network);
  return family === familyOf(around.network) && holds(outer, within.network, family);
}

function holds(range: string, address: string, family: 'ipv4' | 'ipv6'): boolean {
  const parts = partsOf(range);
  if (parts === undefined || familyOf(parts.network) !== family) return false;
  const list = new BlockList();
  list.addSubnet(parts.network, parts.prefix, family);
  return list.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/**
 * A `lookup` for sockets that resolves a name once and hands on only addresses that may be connected to, so that a name
 * cannot point somewhere else between the check and the connection.
 */
export function guardedLookup(policy: NetworkPolicy, privateNetwork?: string): LookupFunction {
  const allowed = async (
    hostname: string,
    options: LookupOptions,
  ): Promise<readonly LookupAddress[] | Error> => {
    try {
      const addresses = await lookups(hostname, { ...options, all: true });
      return addresses.filter(({ address }) => mayConnect(policy, address, privateNetwork));
    } catch (error) {
      return error as Error;
    }
  };
  return (hostname, options, callback) => {
    const tell = async (): Promise<void> => {
      const found = await allowed(hostname, options);
      const [first] = found instanceof Error ? [] : found;
      if (found instanceof Error) callback(found, '', 0);
      else if (first === undefined) callback(new ForbiddenAddressError(), '', 0);
      else if (options.all === true) callback(null, [...found]);
      else callback(null, first.address, first.family);
    };
    void tell();
  };
}

/** Of this process: the threads in which names are looked up are its own. */
const lookups = createLookups();

/** Sockets do not look up a literal address: it is judged before. */
export function requireAllowedHost(policy: NetworkPolicy, url: URL, privateNetwork?: string): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayConnect(policy, host, privateNetwork)) throw new ForbiddenAddressError();
}
