// Goal: whatever can be done with an order is done in two presses from where its trouble is seen: on the desk, in the list of orders, on the
// order's page, in a patient's history and on the card after signing; with the mouse, by keyboard and by touch. And what finding and signing take.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dataOf } from '@pestle/testbed/api/api';
import type { Look } from '@pestle/testbed/browser/browser';
import { openWatchedPage } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';
import { morningTests } from './morning/morning.ts';
import { administrate, findOrders, signInARow } from './support/jobs.ts';
import type { Patient, PortalStage } from './support/portal-stage.ts';
import {
  BEACON_HILL,
  FAX_ONLY,
  openPortalStage,
  patientAt,
  personOf,
  signIn,
} from './support/portal-stage.ts';
import type { Counted, Press } from './support/presses.ts';
import {
  ACTS,
  byKeyboard,
  byMouse,
  byTouch,
  counted,
  countedAt,
  does,
  job,
  measure,
  TOUCHED,
  tellMeasured,
} from './support/presses.ts';

const PRESSES_MAX = 2;

let stage: PortalStage;
let practice: PortalStage['practice'];
before(async () => {
  stage = await openPortalStage();
  ({ practice } = stage);
});
after(async () => {
  tellMeasured();
  await stage.close();
});

const at = (path: string, role: string, look: Look = {}): Promise<Counted> =>
  countedAt(stage, path, role, look);
const rowOf = (page: Page, { lastName }: Patient) =>
  page.locator('tbody[data-item]').filter({ hasText: lastName.toUpperCase() });

// First, while nobody else's draft waits.
test('what staff prepared for several patients is signed in a row', () =>
  signInARow(stage, ['Arden', 'Birch', 'Cedar']));

test('on an order’s page, one act after the other: what is done puts nothing else out of reach', async () => {
  const order = await stage.sendFor(patientAt(0), BEACON_HILL);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const elena = await at(`orders/${order.id}`, 'prescriber');
  const main = elena.page.locator('main');
  await does(elena, main, ACTS.RESEND);
  await does(elena, main, ACTS.REISSUE);
  await does(elena, main, ACTS.OTHER_PHARMACY, byKeyboard);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  await does(elena, main, ACTS.CALL_IN);
  await does(elena, main, ACTS.CANCEL, byKeyboard);
  assert.deepEqual(elena.complaints, []);
  await elena.page.context().close();
});

test('A2: what waits for its patient is reminded of and chosen for; a cancel that staff ask for is declined', async () => {
  const { externalId } = patientAt(1);
  const phone = async (number: string | null, expectedRevision: number): Promise<void> => {
    dataOf(
      await practice.prescriber(
        'mutation($id: ID!, $phone: String, $expectedRevision: Int!) { updatePatient(id: $id, expectedRevision: $expectedRevision, changes: {phone: $phone}) { id } }',
        { id: externalId, phone: number, expectedRevision },
      ),
    );
  };
  // Nobody could be told when it was ordered; the number came later.
  await phone(null, 1);
  const order = await stage.sendFor(patientAt(1), null);
  await phone('6175550142', 2);
  const elena = await at(`orders/${order.id}`, 'prescriber');
  const main = elena.page.locator('main');
  await does(elena, main, ACTS.REMIND);
  await does(elena, main, ACTS.CHOOSE, byKeyboard);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const sam = await at(`orders/${order.id}`, 'staff');
  await does(sam, sam.page.locator('main'), ACTS.ASK_FOR_CANCEL);
  await does(elena, main, ACTS.DECLINE);
  assert.deepEqual([...elena.complaints, ...sam.complaints], []);
  await sam.page.context().close();
  await elena.page.context().close();
});

test('on the desk: every act of a row, also of one that is not open, by mouse, by keyboard and by touch', async () => {
  const patient = patientAt(2);
  await stage.stuckFor(patient);
  const elena = await at('desk', 'prescriber');
  const { page, pressesOf } = elena;
  const row = rowOf(page, patient);
  await row.getByRole('button', { name: /^Cancel: / }).waitFor();
  await does(elena, row, { ...ACTS.CALL_IN, done: 'Back', said: 'Desk' });
  const twice = async (name: RegExp, done: string, said: string, enter?: () => Promise<unknown>) => {
    const since = performance.now();
    const presses = await pressesOf(async () => {
      await row.getByRole('button', { name }).click();
      await enter?.();
      await page.locator('form').getByRole('button', { name: done }).click();
      await page.getByText(said).first().waitFor();
    });
    measure(done, presses, since);
    assert.ok(presses <= PRESSES_MAX, `${name} took ${presses} presses`);
  };
  await twice(/^Add a note/, 'Add a note', 'Noted.', () =>
    page.getByLabel('Note, for everybody').fill('Called.'),
  );
  await twice(/^Owner: /, 'Hand over', 'Handed over.', () =>
    page.getByLabel('To whom').selectOption({ label: 'Sam Whitfield' }),
  );
  await twice(/^Take over from Sam Whitfield/, 'Take over from Sam Whitfield', 'It is yours.');
  await page.context().close();
  const touched = await at('desk', 'prescriber', TOUCHED);
  const there = rowOf(touched.page, patient);
  await does(touched, there, { ...ACTS.CALL_IN, done: 'Back', said: 'Desk' }, byTouch);
  await does(touched, there, ACTS.OTHER_PHARMACY, byTouch);
  assert.deepEqual([...elena.complaints, ...touched.complaints], []);
  await touched.page.context().close();
});

