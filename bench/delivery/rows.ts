// Whether what has ended long ago makes anything slower: the same figures on a store with little history and on one with much.
import { FULL_TABLES, repeatOrder, SLIM_TABLES } from '@pestle/testbed/stores/history';
import { sql } from 'kysely';
import type { OrdersTestbed } from '../orders/orders-testbed.ts';
import { hookKeyOf, openOrdersTestbed } from '../orders/orders-testbed.ts';
import { sendAll } from '../support/load.ts';
import { median } from '../support/statistics.ts';
import { verdict } from '../support/verdict.ts';
import { cpuOf, drain } from './drain.ts';

/** Orders whose every row is there; of ten times as many there are only the order and its fill. */
export const FULL_ROWS = 1_000_000;
const SLIM_TO_FULL = 10;
const WARM_UP = 300;
const CONNECTIONS = 32;

interface Figures {
  readonly signed: number;
  readonly settled: number;
  readonly reports: number;
  readonly serviceMs: number;
  readonly postgresMs: number;
  /** Of an order that is signed, and of a report, both sides together. */
  readonly signedMs: number;
  readonly reportMs: number;
}

async function measured(testbed: OrdersTestbed, rounds: number, orders: number): Promise<Figures> {
  const signed: number[] = [];
  const settled: number[] = [];
  const reports: number[] = [];
  const service: number[] = [];
  const postgres: number[] = [];
  const signedMs: number[] = [];
  const reportMs: number[] = [];
  const cpu = cpuOf(testbed);
  for (let round = 0; round < rounds; round += 1) {
    const drained = await drain(testbed, orders);
    signed.push(drained.signedPerSecond);
    signedMs.push(drained.signedCpuMs);
    settled.push(drained.settledPerSecond);
    service.push(drained.cpuMs.service);
    postgres.push(drained.cpuMs.postgres);
    const sent = await testbed.service.call<{ orderId: string; pharmacyId: string }[]>('sentOrders');
    const requests = sent.map(({ orderId, pharmacyId }) => ({
      headers: {
        authorization: `Bearer ${hookKeyOf(testbed.pharmacyIds.indexOf(pharmacyId))}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ order_id: orderId, status: 'RECEIVED' }),
    }));
    const load = { url: testbed.hookUrl, expect: '"changed":true', connections: CONNECTIONS };
    const before = cpu();
    reports.push((await sendAll({ ...load, requests })).perSecond);
    const after = cpu();
    reportMs.push(
      (after.service - before.service + after.postgres - before.postgres) / Math.max(1, requests.length),
    );
  }
  return {
    signed: median(signed),
    settled: median(settled),
    reports: median(reports),
    serviceMs: median(service),
    postgresMs: median(postgres),
    signedMs: median(signedMs),
    reportMs: median(reportMs),
  };
}

const say = (what: string, figures: Figures): void =>
  console.log(
    `${what}: ${figures.signed.toFixed(0)} orders/s · ${figures.settled.toFixed(0)}/s settled with their texts · ${figures.reports.toFixed(0)} reports/s · processor time of a delivery: service ${figures.serviceMs.toFixed(2)} ms, PostgreSQL ${figures.postgresMs.toFixed(2)} ms; of an order that is signed ${figures.signedMs.toFixed(2)} ms, of a report ${figures.reportMs.toFixed(2)} ms`,
  );

/** Before and after `full` orders with all their rows, and ten times as many of which only order and fill are there, have been laid. */
export async function withHistory(full: number, rounds: number, orders: number): Promise<void> {
  const testbed = await openOrdersTestbed('postgres', {
    deliver: false,
    drafts: WARM_UP + 1 + 2 * rounds * orders,
  });
  try {
    const { postgres } = testbed;
    if (postgres === undefined) throw new Error('this runs on PostgreSQL');
    await drain(testbed, WARM_UP);
    await testbed.analyze();
    const lay = async (): Promise<void> => {
      const started = performance.now();
      await postgres.asOwner(async (owner) => {
        await repeatOrder(owner, FULL_TABLES, 1, full);
        await repeatOrder(owner, SLIM_TABLES, full + 1, full * (1 + SLIM_TO_FULL));
        await sql`vacuum analyze`.execute(owner);
        await sql`checkpoint`.execute(owner);
      });
      console.log(
        `${full} full and ${full * SLIM_TO_FULL} slim orders laid in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
      );
    };
    // Laid from a delivered order, which the first measure's reports move on: hence a few are kept back by being delivered after it.
    const little = await measured(testbed, rounds, orders);
    say('little history', little);
    await drain(testbed, 1);
    await lay();
    await testbed.signInAnew();
    const much = await measured(testbed, rounds, orders);
    say('much history', much);
    for (const name of ['signed', 'settled', 'reports'] as const)
      verdict(`${name}, much history to little`, much[name] / little[name], '≥', 0.8);
  } finally {
    await testbed.close();
  }
}
