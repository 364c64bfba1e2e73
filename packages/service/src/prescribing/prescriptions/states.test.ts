// Goal: a prescription's state follows its fills and the days, and what was dispensed, canceled, expired or orphaned never leaves again.
// Method: the real delivery against the sandbox's pharmacies; pharmacies report as over the hook; the clock is moved, not waited for.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { PharmacyId, PrescriptionId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey, machineActor, userActor } from '@pestle/testbed/practice/people';
import { METFORMIN, PRESCRIBER, reviewedDraft } from '@pestle/testbed/practice/practice';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import { createRouting } from '../../routing/routing.ts';
import { recordReport } from '../../tracking/report/record-report.ts';
import type { FillRow } from '../tables.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const DAY = 86_400_000;

describe('states of prescriptions (W8)', () => {
  let testbed: DeliveryTestbed;
  let laterByMs = 0;
  before(async () => {
    const ports = { ...systemPorts, clock: { now: () => systemPorts.clock.now() + laterByMs } };
    testbed = await openOwnDeliveryTestbed({ ports });
  });
  after(() => testbed.close());
  // Also after a failure, so that it stays the only one.
  afterEach(() => {
    laterByMs = 0;
  });

  const inOrg = <T>(work: Parameters<typeof testbed.store.withOrg<T>>[1]): Promise<T> =>
    testbed.store.withOrg(testbed.prescriber.orgId, work);
  const fillOf = async (orderId: string, state: FillRow['state']): Promise<FillRow> => {
    const { fills } = await testbed.until(orderId, (record) => record.fills[0]?.state === state);
    assert.ok(fills[0] !== undefined);
    return fills[0];
  };
  const sent = async (pharmacyId = ACCEPTS): Promise<FillRow> =>
    await fillOf((await testbed.order(pharmacyId)).order.id, 'SENT');
  const report = async (
    fill: FillRow,
    word: PharmacyReport,
    pharmacyId = fill.pharmacy_id,
  ): Promise<void> => {
    const recorded = await inOrg((tx) =>
      recordReport(
        tx,
        { ports: testbed.deps.ports, delivery: testbed.delivery },
        {
          orgId: fill.org_id,
          target: { kind: 'order', orderId: fill.order_id },
          pharmacyIds: [pharmacyId as PharmacyId],
          report: word,
          statusText: word,
          source: 'pharmacy',
        },
      ),
    );
    assert.ok(recorded !== undefined);
  };
  const stateOf = async (id: PrescriptionId): Promise<string> =>
    testbed.prescribing.stateOf(await testbed.prescribing.prescription(testbed.prescriber, id));
  const obstacleTo = async (id: PrescriptionId): Promise<string | undefined> =>
    (await testbed.prescribing.sendObstacles(testbed.prescriber, [id])).get(id);
  const reorder = (id: PrescriptionId) =>
    testbed.prescribing.createOrder(
      testbed.prescriber,
      { prescriptionIds: [id], pharmacyId: ACCEPTS },
      freshKey('createOrder'),
    );
  /** The same to whoever asks before as to whoever tries. */
  const refusedAs = async (id: PrescriptionId, code: string): Promise<void> => {
    assert.equal(await obstacleTo(id), code);
    const refused = await failureOf(reorder(id));
    assert.equal(refused.code, code);
    assert.match(refused.message, /Prescribe again/);
  };
  const saved = async (): Promise<PrescriptionId> => {
    const [record] = await testbed.prescribing.createPrescriptions(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed)] },
      freshKey('createPrescriptions'),
    );
    assert.ok(record !== undefined);
    return record.row.id;
  };
  const cancel = (orderId: string) =>
    testbed.delivery.cancel(testbed.prescriber, { orderId }, freshKey('cancelOrder'));

  test('a saved prescription is ACTIVE, can be ordered, and is then on an open order', async () => {
    const id = await saved();
    assert.deepEqual([await stateOf(id), await obstacleTo(id)], ['ACTIVE', undefined]);
    await reorder(id);
    await refusedAs(id, 'PRESCRIPTION_ON_OPEN_ORDER');
    assert.equal(await stateOf(id), 'ACTIVE');
  });

  test('DELIVERED: never sent again, and DEPLETED when its days are over', async () => {
    const fill = await sent();
    await report(fill, 'DELIVERED');
    const { prescription_id: id } = fill;
    assert.equal(await stateOf(id), 'ACTIVE', 'its four fills of 30 days last');
    await refusedAs(id, 'PRESCRIPTION_DISPENSED');
    // Two days before and after the last one: a day in the clinic's zone has 23 or 25 hours twice a year.
    laterByMs = 118 * DAY;
    assert.equal(await stateOf(id), 'ACTIVE');
    laterByMs = 122 * DAY;
    assert.equal(await stateOf(id), 'DEPLETED');
    const around = await testbed.prescribing.aroundFills(testbed.prescriber, [fill.id]);
    assert.equal(around.get(fill.id)?.prescription, 'DEPLETED', 'its situation knows it as well');
    await refusedAs(id, 'PRESCRIPTION_DISPENSED');
  });

  test('canceled before anything left: the prescription with its fill', async () => {
    await testbed.delivery.dispatcher.stop();
    const { order, fills } = await testbed.order(ACCEPTS);
    await cancel(order.id);
    await testbed.delivery.dispatcher.start();
    const id = fills[0]?.prescription_id as PrescriptionId;
    assert.equal(await stateOf(id), 'CANCELED');
    await refusedAs(id, 'PRESCRIPTION_CANCELED');
  });

  test('canceled at the pharmacy: when the cancel has left, and a DELIVERED after it counts as dispensed', async () => {
    const fill = await sent();
    await cancel(fill.order_id);
    const canceled = await fillOf(fill.order_id, 'CANCELED');
    assert.equal(await stateOf(fill.prescription_id), 'CANCELED');
    await refusedAs(fill.prescription_id, 'PRESCRIPTION_CANCELED');
    await report(canceled, 'DELIVERED');
    assert.equal(await stateOf(fill.prescription_id), 'CANCELED');
    await refusedAs(fill.prescription_id, 'PRESCRIPTION_DISPENSED');
  });

  test('canceled by the pharmacy', async () => {
    const fill = await sent();
    await report(fill, 'CANCELED');
    assert.equal(await stateOf(fill.prescription_id), 'CANCELED');
    await refusedAs(fill.prescription_id, 'PRESCRIPTION_CANCELED');
  });

  test('the cancel that belongs to a reroute or a re-issue cancels nothing but the copy', async () => {
    const fill = await sent();
    const input = { orderId: fill.order_id, pharmacyId: OWN_API as PharmacyId };
    await testbed.delivery.reroute(testbed.prescriber, input, freshKey('rerouteOrder'));
    const moved = await fillOf(fill.order_id, 'SENT');
    await testbed.delivery.reissue(testbed.prescriber, { fillId: moved.id }, freshKey('reissueFill'));
    await testbed.until(
      fill.order_id,
      ({ fills }) => fills[0]?.state === 'SENT' && fills[0].revision > moved.revision,
    );
    assert.equal(await stateOf(fill.prescription_id), 'ACTIVE');
  });

  test('what a pharmacy dispensed that the order has left goes nowhere any more', async () => {
    const fill = await sent();
    const input = { orderId: fill.order_id, pharmacyId: OWN_API as PharmacyId };
    await testbed.delivery.reroute(testbed.prescriber, input, freshKey('rerouteOrder'));
    const moved = await fillOf(fill.order_id, 'SENT');
    await report(moved, 'DELIVERED', ACCEPTS as PharmacyId);
    assert.equal((await fillOf(fill.order_id, 'SENT')).alert, 'filled-by-former-pharmacy');
    assert.equal(await obstacleTo(fill.prescription_id), 'PRESCRIPTION_DISPENSED');
    const repeated = { fillId: moved.id };
    const back = { orderId: fill.order_id, pharmacyId: ACCEPTS as PharmacyId };
    for (const refused of [
      testbed.delivery.resend(testbed.prescriber, repeated, freshKey('resendFill')),
      testbed.delivery.reissue(testbed.prescriber, repeated, freshKey('reissueFill')),
      testbed.delivery.reroute(testbed.prescriber, back, freshKey('rerouteOrder')),
    ])
      assert.equal((await failureOf(refused)).code, 'PRESCRIPTION_DISPENSED');
    // What is there can still be canceled.
    await cancel(fill.order_id);
    await fillOf(fill.order_id, 'CANCELED');
  });

  test('72 hours hold for a saved one, the choice of a pharmacy, another pharmacy, a resend and a re-issue alike', async () => {
    const id = await saved();
    const fill = await sent();
    const { order: waiting } = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed, METFORMIN)] },
      freshKey('createOrder'),
    );
    const routing = createRouting({ ...testbed.deps, departures: () => undefined });
    laterByMs = 3 * DAY + 60_000;
    await refusedAs(id, 'PRESCRIPTION_TOO_OLD');
    const elsewhere = { orderId: fill.order_id, pharmacyId: OWN_API as PharmacyId };
    for (const refused of [
      routing.selectPharmacy(
        testbed.prescriber,
        { orderId: waiting.id, pharmacyId: ACCEPTS as PharmacyId },
        freshKey('selectPharmacy'),
      ),
      testbed.delivery.reroute(testbed.prescriber, elsewhere, freshKey('rerouteOrder')),
      testbed.delivery.resend(testbed.prescriber, { fillId: fill.id }, freshKey('resendFill')),
      testbed.delivery.reissue(testbed.prescriber, { fillId: fill.id }, freshKey('reissueFill')),
    ])
      assert.equal((await failureOf(refused)).code, 'PRESCRIPTION_TOO_OLD');
    // A day more than a year: the last day is counted from the day in UTC, and judged by the patient's, which may be the one before.
    laterByMs = 367 * DAY;
    assert.equal(await stateOf(id), 'EXPIRED');
    await refusedAs(id, 'PRESCRIPTION_EXPIRED');
  });

  test('when the signer is no authorized prescriber any more, nothing more leaves in that name by anybody; cancels do', async () => {
    const id = await saved();
    const fill = await sent();
    const { order: waiting } = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed, METFORMIN)] },
      freshKey('createOrder'),
    );
    const colleague = userActor({ id: 'usr_01TEST0000000000000000000C' });
    await testbed.store.asDoor((tx) =>
      sql`insert into account (id, email) values ('acc_01TEST0000000000000000000C', 'colleague@example.org')`.execute(
        tx,
      ),
    );
    await inOrg(async (tx) => {
      await sql`insert into app_user (org_id, id, account_id, email, first_name, last_name, roles, npi, phone,
          practice_name, practice_street1, practice_city, practice_state, practice_postal_code)
        select org_id, ${colleague.id}, 'acc_01TEST0000000000000000000C', 'colleague@example.org', 'Bea', last_name, roles, '2990000251', phone,
          practice_name, practice_street1, practice_city, practice_state, practice_postal_code
        from app_user where id = ${PRESCRIBER}`.execute(tx);
      await sql`update app_user set active = false, revision = revision + 1 where id = ${PRESCRIBER}`.execute(
        tx,
      );
    });
    const routing = createRouting({ ...testbed.deps, departures: () => undefined });
    const elsewhere = { orderId: fill.order_id, pharmacyId: OWN_API as PharmacyId };
    const repeated = { fillId: fill.id };
    for (const refused of [
      testbed.prescribing.createOrder(
        colleague,
        { prescriptionIds: [id], pharmacyId: ACCEPTS },
        freshKey('createOrder'),
      ),
      routing.selectPharmacy(
        colleague,
        { orderId: waiting.id, pharmacyId: ACCEPTS as PharmacyId },
        freshKey('selectPharmacy'),
      ),
      testbed.delivery.reroute(colleague, elsewhere, freshKey('rerouteOrder')),
      testbed.delivery.resend(colleague, repeated, freshKey('resendFill')),
      testbed.delivery.reissue(colleague, repeated, freshKey('reissueFill')),
    ]) {
      const { code, message } = await failureOf(refused);
      assert.equal(code, 'SIGNER_NOT_AUTHORIZED');
      assert.match(message, /Prescribe again/);
    }
    assert.equal(await obstacleTo(id), 'SIGNER_NOT_AUTHORIZED');
    await testbed.delivery.cancel(colleague, { orderId: fill.order_id }, freshKey('cancelOrder'));
    await fillOf(fill.order_id, 'CANCELED');
    // The way on: a copy that the colleague signs.
    const draft = await testbed.prescribing.prescribeAgain(
      colleague,
      { prescriptionId: id },
      freshKey('prescribeAgain'),
    );
    assert.deepEqual([draft.prescriber_id, draft.source], [colleague.id, `prescription:${id}`]);
    await inOrg((tx) =>
      sql`update app_user set active = true, revision = revision + 1 where id = ${PRESCRIBER}`.execute(tx),
    );
  });

  test('prescribe again: a copy of what was signed, once while it is there, for who signs', async () => {
    const fill = await sent();
    const { prescribing, prescriber } = testbed;
    const { content, row } = await prescribing.prescription(prescriber, fill.prescription_id);
    const repeated = () =>
      prescribing.prescribeAgain(
        prescriber,
        { prescriptionId: fill.prescription_id },
        freshKey('prescribeAgain'),
      );
    const draft = await repeated();
    assert.equal((await repeated()).id, draft.id);
    assert.deepEqual(
      [
        draft.treatment_id,
        draft.dispense_quantity,
        draft.dispense_unit,
        draft.fills_allowed,
        draft.days_supply,
      ],
      [row.treatment_id, content.dispenseQuantity, content.dispenseUnit.code, 4, 30],
    );
    assert.equal(draft.instructions, content.instructions);
    const staff = userActor({ roles: ['staff'] });
    const prepared = await prescribing.prescribeAgain(
      { ...staff, id: PRESCRIBER },
      { prescriptionId: fill.prescription_id },
      freshKey('prescribeAgain'),
    );
    assert.equal(prepared.prescriber_id, PRESCRIBER, 'who signed before');
    const machine = prescribing.prescribeAgain(
      machineActor(),
      { prescriptionId: fill.prescription_id },
      freshKey('prescribeAgain'),
    );
    assert.equal((await failureOf(machine)).code, 'FORBIDDEN');
  });

  test('a line canceled while the order waited does not keep the others', async () => {
    const { order, fills } = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed), await reviewedDraft(testbed, METFORMIN)] },
      freshKey('createOrder'),
    );
    const input = { orderId: order.id, fillIds: [fills[0]?.id ?? ''] };
    await testbed.delivery.cancel(testbed.prescriber, input, freshKey('cancelOrder'));
    const routing = createRouting({ ...testbed.deps, departures: testbed.delivery.departures });
    await routing.selectPharmacy(
      testbed.prescriber,
      { orderId: order.id, pharmacyId: ACCEPTS as PharmacyId },
      freshKey('selectPharmacy'),
    );
    await testbed.until(order.id, (record) => record.fills[1]?.state === 'SENT');
  });

  test('what was canceled is no habit of the prescriber', async () => {
    const before = await testbed.prescribing.frequentTreatmentIds(testbed.prescriber, 20);
    await inOrg((tx) =>
      sql`update prescription set state = 'CANCELED' where treatment_id = ${METFORMIN}`.execute(tx),
    );
    const now = await testbed.prescribing.frequentTreatmentIds(testbed.prescriber, 20);
    assert.ok(before.includes(METFORMIN) && !now.includes(METFORMIN));
  });
});
