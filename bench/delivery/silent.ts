// What pharmacies that never answer cost the others: a fifth of them, with orders coming at an even pace.
import { openOrdersTestbed } from '../orders/orders-testbed.ts';
import type { LoadRequest } from '../support/load.ts';
import { sendAll } from '../support/load.ts';
import { median } from '../support/statistics.ts';
import { verdict } from '../support/verdict.ts';
import type { Left } from './meanwhile.ts';

const PHARMACIES = 50;
const SILENT = 10;
/** To the pharmacies that answer. */
const PER_SECOND = 100;
const SECONDS = 8;

export async function besideSilentOnes(rounds: number): Promise<void> {
  const phase = ((PER_SECOND * PHARMACIES) / (PHARMACIES - SILENT)) * SECONDS;
  const testbed = await openOrdersTestbed('postgres', {
    deliver: true,
    drafts: phase * (2 * rounds + 1),
    silent: SILENT,
  });
  try {
    const silent = testbed.pharmacyIds.slice(0, SILENT);
    const isHealthy = ({ body }: LoadRequest): boolean => !silent.some((id) => body.includes(id));
    const load = { url: testbed.graphqlUrl, expect: '"state":"PENDING"', connections: 16 };
    const measured = async (healthyOnly: boolean): Promise<number> => {
      const all = testbed.take(phase);
      const requests = healthyOnly ? all.filter(isHealthy) : all;
      const since = new Date().toISOString();
      const arrived = testbed.counter.arrivals + all.filter(isHealthy).length;
      await sendAll({ ...load, requests, perSecond: requests.length / SECONDS });
      while (testbed.counter.arrivals < arrived) await new Promise((resolve) => setTimeout(resolve, 20));
      return (await testbed.service.call<Left>('timesToPharmacy', { since, withinMs: 1_000, except: silent }))
        .p99;
    };
    await measured(true);
    const without: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      without.push(await measured(true));
      beside.push(await measured(false));
    }
    console.log(
      `time to a pharmacy that answers, p99: ${median(without).toFixed(0)} ms, and ${median(beside).toFixed(0)} ms while ${SILENT} of ${PHARMACIES} never answer`,
    );
    verdict(
      'p99 beside silent pharmacies to p99 without them',
      median(beside.map((value, index) => value / (without[index] ?? Number.NaN))),
      '≤',
      1.25,
    );
  } finally {
    await testbed.close();
  }
}
