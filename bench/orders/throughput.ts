// Orders per second through GraphQL against the hand-written handlers, in turns in one run, so that a busy machine is fair to all.

import { cpuMsOf } from '@pestle/testbed/processes/used';
import type { LoadRequest } from '../support/load.ts';
import { sendAll } from '../support/load.ts';
import { median } from '../support/statistics.ts';
import type { OrdersTestbed } from './orders-testbed.ts';
import type { Rivals } from './rivals.ts';

export interface Throughput {
  /** Medians of the rounds, per second. */
  readonly ours: number;
  readonly transaction: number;
  readonly insert: number;
  /** Median of the rounds' own ratios. */
  readonly toTransaction: number;
  readonly toInsert: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time for one order of ours: in the service's process, and in PostgreSQL's (0 where it is the same). */
  readonly cpuMs: { readonly service: number; readonly postgres: number };
}

export interface ThroughputOptions {
  readonly rounds: number;
  readonly perRound: number;
  readonly connections: number;
}

interface Side {
  readonly url: string;
  readonly expect: string;
  readonly requests: () => Promise<readonly LoadRequest[]>;
}

export async function throughput(
  testbed: OrdersTestbed,
  rivals: Rivals,
  { rounds, perRound, connections }: ThroughputOptions,
): Promise<Throughput> {
  const sides: readonly Side[] = [
    { url: testbed.graphqlUrl, expect: '"state":"PENDING"', requests: async () => testbed.take(perRound) },
    { url: rivals.transactionUrl, expect: '"id":"ord_', requests: () => rivals.orders(perRound) },
    { url: rivals.insertUrl, expect: '"id":"aud_', requests: () => rivals.orders(perRound) },
  ];
  const before = await testbed.service.call<number>('countOrders');
  const figures: number[][] = [[], [], []];
  const latencies: { p50: number; p99: number }[] = [];
  const cpu = { service: 0, postgres: 0 };
  const cpuNow = (): typeof cpu => ({
    service: cpuMsOf(testbed.service.processId),
    postgres: testbed.postgres === undefined ? 0 : cpuMsOf(testbed.postgres.server.processId),
  });
  // One round more than counts: the first warms up compilers, caches and plans.
  for (let round = 0; round <= rounds; round += 1) {
    for (let first = 0; first < sides.length; first += 1) {
      const index = (round + first) % sides.length;
      const side = sides[index];
      if (side === undefined) continue;
      const requests = await side.requests();
      const began = cpuNow();
      const result = await sendAll({ url: side.url, expect: side.expect, requests, connections });
      // Tables that were empty hold some rows now: a plan made for empty ones would read whole tables.
      if (round === 0) await (index === 0 ? testbed : rivals).analyze();
      if (round === 0) continue;
      figures[index]?.push(result.perSecond);
      if (index !== 0) continue;
      latencies.push(result);
      const ended = cpuNow();
      cpu.service += ended.service - began.service;
      cpu.postgres += ended.postgres - began.postgres;
    }
  }
  const written = (await testbed.service.call<number>('countOrders')) - before;
  if (written !== perRound * (rounds + 1)) throw new Error(`${written} orders are in the store`);
  const [ours = [], transaction = [], insert = []] = figures;
  return {
    ours: median(ours),
    transaction: median(transaction),
    insert: median(insert),
    toTransaction: median(ours.map((value, index) => value / (transaction[index] ?? Number.NaN))),
    toInsert: median(ours.map((value, index) => value / (insert[index] ?? Number.NaN))),
    p50: median(latencies.map(({ p50 }) => p50)),
    p99: median(latencies.map(({ p99 }) => p99)),
    cpuMs: {
      service: cpu.service / (perRound * rounds),
      postgres: cpu.postgres / (perRound * rounds),
    },
  };
}
