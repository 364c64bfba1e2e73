// Whether deliveries keep up while orders come in: at half the rate at which the service takes orders and does nothing else.
import { openOrdersTestbed } from '../orders/orders-testbed.ts';
import { sendAll } from '../support/load.ts';
import type { StoreKind } from '../support/stores.ts';
import { verdict } from '../support/verdict.ts';
import { drain } from './drain.ts';

const CONNECTIONS = 32;
const SECONDS = 8;
const IN_TIME_MS = 2_000;
/** Orders a second that no machine of today takes: for how many drafts are made ready. */
const PER_SECOND_MAX = 2_400;

export async function whileOrdersComeIn(kind: StoreKind, orders: number): Promise<void> {
  const testbed = await openOrdersTestbed(kind, {
    deliver: false,
    drafts: 2 * orders + (PER_SECOND_MAX / 2) * SECONDS,
  });
  try {
    await drain(testbed, orders);
    await testbed.service.call('hold');
    const load = { url: testbed.graphqlUrl, expect: '"state":"PENDING"', connections: CONNECTIONS };
    const alone = await sendAll({ ...load, requests: testbed.take(orders) });
    await testbed.service.call('deliver');
    while ((await testbed.service.call<number>('waiting')) > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const since = new Date().toISOString();
    const perSecond = Math.min(PER_SECOND_MAX, alone.perSecond) / 2;
    const came = await sendAll({
      ...load,
      perSecond,
      requests: testbed.take(Math.floor(perSecond * SECONDS)),
    });
    while ((await testbed.service.call<number>('waiting')) > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const left = await testbed.service.call<Left>('timesToPharmacy', { since, withinMs: IN_TIME_MS });
    console.log(
      `${kind}: ${alone.perSecond.toFixed(0)} orders/s alone; ${came.perSecond.toFixed(0)}/s came in while they left: time to the pharmacy p50 ${left.p50.toFixed(0)} ms, p99 ${left.p99.toFixed(0)} ms`,
    );
    verdict(`left within ${IN_TIME_MS / 1_000} s, while orders came in`, left.within, '≥', 0.95);
  } finally {
    await testbed.close();
  }
}

/** Of orders since a time: how long from the order to the pharmacy's answer, in milliseconds, and which share took no longer than asked. */
export interface Left {
  readonly p50: number;
  readonly p99: number;
  readonly within: number;
}
