// Tests an inbound RxFill: what a pharmacy says that it dispensed counts as a report, in both versions and forms (D10).
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  build,
  type FillStatus,
  type Form,
  type Header,
  type RxFill,
  read,
  type Version,
} from '@pestle/script';
import type { TestOrder } from '@pestle/testbed/practice/order-rows';
import { KEY, OTHER_KEY, openHook } from '@pestle/testbed/tracking/hook';
import { sql } from 'kysely';

const hook = await openHook();
const { store, tracking, orderWith, fillOf, moveTo, otherPharmacy, pharmacy } = hook;
after(async () => {
  await tracking.app.close();
  await store.close();
  assert.deepEqual(tracking.unexpected, []);
});

let count = 0;

function rxFill(outcome: FillStatus['outcome'], header: Partial<Header>): RxFill {
  count += 1;
  const name = { lastName: 'Doe', firstName: 'Jane' };
  const address = {
    addressLine1: '1 Main St',
    city: 'Boston',
    stateProvince: 'MA',
    postalCode: '02108',
    countryCode: 'US',
  };
  const communicationNumbers = { primaryTelephone: { number: '6175550100' } };
  const medication = {
    drugDescription: 'Lisinopril 10 MG Oral Tablet',
    quantity: { value: '30', codeListQualifier: '87', unitOfMeasure: 'C48542' },
  };
  return {
    type: 'RxFill',
    header: {
      to: { id: 'PESTLE01', qualifier: 'D' },
      from: { id: '1234567', qualifier: 'P' },
      messageId: `FILL${String(count).padStart(4, '0')}`,
      sentTime: '2026-11-20T15:00:00.000Z',
      senderSoftware: { developer: 'x', product: 'x', versionRelease: '1' },
      ...header,
    },
    fillStatus: { outcome, note: 'Jane took 10 of 30' },
    patient: { name, gender: 'F', dateOfBirth: '1980-02-29', address },
    pharmacy: {
      identification: { ncpdpId: '1234567', npi: '1234567893' },
      businessName: 'Corner Drugstore',
      address,
      communicationNumbers,
    },
    prescriber: { identification: { npi: '1999999992' }, name, address, communicationNumbers },
    medicationDispensed: medication,
    medicationPrescribed: medication,
  };
}

async function post(message: RxFill, { version = '2017071', form = 'xml', key = KEY }: Sending = {}) {
  const { text, contentType } = build(message, { version, form });
  const response = await tracking.app.inject({
    method: 'POST',
    url: '/v1/hooks/script',
    headers: { 'content-type': contentType, authorization: `Bearer ${key}` },
    payload: text,
  });
  assert.equal(response.statusCode, 200);
  const answer = read(response.body, { version });
  assert.equal(answer.form, form);
  assert.equal(answer.message.header?.relatesToMessageId, message.header.messageId);
  return answer.message.type === 'Error'
    ? `${answer.message.code}/${answer.message.descriptionCodes?.join()}`
    : answer.message.type;
}
type Sending = { readonly version?: Version; readonly form?: Form; readonly key?: string };

const about = (order: TestOrder): Partial<Header> => ({ relatesToMessageId: order.fills[0].messageId });

