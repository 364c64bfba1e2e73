// Goal: nothing leaves in the name of somebody who is no authorized prescriber any more, nor what was dispensed elsewhere (A2, W8).
// Method: what waits is stopped right before it would leave, by both ways to the facts; the pharmacies' logs are the evidence.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey, userActor } from '@pestle/testbed/practice/people';
import { PRESCRIBER, reviewedDraft } from '@pestle/testbed/practice/practice';
import { sql } from 'kysely';
import type { OrderRecord } from '../../../prescribing/inside.ts';
import { recordReport } from '../../../tracking/report/record-report.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';

describe('stopped right before it leaves', () => {
  let testbed: DeliveryTestbed;
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
    // From now on it is remembered how the pharmacy is reached, so that signings hand their facts over.
    await settled(await testbed.order(ACCEPTS), 'SENT');
  });
  beforeEach(() => signer(sql`active = true`));
  after(() => testbed.close());

  const signer = async (set: ReturnType<typeof sql>): Promise<void> => {
    await testbed.store.withOrg(testbed.prescriber.orgId, (tx) =>
      sql`update app_user set ${set}, revision = revision + 1 where id = ${PRESCRIBER}`.execute(tx),
    );
  };
  const settled = async ({ order }: OrderRecord, state: string) => {
    const { fills } = await testbed.until(order.id, (record) => record.fills[0]?.state === state);
    assert.ok(fills[0] !== undefined);
    return fills[0];
  };
  const arrived = (prescriberOrderNumber: string | null) =>
    testbed.peers
      .log()
      .filter((entry) => entry.prescriberOrderNumber === prescriberOrderNumber && entry.kind === 'NewRx');
  const entered = async (fillId: string): Promise<object[]> => {
    const { rows } = await testbed.store.withOrg(testbed.prescriber.orgId, (tx) =>
      sql<object>`select action, detail ->> 'reason' as reason from audit_entry where subject_id = ${fillId}`.execute(
        tx,
      ),
    );
    return rows;
  };
  const waiting = async (): Promise<OrderRecord> => {
    await testbed.delivery.dispatcher.stop();
    return await testbed.order(ACCEPTS);
  };

  test('A2: what waited when its signer was deactivated is STUCK with a reason of its own, and never left', async () => {
    const order = await waiting();
    await signer(sql`active = false`);
    await testbed.delivery.dispatcher.start();
    const fill = await settled(order, 'STUCK');
    assert.deepEqual([fill.state_reason, fill.state_owner], ['SIGNER_NOT_AUTHORIZED', 'practice']);
    // I7: no attempt ends here whose entry would say it.
    assert.deepEqual(await entered(fill.id), [{ action: 'fill.stuck', reason: 'SIGNER_NOT_AUTHORIZED' }]);
    assert.deepEqual(arrived(fill.prescriber_order_number), []);
  });

  for (const [what, set] of [
    ['deactivated', sql`active = false`],
    ['no prescriber any more', sql`roles = '{staff}'`],
    ['without a valid NPI', sql`npi = null`],
  ] as const)
    test(`A2: also between the signing and the first attempt, which reads nothing again: ${what}`, async () => {
      const earlier = testbed.departures.length;
      const order = await testbed.prescribing.createOrder(
        testbed.prescriber,
        { drafts: [await reviewedDraft(testbed)], pharmacyId: ACCEPTS },
        freshKey('createOrder'),
      );
      const rows = testbed.departures.slice(earlier);
      assert.ok(rows[0]?.signed !== undefined);
      await signer(set);
      testbed.delivery.departures(rows);
      const fill = await settled(order, 'STUCK');
      assert.equal(fill.state_reason, 'SIGNER_NOT_AUTHORIZED');
      assert.deepEqual(arrived(fill.prescriber_order_number), []);
      await signer(sql`active = true, roles = '{prescriber}', npi = '1234567893'`);
    });

  test('D10: what leaves is not QUEUED, also when staff asked for a cancel since its facts were known', async () => {
    await signer(sql`roles = '{prescriber,staff}'`);
    const earlier = testbed.departures.length;
    const { order } = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed)], pharmacyId: ACCEPTS },
      freshKey('createOrder'),
    );
    const rows = testbed.departures.slice(earlier);
    assert.ok(rows[0]?.signed !== undefined);
    const staff = userActor({ roles: ['staff'] });
    await testbed.delivery.cancel(staff, { orderId: order.id }, freshKey('cancelOrder'));
    testbed.delivery.departures(rows);
    const { fills } = await testbed.until(order.id, (record) => record.fills[0]?.state === 'SENT');
    const events = await testbed.prescribing.fillEvents(testbed.prescriber, [fills[0]?.id ?? '']);
    assert.deepEqual(
      [...events.values()].flat().map(({ event, to_state: state }) => [event, state]),
      [
        ['ordered', 'QUEUED'],
        ['cancel-asked', 'QUEUED'],
        ['sending', 'SENDING'],
        ['sent', 'SENT'],
      ],
    );
    await signer(sql`roles = '{prescriber}'`);
  });

  test('A2: a change that leaves the signer an authorized prescriber keeps nothing', async () => {
    const order = await waiting();
    await signer(sql`first_name = 'Anne'`);
    await testbed.delivery.dispatcher.start();
    const fill = await settled(order, 'SENT');
    assert.equal(arrived(fill.prescriber_order_number).length, 1);
  });

  test('A2: what was to be sent once more does not leave either', async () => {
    const fill = await settled(await testbed.order(ACCEPTS), 'SENT');
    await testbed.delivery.dispatcher.stop();
    await testbed.delivery.resend(testbed.prescriber, { fillId: fill.id }, freshKey('resendFill'));
    await signer(sql`active = false`);
    await testbed.delivery.dispatcher.start();
    await testbed.until(fill.order_id, ({ fills }) => fills[0]?.state === 'STUCK');
    assert.equal(arrived(fill.prescriber_order_number).length, 1);
    await signer(sql`active = true`);
    // It may be at the pharmacy: a cancel still leaves.
    await testbed.delivery.cancel(testbed.prescriber, { orderId: fill.order_id }, freshKey('cancelOrder'));
    await testbed.until(fill.order_id, ({ fills }) => fills[0]?.state === 'CANCELED');
  });

  /** Taken, damaged where it is kept, and sent once more. */
  const damaged = async (taken: 'nobody heard it' | 'the answer stands') => {
    const fill = await settled(await testbed.order(ACCEPTS), 'SENT');
    await testbed.delivery.dispatcher.stop();
    await testbed.delivery.resend(testbed.prescriber, { fillId: fill.id }, freshKey('resendFill'));
    await testbed.store.withOrg(fill.org_id, (tx) =>
      sql`update transmission set sealed_body = set_byte(sealed_body, 40, 255 - get_byte(sealed_body, 40)),
        accepted_at = case when ${taken === 'the answer stands'} then accepted_at end where fill_id = ${fill.id}`.execute(
        tx,
      ),
    );
    await testbed.delivery.dispatcher.start();
    const sent = await settled({ order: { id: fill.order_id } } as OrderRecord, 'SENT');
    assert.equal(arrived(fill.prescriber_order_number).length, 1);
    assert.equal(testbed.unbuilt.at(-1)?.why, 'what was kept of it does not open');
    return sent;
  };

  test('D2: a message whose kept bytes are damaged is not sent again under its MessageID: it goes by fax', async () => {
    assert.equal((await damaged('nobody heard it')).channel, 'fax');
  });

  test('I10: no fax follows where the pharmacy had taken it', async () => {
    assert.equal((await damaged('the answer stands')).channel, 'script');
  });

  test('W8: what another pharmacy dispensed meanwhile is STUCK, and never left', async () => {
    const fill = await settled(await testbed.order(OWN_API), 'SENT');
    await testbed.delivery.dispatcher.stop();
    const input = { orderId: fill.order_id, pharmacyId: ACCEPTS as PharmacyId };
    await testbed.delivery.reroute(testbed.prescriber, input, freshKey('rerouteOrder'));
    const claim = {
      orgId: fill.org_id,
      target: { kind: 'order', orderId: fill.order_id },
      pharmacyIds: [OWN_API as PharmacyId],
      report: 'DELIVERED',
      statusText: 'DELIVERED',
      source: 'pharmacy',
    } as const;
    const deps = { ports: testbed.deps.ports, delivery: testbed.delivery };
    await testbed.store.withOrg(fill.org_id, (tx) => recordReport(tx, deps, claim));
    await testbed.delivery.dispatcher.start();
    const { fills } = await testbed.until(fill.order_id, (record) => record.fills[0]?.state === 'STUCK');
    assert.equal(fills[0]?.state_reason, 'PRESCRIPTION_DISPENSED');
    assert.deepEqual(arrived(fills[0].prescriber_order_number), []);
  });
});
