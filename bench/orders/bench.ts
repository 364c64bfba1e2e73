// The bench of orders: throughput, latency to the pharmacy and memory, on both stores, beside what the machine can do.

import { hasProc } from '@pestle/testbed/processes/used';
import { flushesPerSecond } from '../limits/limits.ts';
import type { BenchOptions } from '../support/options.ts';
import { percentile } from '../support/statistics.ts';
import type { StoreKind } from '../support/stores.ts';
import { chosenStores } from '../support/stores.ts';
import { verdict } from '../support/verdict.ts';
import { latency, WARM_UP } from './latency.ts';
import { memory } from './memory.ts';
import type { OrdersTestbed, TestbedOptions } from './orders-testbed.ts';
import { openOrdersTestbed } from './orders-testbed.ts';
import type { Rivals } from './rivals.ts';
import { openRivals } from './rivals.ts';
import { throughput } from './throughput.ts';

export async function run({ quick, args }: BenchOptions): Promise<void> {
  const chosen = PARTS.filter((part) => args.includes(part));
  for (const kind of chosenStores(args)) {
    console.log(`\n-- ${kind}`);
    console.log(`disk: ${flushesPerSecond(1_000).toFixed(0)} flushes per second`);
    for (const part of chosen.length === 0 ? PARTS : chosen) await MEASURES[part](kind, quick);
    console.log(`disk: ${flushesPerSecond(1_000).toFixed(0)} flushes per second`);
  }
}

const PARTS = ['throughput', 'latency', 'memory'] as const;

const NEEDED = {
  postgres: { toInsert: 0.35, memoryMb: 350 },
  embedded: { toInsert: 0.4, memoryMb: 650 },
} as const;

const MEASURES: Readonly<Record<(typeof PARTS)[number], (kind: StoreKind, quick: boolean) => Promise<void>>> =
  {
    throughput: orders,
    latency: toPharmacy,
    memory: used,
  };

async function orders(kind: StoreKind, quick: boolean): Promise<void> {
  const rounds = quick ? 3 : 5;
  const perRound = quick ? 600 : 2_000;
  await onTestbed(kind, { deliver: false, drafts: perRound * (rounds + 1) }, async (testbed, rivals) => {
    const commits = await rivals.process.call<number[]>('commits', quick ? 200 : 1_000);
    const perSecond = (1_000 * commits.length) / commits.reduce((sum, ms) => sum + ms, 0);
    console.log(
      `bare commits, one at a time: ${perSecond.toFixed(0)} per second, p50 ${percentile(commits, 0.5).toFixed(2)} ms`,
    );
    const figures = await throughput(testbed, rivals, {
      rounds,
      perRound,
      connections: 32,
    });
    console.log(
      `createOrder ${figures.ours.toFixed(0)}/s · BEGIN … COMMIT ${figures.transaction.toFixed(0)}/s · single INSERT ${figures.insert.toFixed(0)}/s (medians)`,
    );
    console.log(
      `under load p50 ${figures.p50.toFixed(0)} ms, p99 ${figures.p99.toFixed(0)} ms; processor time per order: service ${figures.cpuMs.service.toFixed(2)} ms, PostgreSQL ${figures.cpuMs.postgres.toFixed(2)} ms`,
    );
    verdict('to BEGIN … COMMIT of the same rows', figures.toTransaction, '≥', 1);
    verdict('to a single INSERT', figures.toInsert, '≥', NEEDED[kind].toInsert);
  });
}

async function toPharmacy(kind: StoreKind, quick: boolean): Promise<void> {
  const times = quick ? 60 : 300;
  await onTestbed(kind, { deliver: true, drafts: times + WARM_UP }, async (testbed, rivals) => {
    const figures = await latency(testbed, rivals, times);
    console.log(
      `acknowledgement to pharmacy, idle: p50 ${figures.p50.toFixed(2)} ms, p99 ${figures.p99.toFixed(2)} ms; one commit ${figures.commitP50.toFixed(2)} ms, one POST ${figures.postP50.toFixed(2)} ms (p50)`,
    );
    verdict('to one commit and one POST', figures.ratio, '≤', 1.5);
  });
}

async function used(kind: StoreKind, quick: boolean): Promise<void> {
  if (!hasProc) return;
  const figures = await memory(kind, quick ? 5 : 20);
  console.log(
    `at ${figures.perSecond.toFixed(0)} orders/s with ${figures.delivered} delivered meanwhile: peak ${figures.peakMb.toFixed(0)} MB, from the creation of the store on ${figures.peakFromCreationMb.toFixed(0)} MB, at the end ${figures.endMb.toFixed(0)} MB`,
  );
  verdict(
    'memory in MB',
    kind === 'embedded' ? figures.peakFromCreationMb : figures.peakMb,
    '≤',
    NEEDED[kind].memoryMb,
  );
}

async function onTestbed(
  kind: StoreKind,
  options: TestbedOptions,
  work: (testbed: OrdersTestbed, rivals: Rivals) => Promise<void>,
): Promise<void> {
  const testbed = await openOrdersTestbed(kind, options);
  try {
    const rivals = await openRivals(testbed);
    try {
      await work(testbed, rivals);
    } finally {
      await rivals.close();
    }
  } finally {
    await testbed.close();
  }
}
