// Resident memory of the service's process at a steady rate of orders that are also delivered, from the creation of its store on.
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, commandOf, memoryOf, shareOfMemory } from '@pestle/testbed/processes/used';
import { sendAll } from '../support/load.ts';
import type { StoreKind } from '../support/stores.ts';
import { openOrdersTestbed } from './orders-testbed.ts';

export interface Memory {
  /** Orders per second that were acknowledged while it was measured. */
  readonly perSecond: number;
  readonly delivered: number;
  /** Megabytes (10^6) of the process that serves, at most. */
  readonly peakMb: number;
  /** Of any process of the service from the creation of its store on, with its children: a new embedded store is made in a child. */
  readonly peakFromCreationMb: number;
  readonly endMb: number;
}

const RATE = 500;
/** Orders before it, so that no table is empty when the statistics are made. */
const WARM_UP = 300;
const SAMPLE_MS = 25;
const MEGABYTE = 1_000_000;

export async function memory(kind: StoreKind, seconds: number): Promise<Memory> {
  let peakFromCreation = 0;
  const sampler = setInterval(() => {
    for (const id of childrenOf(process.pid)) {
      const own = bytesOf(id, 'service-child');
      if (own === 0) continue;
      const children = childrenOf(id).reduce((sum, child) => sum + bytesOf(child, ''), 0);
      peakFromCreation = Math.max(peakFromCreation, own + children);
    }
  }, SAMPLE_MS);
  try {
    const testbed = await openOrdersTestbed(kind, { deliver: true, drafts: WARM_UP + RATE * seconds });
    try {
      const load = { url: testbed.graphqlUrl, expect: '"state":"PENDING"', connections: 50 };
      await sendAll({ ...load, requests: testbed.take(WARM_UP), perSecond: RATE / 5 });
      await testbed.analyze();
      const before = testbed.counter.arrivals;
      const result = await sendAll({ ...load, requests: testbed.take(RATE * seconds), perSecond: RATE });
      const delivered = testbed.counter.arrivals - before;
      await sleep(1_000);
      const end = memoryOf(testbed.service.processId);
      return {
        perSecond: result.perSecond,
        delivered,
        peakMb: end.peakBytes / MEGABYTE,
        peakFromCreationMb: Math.max(peakFromCreation, end.peakBytes) / MEGABYTE,
        endMb: end.nowBytes / MEGABYTE,
      };
    } finally {
      await testbed.close();
    }
  } finally {
    clearInterval(sampler);
  }
}

/** 0 when the process has ended, or is not one whose command line has the word. */
function bytesOf(processId: number, word: string): number {
  try {
    return commandOf(processId).includes(word) ? shareOfMemory(processId) : 0;
  } catch {
    return 0;
  }
}
