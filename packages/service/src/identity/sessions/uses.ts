// When people use their sessions: each request that somebody is there for counts, and is written down once a minute.
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { noteUse } from './browser-sessions.ts';

/**
 * Whether a request is one that a page makes by itself, and so does not keep a session from ending: a stream, which is opened anew again
 * and again, or one that says by its query that nobody has touched the page for a while. (A header of its own would be refused by the
 * preflight of an older service.)
 */
export const isUnattended = (url: string): boolean =>
  url.endsWith('?unattended') || url.startsWith('/v1/live');

export interface Uses {
  /** Notes a use of a session, by its name. */
  note(session: string): Promise<void>;
}

export function createUses({ store, ports }: { readonly store: Store; readonly ports: Ports }): Uses {
  const noted = new BoundedMap<true>(ports.clock, IDENTITY_LIMITS.actorCacheEntriesMax, 'memory');
  return {
    note: async (session) => {
      if (noted.get(session) !== undefined) return;
      // Before it is written: of many requests at once one writes.
      noted.set(session, true, ports.clock.now() + IDENTITY_LIMITS.sessionUseIntervalMs);
      await store.asDoor((tx) => noteUse(tx, ports, session));
    },
  };
}
