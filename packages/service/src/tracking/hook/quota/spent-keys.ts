// Which bearer keys have used up their sender's calls of this minute, so that a storm is refused without asking the store.
import type { IncomingHttpHeaders } from 'node:http';
import { hashHookKey } from '../../../directory/inside.ts';
import type { Clock } from '../../../kernel/ports.ts';
import { QUOTA_PERIOD_SECONDS } from '../../../quotas/quotas.ts';
import { TRACKING_LIMITS } from '../../limits.ts';
import { bearerOf } from '../authenticate.ts';

/**
 * A key is noted when a call that it proved was over the quota, until the quota's minute ends. Whoever shows it until then is refused as before, whatever
 * has become of the key meanwhile: nothing is granted from memory.
 */
export interface SpentKeys {
  note(headers: IncomingHttpHeaders, quota: SpentQuota, waitSeconds: number): void;
  /** The quota that the call is over, and how long its minute lasts; undefined where nothing is known of the key. */
  find(headers: IncomingHttpHeaders): (SpentQuota & { readonly waitSeconds: number }) | undefined;
}

export interface SpentQuota {
  /** The pharmacy or partner that the key proved. */
  readonly senderId: string;
  readonly size: number;
}

export function createSpentKeys({ clock }: { readonly clock: Clock }): SpentKeys {
  const spent = new Map<string, SpentQuota & { readonly endsAt: number }>();
  const hashOf = (headers: IncomingHttpHeaders): string | undefined => {
    const key = bearerOf(headers);
    return key === undefined ? undefined : hashHookKey(key);
  };
  return {
    note: (headers, { senderId, size }, waitSeconds) => {
      const hash = hashOf(headers);
      if (hash === undefined) return;
      spent.delete(hash);
      // Less by the second to which the wait was rounded up: then the quota itself says whether its minute is over.
      spent.set(hash, { senderId, size, endsAt: clock.now() + (waitSeconds - 1) * 1_000 });
      const [oldest] = spent.keys();
      if (spent.size > TRACKING_LIMITS.spentKeysMax && oldest !== undefined) spent.delete(oldest);
    },
    find: (headers) => {
      const hash = spent.size === 0 ? undefined : hashOf(headers);
      const found = hash === undefined ? undefined : spent.get(hash);
      if (hash === undefined || found === undefined) return undefined;
      const leftMs = found.endsAt - clock.now();
      // Longer than a minute is left where the clock was set back: the quota itself says then.
      if (leftMs > 0 && leftMs <= QUOTA_PERIOD_SECONDS * 1_000)
        return {
          senderId: found.senderId,
          size: found.size,
          waitSeconds: Math.ceil(leftMs / 1_000) + 1,
        };
      spent.delete(hash);
      return undefined;
    },
  };
}
