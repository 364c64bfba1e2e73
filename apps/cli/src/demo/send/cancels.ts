// The few orders that a host cancels: some at once, while they are on their way, and some after the pharmacy has them.
import { ApiError } from '../../sandbox/api-client.ts';
import { chance } from '../random.ts';
import { DEMO_SHARES } from '../settings.ts';
import type { AcknowledgementLog } from './acknowledgements.ts';
import { CANCEL_ORDER, type CancelOrderAnswer } from './documents.ts';
import type { Host } from './host.ts';
import type { SentOrder } from './prescribe.ts';

export interface Cancels {
  /** Cancels at once when the seed says so. */
  onAcknowledged(order: SentOrder): Promise<void>;
  /** The cancel that the seed wants now that the order number has arrived; undefined when it wants none, or has canceled before. */
  onArrival(order: SentOrder, orderNumber: string): Promise<void> | undefined;
  /** By outcome, such as `CANCEL_SENT`. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** At least this many of each kind, so that a small run shows them too. */
const FIRST = { atOnce: 3, later: 5 } as const;

export function createCancels({
  host,
  acknowledgements,
  seed,
}: {
  readonly host: Host;
  readonly acknowledgements: AcknowledgementLog;
  readonly seed: number;
}): Cancels {
  const outcomes: Record<string, number> = {};
  const plans = new Map<string, 'at-once' | 'later' | 'none'>();
  const cancel = async (order: SentOrder): Promise<void> => {
    const [first] = order.fills;
    if (first === undefined) return;
    const requestedAt = new Date().toISOString();
    try {
      // One medication at a time: the second of an order stays active (D10).
      const input = { orderId: order.orderId, fillIds: [first.fillId] };
      const { cancelOrder } = await host.ask<CancelOrderAnswer>(CANCEL_ORDER, { input });
      acknowledgements.add({
        operation: 'cancelOrder',
        organizationId: host.organizationId,
        requestedAt,
        answeredAt: new Date().toISOString(),
        orderId: order.orderId,
        results: cancelOrder.results.map(({ fillId, outcome }) => ({ fillId, outcome })),
      });
      for (const { outcome } of cancelOrder.results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes[error.code] = (outcomes[error.code] ?? 0) + 1;
    }
  };
  const planOf = (orderId: string): 'at-once' | 'later' | 'none' => {
    const known = plans.get(orderId);
    if (known !== undefined) return known;
    const number = plans.size + 1;
    const dice = chance(seed, 'cancel', number);
    const { canceledAtOnce, canceledLater } = DEMO_SHARES;
    const plan =
      number === FIRST.atOnce || dice < canceledAtOnce
        ? 'at-once'
        : number === FIRST.later || dice < canceledAtOnce + canceledLater
          ? 'later'
          : 'none';
    plans.set(orderId, plan);
    return plan;
  };
  return {
    outcomes,
    onAcknowledged: async (order) => {
      if (planOf(order.orderId) === 'at-once') await cancel(order);
    },
    onArrival: (order, orderNumber) => {
      if (order.fills[0]?.prescriberOrderNumber !== orderNumber) return undefined;
      const plan = planOf(order.orderId);
      if (plan === 'none') return undefined;
      return plan === 'later' ? cancel(order) : Promise.resolve();
    },
  };
}
