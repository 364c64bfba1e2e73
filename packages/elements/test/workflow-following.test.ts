// Following an order over the real rooms: until nothing is awaited of it, at a bounded pace, and only while somebody looks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import type { FillRow, PrescribingTables } from '@pestle/service/for-tests/prescribing';
import { PHARMACY } from '@pestle/testbed/practice/practice';
import { STATE_LIMITS } from '../src/workflow/state/limits.ts';
import type { Sent } from '../src/workflow/state/signing/submission.ts';
import type { StateTestbed, TestPage, TestSession } from './support/state-testbed.ts';
import { addTyped, gesture, openPage, openStateTestbed, until } from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

/** An order that was just sent, and how often its status was asked for. */
async function sentOrder(): Promise<{
  page: TestPage;
  sent: Sent;
  asked: () => number;
  /** What a pharmacy's report or a lost acceptance would do, without the pharmacy. */
  fillIs: (set: Partial<FillRow>) => Promise<unknown>;
}> {
  const session: TestSession = await testbed.session();
  const page = await openPage(session, await testbed.patient(), {
    'enable-order': 'true',
    'pharmacy-id': PHARMACY,
  });
  await addTyped(page);
  assert.ok(await page.state.review.open());
  assert.ok(await page.state.review.submission.confirm(gesture()));
  const { sent } = page.state.review.submission;
  assert.ok(sent !== null);
  const orderId = (sent.order?.id ?? '') as OrderId;
  return {
    page,
    sent,
    asked: () => session.calls.filter(({ operation }) => operation === 'OrderStatus').length,
    fillIs: (set) =>
      testbed.store.withOrg(testbed.graph.a.orgId, (tx) =>
        tx
          .withTables<PrescribingTables>()
          .updateTable('fill')
          .set(set)
          .where('order_id', '=', orderId)
          .execute(),
      ),
  };
}

test('an order is followed until nothing is awaited of it: what was withdrawn, shipped and canceled later is seen', async () => {
  const { sent, asked, fillIs, page } = await sentOrder();
  const shows = (situation: string): Promise<void> =>
    until(() => sent.live?.fills[0]?.situation === situation);
  const now = new Date().toISOString();
  await shows('QUEUED');
  await fillIs({ state: 'SENT', channel: 'script', sent_at: now });
  await shows('SENT');
  await fillIs({ state: 'QUEUED', sent_at: null });
  await shows('QUEUED');
  await fillIs({ state: 'SHIPPED', sent_at: now, tracking_number: '1Z9' });
  await shows('SHIPPED');
  assert.deepEqual(
    { ...sent.live?.fills[0]?.fulfillment },
    { type: 'LOCAL_PICKUP', carrier: null, trackingNumber: '1Z9' },
  );
  await fillIs({ state: 'CANCELED', cancel_sent_at: now });
  await shows('CANCEL_SENT');
  await fillIs({ cancel_answer: 'denied' });
  await shows('CANCEL_REFUSED');
  assert.equal(sent.live?.ended, false);
  await fillIs({ state: 'DELIVERED', dispensed_after_cancel_at: now });
  await until(() => sent.live?.ended === true);
  await shows('DISPENSED_AFTER_CANCEL');
  const { waits } = page.clock;
  const [questions, steps] = [asked(), waits.length];
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual([asked(), waits.length], [questions, steps], 'nothing goes on after the end');
  page.state.dispose();
});

test('the pace slows to a bound; a page that is not seen asks nothing, and asks at once when it is seen again', async () => {
  const { page, asked } = await sentOrder();
  const { waits } = page.clock;
  const { pollAfterMs, pollStepMs } = STATE_LIMITS;
  const slowest = Math.max(...pollAfterMs) / pollStepMs;
  await until(() => asked() > pollAfterMs.length);
  const [questions, before] = [asked(), waits.length];
  await until(() => asked() >= questions + 3);
  const steps = (waits.length - before) / (asked() - questions);
  assert.ok(steps > slowest / 2 && steps < slowest * 2, `${steps} steps for a question, not ${slowest}`);

  page.visible = false;
  const [left] = [waits.length];
  // What is under way ends.
  await until(() => waits.length > left + slowest);
  const [unseen, hidden] = [asked(), waits.length];
  await until(() => waits.length > hidden + 3 * slowest);
  assert.equal(asked(), unseen);
  page.visible = true;
  const back = waits.length;
  await until(() => asked() > unseen);
  assert.ok(waits.length - back < slowest, 'not after a whole pace');

  page.state.dispose();
  const ended = asked();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.ok(asked() <= ended + 1);
});
