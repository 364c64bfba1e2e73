// The room `alerts`: each node looks once a minute whether what was acknowledged has left in time and whether the store answers, and says so by itself: in the log, and to ALERT_URL.
import type { DeliveryFigures, Hold } from '../delivery/inside.ts';
import type { Log } from '../kernel/log.ts';
import type { Clock } from '../kernel/ports.ts';
import { lateOrders } from './late.ts';
import { ALERT_LIMITS } from './limits.ts';
import type { PostAlert } from './post.ts';

export { ALERT_LIMITS } from './limits.ts';
export { type AlertAddress, createAlertPost, type PostAlert } from './post.ts';

export interface AlertDeps {
  readonly figures: () => Promise<DeliveryFigures>;
  /** What this node holds, because errors of its own met one after another. */
  readonly holds: () => readonly Hold[];
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly clock: Clock;
  /** Which deployment speaks: its public address. */
  readonly from: string;
  /** Nothing is sent without it; the log and the figures say it all the same. */
  readonly post?: PostAlert | undefined;
}

export interface Alerts {
  /** One look. Never rejects: an alert that cannot be sent is a line of the log, and is sent again at the next look. */
  look(): Promise<void>;
}

const SAID = {
  'orders-late': {
    raised: 'acknowledged orders have not left within their budget',
    over: 'every acknowledged order has left, or is within its budget again',
  },
  'deliveries-held': {
    raised: 'errors of the service itself keep messages from leaving: this node holds them',
    over: 'this node holds no messages any more',
  },
  'store-away': {
    raised: 'the store has not answered for a minute or longer: nothing is taken and nothing leaves',
    over: 'the store answers again',
  },
} as const;

type AlertName = keyof typeof SAID;
type Facts = Readonly<Record<string, unknown>>;

export function createAlerts({ figures, holds, log, clock, from, post }: AlertDeps): Alerts {
  /** When each that lasts was sent last; null while it could not be. */
  const lasting = new Map<AlertName, number | null>();
  let missed = 0;

  const send = async (name: AlertName, state: 'raised' | 'over', facts: Facts): Promise<boolean> => {
    if (post === undefined) return true;
    const now = clock.now();
    // Several nodes see the same: within one span they say it under one id.
    const id = `${name}-${state}-${Math.floor(now / ALERT_LIMITS.repeatMs)}`;
    const data = { alert: name, state, from, says: SAID[name][state], ...facts };
    try {
      await post({ id, type: `alert.${state}`, at: new Date(now), data });
      return true;
    } catch (error) {
      log.error({ err: error, alert: name }, 'an alert could not be sent');
      return false;
    }
  };
  const raise = async (name: AlertName, facts: Facts): Promise<void> => {
    log.error({ alert: name, ...facts }, SAID[name].raised);
    const sentAt = lasting.get(name) ?? Number.NEGATIVE_INFINITY;
    const isFresh = clock.now() - sentAt < ALERT_LIMITS.repeatMs;
    if (!isFresh) lasting.set(name, (await send(name, 'raised', facts)) ? clock.now() : null);
  };
  const end = async (name: AlertName): Promise<void> => {
    if (!lasting.has(name)) return;
    log.info({ alert: name }, SAID[name].over);
    // Whoever was never told of it need not hear that it is over.
    const wasSent = lasting.get(name) !== null;
    if (!wasSent || (await send(name, 'over', {}))) lasting.delete(name);
  };
  return {
    look: async () => {
      const held = holds();
      if (held.length === 0) await end('deliveries-held');
      else
        await raise('deliveries-held', {
          lanes: held.map(({ lanes }) => lanes).join(' '),
          since: held[0]?.since ?? null,
        });
      const found = await figures().catch(() => undefined);
      if (found === undefined) {
        missed += 1;
        // A restart of the store takes less than two looks.
        if (missed > 1) await raise('store-away', {});
        return;
      }
      missed = 0;
      await end('store-away');
      const late = lateOrders(found);
      if (late === undefined) await end('orders-late');
      else await raise('orders-late', { ...late });
    },
  };
}