describe('RxFill', () => {
  test('D10: Dispensed is dispensed and ends the way, in both versions and forms, answered with Status', async () => {
    for (const version of ['2017071', '2023011'] as const)
      for (const form of ['xml', 'json'] as const) {
        const order = await orderWith();
        assert.equal(await post(rxFill('Dispensed', about(order)), { version, form }), 'Status');
        const { fill, events, orderState } = await fillOf(order);
        assert.equal(fill.state, 'DELIVERED');
        assert.equal(orderState, 'COMPLETED');
        assert.ok(fill.dispensing_reported_at !== null);
        assert.deepEqual(events.at(-1)?.detail, {
          report: 'DELIVERED',
          fillStatus: 'Dispensed',
          outcome: 'applied',
          pharmacyId: pharmacy.id,
        });
        assert.deepEqual(tracking.reported.at(-1)?.fillId, fill.id, 'retries and faxes of it are stopped');
      }
  });

  test('D10: a part is dispensed and being filled; what was not dispensed, or transferred, moves nothing', async () => {
    for (const [outcome, state, dispensed] of [
      ['PartiallyDispensed', 'FILLING', true],
      ['NotDispensed', 'SENT', false],
      ['Transferred', 'SENT', false],
    ] as const) {
      const order = await orderWith();
      assert.equal(await post(rxFill(outcome, about(order))), 'Status');
      const { fill, events } = await fillOf(order);
      assert.equal(fill.state, state, outcome);
      assert.equal(fill.dispensing_reported_at !== null, dispensed, outcome);
      assert.equal(events.length, 2);
      assert.equal(events.at(-1)?.detail['fillStatus'], outcome);
      assert.doesNotMatch(JSON.stringify(events), /Jane/, 'no words of the pharmacy in the history');
    }
  });

  test('D10: what a mail-order pharmacy has dispensed still travels', async () => {
    await store.asKeeper((tx) =>
      sql`update pharmacy set kind = 'MAIL_ORDER' where id = ${otherPharmacy.id}`.execute(tx),
    );
    const order = await orderWith({ pharmacyId: otherPharmacy.id });
    assert.equal(await post(rxFill('Dispensed', about(order)), { key: OTHER_KEY }), 'Status');
    const { fill } = await fillOf(order);
    assert.equal(fill.state, 'FILLING');
    assert.ok(fill.dispensing_reported_at !== null);
  });

  test('D10: dispensed after a cancel is the truth: recorded, with its time, alerted', async () => {
    for (const [outcome, state] of [
      ['Dispensed', 'DELIVERED'],
      ['PartiallyDispensed', 'CANCELED'],
    ] as const) {
      const order = await orderWith({ states: ['CANCELED'] });
      assert.equal(await post(rxFill(outcome, about(order))), 'Status');
      const { fill } = await fillOf(order);
      assert.equal(fill.state, state);
      assert.equal(fill.alert, 'dispensed-after-cancel');
      assert.ok(fill.dispensed_after_cancel_at !== null && fill.dispensing_reported_at !== null);
    }
  });

  test('D10: dispensed while a cancel is on its way, or could not be sent, alerts as well', async () => {
    const order = await orderWith();
    await store.withOrg(order.orgId, (tx) =>
      sql`update fill set cancel_requested_at = now(), cancel_not_sent_at = now(), cancel_not_sent_reason = 'NO_FAX_NUMBER',
        cancel_not_sent_pharmacy_id = pharmacy_id where order_id = ${order.id}`.execute(tx),
    );
    await hook.report(order, 'DELIVERED');
    const { fill } = await fillOf(order);
    assert.equal(fill.alert, 'dispensed-after-cancel');
    assert.ok(fill.dispensed_after_cancel_at !== null);
    assert.equal(fill.cancel_not_sent_at, null, 'the alert says more than the call that was due');
  });

  test('D10: a pharmacy that ends it by itself needs no call about its cancel; another one does', async () => {
    const order = await orderWith();
    const untold = (pharmacyId: string) =>
      store.withOrg(order.orgId, (tx) =>
        sql`update fill set cancel_not_sent_at = now(), cancel_not_sent_reason = 'NO_FAX_NUMBER',
          cancel_not_sent_pharmacy_id = ${pharmacyId} where order_id = ${order.id}`.execute(tx),
      );
    await untold(otherPharmacy.id);
    await hook.report(order, 'CANCELED');
    assert.ok((await fillOf(order)).fill.cancel_not_sent_at !== null);

    const moved = await orderWith();
    await moveTo(moved, otherPharmacy.id, `${moved.fills[0].orderNumber}-2`);
    await store.withOrg(moved.orgId, (tx) =>
      sql`update fill set cancel_not_sent_at = now(), cancel_not_sent_reason = 'NO_FAX_NUMBER',
        cancel_not_sent_pharmacy_id = ${pharmacy.id} where order_id = ${moved.id}`.execute(tx),
    );
    await hook.report(moved, 'CANCELED');
    assert.equal(
      (await fillOf(moved)).fill.cancel_not_sent_at,
      null,
      'the old pharmacy says that it is canceled',
    );
  });

  test('D11: from a pharmacy that the order has left it is recorded, alerts, and moves nothing', async () => {
    const order = await orderWith();
    await moveTo(order, otherPharmacy.id, `${order.fills[0].orderNumber}-2`);
    assert.equal(await post(rxFill('Dispensed', about(order))), 'Status');
    const { fill } = await fillOf(order);
    assert.deepEqual([fill.state, fill.alert], ['SENT', 'filled-by-former-pharmacy']);
  });

  test('D10: by the PrescriberOrderNumber alone; not where the two ids name different prescriptions', async () => {
    const order = await orderWith();
    const other = await orderWith();
    const number = { prescriberOrderNumber: order.fills[0].orderNumber };
    assert.equal(await post(rxFill('Dispensed', { ...about(other), ...number })), '900/1000');
    assert.equal((await fillOf(other)).fill.state, 'SENT');
    assert.equal(await post(rxFill('Dispensed', number)), 'Status');
    assert.equal((await fillOf(order)).fill.state, 'DELIVERED');
  });

  test('D10: once per MessageID; another message under it is a duplicate', async () => {
    const order = await orderWith();
    const message = rxFill('PartiallyDispensed', about(order));
    assert.equal(await post(message), 'Status');
    assert.equal(await post(message), 'Status');
    assert.equal((await fillOf(order)).events.length, 2);
    assert.equal(await post({ ...message, fillStatus: { outcome: 'Dispensed' } }), '900/220');
    assert.equal((await fillOf(order)).fill.state, 'FILLING');
  });

  test('H1: another pharmacy, an unknown prescription and one that is named by nothing get the same answer', async () => {
    const order = await orderWith();
    for (const [header, key] of [
      [about(order), OTHER_KEY],
      [{ prescriberOrderNumber: order.fills[0].orderNumber }, OTHER_KEY],
      [{ relatesToMessageId: 'MUNKNOWN' }, KEY],
      [{ prescriberOrderNumber: 'RX-42' }, KEY],
      [{}, KEY],
    ] as const)
      assert.equal(await post(rxFill('Dispensed', header), { key }), '900/1000');
    assert.equal((await fillOf(order)).events.length, 1);
  });
});
