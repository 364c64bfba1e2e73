// Resident memory of the service's process at a steady rate of orders that are also delivered, from the creation of its store on.
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAll } from '../support/load.ts';
import { childrenOf, commandOf, memoryOf } from '../support/processes.ts';
import type { StoreKind } from './stage.ts';
import { openStage } from './stage.ts';

export interface Memory {
  /** Orders per second that were acknowledged while it was measured. */
  readonly perSecond: number;
  readonly delivered: number;
  /** Megabytes (10^6): the highest of the service's process. */
  readonly peakMb: number;
  /** The highest of the service's process and its children together: a new embedded store is made in a child. */
  readonly peakWithChildrenMb: number;
  readonly endMb: number;
}

const RATE = 500;
const SAMPLE_MS = 25;
const MEGABYTE = 1_000_000;

export async function memory(kind: StoreKind, seconds: number): Promise<Memory> {
  let peak = 0;
  let peakWithChildren = 0;
  const sampler = setInterval(() => {
    for (const id of childrenOf(process.pid)) {
      const own = bytesOf(id, 'service-child');
      if (own === 0) continue;
      peak = Math.max(peak, own);
      const children = childrenOf(id).reduce((sum, child) => sum + bytesOf(child, ''), 0);
      peakWithChildren = Math.max(peakWithChildren, own + children);
    }
  }, SAMPLE_MS);
  try {
    const stage = await openStage(kind, { deliver: true });
    try {
      const requests = await stage.orders(RATE * seconds);
      await stage.analyze();
      const result = await sendAll({
        url: stage.graphqlUrl,
        expect: '"state":"PENDING"',
        requests,
        connections: 50,
        perSecond: RATE,
      });
      const delivered = stage.counter.arrivals;
      await sleep(1_000);
      const end = memoryOf(stage.service.processId);
      return {
        perSecond: result.perSecond,
        delivered,
        peakMb: Math.max(peak, end.peakBytes) / MEGABYTE,
        peakWithChildrenMb: Math.max(peakWithChildren, end.peakBytes) / MEGABYTE,
        endMb: end.nowBytes / MEGABYTE,
      };
    } finally {
      await stage.close();
    }
  } finally {
    clearInterval(sampler);
  }
}

/** 0 when the process has ended, or is not one whose command line has the word. */
function bytesOf(processId: number, word: string): number {
  try {
    return commandOf(processId).includes(word) ? memoryOf(processId).nowBytes : 0;
  } catch {
    return 0;
  }
}
