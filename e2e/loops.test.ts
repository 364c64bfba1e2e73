// Whole loops in two browsers at once: the practice's order page and desk on one side, the patient's telephone on the other, each following by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PATIENT_EN } from '@pestle/rules/situations-patient';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { dataOf } from '@pestle/testbed/api/api';
import { openWatchedPage } from '@pestle/testbed/browser/browser';
import { eventually } from '@pestle/testbed/patience';
import { linkToChoose } from '@pestle/testbed/sandbox/texted-link';
import type { Page } from 'playwright-core';
import type { Opened, Patient, PortalStage } from './support/portal-stage.ts';
import { openPortalStage, patientAt } from './support/portal-stage.ts';

let stage: PortalStage;
let practice: PortalStage['practice'];
before(async () => {
  stage = await openPortalStage();
  ({ practice } = stage);
});
after(() => stage.close());

/** The patient's own page, opened by the link of the text that came after `before` others. */
async function telephoneOf(patient: Patient, before: number): Promise<Opened> {
  const link = await eventually(
    () => linkToChoose(practice.sandbox.peers.texts(), before, patient.phone),
    'no text arrived',
  );
  const opened = await openWatchedPage(stage.running.browser, link, { width: 320 });
  const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-');
  await opened.page.locator('input[name="month"]').fill(month);
  await opened.page.locator('input[name="day"]').fill(day);
  await opened.page.locator('input[name="year"]').fill(year);
  await opened.page.keyboard.press('Enter');
  return opened;
}

const situation = (page: Page, key: keyof typeof PRACTICE_EN) =>
  page.locator('.head [role=status]').getByText(PRACTICE_EN[key].word, { exact: true }).first();
const told = (page: Page, key: keyof typeof PATIENT_EN) =>
  page.getByRole('heading', { level: 1, name: PATIENT_EN[key].word });

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('ZIP code, or address with ZIP code').fill('02114');
  await page.getByRole('button', { name: 'Find pharmacies' }).click();
  await page
    .getByRole('button', { name: `Choose ${name}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Yes, send it to this pharmacy' }).click();
  await page.getByRole('status').waitFor();
}

test('the patient chooses, changes, and picks up: the order page of the practice follows each step by itself', async () => {
  const patient = patientAt(1);
  const before = practice.sandbox.peers.texts().length;
  const order = await stage.sendFor(patient, null);
  const sam = await stage.at(`orders/${order.id}`, 'staff');
  await situation(sam.page, 'choose').waitFor();
  const own = await telephoneOf(patient, before);
  await choose(own.page, 'Beacon Hill Apothecary');
  await situation(sam.page, 'sent').waitFor();
  await sam.page.getByText('Beacon Hill Apothecary').first().waitFor();
  await own.page.getByRole('link', { name: 'Choose another pharmacy' }).click();
  await own.page.locator('li.card h3').first().waitFor();
  const other = await own.page.locator('li.card h3').first().textContent();
  assert.ok(other !== null && other !== '');
  await choose(own.page, other);
  await own.page.getByText('It was moved here from Beacon Hill Apothecary.').waitFor();
  await sam.page.locator('main').getByText(other).first().waitFor();
  const moved = await practice.until(
    order.id,
    ({ state, routingHistory }) => state === 'PLACED' && routingHistory.length === 2,
  );
  const pharmacyId = moved.routingHistory.at(-1)?.pharmacy.id ?? '';
  const answer = await practice.sandbox.peers.report({ pharmacyId, orderId: order.id, status: 'DELIVERED' });
  assert.equal(answer.status, 200, answer.text);
  await Promise.all([situation(sam.page, 'picked-up').waitFor(), told(own.page, 'picked-up').waitFor()]);
  assert.deepEqual([...sam.complaints, ...own.complaints], []);
  await sam.page.context().close();
  await own.page.context().close();
});

test('a lost tracking number is corrected: practice and patient read the new one in place of the old', async () => {
  const patient = patientAt(2);
  const before = practice.sandbox.peers.texts().length;
  const order = await stage.sendFor(patient, null);
  const own = await telephoneOf(patient, before);
  await choose(own.page, 'Beacon Hill Apothecary');
  const placed = await practice.until(order.id, ({ state }) => state === 'PLACED');
  const pharmacyId = placed.routingHistory.at(-1)?.pharmacy.id ?? '';
  const sam = await stage.at(`orders/${order.id}`, 'staff');
  const ship = async (trackingNumber: string): Promise<void> => {
    const report = { pharmacyId, orderId: order.id, status: 'SHIPPED', carrier: 'UPS', trackingNumber };
    const answer = await practice.sandbox.peers.report(report);
    assert.equal(answer.status, 200, answer.text);
  };
  await ship('1Z999AA10123456784');
  await Promise.all([
    situation(sam.page, 'shipped').waitFor(),
    sam.page.getByText('1Z999AA10123456784').first().waitFor(),
    own.page.getByText('1Z999AA10123456784').waitFor(),
  ]);
  await ship('1Z999AA10987654321');
  await Promise.all([
    sam.page.getByText('1Z999AA10987654321').first().waitFor(),
    own.page.getByText('1Z999AA10987654321').waitFor(),
  ]);
  await own.page.getByText('1Z999AA10123456784').waitFor({ state: 'detached' });
  assert.deepEqual([...sam.complaints, ...own.complaints], []);
  await sam.page.context().close();
  await own.page.context().close();
});

test('A2: the prescriber declines a cancel that staff asked for, and chooses for a patient, both in two presses', async () => {
  const patient = patientAt(3);
  const before = practice.sandbox.peers.texts().length;
  const order = await stage.sendFor(patient, null);
  const elena = await stage.at(`orders/${order.id}`, 'prescriber');
  const act = (name: string) =>
    elena.page.getByRole('button', { name: new RegExp(`^${name}(: |$)`) }).first();
  const panel = elena.page.locator('.act-panel');
  await situation(elena.page, 'choose').waitFor();
  await eventually(() => practice.sandbox.peers.texts()[before], 'the patient is texted first');
  await act('Choose for patient').click();
  await panel.getByText('Sends to the one you choose. The patient chooses no more.').waitFor();
  await panel
    .getByRole('button', { name: /^Send to / })
    .first()
    .click();
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  await elena.page.getByRole('button', { name: 'Close' }).click();
  const ask = `mutation($input: AskForCancelInput!) { askForCancel(input: $input) { results { outcome } } }`;
  dataOf(await practice.staff(ask, { input: { orderId: order.id, reason: 'The patient moved away.' } }));
  await situation(elena.page, 'cancel-asked').waitFor();
  await act('Do not cancel').click();
  await panel.getByLabel('Reason').fill('It is still needed.');
  await panel.getByRole('button', { name: 'Keep it' }).click();
  await elena.page.getByText('It is not canceled. Staff read why.').first().waitFor();
  await situation(elena.page, 'cancel-asked').waitFor({ state: 'detached' });
  const declined = dataOf(
    await practice.staff<{ order: { fills: { cancelDeclined: { reason: string } | null }[] } }>(
      'query($id: ID!) { order(id: $id) { fills { cancelDeclined { reason } } } }',
      { id: order.id },
    ),
  );
  assert.equal(declined.order.fills[0]?.cancelDeclined?.reason, 'It is still needed.');
  assert.deepEqual(elena.complaints, []);
  await elena.page.context().close();
});
