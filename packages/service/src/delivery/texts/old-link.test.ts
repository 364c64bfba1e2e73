// Goal: whoever has an old link has the number that it was texted to: what they say concerns that number, and a new number gets a link of its own.
// Method: the real pages and texts; the patient's number is corrected between two texts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT } from '@pestle/testbed/practice/practice';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { findPatient } from '../../directory/inside.ts';
import { updatePatientRow } from '../../directory/patient/patient-rows.ts';
import {
  createPatientLinkKey,
  createPhoneHashes,
  isWrongNumber,
  patientLinkFor,
  patientLinkUrl,
} from '../../routing/inside.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { queueText } from './write-text.ts';

const OLD = '6175550111';
const NEW = '6175550122';
const hashes = createPhoneHashes(LINK_KEY);
const linkKey = createPatientLinkKey(LINK_KEY);

let choice: Awaited<ReturnType<typeof openPatientChoice>>;
before(async () => {
  choice = await openPatientChoice();
});
after(() => choice.close());

const withOrg: typeof choice.store.withOrg = (...given) => choice.store.withOrg(...given);
const give = (phone: string) =>
  withOrg(TEST_ORGANIZATION, async (tx) => {
    const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
    assert.ok(row !== undefined);
    await updatePatientRow(tx, { ...row, phone });
  });
/** Writes a text with the order's link, as every text does, and answers the token in it. */
const text = (orderId: OrderId, phone: string) =>
  withOrg(TEST_ORGANIZATION, async (tx) => {
    const token = await patientLinkFor(tx, choice.ports, linkKey, {
      orgId: TEST_ORGANIZATION,
      orderId,
      phone,
    });
    const body = `Choose: ${patientLinkUrl('https://rx.example', token)}`;
    await queueText(tx, choice.ports, {
      orgId: TEST_ORGANIZATION,
      orderId,
      about: 'reminder',
      content: { recipient: phone, body },
    });
    return token;
  });
const isWrong = (phone: string) =>
  withOrg(TEST_ORGANIZATION, (tx) =>
    isWrongNumber(tx, hashes, { orgId: TEST_ORGANIZATION, patientId: PATIENT, phone }),
  );
const statesOf = (orderId: OrderId) =>
  withOrg(TEST_ORGANIZATION, async (tx) => {
    const tables = tx.withTables<DeliveryTables>();
    const rows = await tables
      .selectFrom('text_message')
      .select('state')
      .where('order_id', '=', orderId)
      .execute();
    return rows.map(({ state }) => state).toSorted();
  });
const sayNotMe = async (token: string): Promise<void> => {
  const telephone = choice.telephone();
  const visit = await telephone.open(token);
  await telephone.get(`${visit}/wrong-number`);
  assert.equal((await telephone.post(`${visit}/wrong-number`)).status, 200);
};

test('"this is not me" on the old link stops the old number alone; what waits for the new one leaves', async () => {
  await give(OLD);
  const { orderId } = await choice.waiting();
  const old = await text(orderId, OLD);
  await give(NEW);
  await sayNotMe(old);
  assert.deepEqual([await isWrong(OLD), await isWrong(NEW)], [true, false]);
  assert.deepEqual(await statesOf(orderId), ['withheld']);
  const own = await text(orderId, NEW);
  assert.notEqual(own, old);
  assert.deepEqual(await statesOf(orderId), ['queued', 'withheld']);
  await sayNotMe(own);
  assert.equal(await isWrong(NEW), true);
  assert.deepEqual(await statesOf(orderId), ['withheld', 'withheld']);
});

test('a text to another number brings a link of its own, and the link that the old number has opens no more', async () => {
  await give(OLD);
  const { orderId } = await choice.waiting();
  const old = await text(orderId, OLD);
  assert.equal(await text(orderId, OLD), old, 'to the same number the same');
  await give(NEW);
  const own = await text(orderId, NEW);
  assert.notEqual(own, old);
  const telephone = choice.telephone();
  const ended = await telephone.get(`/p/${old}`);
  assert.equal((await telephone.get(String(ended.headers['location']))).status, 410);
  await choice.telephone().open(own);
});
