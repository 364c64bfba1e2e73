// Decides which web origins may call the API and read its answers (whitelisted origins, at token and API level).

import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { findClient, isOriginKnown } from './application-rows.ts';

export interface Origins {
  /** The origins of an application; none for one that is unknown or inactive. */
  originsFor(clientId: string): Promise<readonly string[]>;
  /**
   * Whether a page of this origin may read answers. At a preflight no client is known: then the origin must be some
   * application's. With the token's client, it must be that one's. `null` is nobody's origin.
   */
  isOriginAllowed(origin: string, clientId?: string): Promise<boolean>;
  /** Forgets what is remembered. */
  forget(): void;
}

export function createOrigins({ store, ports }: { readonly store: Store; readonly ports: Ports }): Origins {
  const byClient = new BoundedMap<readonly string[]>(
    ports.clock,
    IDENTITY_LIMITS.originCacheEntriesMax,
    'cache',
  );
  const known = new BoundedMap<boolean>(ports.clock, IDENTITY_LIMITS.originCacheEntriesMax, 'cache');
  const untilMs = (): number => ports.clock.now() + IDENTITY_LIMITS.originCacheTtlMs;
  const originsFor = async (clientId: string): Promise<readonly string[]> => {
    const cached = byClient.get(clientId);
    if (cached !== undefined) return cached;
    const client = await store.asDoor((tx) => findClient(tx, clientId, nowText(ports)));
    const origins = client?.origins ?? [];
    byClient.set(clientId, origins, untilMs());
    return origins;
  };
  return {
    originsFor,
    forget: () => {
      byClient.clear();
      known.clear();
    },
    isOriginAllowed: async (origin, clientId) => {
      if (origin === 'null' || origin.length > IDENTITY_LIMITS.urlCharactersMax) return false;
      if (clientId !== undefined) return (await originsFor(clientId)).includes(origin);
      const cached = known.get(origin);
      if (cached !== undefined) return cached;
      const allowed = await store.asDoor((tx) => isOriginKnown(tx, origin));
      known.set(origin, allowed, untilMs());
      return allowed;
    },
  };
}
