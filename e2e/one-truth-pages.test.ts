// Goal: whatever becomes of a prescription, the patient's page, the pharmacist's pages and the command line call it by the word of the one table, in both
// languages where they have both.
// Method: a fill put into each situation by its facts, on the real pages of its patient, of who holds its fax and of its pharmacy that signs in, and as
// operators are told of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { orderLines } from '@pestle/cli/order/words';
import { SITUATION_KEYS, type Situation } from '@pestle/rules/situations';
import { PATIENT_EN, PATIENT_ES, type PatientKey } from '@pestle/rules/situations-patient';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import { createQueueBesidesResend } from '@pestle/service/delivery';
import type { Store } from '@pestle/service/store';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PHARMACY } from '@pestle/testbed/practice/practice';
import type { Faxed } from '@pestle/testbed/tracking/link';
import { openPatientChoice, type Telephone } from '@pestle/testbed/tracking/patient-choice';
import { openPharmacyDesk } from '@pestle/testbed/tracking/pharmacy-desk';
import type { Visitor } from '@pestle/testbed/tracking/visitor';
import { sql } from 'kysely';

/** Around the clock of the pages. */
const AT = '2026-11-20T15:00:00.000Z';
const LONG_AGO = '2026-11-20T09:00:00.000Z';

/** What a fill is when nothing has happened to it but that it was sent. */
const BLANK = {
  state: 'SENT',
  channel: 'script',
  sent_at: AT,
  ready_at: null,
  carrier: null,
  tracking_number: null,
  alert: null,
  state_reason: null,
  cancel_asked_at: null,
  refill_stop_asked_at: null,
  cancel_requested_at: null,
  cancel_sent_at: null,
  cancel_answer: null,
  cancel_not_sent_at: null,
  cancel_not_sent_reason: null,
  dispensed_after_cancel_at: null,
} as const;

interface Case {
  readonly set: Readonly<Record<string, string | null>>;
  /** What the patient is told, where that is another one. */
  readonly patient?: PatientKey;
  /** What other records say of it. */
  readonly beside?: 'asked' | 'over' | 'reports';
}

const CANCELED = { state: 'CANCELED', cancel_sent_at: AT };

/** Every situation that a fill can be in while a pharmacy has it. */
const CASES: Readonly<Partial<Record<Situation, Case>>> = {
  'dispensed-after-cancel': { set: { state: 'DELIVERED', dispensed_after_cancel_at: AT } },
  'cancel-not-sent': {
    set: { cancel_not_sent_at: AT, cancel_not_sent_reason: 'NO_FAX_NUMBER' },
    patient: 'sent',
  },
  stuck: { set: { state: 'STUCK', state_reason: 'NO_CHANNEL' } },
  problem: { set: { state: 'ERROR', state_reason: 'cannot-fill-out-of-stock' } },
  'cancel-refused': { set: { ...CANCELED, cancel_answer: 'denied' } },
  question: { set: {}, patient: 'sent', beside: 'asked' },
  'cancel-asked': { set: { cancel_asked_at: AT }, patient: 'sent' },
  'refills-asked': { set: { refill_stop_asked_at: AT }, patient: 'sent' },
  unconfirmed: { set: { sent_at: LONG_AGO }, beside: 'reports' },
  'cancel-sent': { set: CANCELED },
  queued: { set: { state: 'QUEUED', sent_at: null, channel: null } },
  sending: { set: { state: 'SENDING', sent_at: null } },
  sent: { set: {} },
  faxed: { set: { channel: 'fax' } },
  'phoned-in': { set: { channel: 'telephone' } },
  received: { set: { state: 'RECEIVED' } },
  filling: { set: { state: 'FILLING' } },
  shipped: { set: { state: 'SHIPPED' } },
  ready: { set: { state: 'FILLING', ready_at: AT } },
  'picked-up': { set: { state: 'DELIVERED' } },
  delivered: { set: { state: 'DELIVERED', carrier: 'UPS' } },
  ended: { set: {}, beside: 'over' },
  canceled: { set: { ...CANCELED, cancel_answer: 'approved' } },
};

/** Told of what has no pharmacy, of drafts, signatures under way, requests and numbers, and at a pharmacy that it left: none of them is a fill at one. */
const ELSEWHERE: readonly Situation[] = [
  'choose',
  'to-sign',
  'unknown',
  'request',
  'wrong-number',
  'patient-not-told',
  'moved',
];

