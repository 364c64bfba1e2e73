// Two nodes beside one where a node waits and the machine does not: a pharmacy that takes 8 ms, and few deliveries at a time per node.
import { openOrdersTestbed } from '../orders/orders-testbed.ts';
import { median } from '../support/statistics.ts';
import { verdict } from '../support/verdict.ts';
import { drain } from './drain.ts';

const ANSWER_MS = 8;
const DELIVERIES_AT_A_TIME = 3;
const WARM_UP = 200;

export async function whereOneWaits(rounds: number, orders: number): Promise<void> {
  const testbed = await openOrdersTestbed('postgres', {
    deliver: false,
    drafts: WARM_UP + 2 * rounds * orders,
    answerMs: ANSWER_MS,
    deliveriesAtATime: DELIVERIES_AT_A_TIME,
  });
  try {
    await drain(testbed, WARM_UP);
    const second = await testbed.addNode();
    const one: number[] = [];
    const two: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push((await drain(testbed, orders)).arrivedPerSecond);
      two.push((await drain(testbed, orders, [second])).arrivedPerSecond);
    }
    console.log(
      `${ANSWER_MS} ms an answer, ${DELIVERIES_AT_A_TIME} at a time per node: ${median(one).toFixed(0)}/s with one node, ${median(two).toFixed(0)}/s with two`,
    );
    verdict(
      'two nodes to one, where one waits',
      median(two.map((value, index) => value / (one[index] ?? Number.NaN))),
      '≥',
      1.6,
    );
  } finally {
    await testbed.close();
  }
}
