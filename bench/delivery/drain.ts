// How fast a backlog leaves: orders are signed while the lanes stand still, then one node or more begin to deliver, until nothing waits any more.

import type { ServiceProcess } from '@pestle/testbed/processes/service-process';
import { cpuMsOf } from '@pestle/testbed/processes/used';
import type { OrdersTestbed } from '../orders/orders-testbed.ts';
import { sendAll } from '../support/load.ts';

export interface Drained {
  /** Orders per second that were signed before, while the lanes stood still. */
  readonly signedPerSecond: number;
  /** Processor time of an order that was signed, of service and PostgreSQL. */
  readonly signedCpuMs: number;
  /** Orders per second: until all messages have arrived, and until nothing is left to do, their texts to patients included. */
  readonly arrivedPerSecond: number;
  readonly settledPerSecond: number;
  readonly cpuMs: { readonly service: number; readonly postgres: number };
}

const LOOK_MS = 10;

/** Reads the processor time so far, in milliseconds, of these nodes and of the server. */
export function cpuOf(
  { service, postgres }: OrdersTestbed,
  nodes: readonly ServiceProcess[] = [service],
): () => { readonly service: number; readonly postgres: number } {
  return () => ({
    service: nodes.reduce((sum, { processId }) => sum + cpuMsOf(processId), 0),
    postgres: postgres === undefined ? 0 : cpuMsOf(postgres.server.processId),
  });
}

/** Signs `count` orders and lets them leave. */
export async function drain(
  testbed: OrdersTestbed,
  count: number,
  others: readonly ServiceProcess[] = [],
): Promise<Drained> {
  const nodes = [testbed.service, ...others];
  for (const node of nodes) await node.call('hold');
  const cpu = cpuOf(testbed, nodes);
  const cpuUnsigned = cpu();
  const { perSecond: signedPerSecond } = await sendAll({
    url: testbed.graphqlUrl,
    expect: '"state":"PENDING"',
    requests: testbed.take(count),
    connections: 32,
  });
  const before = testbed.counter.arrivals;
  const cpuBefore = cpu();
  const started = performance.now();
  await Promise.all(nodes.map((node) => node.call('deliver')));
  let arrivedMs = 0;
  for (;;) {
    const waiting = await testbed.service.call<number>('waiting');
    const now = performance.now() - started;
    if (arrivedMs === 0 && testbed.counter.arrivals - before >= count) arrivedMs = now;
    if (waiting === 0) {
      const cpuAfter = cpu();
      // Or they would deliver what the next backlog waits with.
      for (const node of others) await node.call('hold');
      return {
        signedPerSecond,
        signedCpuMs:
          (cpuBefore.service - cpuUnsigned.service + cpuBefore.postgres - cpuUnsigned.postgres) / count,
        arrivedPerSecond: (count * 1_000) / arrivedMs,
        settledPerSecond: (count * 1_000) / now,
        cpuMs: {
          service: (cpuAfter.service - cpuBefore.service) / count,
          postgres: (cpuAfter.postgres - cpuBefore.postgres) / count,
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