test('where no pharmacy is near the patient, those that send by mail are proposed: two presses all the same', async () => {
  const hilo = { street1: '1 Shore Rd', city: 'Hilo', state: 'HI', postalCode: '96720' };
  const patient = await stage.newPatient('Faraway', hilo);
  const { id } = await stage.stuckFor(patient);
  const elena = await at('desk', 'prescriber');
  const { page } = elena;
  const row = rowOf(page, patient);
  await job('other pharmacy, none near', PRESSES_MAX, elena, async () => {
    await row
      .getByRole('button', { name: /^Other pharmacy: / })
      .first()
      .click();
    await page.getByText('No other pharmacy is near the patient. These send by mail.').waitFor();
    await page
      .locator('.act-panel')
      .getByRole('button', { name: /^Send to .+ instead$/ })
      .last()
      .click();
    await page
      .getByText(/^On its way to /)
      .first()
      .waitFor();
  });
  const { order } = dataOf(
    await practice.prescriber<{ order: { pharmacy: { kind: string } } }>(
      'query($id: ID!) { order(id: $id) { pharmacy { kind } } }',
      { id },
    ),
  );
  assert.equal(order.pharmacy.kind, 'MAIL_ORDER');
  assert.deepEqual(elena.complaints, []);
  await page.context().close();
});

test('from the sign-in to a stuck order that is sent elsewhere: five presses at most', async () => {
  const patient = await stage.newPatient('Fivefold');
  await stage.stuckFor(patient);
  const { baseUrl } = practice.sandbox;
  const elena = await counted(await openWatchedPage(stage.running.browser, `${baseUrl}/portal/`));
  await job('from the sign-in to a stuck order sent elsewhere', 5, elena, async () => {
    await signIn(elena.page, personOf('prescriber'));
    await rowOf(elena.page, patient).locator('[data-next]').click();
    const send = elena.page.getByRole('button', { name: ACTS.OTHER_PHARMACY.done });
    await send.first().click();
    await elena.page.getByText(ACTS.OTHER_PHARMACY.said).first().waitFor();
  });
  assert.deepEqual(elena.complaints, []);
  await elena.page.context().close();
});

test('a pharmacist’s question is answered, a problem is handled, from the desk', async () => {
  const patient = patientAt(3);
  const order = await stage.sendFor(patient, FAX_ONLY);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const pharmacist = await stage.pharmacist();
  await pharmacist.locator('[name=question]').fill('Which strength do you mean?');
  await pharmacist.locator('form:has([name=question])').getByRole('button').click();
  const elena = await at('desk', 'prescriber');
  const row = rowOf(elena.page, patient);
  await row.getByText('Which strength do you mean?').waitFor();
  await does(elena, row, ACTS.ANSWER, byKeyboard);
  await pharmacist.reload();
  await pharmacist.getByText('Ten milligrams, as written.').waitFor();
  await pharmacist.locator('summary', { hasText: 'Cannot fill' }).click();
  await pharmacist.getByLabel('Reason').selectOption('out-of-stock');
  await pharmacist.getByRole('button', { name: 'Report that we cannot fill it' }).click();
  await row.getByText(/Out of stock/).waitFor();
  await does(elena, row, ACTS.HANDLED);
  await row.waitFor({ state: 'detached' });
  await pharmacist.context().close();
  assert.deepEqual(elena.complaints, []);
  await elena.page.context().close();
});

test('A2: after it was dispensed: staff ask for no more refills, a prescriber keeps and then stops them, and prescribes it again', async () => {
  const patient = patientAt(4);
  const order = await stage.sendFor(patient, BEACON_HILL);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  await practice.sandbox.peers.report({ pharmacyId: BEACON_HILL, orderId: order.id, status: 'DELIVERED' });
  await practice.until(order.id, ({ state }) => state === 'COMPLETED');
  const { order: of } = dataOf(
    await practice.prescriber<{ order: { patient: { id: string } } }>(
      'query($id: ID!) { order(id: $id) { patient { id } } }',
      { id: order.id },
    ),
  );
  const sam = await at(`orders/${order.id}`, 'staff');
  const ofSam = sam.page.locator('main');
  await does(sam, ofSam, ACTS.ASK_NO_MORE_REFILLS);
  const desk = await at('desk', 'prescriber');
  const row = rowOf(desk.page, patient);
  await row.getByText('Sam Whitfield asks: The patient takes it no more').waitFor();
  await does(desk, row, ACTS.KEEP_REFILLS, byKeyboard);
  await row.waitFor({ state: 'detached' });
  await does(sam, ofSam, ACTS.ASK_NO_MORE_REFILLS, byKeyboard);
  await row.locator('[data-next]').filter({ hasText: 'No more refills' }).waitFor();
  assert.deepEqual([...sam.complaints, ...desk.complaints], []);
  await sam.page.context().close();
  await desk.page.context().close();
  const elena = await at(`patients/${of.patient.id}`, 'prescriber');
  const history = elena.page.locator('svc-med-history');
  await does(elena, history, ACTS.NO_MORE_REFILLS);
  await does(elena, history, ACTS.AGAIN, byKeyboard);
  assert.deepEqual(elena.complaints, []);
  await elena.page.context().close();
});

