// What becomes of cancels over real HTTP, as the API tells it: sent, refused, answered, and dispensed after all (D10).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, dataOf } from '@pestle/testbed/api/api';
import type { Order, Practice } from '@pestle/testbed/api/api-practice';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const DENIES_CANCEL = 'phr_0DEN1ES0CANCE1000000000000';

interface CancelFacts {
  readonly state: string;
  readonly cancelSentAt: string | null;
  readonly cancelAnswer: string | null;
  readonly cancelAnsweredAt: string | null;
  readonly cancelAnswerReason: string | null;
  readonly dispensedAfterCancelAt: string | null;
  readonly alert: string | null;
  readonly cancelNotSent: {
    readonly reason: string;
    readonly owner: string;
    readonly phone: string;
  } | null;
}

/** The tests of cancels, with the practice of the file that calls it. */
export function cancelTests({ sandbox, prescriber, send, until }: Practice): void {
  const placed = ({ state }: Order): boolean => state === 'PLACED';

  test('D10: a cancel after DELIVERED is refused with a typed result; before, the CancelRx leaves', async () => {
    const cancel = (orderId: string) =>
      prescriber<{ cancelOrder: { results: { outcome: string; code: string | null }[] } }>(
        'mutation($orderId: ID!) { cancelOrder(input: {orderId: $orderId}) { results { outcome code } } }',
        { orderId },
      );
    const open = await until((await send(ACCEPTS)).id, placed);
    assert.equal(dataOf(await cancel(open.id)).cancelOrder.results[0]?.outcome, 'CANCEL_SENT');
    await until(open.id, ({ state }) => state === 'CANCELED');
    assert.ok(sandbox.peers.log().some(({ kind }) => kind === 'CancelRx'));

    const delivered = await until((await send(ACCEPTS)).id, placed);
    await sandbox.peers.report({ pharmacyId: ACCEPTS, orderId: delivered.id, status: 'DELIVERED' });
    await until(delivered.id, ({ state }) => state === 'COMPLETED');
    assert.equal(codeOf(await cancel(delivered.id)), 'CANCEL_REFUSED');
  });

  test('D10: a dispensing that an RxFill reports refuses a cancel; after a cancel people are told at once', async () => {
    const CANCEL =
      'mutation($orderId: ID!) { cancelOrder(input: {orderId: $orderId}) { results { outcome } } }';
    const FACTS = `query($id: ID!) { order(id: $id) { fills {
      state cancelSentAt cancelAnswer cancelAnsweredAt cancelAnswerReason dispensedAfterCancelAt alert
      cancelNotSent { at reason text owner phone } } } }`;
    const factsOf = async (id: string): Promise<CancelFacts | undefined> =>
      dataOf(await prescriber<{ order: { fills: CancelFacts[] } }>(FACTS, { id })).order.fills[0];
    const dispense = async (order: Order) => {
      const answer = await sandbox.peers.sendLate({
        pharmacyId: DENIES_CANCEL,
        relatesToMessageId: order.fills[0]?.transmissions[0]?.messageId ?? '',
        kind: 'RxFill',
        outcome: 'PartiallyDispensed',
        description: '10 of 30',
      });
      assert.match(answer.text, /<Status>/);
    };

    const dispensed = await until((await send(DENIES_CANCEL)).id, placed);
    await dispense(dispensed);
    assert.equal(codeOf(await prescriber(CANCEL, { orderId: dispensed.id })), 'CANCEL_REFUSED');

    const canceled = await until((await send(DENIES_CANCEL)).id, placed);
    dataOf(await prescriber(CANCEL, { orderId: canceled.id }));
    await until(canceled.id, ({ state }) => state === 'CANCELED');
    const answered = await factsOf(canceled.id);
    assert.equal(answered?.cancelAnswer, 'denied');
    assert.equal(answered.cancelAnswerReason, 'Already dispensed.');
    assert.ok(answered.cancelSentAt !== null && answered.cancelAnsweredAt !== null);
    assert.deepEqual([answered.cancelNotSent, answered.dispensedAfterCancelAt], [null, null]);
    await dispense(canceled);
    const facts = await factsOf(canceled.id);
    assert.equal(facts?.alert, 'dispensed-after-cancel');
    assert.ok(facts.dispensedAfterCancelAt !== null);
  });
}
