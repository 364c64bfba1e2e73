// Two nodes beside one where a node waits and the machine does not: a pharmacy that takes 8 ms, and few deliveries at a time per node.
import { availableParallelism } from 'node:os';
import { openOrdersTestbed } from '../orders/orders-testbed.ts';
import { median } from '../support/statistics.ts';
import { verdict } from '../support/verdict.ts';
import type { Drained } from './drain.ts';
import { drain } from './drain.ts';

const ANSWER_MS = 8;
/** Deliveries at a time per node. With three both cores have much to do at one node already, with one they wait with it. */
const AT_A_TIME = [3, 1] as const;
const WARM_UP = 200;

export async function whereOneWaits(rounds: number, orders: number): Promise<void> {
  for (const deliveriesAtATime of AT_A_TIME)
    await withLimit(deliveriesAtATime, rounds, Math.ceil((orders * deliveriesAtATime) / 3));
}

async function withLimit(deliveriesAtATime: number, rounds: number, orders: number): Promise<void> {
  const testbed = await openOrdersTestbed('postgres', {
    deliver: false,
    drafts: WARM_UP + 2 * rounds * orders,
    answerMs: ANSWER_MS,
    deliveriesAtATime,
  });
  try {
    await drain(testbed, WARM_UP);
    const second = await testbed.addNode();
    const one: Drained[] = [];
    const two: Drained[] = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push(await drain(testbed, orders));
      two.push(await drain(testbed, orders, [second]));
    }
    console.log(
      `${ANSWER_MS} ms an answer, ${deliveriesAtATime} at a time per node: ${described(one)} with one node, ${described(two)} with two`,
    );
    verdict(
      `two nodes to one, where one waits, ${deliveriesAtATime} at a time`,
      median(
        two.map((value, index) => value.arrivedPerSecond / (one[index]?.arrivedPerSecond ?? Number.NaN)),
      ),
      '≥',
      1.6,
    );
  } finally {
    await testbed.close();
  }
}

/** How many a second, and how much of the machine the nodes and the store took for it. */
function described(figures: readonly Drained[]): string {
  const perSecond = median(figures.map(({ arrivedPerSecond }) => arrivedPerSecond));
  const cores = median(
    figures.map(
      ({ settledPerSecond, cpuMs }) => (settledPerSecond * (cpuMs.service + cpuMs.postgres)) / 1_000,
    ),
  );
  return `${perSecond.toFixed(0)}/s (${cores.toFixed(2)} of ${availableParallelism()} cores)`;
}
