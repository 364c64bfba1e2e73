// Goal: one prescription that cannot be read never takes the patient's page of its order away: what can be read is shown, and for the rest the practice is named.
// Method: sealed bytes of one of two prescriptions are turned in the store, on both stores; the real pages, in English and Spanish.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LISINOPRIL, METFORMIN, PHARMACY } from '@pestle/testbed/practice/practice';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { patientTexts } from './view/texts.ts';

const PRACTICE = 'Test Practice';

for (const { name, skip, open } of BOTH_STORES)
  describe(`the patient's page of an order with a damaged prescription, on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
    before(async () => {
      opened = await open();
      testbed = await openPatientChoice(opened.store);
    });
    after(async () => {
      await testbed.close();
      await opened.close();
    });

    /** Turns the last byte of what was signed on that line of the order; a second time, back. */
    const turn = (orderId: string, line: number): Promise<unknown> =>
      opened.asOwner((tx) =>
        sql`update signable set sealed = set_byte(sealed, octet_length(sealed) - 1, 255 - get_byte(sealed, octet_length(sealed) - 1))
          where id = (select p.signable_id from prescription p join fill f on f.prescription_id = p.id
            where f.order_id = ${orderId} order by f.line offset ${line} limit 1)`.execute(tx),
      );
    const unescaped = (text: string): string => text.replaceAll('&#39;', "'").replaceAll('&amp;', '&');

    test('what was sent: the other medication is shown, the damaged one is named as such, in both languages', async () => {
      const { orderId, token } = await testbed.waiting({ treatments: [LISINOPRIL, METFORMIN] });
      const telephone = testbed.telephone();
      const visit = await telephone.enter(token);
      await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
      const whole = unescaped((await telephone.get(visit)).text);
      assert.match(whole, /lisinopril/i);
      assert.match(whole, /metformin/i);
      await turn(orderId, 1);
      for (const language of ['en', 'es'] as const) {
        await testbed.speak(language);
        const texts = patientTexts(language);
        const { status, text } = await telephone.get(visit);
        assert.equal(status, 200);
        const page = unescaped(text);
        assert.match(page, /lisinopril/i);
        assert.doesNotMatch(page, /metformin/i);
        assert.ok(page.includes(texts.unreadableLine));
        const [before = ''] = texts.unreadable(PRACTICE).split(PRACTICE);
        assert.ok(page.includes(before), before);
      }
      await testbed.speak(null);
      await turn(orderId, 1);
      assert.equal(unescaped((await telephone.get(visit)).text), whole);
    });

    test('what waits for a choice: no pharmacy is offered, and the patient is told to call', async () => {
      const { orderId, token } = await testbed.waiting({ treatments: [LISINOPRIL, METFORMIN] });
      const telephone = testbed.telephone();
      const visit = await telephone.enter(token);
      await turn(orderId, 0);
      const { status, text } = await telephone.get(visit);
      assert.equal(status, 200);
      const page = unescaped(text);
      const texts = patientTexts('en');
      assert.ok(page.includes(texts.unreadableTitle));
      assert.match(page, /metformin/i);
      assert.doesNotMatch(page, /lisinopril/i);
      const chosen = await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
      assert.ok(chosen.status < 500, `a choice is answered ${chosen.status}`);
      const { rows } = await opened.asOwner((tx) =>
        sql`select from orders where id = ${orderId} and pharmacy_id is not null`.execute(tx),
      );
      assert.deepEqual(rows, [], 'nothing was chosen');
    });
  });
