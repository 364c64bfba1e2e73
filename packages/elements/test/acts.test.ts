// Acts after sending over the real rooms: one confirmation is done once, whatever becomes of the answers, and two views never begin two.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import type { FillRow, PrescribingTables } from '@pestle/service/for-tests/prescribing';
import { PHARMACY } from '@pestle/testbed/practice/practice';
import type { ActRequest } from '../src/acts/act-request.ts';
import type { ActRun } from '../src/acts/act-run.ts';
import { ActsInHand } from '../src/acts/in-hand.ts';
import { ACT_LIMITS } from '../src/acts/limits.ts';
import { boardOf } from '../src/situation/board.ts';
import type { StateTestbed, TestSession } from './support/state-testbed.ts';
import { addTyped, gesture, openPage, openStateTestbed, until } from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

const press = (over: object = {}): UIEvent =>
  Object.assign(gesture(), { detail: 1, ...over }) as unknown as UIEvent;

interface Sent {
  readonly session: TestSession;
  readonly inHand: ActsInHand;
  readonly waits: number[];
  readonly request: ActRequest;
  readonly begin: () => ActRun;
  readonly fill: () => Promise<FillRow>;
  readonly keys: () => readonly (string | undefined)[];
}

async function sent(set: Partial<FillRow> = {}): Promise<Sent> {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient(), {
    'enable-order': 'true',
    'pharmacy-id': PHARMACY,
  });
  await addTyped(page);
  assert.ok(await page.state.review.open());
  assert.ok(await page.state.review.submission.confirm(gesture()));
  const order = page.state.review.submission.sent?.order;
  assert.ok(order != null);
  page.state.dispose();
  const orderId = order.id as OrderId;
  const fillId = order.fills[0]?.id ?? '';
  const tables = <T>(work: (tx: never) => Promise<T>): Promise<T> =>
    testbed.store.withOrg(testbed.graph.a.orgId, work as never);
  if (Object.keys(set).length > 0)
    await tables((tx: { withTables: <T>() => import('kysely').Kysely<T> }) =>
      tx
        .withTables<PrescribingTables>()
        .updateTable('fill')
        .set(set)
        .where('order_id', '=', orderId)
        .execute(),
    );
  const waits: number[] = [];
  const inHand = new ActsInHand(session, async (ms) => {
    waits.push(ms);
    await Promise.resolve();
  });
  return {
    session,
    inHand,
    waits,
    request: { act: 'CANCEL_ONE', orderId, fillIds: [fillId], reason: null },
    begin: () => {
      const run = inHand.begin({ act: 'CANCEL_ONE', orderId, place: 'here' });
      assert.ok(run !== undefined);
      return run;
    },
    fill: async () => {
      const [row] = await tables((tx: { withTables: <T>() => import('kysely').Kysely<T> }) =>
        tx
          .withTables<PrescribingTables>()
          .selectFrom('fill')
          .selectAll()
          .where('order_id', '=', orderId)
          .execute(),
      );
      assert.ok(row !== undefined);
      return row;
    },
    keys: () => session.calls.filter(({ operation }) => operation === 'CancelFills').map(({ key }) => key),
  };
}

test('a confirmation is done, and every view of the session shows it at once', async () => {
  const { begin, request, fill, session } = await sent();
  const run = begin();
  await run.confirm(press(), request);
  assert.equal(run.status, 'done');
  assert.deepEqual(
    run.outcome?.results.map(({ outcome }) => outcome),
    ['CANCELED'],
  );
  assert.equal((await fill()).state, 'CANCELED');
  assert.equal(boardOf(session).of((await fill()).id)?.situation, 'CANCELED');
});

test('no script of the page confirms, and neither does the second half of a double click', async () => {
  const { begin, request, keys } = await sent();
  const run = begin();
  await run.confirm(press({ isTrusted: false }), request);
  await run.confirm(press({ detail: 2 }), request);
  assert.equal(run.status, 'asking');
  assert.deepEqual(keys(), []);
});