let links: Awaited<ReturnType<typeof openPharmacyDesk>>;
let pharmacist: Visitor;
let signedIn: Visitor;
let choice: Awaited<ReturnType<typeof openPatientChoice>>;
let fax: Faxed;
let telephone: Telephone;
let visit: string;
let ofPatient: Place;
before(async () => {
  [links, choice] = await Promise.all([openPharmacyDesk(), openPatientChoice()]);
  fax = await links.faxed();
  pharmacist = await links.enter(fax.path);
  ({ visitor: signedIn } = await links.arrive('uma@corner.example'));
  const { text, formToken: form } = await pharmacist.get(fax.path);
  const once = /name="once" value="(\w+)"/.exec(text)?.[1] ?? assert.fail(text);
  const asked = await pharmacist.post(`${fax.path}/ask`, { question: 'Which strength?', once, form });
  assert.equal(asked.status, 303, asked.text);
  const { orderId, token } = await choice.waiting();
  telephone = choice.telephone();
  visit = await telephone.enter(token);
  ofPatient = { store: choice.store, orgId: TEST_ORGANIZATION, orderId, pharmacyId: PHARMACY };
  // Nobody of this test reads what it asks.
  await choice.store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql`insert into pharmacy_question (org_id, id, fill_id, pharmacy_id, asked_once, asked_at, sealed_question)
      select org_id, 'qst_01TEST0000000000000000000A', id, ${PHARMACY}, 'once', ${AT}, '\\x00'::bytea from fill where order_id = ${orderId}`.execute(
      tx,
    ),
  );
});
after(async () => {
  await links.app.close();
  await links.store.close();
  await choice.close();
});

interface Place {
  readonly store: Store;
  readonly orgId: typeof TEST_ORGANIZATION;
  readonly orderId: string;
  readonly pharmacyId: string;
}

async function put({ store, orgId, orderId, pharmacyId }: Place, { set, beside }: Case): Promise<void> {
  const columns = Object.entries({ ...BLANK, ...set });
  await store.withOrg(orgId, async (tx) => {
    const assignments = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update fill set ${sql.join(assignments)} where order_id = ${orderId}`.execute(tx);
    const state = beside === 'over' ? 'DEPLETED' : 'ACTIVE';
    await sql`update prescription set state = ${state} where id in (select prescription_id from fill where order_id = ${orderId})`.execute(
      tx,
    );
    await sql`update pharmacy_question set answered_at = ${beside === 'asked' ? null : AT}`.execute(tx);
    if (beside === 'reports')
      await sql`insert into reporting_pharmacy (pharmacy_id) values (${pharmacyId}) on conflict do nothing`.execute(
        tx,
      );
  });
}

const told = async (): Promise<readonly string[]> => {
  const queue = createQueueBesidesResend(links.store, links.ports);
  const [order, ...others] = await queue.order({ of: fax.order.id });
  assert.deepEqual(others, []);
  if (order === undefined) assert.fail('no order');
  return orderLines(order, links.ports.clock.now());
};

const PRACTICE = [
  ['en', PRACTICE_EN],
  ['es', PRACTICE_ES],
] as const;

/** A page in this language, chosen by its own switch. */
async function readIn(language: 'en' | 'es', visitor: Visitor, path: string): Promise<string> {
  assert.equal((await visitor.get(`${path}?lang=${language}`)).status, 303);
  const { status, text } = await visitor.get(path);
  assert.equal(status, 200, text);
  assert.ok(text.includes(`<html lang="${language}"`), `${path} is not in ${language}`);
  return text;
}

/** What the row of this order says of it. */
function wordInList(page: string, { id }: Faxed['order']): string | undefined {
  const row = page.split('<tr').find((one) => one.includes(`/pharmacy/orders/${id}/`)) ?? '';
  return [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)][1]?.[1];
}

const headingOf = (text: string): string => /<h1[^>]*>([^<]+)</.exec(text)?.[1] ?? 'no heading';

test('every situation is told on some page of this test or of the one beside it', () => {
  assert.deepEqual([...Object.keys(CASES), ...ELSEWHERE].toSorted(), [...SITUATION_KEYS].toSorted());
});

test('before a pharmacy is chosen, the patient is asked for one', async () => {
  assert.equal(headingOf((await telephone.get(visit)).text), PATIENT_EN.choose.word);
  await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
});

for (const key of SITUATION_KEYS) {
  const one = CASES[key];
  if (one === undefined) continue;
  test(`${key} has its word on the patient's page, on the pharmacist's two and on the command line`, async () => {
    const { order } = fax;
    const { orgId, id: orderId } = order;
    await put({ store: links.store, orgId, orderId, pharmacyId: links.pharmacy.id }, one);
    for (const [language, words] of PRACTICE) {
      const { word } = words[key];
      const record = await readIn(language, pharmacist, fax.path);
      assert.ok(
        record.includes(`: ${word}.</p>`),
        `the record says ${/(?:Since|Desde) [^<]+/.exec(record)?.[0]}`,
      );
      const list = await readIn(language, signedIn, '/pharmacy/orders');
      assert.equal(wordInList(list, order), word, 'in the list of a pharmacy that signs in');
    }
    const [line = ''] = await told();
    assert.equal(line.slice(line.lastIndexOf(': ') + 2), PRACTICE_EN[key].word);
    await put(ofPatient, one);
    const said = one.patient ?? (key as PatientKey);
    for (const [language, words] of [
      [null, PATIENT_EN],
      ['es', PATIENT_ES],
    ] as const) {
      await choice.speak(language);
      assert.equal(headingOf((await telephone.get(visit)).text), words[said].word);
    }
    await choice.speak(null);
  });
}
