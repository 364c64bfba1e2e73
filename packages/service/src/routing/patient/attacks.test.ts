// Goal: what is new on the patient's pages gives nobody more than their own link does: another patient's link, replayed forms, requests without a form.
// Method: two orders of patients behind the real pages, on two nodes.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY } from '@pestle/testbed/practice/practice';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { findPatient } from '../../directory/patient/patient-rows.ts';
import { createPatientLinkKey, patientLinkFor } from './links.ts';
import { createPhoneHashes } from './phone-hash.ts';
import { isWrongNumber } from './wrong-number.ts';

const DRUG = /lisinopril/i;

describe("the patient's pages under attack", () => {
  let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
  before(async () => {
    testbed = await openPatientChoice();
  });
  after(() => testbed.close());

  const wrongNumbers = () =>
    testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const { rows } = await sql<{ order_id: string }>`select order_id from wrong_number`.execute(tx);
      return rows.map(({ order_id: id }) => id);
    });
  const linkOf = (orderId: OrderId) =>
    testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      patientLinkFor(tx, testbed.ports, createPatientLinkKey(LINK_KEY), {
        orgId: TEST_ORGANIZATION,
        orderId,
        phone: '6175550111',
      }),
    );

  test('P4: "this is not me" needs the visit and its form, changes nothing when it is looked at, and ends that link alone', async () => {
    const [mine, other] = [await testbed.waiting(), await testbed.waiting()];
    const telephone = testbed.telephone();
    const stranger = testbed.telephone();
    const visit = await telephone.open(mine.token);
    const elsewhere = await stranger.open(other.token);
    const asked = await telephone.get(`${visit}/wrong-number`);
    assert.equal(asked.status, 200);
    assert.doesNotMatch(asked.text, DRUG);
    // Without a cookie, with another link's cookie, without the form, with another visit's form.
    assert.equal((await testbed.telephone().get(`${visit}/wrong-number`)).status, 403);
    assert.equal((await stranger.get(`${visit}/wrong-number`)).status, 403);
    assert.equal((await stranger.post(`${visit}/wrong-number`)).status, 403);
    const { formToken } = await stranger.get(elsewhere);
    assert.equal((await telephone.post(`${visit}/wrong-number`, { form: formToken })).status, 403);
    assert.deepEqual(await wrongNumbers(), []);
    await telephone.get(`${visit}/wrong-number`);
    const done = await telephone.post(`${visit}/wrong-number`);
    assert.equal(done.status, 200);
    assert.match(done.text, /The link does not work any more/);
    assert.deepEqual(await wrongNumbers(), [mine.orderId]);
    const again = testbed.telephone();
    const ended = await again.get(`/p/${mine.token}`);
    assert.equal((await again.get(String(ended.headers['location']))).status, 410);
    await testbed.telephone().enter(other.token);
    assert.deepEqual(await testbed.entriesOf(mine.orderId), [
      { action: 'patient-link.wrong-number', outcome: 'refused', actor_kind: 'patient', actor_id: null },
    ]);
  });

  test('a number that is somebody else\u2019s gets nothing more, and another number gets a link of its own', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.open(token);
    await telephone.get(`${visit}/wrong-number`);
    await telephone.post(`${visit}/wrong-number`);
    const hashes = createPhoneHashes(LINK_KEY);
    const isWrong = (phone: string) =>
      testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        isWrongNumber(tx, hashes, { orgId: TEST_ORGANIZATION, patientId: PATIENT, phone }),
      );
    const row = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      findPatient(tx, TEST_ORGANIZATION, PATIENT),
    );
    assert.equal(await isWrong(row?.phone ?? ''), true);
    assert.equal(await isWrong('6175550199'), false);
    const anew = await linkOf(orderId);
    assert.notEqual(anew, token);
    await testbed.telephone().enter(anew);
    const old = testbed.telephone();
    const location = String((await old.get(`/p/${token}`)).headers['location']);
    assert.equal((await old.get(location)).status, 410, 'the link that ended stays ended');
    const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`select * from wrong_number`.execute(tx),
    );
    assert.ok(!JSON.stringify(rows).includes(row?.phone ?? '-'), 'the number itself is nowhere');
  });

  test('the revision is told to a visit with its date of birth only, and is a number only', async () => {
    const [mine, other] = [await testbed.waiting(), await testbed.waiting()];
    const telephone = testbed.telephone();
    const visit = await telephone.open(mine.token);
    assert.equal((await telephone.get(`${visit}/revision`)).status, 403, 'before the date of birth');
    const entered = testbed.telephone();
    await entered.enter(mine.token);
    const { status, text, headers } = await entered.get(`${visit}/revision`);
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
    assert.match(text, /^\d+$/);
    const stranger = testbed.telephone();
    await stranger.enter(other.token);
    const refused = await stranger.get(`${visit}/revision`);
    assert.deepEqual([refused.status, refused.text], [403, '']);
    await entered.post(`${visit}/choose`, { pharmacy: PHARMACY });
    assert.notEqual((await entered.get(`${visit}/revision`)).text, text);
  });

  test('P16: the language is one of two, kept on the device, and whatever else is asked for stays a wish', async () => {
    const { token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.open(token);
    const chosen = await telephone.get(`${visit}?language=es`);
    assert.deepEqual([chosen.status, chosen.headers['location']], [303, visit]);
    assert.match(
      String(chosen.headers['set-cookie']),
      /^pestle-language=es; Max-Age=\d+; Path=\/p; HttpOnly; SameSite=Lax$/,
    );
    for (const wish of ['fr', '%3Cscript%3E', 'es&language=en']) {
      const answer = await testbed.telephone().get(`${visit}?language=${wish}`);
      assert.equal(answer.headers['set-cookie'], undefined, wish);
      assert.ok(!answer.text.includes('<script>'));
    }
  });

  test('P13: the device\u2019s place is rounded, and nothing but a place counts', async () => {
    const { token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    await telephone.get(visit);
    const near = await telephone.post(`${visit}/find`, {
      way: 'pickup',
      place: '',
      near: '42.36012345,-71.0589',
    });
    assert.equal(near.status, 200);
    assert.match(near.text, /Pharmacies near you/);
    assert.match(String(near.headers['permissions-policy']), /geolocation=\(self\)/);
    for (const place of ['999,1', '42.36', "1,1'; drop table orders", 'NaN,NaN', '1e3,2']) {
      const answer = await telephone.post(`${visit}/find`, { way: 'pickup', place: '02108', near: place });
      assert.equal(answer.status, 200);
      assert.doesNotMatch(answer.text, /Pharmacies near you/, place);
    }
  });

  test('P13: those that are open are found by their own hours', async () => {
    const { token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const hours = (opens: string, closes: string) =>
      testbed.store.asKeeper((tx) =>
        sql`update pharmacy set time_zone = 'America/New_York', opening_hours = ${JSON.stringify([
          { days: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'], opens, closes },
        ])} where id = ${PHARMACY}`.execute(tx),
      );
    const find = async (open: string): Promise<boolean> => {
      await telephone.get(visit);
      return (await telephone.post(`${visit}/find`, { way: 'pickup', place: '02108', open })).text.includes(
        'Test Pharmacy</h3>',
      );
    };
    await hours('08:00', '21:00');
    assert.deepEqual([await find('now'), await find('all-night')], [true, false]);
    await hours('21:00', '22:00');
    assert.deepEqual([await find('now'), await find(''), await find('nonsense')], [false, true, true]);
    await hours('00:00', '23:59');
    assert.deepEqual([await find('now'), await find('all-night')], [true, true]);
  });
});