const CARDS: readonly (readonly [string, Press, Look])[] = [
  ['keyboard', byKeyboard, {}],
  ['touch', byTouch, TOUCHED],
];
for (const [how, press, look] of CARDS)
  test(`on the card after signing, by ${how}: chosen for the patient, then sent elsewhere, then canceled`, async () => {
    const patient = await stage.newPatient(`Cardew ${how}`);
    await practice.createDraft(practice.staff, {
      patientId: patient.externalId,
      prescriberId: personOf('prescriber').id,
    });
    const elena = await at('drafts', 'prescriber', look);
    const { page } = elena;
    await page
      .locator('tr')
      .filter({ hasText: patient.lastName.toUpperCase() })
      .locator('[data-next]')
      .first()
      .click();
    const workflow = page.locator('svc-prescribe-workflow');
    await workflow.getByRole('heading', { name: /Pending Order \(1\)/ }).waitFor();
    await press(workflow.getByRole('button', { name: /^Send Order/ }));
    await press(workflow.getByRole('button', { name: /^Sign / }));
    const card = workflow.locator('[part~="result"]');
    await card.getByText('Patient to choose').first().waitFor();
    await does(elena, card, ACTS.CHOOSE, press);
    await does(elena, card, ACTS.OTHER_PHARMACY, press);
    await does(elena, card, ACTS.CANCEL, press);
    assert.deepEqual(elena.complaints, []);
    await page.context().close();
  });

test('by touch at 320 px, on the order’s page and in the patient’s history', async () => {
  const order = await stage.sendFor(await stage.newPatient('Thumbwood'), BEACON_HILL);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const elena = await at(`orders/${order.id}`, 'prescriber', TOUCHED);
  const { page } = elena;
  const main = page.locator('main');
  await does(elena, main, ACTS.RESEND, byTouch);
  await does(elena, main, ACTS.REISSUE, byTouch);
  await does(elena, main, ACTS.CALL_IN, byTouch);
  await does(elena, main, ACTS.OTHER_PHARMACY, byTouch);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  await byTouch(page.getByRole('link', { name: 'To the patient' }));
  const history = page.locator('svc-med-history');
  await does(elena, history, ACTS.CANCEL, byTouch);
  await does(elena, history, ACTS.AGAIN, byTouch);
  assert.deepEqual(elena.complaints, []);
  await page.context().close();
});

test('in the list of orders: a row offers what can be done with it, by mouse, by keyboard and by touch', async () => {
  const ways: readonly (readonly [Press, Look])[] = [
    [byMouse, {}],
    [byKeyboard, {}],
    [byTouch, TOUCHED],
  ];
  for (const [index, [press, look]] of ways.entries()) {
    const patient = await stage.newPatient(`Listen ${index}`);
    await stage.stuckFor(patient);
    const elena = await at('orders?attention=true', 'prescriber', look);
    const { page } = elena;
    const row = rowOf(page, patient);
    await does(elena, row, { ...ACTS.CALL_IN, done: 'Back', said: 'Orders' }, press);
    // What was done takes it out of what needs a person: what became of it is said all the same.
    await does(elena, row, ACTS.OTHER_PHARMACY, press);
    await row.waitFor({ state: 'detached' });
    await page
      .locator('#said')
      .getByText(/^On its way to /)
      .waitFor();
    await page.goto(`${practice.sandbox.baseUrl}/portal/orders`);
    await does(elena, row, ACTS.CANCEL, press);
    assert.deepEqual(elena.complaints, []);
    await page.context().close();
  }
  const admin = await at('orders', 'admin');
  await admin.page.locator('tbody[data-item]').first().waitFor();
  assert.equal(await admin.page.locator('.acts').count(), 0, 'who may do nothing sees no buttons');
  await admin.page.context().close();
});

test('an order is found by its number, by patient and by tracking number', async () =>
  await findOrders(stage, [await stage.newPatient('Farnham'), await stage.newPatient('Seeker')]));

test('the jobs of administrators, counted from the first page after the sign-in', () => administrate(stage));

// The same stage: a prescriber's whole morning on it.
morningTests(() => ({ practice, at }));
