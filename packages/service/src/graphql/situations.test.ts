// Tests that the API tells of every fill the one situation that its facts give, of an order the worst, and the facts that sentences name.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { graphSuite } from '@pestle/testbed/graphql/graph-suite';
import { insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { insertOrder, type TestOrder } from '@pestle/testbed/practice/order-rows';
import { CANCEL_NOT_SENT_REASONS } from '../delivery/delivery.ts';
import { createMaintenanceAdministration } from '../directory/maintenance/maintenance.ts';
import { rememberReporting } from '../directory/reporting.ts';
import { makeId, systemPorts } from '../kernel/ports.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { FillRow, PrescribingTables } from '../prescribing/inside.ts';
import { PRESCRIBING_LIMITS, sealCancelReason } from '../prescribing/inside.ts';
import { keysOf } from '../vault/vault.ts';

const FACTS = /* GraphQL */ `
  query ($id: ID!) {
    order(id: $id) {
      situation
      fills { situation unconfirmed stateReasonText stateSince leavesAt waitsFor attempt faxReason ownerName canceledBy createdAt }
    }
  }
`;
type Answer = {
  readonly order: { readonly situation: string; readonly fills: readonly Record<string, unknown>[] };
};

describe('situations at the API', () => {
  const suite = graphSuite('Riverside');

  /** Answers have no prototype; what is expected has. */
  const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
  type Set = Partial<Omit<FillRow, 'org_id' | 'id'>>;
  async function orderOf(
    states: readonly FillState[],
    set: Set = {},
    more: { readonly silent?: boolean; readonly channel?: 'fax' } = {},
  ): Promise<TestOrder> {
    const { orgId } = suite.testbed.a;
    const pharmacy = await insertPharmacy(suite.store);
    const { channel } = more;
    const order = await insertOrder(suite.store, {
      orgId,
      pharmacyId: pharmacy.id,
      states,
      ...(channel === undefined ? {} : { channel }),
    });
    await suite.store.withOrg(orgId, async (tx) => {
      if (more.silent !== true) await rememberReporting(tx, [pharmacy.id]);
      await tx
        .withTables<PrescribingTables>()
        .updateTable('fill')
        // Sent a moment ago, unless a case says otherwise.
        .set({ alert: null, ...(states[0] === 'SENT' && { sent_at: new Date().toISOString() }), ...set })
        .where('order_id', '=', order.id)
        .execute();
    });
    return order;
  }
  const ask = async (order: TestOrder): Promise<Answer['order']> =>
    (await suite.testbed.data<Answer>(suite.testbed.a.everything, FACTS, { id: order.id })).order;
  const long = new Date(Date.now() - PRESCRIBING_LIMITS.unconfirmedAfterMs - 60_000).toISOString();

  const cases: ReadonlyArray<readonly [string, FillState, Set, string]> = [
    ['no pharmacy', 'QUEUED', { pharmacy_id: null }, 'CHOOSE'],
    ['waiting', 'QUEUED', {}, 'QUEUED'],
    ['leaving', 'SENDING', {}, 'SENDING'],
    ['electronic', 'SENT', {}, 'SENT'],
    ['unconfirmed', 'SENT', { sent_at: long }, 'UNCONFIRMED'],
    ['received', 'RECEIVED', {}, 'RECEIVED'],
    ['filling', 'FILLING', {}, 'FILLING'],
    ['shipped', 'SHIPPED', {}, 'SHIPPED'],
    ['handed out', 'DELIVERED', {}, 'PICKED_UP'],
    ['shipped by a local pharmacy', 'DELIVERED', { carrier: 'UPS' }, 'DELIVERED'],
    ['problem', 'ERROR', {}, 'PROBLEM'],
    ['stuck', 'STUCK', {}, 'STUCK'],
    ['canceled before it left', 'CANCELED', { sent_at: null }, 'CANCELED'],
    ['cancel unanswered', 'CANCELED', { cancel_sent_at: long }, 'CANCEL_SENT'],
    ['cancel approved', 'CANCELED', { cancel_sent_at: long, cancel_answer: 'approved' }, 'CANCELED'],
    ['D10: a denied cancel', 'CANCELED', { cancel_sent_at: long, cancel_answer: 'denied' }, 'CANCEL_REFUSED'],
    ['cancel that could not leave', 'SENT', { cancel_not_sent_at: long }, 'CANCEL_NOT_SENT'],
    ['staff ask for a cancel', 'RECEIVED', { cancel_asked_at: long }, 'CANCEL_ASKED'],
    ['staff ask to stop the refills', 'DELIVERED', { refill_stop_asked_at: long }, 'REFILLS_ASKED'],
    [
      'asked for, and canceled since',
      'RECEIVED',
      { cancel_asked_at: long, cancel_requested_at: long },
      'RECEIVED',
    ],
    ['D10: dispensed', 'DELIVERED', { dispensed_after_cancel_at: long }, 'DISPENSED_AFTER_CANCEL'],
  ];
  for (const [name, state, set, situation] of cases)
    test(`${name}: ${state} is ${situation}`, async () => {
      const { situation: whole, fills } = await ask(await orderOf([state], set));
      assert.deepEqual([whole, fills[0]?.['situation']], [situation, situation]);
    });

  test('D5: of a pharmacy that has never reported, silence is not called unconfirmed; the fact stays', async () => {
    const { fills } = await ask(await orderOf(['SENT'], { sent_at: long }, { silent: true }));
    assert.deepEqual([fills[0]?.['situation'], fills[0]?.['unconfirmed']], ['SENT', true]);
  });

  test('D5: the desk lists what is unconfirmed only of pharmacies that have reported before', async () => {
    const silent = await orderOf(['SENT'], { sent_at: long }, { silent: true });
    const reports = await orderOf(['SENT'], { sent_at: long });
    const { orders } = await suite.testbed.data<{ orders: { nodes: { id: string }[] } }>(
      suite.testbed.a.everything,
      '{ orders(needsAttention: true, first: 100) { nodes { id } } }',
    );
    const ids = orders.nodes.map(({ id }) => id);
    assert.deepEqual([ids.includes(silent.id), ids.includes(reports.id)], [false, true]);
  });

  test('D11: why a pharmacy cannot fill it is told in words', async () => {
    const order = await orderOf(['ERROR'], { state_reason: 'cannot-fill-out-of-stock' });
    const { fills } = await ask(order);
    assert.equal(fills[0]?.['stateReasonText'], 'Out of stock');
  });

  test('an order tells the worst of its fills', async () => {
    const { situation, fills } = await ask(await orderOf(['RECEIVED', 'STUCK', 'DELIVERED']));
    assert.equal(situation, 'STUCK');
    assert.deepEqual(
      fills.map((fill) => fill['situation']),
      ['RECEIVED', 'STUCK', 'PICKED_UP'],
    );
  });

  test('faxed says why, and by the fax that was sent last', async () => {
    const order = await orderOf(['SENT'], {}, { channel: 'fax' });
    const { fills } = await ask(order);
    assert.deepEqual([fills[0]?.['situation'], fills[0]?.['faxReason']], ['FAXED', 'not-integrated']);
  });

  test('what has yet to leave tells when, and at which attempt it is; what has left tells neither', async () => {
    const order = await orderOf(['QUEUED', 'SENT']);
    await suite.store.withOrg(suite.testbed.a.orgId, (tx) =>
      enqueue(tx, {
        id: makeId(systemPorts, 'trm'),
        orgId: suite.testbed.a.orgId,
        kind: 'new',
        subjectId: order.fills[0].id,
        lane: 'none',
        runAt: { inMs: 3_600_000 },
        createdAt: new Date().toISOString(),
        attempt: 2,
      }),
    );
    const { fills } = await ask(order);
    assert.ok(Date.parse(String(fills[0]?.['leavesAt'])) > Date.now() + 3_000_000);
    assert.equal(fills[0]?.['attempt'], 2);
    assert.deepEqual([fills[1]?.['leavesAt'], fills[1]?.['attempt']], [null, null]);
  });

  test('D12: what waits for announced maintenance tells when it leaves and whose maintenance it is', async () => {
    const order = await orderOf(['QUEUED']);
    await suite.store.withOrg(suite.testbed.a.orgId, (tx) =>
      enqueue(tx, {
        id: makeId(systemPorts, 'trm'),
        orgId: suite.testbed.a.orgId,
        kind: 'new',
        subjectId: order.fills[0].id,
        lane: 'none',
        runAt: 'now',
        createdAt: new Date().toISOString(),
      }),
    );
    const facts = async (): Promise<readonly unknown[]> => {
      const [fill] = (await ask(order)).fills;
      return [fill?.['situation'], fill?.['leavesAt'], fill?.['waitsFor']];
    };
    assert.deepEqual(await facts(), ['QUEUED', null, null]);
    const windows = createMaintenanceAdministration(suite.store, systemPorts);
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const window = await windows.add({ subject: { kind: 'service' }, end, by: 'Olga Operator' });
    const [situation, leavesAt, waitsFor] = await facts();
    assert.deepEqual(
      [situation, Date.parse(String(leavesAt)), waitsFor],
      ['QUEUED', Date.parse(end), 'SERVICE'],
    );
    await windows.end(window.id, { by: 'Olga Operator' });
    assert.deepEqual(await facts(), ['QUEUED', null, null]);
  });

  test('a fill tells since when it is in its state, and who canceled it', async () => {
    const at = '2026-11-20T15:00:00.000Z';
    const moved = await ask(
      await orderOf(['CANCELED'], { state_since: at, cancel_requested_by: suite.testbed.a.everything.id }),
    );
    const { me } = await suite.testbed.data<{ me: { firstName: string; lastName: string } }>(
      suite.testbed.a.everything,
      '{ me { firstName lastName } }',
    );
    assert.equal(moved.fills[0]?.['stateSince'], at);
    assert.equal(moved.fills[0]?.['canceledBy'], `${me.firstName} ${me.lastName}`);
    const [fresh] = (await ask(await orderOf(['QUEUED']))).fills;
    assert.equal(fresh?.['stateSince'], fresh?.['createdAt']);
  });

  test('D10: a cancel that could not be sent names why, who acts and whom to call, and is on the desk', async () => {
    const other = await insertPharmacy(suite.store, { name: 'Old Mill Drugs', phone: '6175550177' });
    const order = await orderOf(['SENT'], {
      cancel_not_sent_at: long,
      cancel_not_sent_reason: 'NO_FAX_NUMBER',
      cancel_not_sent_pharmacy_id: other.id,
    });
    const { orders } = await suite.testbed.data<{ orders: { nodes: { id: string; fills: object[] }[] } }>(
      suite.testbed.a.everything,
      `{ orders(needsAttention: true, first: 100) { nodes { id fills {
        cancelNotSent { at reason text owner phone pharmacy { name } } } } } }`,
    );
    const [fill] = orders.nodes.find(({ id }) => id === order.id)?.fills ?? [];
    assert.deepEqual(plain(fill), {
      cancelNotSent: {
        at: long,
        reason: 'NO_FAX_NUMBER',
        text: CANCEL_NOT_SENT_REASONS.NO_FAX_NUMBER.text,
        owner: 'practice',
        phone: '6175550177',
        pharmacy: { name: 'Old Mill Drugs' },
      },
    });
  });

  test('D10: the words of an answer are told, sealed as they are', async () => {
    const order = await orderOf(['CANCELED'], { cancel_answer: 'denied', cancel_answered_at: long });
    const id = order.fills[0].id;
    await suite.store.withOrg(suite.testbed.a.orgId, (tx) =>
      tx
        .withTables<PrescribingTables>()
        .updateTable('fill')
        .set({ sealed_cancel_reason: sealCancelReason(keysOf(tx), id, 'Picked up by Jane.') })
        .where('id', '=', id)
        .execute(),
    );
    const { order: shown } = await suite.testbed.data<{ order: { fills: object[] } }>(
      suite.testbed.a.everything,
      'query($id: ID!) { order(id: $id) { fills { cancelAnswer cancelAnsweredAt cancelAnswerReason cancelNotSent { at } } } }',
      { id: order.id },
    );
    assert.deepEqual(plain(shown.fills), [
      {
        cancelAnswer: 'denied',
        cancelAnsweredAt: long,
        cancelAnswerReason: 'Picked up by Jane.',
        cancelNotSent: null,
      },
    ]);
  });
});
