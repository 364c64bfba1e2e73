// Looks up names of endpoints so that one whose name server is slow or silent keeps nobody else waiting.
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns';
import type { RunLimited } from '../concurrency/limit.ts';
import { createConcurrencyLimit } from '../concurrency/limit.ts';
import { OUTGOING_LIMITS } from '../limits.ts';

export type Resolve = (hostname: string, options: LookupAllOptions) => Promise<readonly LookupAddress[]>;

const bySystem: Resolve = (hostname, options) =>
  new Promise((resolve, reject) => {
    lookup(hostname, options, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });

/** What is known of a name: where it was found the last time, that it was not, or nothing. */
type Standing = 'found' | 'failed' | 'new';

interface Found {
  readonly addresses: readonly LookupAddress[];
  readonly atMs: number;
}

/**
 * The system looks names up in the four threads in which this process also signs, checks passwords and reads files, and keeps one for up to ten seconds where
 * nobody answers. So a name is asked for once at a time, whoever waits for it, and names wait in three lines, so that those that are found wait neither for those
 * that are not nor for new ones; one thread is left. Each connection asks again. Only where a name that was found is not answered for, or waits behind such a one, for
 * `patienceMs`, whoever asks goes where it was found last, if that is not long ago.
 */
export function createLookups(
  resolve: Resolve = bySystem,
  patienceMs: number = OUTGOING_LIMITS.lookupPatienceMs,
): Resolve {
  const lines: Readonly<Record<Standing, RunLimited>> = {
    found: createConcurrencyLimit(OUTGOING_LIMITS.lookupsAtATime),
    failed: createConcurrencyLimit(OUTGOING_LIMITS.lookupsAtATime),
    new: createConcurrencyLimit(OUTGOING_LIMITS.lookupsAtATime),
  };
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  const known = new Map<string, Found | 'failed'>();
  const note = (key: string, standing: Found | 'failed'): void => {
    known.delete(key);
    known.set(key, standing);
    const [oldest] = known.keys();
    if (known.size > OUTGOING_LIMITS.namesKnownMax && oldest !== undefined) known.delete(oldest);
  };
  const standingOf = (key: string): Standing => {
    const one = known.get(key);
    return one === undefined ? 'new' : one === 'failed' ? one : 'found';
  };
  const ask = (key: string, ...[hostname, options]: Parameters<Resolve>): ReturnType<Resolve> =>
    lines[standingOf(key)](async () => {
      try {
        const addresses = await resolve(hostname, options);
        note(key, { addresses, atMs: performance.now() });
        return addresses;
      } catch (error) {
        note(key, 'failed');
        throw error;
      }
    });
  return (hostname, options) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const asked = underWay.get(key) ?? ask(key, hostname, options).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    const last = known.get(key);
    const isRecent =
      typeof last === 'object' && performance.now() - last.atMs < OUTGOING_LIMITS.addressesKeptMs;
    return isRecent ? orElse(asked, last.addresses, patienceMs) : asked;
  };
}

async function orElse(asked: ReturnType<Resolve>, last: readonly LookupAddress[], patienceMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly LookupAddress[]>((tell) => {
    timer = setTimeout(() => tell(last), patienceMs);
  });
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
