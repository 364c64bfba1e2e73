// From the acknowledgement of an order to its arrival at the pharmacy, one at a time on an idle service, beside one commit and one POST.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../support/statistics.ts';
import type { OrdersTestbed } from './orders-testbed.ts';
import type { Rivals } from './rivals.ts';

export interface Latency {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly commitP50: number;
  readonly postP50: number;
  /** p50 of ours to the p50 of commit and POST together. */
  readonly ratio: number;
}

/** Long enough for what follows an acceptance to end. */
const PAUSE_MS = 40;
export const WARM_UP = 150;

/** Ours and the bare measure take turns, each after a pause, so that both find the machine as it is. */
export async function latency(testbed: OrdersTestbed, rivals: Rivals, count: number): Promise<Latency> {
  const ours: number[] = [];
  const commits: number[] = [];
  const posts: number[] = [];
  const requests = testbed.take(count + WARM_UP);
  for (const [index, { headers, body }] of requests.entries()) {
    const arrival = testbed.counter.nextArrival();
    const response = await fetch(testbed.graphqlUrl, { method: 'POST', headers, body });
    const text = await response.text();
    const acknowledgedAt = performance.now();
    if (!text.includes('"state":"PENDING"')) throw new Error(`an order was not taken: ${text.slice(0, 300)}`);
    const arrivedAt = await arrival;
    await sleep(PAUSE_MS);
    const bare = await rivals.process.call<{ commitMs: number; postMs: number }>(
      'commitAndPost',
      testbed.counter.url,
    );
    await sleep(PAUSE_MS);
    if (index === WARM_UP - 1) await testbed.analyze();
    if (index < WARM_UP) continue;
    ours.push(Math.max(0, arrivedAt - acknowledgedAt));
    commits.push(bare.commitMs);
    posts.push(bare.postMs);
  }
  const p50 = percentile(ours, 0.5);
  const commitP50 = percentile(commits, 0.5);
  const postP50 = percentile(posts, 0.5);
  return { p50, p99: percentile(ours, 0.99), commitP50, postP50, ratio: p50 / (commitP50 + postP50) };
}
