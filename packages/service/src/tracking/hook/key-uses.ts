// Writes down when a report last came with a key, once in a while: pharmacies and operators see by it which key is out of use.
import { rememberUse } from '../../directory/inside.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';

/** Notes it beside the report, which never waits for it and never fails by it. */
export type NoteUse = (credentialId: string) => void;

export function createKeyUses({ store, ports }: { readonly store: Store; readonly ports: Ports }): NoteUse {
  const noted = new BoundedMap<true>(ports.clock, TRACKING_LIMITS.keysSeenMax, 'cache');
  return (id) => {
    if (noted.get(id) === true) return;
    noted.set(id, true, ports.clock.now() + TRACKING_LIMITS.keySeenIntervalMs);
    // Where the store is away, the next interval notes it.
    rememberUse(store, id, nowText(ports)).catch(() => undefined);
  };
}
