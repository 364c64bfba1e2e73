// Goal: a patient chooses the pharmacy once, nobody else chooses or reads, and nothing locks the patient out.
// Method: the real pages over the real room and store; telephones at addresses of their own, without any script.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY, PRESCRIBER } from '@pestle/testbed/practice/practice';
import type { Telephone } from '@pestle/testbed/tracking/patient-choice';
import {
  BIRTH,
  MAIL_PHARMACY,
  openPatientChoice,
  PRIVATE_PHARMACY,
} from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';

const DRUG = /lisinopril/i;
const HOUR_MS = 3_600_000;

describe('Send to Patient', () => {
  let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
  before(async () => {
    testbed = await openPatientChoice();
  });
  after(async () => {
    await testbed.close();
    assert.deepEqual(testbed.errorLines, []);
  });

  const chooseAt = async (telephone: Telephone, visit: string, pharmacy: string = PHARMACY) =>
    await telephone.post(`${visit}/choose`, { pharmacy });

  const orderOf = async (orderId: string) =>
    await testbed.practice.prescribing.order(testbed.practice.prescriber, orderId);

  test('P1: the whole way: date of birth, list, confirmation, choice, status', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const list = await telephone.get(visit);
    assert.match(list.text, DRUG);
    assert.match(list.text, /Pharmacies near 02108/);
    assert.match(list.text, /Test Pharmacy/);
    const confirmed = await telephone.post(`${visit}/confirm`, { pharmacy: PHARMACY });
    assert.equal(confirmed.status, 200);
    assert.match(confirmed.text, /Send it to this pharmacy\?/);
    assert.equal((await orderOf(orderId)).order.state, 'ROUTING', 'nothing is chosen before it is confirmed');
    const chosen = await chooseAt(telephone, visit);
    assert.equal(chosen.status, 303);
    const { order, fills } = await orderOf(orderId);
    assert.equal(order.state, 'PENDING');
    assert.equal(order.pharmacy_id, PHARMACY);
    assert.equal(fills[0]?.prescriber_order_number, `${orderId.slice(4)}-1`);
    assert.equal(testbed.departures.length, 1, 'it leaves at once');
    const events = await testbed.practice.prescribing.fillEvents(testbed.practice.prescriber, [
      fills[0]?.id ?? '',
    ]);
    assert.equal(events.get(fills[0]?.id ?? '')?.at(-1)?.source, 'patient');
    const status = await telephone.get(String(chosen.headers['location']));
    assert.match(status.text, /Thank you/);
    assert.match(status.text, /Sending<\/h1>\n<p>It goes to the pharmacy soon\./);
  });

  test('the link shows neither drug nor name before the date of birth, and its address holds the token only', async () => {
    const { token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const first = await telephone.get(`/p/${token}`);
    assert.equal(first.status, 303);
    const visit = String(first.headers['location']);
    assert.ok(!visit.includes(token), 'the token is in no further address');
    const cookie = String(first.headers['set-cookie']);
    assert.match(cookie, /HttpOnly; SameSite=Lax/);
    const page = await telephone.get(visit);
    for (const secret of [DRUG, /José|Doe/, /1980/, /Main St/]) assert.doesNotMatch(page.text, secret);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
  });

  test('a wrong date of birth shows nothing and is kept in the audit trail without a name', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.open(token);
    const wrong = await telephone.post(`${visit}/birth`, { month: '1', day: '1', year: '1980' });
    assert.equal(wrong.status, 422);
    assert.doesNotMatch(wrong.text, DRUG);
    assert.doesNotMatch((await telephone.get(visit)).text, DRUG);
    assert.deepEqual(await testbed.entriesOf(orderId), [
      { action: 'patient-link.open', outcome: 'refused', actor_kind: 'patient', actor_id: null },
    ]);
    for (const impossible of [
      { month: '2', day: '30', year: '1980' },
      { month: 'x', day: '', year: '' },
    ])
      assert.equal((await telephone.post(`${visit}/birth`, impossible)).status, 422);
  });

  test('wrong tries slow their source down; the patient elsewhere still gets in, and so does the source after a while', async () => {
    const { token } = await testbed.waiting();
    const stranger = testbed.telephone();
    const visit = await stranger.open(token);
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal((await stranger.post(`${visit}/birth`, { ...BIRTH, year: '1999' })).status, 422);
    const slowed = await stranger.post(`${visit}/birth`, BIRTH);
    assert.equal(slowed.status, 429);
    assert.ok(Number(slowed.headers['retry-after']) > 0);
    await testbed.telephone().enter(token);
    testbed.clock.forward(31_000);
    assert.equal((await stranger.post(`${visit}/birth`, BIRTH)).status, 303);
  });

  test('of 500 dates of birth at once, on two nodes, five are compared; the patient elsewhere gets in', async () => {
    const { orderId, token } = await testbed.waiting();
    const stranger = testbed.telephone();
    const visit = await stranger.open(token);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, guess) =>
        stranger.post(`${visit}/birth`, { month: '1', day: '1', year: String(1500 + guess) }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 422).length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 495);
    assert.equal((await testbed.entriesOf(orderId)).length, 5, 'each comparison is in the trail');
    assert.equal((await stranger.post(`${visit}/birth`, BIRTH)).status, 429);
    await testbed.telephone().enter(token);
  });

  test('of 50 addresses that try one link at once twenty are compared', async () => {
    const { orderId, token } = await testbed.waiting();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const stranger = testbed.telephone(`198.18.0.${index}`);
        const visit = await stranger.open(token);
        return await stranger.post(`${visit}/birth`, { ...BIRTH, year: '1999' });
      }),
    );
    assert.equal(answers.filter(({ status }) => status === 422).length, 20);
    assert.equal((await testbed.entriesOf(orderId)).length, 20);
  });

  test('a link that is tried from many addresses lets the patient in after two minutes', async () => {
    const { token } = await testbed.waiting();
    for (let tries = 0; tries < 20; tries += 1) {
      const stranger = testbed.telephone(`198.51.100.${tries}`);
      const visit = await stranger.open(token);
      await stranger.post(`${visit}/birth`, { ...BIRTH, year: '1999' });
    }
    const patient = testbed.telephone();
    const visit = await patient.open(token);
    assert.equal((await patient.post(`${visit}/birth`, BIRTH)).status, 429);
    testbed.clock.forward(121_000);
    assert.equal((await patient.post(`${visit}/birth`, BIRTH)).status, 303);
  });

  test('a foreign token, a visit without its cookie and the visit of another link show nothing', async () => {
    const { token } = await testbed.waiting();
    const other = await testbed.waiting();
    assert.equal((await testbed.telephone().get(`/p/${'A'.repeat(43)}`)).status, 404);
    assert.equal((await testbed.telephone().get('/p/short')).status, 404);
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    assert.equal((await testbed.telephone().get(visit)).status, 403);
    const otherVisit = await testbed.telephone().open(other.token);
    const foreign = await telephone.get(otherVisit);
    assert.equal(foreign.status, 403);
    assert.doesNotMatch(foreign.text, DRUG);
    assert.equal((await chooseAt(telephone, otherVisit)).status, 403);
    assert.equal((await orderOf(other.orderId)).order.state, 'ROUTING');
  });

  test('whoever knocks without a link, a cookie or patience is answered, and writes no line at level error', async () => {
    const { token } = await testbed.waiting();
    const visit = await testbed.telephone().open(token);
    const stranger = testbed.telephone();
    const answers = [await stranger.get(visit), await stranger.get('/p/visit/unknown')];
    for (const act of ['birth', 'find', 'confirm', 'choose', 'leave'])
      answers.push(await stranger.post(`${visit}/${act}`));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403, 403, 403, 403],
    );
    for (let index = 0; index < 6; index += 1) await stranger.get(`/p/${'A'.repeat(43)}`);
    assert.equal((await stranger.get(`/p/${'A'.repeat(43)}`)).status, 429);
    const patient = testbed.telephone();
    const own = await patient.enter(token);
    testbed.clock.forward(31 * 24 * HOUR_MS);
    assert.equal((await patient.get(own)).status, 403);
    const late = testbed.telephone();
    assert.equal((await late.get(await late.open(token))).status, 410);
    assert.deepEqual(testbed.errorLines, []);
  });

  test('a form of another page is refused', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const forged = await telephone.post(`${visit}/choose`, { form: 'A'.repeat(43), pharmacy: PHARMACY });
    assert.equal(forged.status, 403);
    assert.equal((await orderOf(orderId)).order.state, 'ROUTING');
  });

  test('W5: the choice sent twice, and at once, is one choice; another one later changes nothing', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => chooseAt(telephone, visit)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
    const { order } = await orderOf(orderId);
    assert.equal(order.pharmacy_count, 1);
    const repeated = await chooseAt(telephone, visit);
    assert.match(String(repeated.headers['location']), /done=just$/);
    const another = await chooseAt(telephone, visit, MAIL_PHARMACY);
    assert.match((await telephone.get(String(another.headers['location']))).text, /already has a pharmacy/);
    assert.equal((await orderOf(orderId)).order.pharmacy_id, PHARMACY);
    const selected = (await testbed.entriesOf(orderId)).filter(
      ({ action }) => action === 'order.select-pharmacy',
    );
    assert.deepEqual(selected, [
      { action: 'order.select-pharmacy', outcome: 'success', actor_kind: 'patient', actor_id: PATIENT },
    ]);
  });

  test('P13: only pharmacies that serve the public can be found and chosen; mail order is a list of its own', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const near = await telephone.post(`${visit}/find`, {
      way: 'pickup',
      place: '1 Main St, Boston, MA 02108',
    });
    assert.match(near.text, /Test Pharmacy/);
    assert.doesNotMatch(near.text, /Closed Door|Mail Pharmacy/);
    const town = await telephone.post(`${visit}/find`, { way: 'pickup', place: 'Boston, MA' });
    assert.match(town.text, /Test Pharmacy/);
    const mail = await telephone.post(`${visit}/find`, { way: 'mail', place: '' });
    assert.match(mail.text, /Mail Pharmacy/);
    assert.doesNotMatch(mail.text, /Closed Door|Test Pharmacy/);
    const nowhere = await telephone.post(`${visit}/find`, { way: 'pickup', place: '<b>99999</b>' });
    assert.match(nowhere.text, /We do not know this place\. Write or check the 5 digits/);
    assert.doesNotMatch(nowhere.text, /<b>/);
    for (const pharmacy of [PRIVATE_PHARMACY, 'phr_01ABSENT000000000000000000', 'x']) {
      assert.equal((await telephone.post(`${visit}/confirm`, { pharmacy })).status, 422);
      assert.equal((await chooseAt(telephone, visit, pharmacy)).status, 422);
    }
    assert.equal((await orderOf(orderId)).order.state, 'ROUTING');
  });

  test('W8: after 72 hours nothing can be chosen, and the page says what to do', async () => {
    const { orderId, token } = await testbed.waiting();
    testbed.clock.forward(72 * HOUR_MS + 1_000);
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    assert.match((await telephone.get(visit)).text, /too late to choose/i);
    await chooseAt(telephone, visit);
    assert.equal((await orderOf(orderId)).order.state, 'ROUTING');
  });

  test('A2: when who signed is no authorized prescriber any more, nothing can be chosen', async () => {
    const { orderId, token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const active = (value: boolean) =>
      testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update app_user set active = ${value}, revision = revision + 1 where id = ${PRESCRIBER}`.execute(
          tx,
        ),
      );
    await active(false);
    assert.match((await telephone.get(visit)).text, /too late to choose/i);
    await chooseAt(telephone, visit);
    assert.equal((await orderOf(orderId)).order.state, 'ROUTING');
    await active(true);
    await chooseAt(telephone, visit);
    assert.equal((await orderOf(orderId)).order.pharmacy_id, PHARMACY);
  });

  test('what the practice chose meanwhile is shown as it is', async () => {
    const { orderId, token } = await testbed.waiting();
    const { createRouting } = await import('../routing.ts');
    const routing = createRouting({ ...testbed.practice.deps, departures: () => undefined });
    await routing.selectPharmacy(
      testbed.practice.prescriber,
      { orderId, pharmacyId: PHARMACY },
      freshKey('selectPharmacy'),
    );
    const telephone = testbed.telephone();
    const visit = await telephone.enter(token);
    const page = await telephone.get(visit);
    assert.match(page.text, /<h1[^>]*>Sending</);
    assert.match(page.text, /Test Pharmacy/);
  });

  test('the link ends after its days', async () => {
    const { token } = await testbed.waiting();
    testbed.clock.forward(31 * 24 * HOUR_MS);
    const telephone = testbed.telephone();
    const { headers } = await telephone.get(`/p/${token}`);
    assert.equal((await telephone.get(String(headers['location']))).status, 410);
  });

  test('P16: a patient who reads Spanish reads Spanish; the sig stays in the words that were signed', async () => {
    await testbed.speak('es-MX');
    const { token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.open(token);
    assert.match((await telephone.get(visit)).text, /<html lang="es"[^>]*>[\s\S]*¿Cuándo nació usted\?/);
    await telephone.post(`${visit}/birth`, BIRTH);
    const page = await telephone.get(visit);
    assert.match(page.text, /Elija una farmacia/);
    assert.match(page.text, /<p lang="en">Take one tablet by mouth once daily\.<\/p>/);
    await testbed.speak('en');
  });

  test('P8: directions that are certain in Spanish are read in Spanish, with the signed words below; others as they were signed', async () => {
    await testbed.speak('es');
    const certain = 'Take 1 tablet by mouth once daily with food.';
    const prose = 'Take as discussed on Monday.';
    const directionsOf = async (instructions: string): Promise<string> => {
      const { token } = await testbed.waiting({ more: [{ instructions }] });
      const telephone = testbed.telephone();
      const visit = await telephone.enter(token);
      const before = (await telephone.get(visit)).text;
      const chosen = await chooseAt(telephone, visit);
      const after = (await telephone.get(String(chosen.headers['location']))).text;
      const spanish = (text: string) => /<p>(Tome [^<]+)<\/p>/.exec(text)?.[1] ?? '';
      assert.equal(spanish(before), spanish(after), 'before the choice as after it');
      for (const text of [before, after]) assert.ok(text.includes(`<p lang="en">${instructions}</p>`), text);
      assert.equal(before.includes('Como la escribió'), spanish(before) !== '');
      return spanish(before);
    };
    assert.equal(await directionsOf(certain), 'Tome 1 tableta por la boca una vez al día con comida.');
    assert.equal(await directionsOf(prose), '');
    await testbed.speak('en');
  });
});
