// How many status reports a second, beside a bare Fastify that does one UPDATE, in turns.
import { hookKeyOf, openOrdersTestbed } from '../orders/orders-testbed.ts';
import { openRivals } from '../orders/rivals.ts';
import type { LoadRequest } from '../support/load.ts';
import { sendAll } from '../support/load.ts';
import { median } from '../support/statistics.ts';
import type { StoreKind } from '../support/stores.ts';
import { verdict } from '../support/verdict.ts';
import { cpuOf, drain } from './drain.ts';

/** What the busiest second of a whole country is taken to bring. */
const COUNTRY_PEAK = 2_390;
const CONNECTIONS = 32;
const STEPS = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'] as const;

export async function statusReports(kind: StoreKind, orders: number): Promise<void> {
  const testbed = await openOrdersTestbed(kind, { deliver: false, drafts: orders });
  try {
    const rivals = await openRivals(testbed);
    try {
      await drain(testbed, orders);
      await testbed.analyze();
      const sent = await testbed.service.call<{ orderId: string; pharmacyId: string }[]>('sentOrders');
      await sendAll({
        url: rivals.transactionUrl,
        expect: '"id":"ord_',
        requests: await rivals.orders(orders),
        connections: CONNECTIONS,
      });
      await rivals.analyze();
      const fills = await rivals.process.call<string[]>('fills');
      const ours: number[] = [];
      const cpu = cpuOf(testbed);
      const used = { service: 0, postgres: 0 };
      const bare: number[] = [];
      for (const status of STEPS) {
        const reports = sent.map(
          ({ orderId, pharmacyId }): LoadRequest => ({
            headers: {
              authorization: `Bearer ${hookKeyOf(testbed.pharmacyIds.indexOf(pharmacyId))}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify({ order_id: orderId, status }),
          }),
        );
        const updates = fills.map(
          (id): LoadRequest => ({
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ id, state: status }),
          }),
        );
        const load = { connections: CONNECTIONS };
        const before = cpu();
        ours.push(
          (await sendAll({ ...load, url: testbed.hookUrl, expect: '"changed":true', requests: reports }))
            .perSecond,
        );
        const after = cpu();
        used.service += after.service - before.service;
        used.postgres += after.postgres - before.postgres;
        bare.push(
          (await sendAll({ ...load, url: rivals.updateUrl, expect: '"updated":1', requests: updates }))
            .perSecond,
        );
      }
      console.log(
        `${kind}: ${median(ours).toFixed(0)} status reports/s · bare Fastify and one UPDATE ${median(bare).toFixed(0)}/s · the busiest second of a country ${COUNTRY_PEAK}/s`,
      );
      const each = (ms: number): string => (ms / (STEPS.length * sent.length)).toFixed(2);
      console.log(
        `processor time per report: service ${each(used.service)} ms, PostgreSQL ${each(used.postgres)} ms`,
      );
      verdict(
        `status reports to bare updates, ${kind}`,
        median(ours.map((value, index) => value / (bare[index] ?? Number.NaN))),
        '≥',
        0.5,
      );
    } finally {
      await rivals.close();
    }
  } finally {
    await testbed.close();
  }
}