test('an answer that is lost is asked for again with the same key, and nothing is done twice', async () => {
  const { begin, request, session, fill, keys, waits } = await sent();
  let lost = 2;
  session.fault = ({ operation }) => (operation === 'CancelFills' && lost-- > 0 ? 'after' : 'none');
  const run = begin();
  const seen: string[] = [];
  await run.confirm(press(), request).finally(() => seen.push(run.status));
  assert.equal(run.status, 'done');
  assert.deepEqual(
    run.outcome?.results.map(({ outcome }) => outcome),
    ['CANCELED'],
    'the first outcome again',
  );
  assert.equal(new Set(keys()).size, 1);
  assert.equal(keys().length, 3);
  assert.deepEqual(waits, ACT_LIMITS.repeatAfterMs.slice(0, 2));
  assert.equal((await fill()).state, 'CANCELED');
});

test('while it is not known, nothing else is begun with the order, it cannot be put away, and a person asks again with the same key', async () => {
  const { begin, request, session, inHand, keys } = await sent();
  session.fault = ({ operation }) => (operation === 'CancelFills' ? 'before' : 'none');
  const run = begin();
  await run.confirm(press(), request);
  assert.equal(run.status, 'uncertain');
  assert.equal(keys().length, 1 + ACT_LIMITS.repeatAfterMs.length);
  assert.equal(inHand.begin({ act: 'RESEND', orderId: request.orderId, place: 'there' }), undefined);
  inHand.close(run);
  assert.equal(inHand.of(request.orderId), run);
  // Signed out, and a quota: they say nothing of what may have been done.
  session.fault = () => 'signed-out';
  await run.askAgain();
  assert.equal(run.status, 'uncertain');
  session.fault = () => 'none';
  await run.askAgain();
  assert.equal(run.status, 'done');
  assert.equal(new Set(keys()).size, 1);
});

test('D10: too late is refused with the reason, and a new confirmation has a new key', async () => {
  const { begin, request, keys, fill } = await sent({ state: 'SHIPPED' });
  const run = begin();
  await run.confirm(press(), request);
  assert.equal(run.status, 'refused');
  assert.equal(run.error?.code, 'CANCEL_REFUSED');
  assert.match(run.error?.message ?? '', /on its way/);
  assert.equal((await fill()).state, 'SHIPPED');
  await run.confirm(press(), request);
  assert.equal(new Set(keys()).size, 2);
});

test('a proof that is asked for is given, and the same confirmation goes on', async () => {
  const { begin, request, session, keys } = await sent();
  let asks = true;
  session.fault = ({ operation }) => (operation === 'CancelFills' && asks ? 'step-up' : 'none');
  const run = begin();
  await run.confirm(press(), request);
  assert.equal(run.status, 'step-up');
  await run.prove(press({ isTrusted: false }));
  assert.equal(session.proof.asked, 0);
  asks = false;
  session.proof.answer = true;
  await run.prove(press());
  await until(() => run.status === 'done');
  assert.equal(new Set(keys()).size, 1);
});

test('A2: staff’s cancel is a request: nothing is canceled, and it is told so', async () => {
  const { request, fill } = await sent();
  const session = await testbed.session(testbed.graph.a.as('staff'));
  const inHand = new ActsInHand(session, async () => undefined);
  const run = inHand.begin({ act: 'ASK_FOR_CANCEL', orderId: request.orderId, place: 'here' });
  assert.ok(run !== undefined);
  await run.confirm(press(), {
    act: 'ASK_FOR_CANCEL',
    orderId: request.orderId,
    fillIds: null,
    reason: 'The patient has it already',
  });
  assert.deepEqual(
    run.outcome?.results.map(({ outcome }) => outcome),
    ['CANCEL_ASKED'],
  );
  assert.equal((await fill()).cancel_requested_at, null);
});
