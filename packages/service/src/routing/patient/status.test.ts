// Goal: a patient reads where the prescription is in the words of the one table, and nothing that has not arrived is called sent (D10).
// Method: one order of a patient behind the real pages, whose fill is put into each state.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY } from '@pestle/testbed/practice/practice';
import type { Telephone } from '@pestle/testbed/tracking/patient-choice';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { findPatient } from '../../directory/inside.ts';
import { updatePatientRow } from '../../directory/patient/patient-rows.ts';
import type { FillRow, PrescribingTables } from '../../prescribing/inside.ts';

const AT = '2026-11-20T15:00:00.000Z';
type Set = Partial<Omit<FillRow, 'org_id' | 'id'>>;

describe("the patient's status page", () => {
  let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
  let orderId: OrderId;
  let telephone: Telephone;
  let visit: string;
  before(async () => {
    testbed = await openPatientChoice();
    const waiting = await testbed.waiting();
    ({ orderId } = waiting);
    telephone = testbed.telephone();
    visit = await telephone.enter(waiting.token);
    await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
  });
  after(() => testbed.close());

  /** What the page tells of the medication while its fill is like this. */
  const shownWhen = async (set: Set): Promise<string> => {
    const nothing = { carrier: null, tracking_number: null, cancel_sent_at: null, cancel_answer: null };
    await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      tx
        .withTables<PrescribingTables>()
        .updateTable('fill')
        .set({ ...nothing, dispensed_after_cancel_at: null, sent_at: AT, ...set })
        .where('order_id', '=', orderId)
        .execute(),
    );
    const { text } = await telephone.get(visit);
    const card = text.slice(text.indexOf('<section class="head'), text.indexOf('</ul>'));
    return card
      .replace('</h1>', '. ')
      .replace(/<p class="fresh".*?<\/p>/s, '')
      .replace(/<p class="drug".*?<\/p>\s*<p lang="\w+">.*?<\/p>\s*<p lang="en">.*?<\/p>/s, '')
      .replace(/<ol class="steps">.*<\/ol>/s, '')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ');
  };
  const canceled = { state: 'CANCELED', cancel_sent_at: AT } as const;

  const cases: ReadonlyArray<readonly [Set, english: string, spanish: string]> = [
    [
      { state: 'QUEUED', sent_at: null },
      'Sending. It goes to the pharmacy soon.',
      'Enviando. Se envía pronto',
    ],
    [
      { state: 'SENDING', sent_at: null },
      'Sending. It is going to the pharmacy.',
      'Enviando. Va a la farmacia.',
    ],
    [
      { state: 'SENT', channel: 'fax' },
      'Sent. It was sent to Test Pharmacy.',
      'Enviada. Se envió a Test Pharmacy.',
    ],
    [
      { state: 'STUCK', sent_at: null },
      'Delayed. There is a delay. Riverside is',
      'Demorada. Hay una demora. Riverside',
    ],
    [{ state: 'ERROR' }, 'Delayed. There is a delay.', 'Demorada. Hay una demora.'],
    [canceled, 'Canceled. We told the pharmacy to cancel it.', 'Cancelada. Pedimos a la farmacia'],
    [
      { ...canceled, cancel_answer: 'denied' },
      'Canceled. Ask the pharmacy before',
      'Cancelada. Pregunte a la farmacia',
    ],
    [{ ...canceled, cancel_answer: 'approved' }, 'Canceled. It was canceled.', 'Cancelada. Se canceló.'],
    [
      { state: 'DELIVERED', dispensed_after_cancel_at: AT },
      'Picked up. Call Riverside before you take it.',
      'Recogida. Llame a Riverside antes de tomarla.',
    ],
  ];
  for (const [set, english, spanish] of cases)
    test(`${JSON.stringify(set)} is told: ${english}`, async () => {
      const shown = await shownWhen(set);
      assert.ok(shown.includes(english), shown);
      if (set.sent_at === null) assert.doesNotMatch(shown, /\bsent\b/i);
      await testbed.speak('es');
      const spoken = await shownWhen(set);
      assert.ok(spoken.includes(spanish), spoken);
      await testbed.speak(null);
    });

  test('carrier and number stand each where it is known', async () => {
    const both = await shownWhen({ state: 'SHIPPED', carrier: 'UPS', tracking_number: '1Z999' });
    assert.match(both, /Shipped\. UPS brings it\. Order \d{4} \d{4} Carrier: UPS Tracking number: 1Z999/);
    const carrier = await shownWhen({ state: 'SHIPPED', carrier: 'UPS' });
    assert.match(carrier, /Carrier: UPS/);
    assert.doesNotMatch(carrier, /Tracking number/);
    const number = await shownWhen({ state: 'SHIPPED', tracking_number: '1Z999' });
    assert.match(number, /Shipped\. It is on its way to you\. Order \d{4} \d{4} Tracking number: 1Z999/);
    assert.doesNotMatch(number, /Carrier/);
  });

  test('times are those of where the patient is, not of the practice', async () => {
    const live = (state: string, postal_code: string) =>
      testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
        assert.ok(row !== undefined);
        await updatePatientRow(tx, { ...row, state, postal_code });
      });
    await shownWhen({ state: 'RECEIVED', received_at: AT });
    const timesOf = async (): Promise<readonly string[]> =>
      [...(await telephone.get(visit)).text.matchAll(/<li class="past".*?<span class="small">([^<]+)</g)].map(
        ([, time = '']) => time.replaceAll(/\s/g, ' ').replace(/^.*, /, ''),
      );
    const saysZone = async (zone: string, name: string): Promise<void> => {
      const { text } = await telephone.get(visit);
      // By the first the script tells when it looked last: in the same zone.
      assert.ok(text.includes(`data-zone="${zone}"`) && text.includes(`Times are in ${name};`), text);
    };
    assert.deepEqual((await timesOf())[0], '10:00 AM');
    await saysZone('America/New_York', 'Eastern Time');
    await live('AZ', '85004');
    assert.deepEqual((await timesOf())[0], '8:00 AM');
    await saysZone('America/Phoenix', 'Mountain Standard Time');
    await live('MA', '02108');
  });
});
