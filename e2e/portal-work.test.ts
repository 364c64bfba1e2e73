// The portal at work in a real browser: orders found and narrowed, patients kept, what was prepared signed one patient after the other; keys, Spanish, roles.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { users } from '@pestle/sandbox/seed';
import { dataOf } from '@pestle/testbed/api/api';
import type { Practice } from '@pestle/testbed/api/api-practice';
import { openPractice } from '@pestle/testbed/api/api-practice';
import type { Look, RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';
const NO_FAX_IN_OHIO = 'phr_00H100N00FAX00000000000000';

let running: RunningBrowser;
let practice: Practice;
let baseUrl: string;
let orderId: string;
let patientId: string;

before(async () => {
  practice = await openPractice();
  running = await launchBrowser();
  baseUrl = practice.sandbox.baseUrl;
  ({ id: orderId } = await practice.send(BEACON_HILL));
  const stuck = await practice.send(NO_FAX_IN_OHIO);
  await practice.until(stuck.id, ({ state }) => state === 'ERROR');
  await practice.until(orderId, ({ state }) => state === 'PLACED');
  const { order } = dataOf(
    await practice.prescriber<{ order: { patient: { id: string } } }>(
      'query($id: ID!) { order(id: $id) { patient { id } } }',
      { id: orderId },
    ),
  );
  patientId = order.patient.id;
});
after(async () => {
  await running.close();
  await practice.close();
});

/** Somebody signed in, on a page of the portal. */
async function at(
  path: string,
  role: string,
  look: Look = {},
): Promise<{ page: Page; complaints: string[] }> {
  const user = users.find((one) => one.role === role);
  assert.ok(user !== undefined);
  const opened = await openWatchedPage(running.browser, `${baseUrl}/portal/${path}`, {
    width: 1280,
    ...look,
  });
  const { page } = opened;
  const begin = page.locator('svc-client').getByRole('button', { name: /^Sign in/ });
  await begin.or(page.getByLabel('E-mail')).first().waitFor();
  if (await begin.isVisible()) await begin.click();
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Portal' }).waitFor();
  return opened;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.locator('tbody tr');

test('orders keep their filters in the address through the sign-in and back; what is typed never enters it', async () => {
  const { page, complaints } = await at('orders?state=STUCK', 'prescriber');
  await heading(page, 'Orders').waitFor();
  await rows(page).first().getByText('Stuck').waitFor();
  assert.equal(await rows(page).count(), 1);
  assert.equal(new URL(page.url()).search, '?state=STUCK');
  await page.getByLabel('Status').selectOption({ label: 'All' });
  await page.getByRole('link', { name: 'Only orders for Beacon Hill Apothecary' }).click();
  await page.getByRole('button', { name: /Only one pharmacy/ }).waitFor();
  await rows(page).filter({ hasText: 'Stuck' }).waitFor({ state: 'detached' });
  await page.goBack();
  await rows(page).filter({ hasText: 'Stuck' }).waitFor();
  await page.getByRole('searchbox', { name: 'Find an order' }).fill('nobody of this name');
  await page.getByText('No order is like this.').waitFor();
  assert.doesNotMatch(page.url(), /nobody/);
  await page.reload();
  await page.getByText('No order is like this.').waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'nobody of this name', 'kept with the entry');
  await page.getByRole('searchbox').fill('tester');
  await rows(page).first().getByRole('link').first().click();
  await heading(page, 'TESTER, Jane').waitFor();
  await page.getByRole('list', { name: 'Where it stands' }).waitFor();
  await page.getByText('Take 1 tablet by mouth once daily.').waitFor();
  await page.getByRole('button', { name: 'Show the messages' }).click();
  await page
    .locator('details summary', { hasText: /NCPDP SCRIPT/ })
    .first()
    .waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a patient is created, gets allergies and a pharmacy, and is found; a change of another person is not overwritten', async () => {
  const { page, complaints } = await at('patients/new', 'staff');
  await page.getByLabel('First name').fill('Ottilie');
  await page.getByLabel('Last name').fill('Quince');
  await page.getByLabel('Date of birth').fill('1980-02-29');
  await page.getByLabel('Sex').selectOption({ label: 'Female' });
  await page.getByLabel('Mobile phone').fill('617-555-0141');
  await page.getByRole('button', { name: /^(Save|Create)/ }).click();
  await heading(page, 'QUINCE, Ottilie').waitFor();
  await page.getByText('Not recorded').waitFor();
  await page.getByRole('button', { name: 'Allergies: Change' }).click();
  await page.getByRole('button', { name: 'Save allergies' }).click();
  await page.getByText('Add an allergy, or say that none are known.').waitFor();
  await page.getByRole('button', { name: 'Add an allergy' }).click();
  await page.getByLabel('Substance').fill('Penicillin');
  await page.getByLabel('Severity').selectOption({ label: 'Severe' });
  const id = new URL(page.url()).pathname.split('/').at(-1);
  dataOf(
    await practice.staff(
      'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: {phone: "6175550142"}) { id } }',
      { id },
    ),
  );
  await page.getByRole('button', { name: 'Save allergies' }).click();
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).waitFor();
  assert.equal(await page.getByLabel('Substance').inputValue(), 'Penicillin', 'what was typed stays');
  await page.getByText('617-555-0142').waitFor();
  await page.getByRole('button', { name: 'Save allergies' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('Penicillin').waitFor();
  await page.getByRole('button', { name: 'Preferred pharmacy: Choose another' }).click();
  await page.getByLabel('Name or town of the pharmacy').fill('Beacon Hill');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Use Beacon Hill Apothecary' }).click();
  await page.getByText('12 Charles St').waitFor();
  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('searchbox', { name: 'Find a patient' }).fill('quin ottil');
  await rows(page).nth(1).waitFor({ state: 'detached' });
  await rows(page).filter({ hasText: 'QUINCE, Ottilie' }).filter({ hasText: 'Penicillin' }).waitFor();
  assert.equal(await rows(page).count(), 1);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('what staff prepared in another application waits marked, and is reviewed in the workflow of its patient', async () => {
  const prescriber = users.find(({ role }) => role === 'prescriber');
  await practice.createDraft(practice.staff, { prescriberId: prescriber?.id });
  const { page, complaints } = await at('drafts', 'prescriber');
  await heading(page, 'To sign').waitFor();
  const row = rows(page).filter({ hasText: 'TESTER, Jane' });
  await row.filter({ hasText: 'Sam Whitfield' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await page.getByText('Patient 1 of 1').waitFor();
  await page.getByText('Prepared by Sam Whitfield.').waitFor();
  await page.getByRole('heading', { name: /Pending Order \(1\)/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('keys lead to the search and along the rows, and can be turned off', async () => {
  const { page } = await at('patients', 'staff');
  await rows(page).nth(1).waitFor();
  await page.keyboard.press('/');
  assert.equal(await page.getByRole('searchbox').evaluate((input) => input.matches(':focus')), true);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.equal(
    await rows(page)
      .nth(1)
      .getByRole('link')
      .evaluate((link) => link.matches(':focus')),
    true,
  );
  await page.keyboard.press('?');
  await page.getByLabel('Use these keys').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('k');
  assert.equal(
    await rows(page)
      .nth(0)
      .getByRole('link')
      .evaluate((link) => link.matches(':focus')),
    false,
  );
  await page.context().close();
});

test('whoever may not use a page has no way to it; Spanish is chosen and stays', async () => {
  const staff = await at('orders', 'staff');
  await staff.page.getByText(/, \d+ waiting/).waitFor();
  const names = staff.page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  const named = (await names.allTextContents()).map((name) => name.replace(/\d.*/, ''));
  assert.deepEqual(named, [
    'Desk',
    'Patients',
    'Orders',
    'Team',
    'Catalog',
    'Templates',
    'Disabled medicines',
    'Pharmacies',
    'Your account',
  ]);
  await staff.page.getByRole('button', { name: 'Español' }).click();
  await heading(staff.page, 'Pedidos').waitFor();
  await rows(staff.page).filter({ hasText: 'Detenida' }).waitFor();
  await staff.page.reload();
  await heading(staff.page, 'Pedidos').waitFor();
  await staff.page.context().close();
  const admin = await at('', 'admin');
  const links = admin.page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  assert.deepEqual(await links.allTextContents(), [
    'Patients',
    'Orders',
    'Team',
    'Catalog',
    'Templates',
    'Disabled medicines',
    'Pharmacies',
    'Applications',
    'Policies',
    'Audit',
    'Your account',
  ]);
  await admin.page.context().close();
});

test('E7: the pages of orders, patients and drafts are axe clean and fit, in every look', async () => {
  const { page } = await at('orders', 'prescriber');
  const holds = async (path: string, ready: () => Promise<unknown>): Promise<void> => {
    await page.goto(`${baseUrl}/portal/${path}`);
    await ready();
    await assertAccessibleInEveryLook(page, path);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await holds('orders', () => rows(page).first().waitFor());
  await holds('orders?state=SHIPPED&from=2026-01-01', () =>
    page.getByText('No order is like this.').waitFor(),
  );
  await holds(`orders/${orderId}`, () => page.getByRole('list', { name: 'Where it stands' }).waitFor());
  await holds('patients', () => rows(page).first().waitFor());
  await holds(`patients/${patientId}`, () =>
    page.getByRole('heading', { name: 'Preferred pharmacy' }).waitFor(),
  );
  await holds('patients/new', () => page.getByLabel('First name').waitFor());
  await holds('drafts', () => heading(page, 'To sign').waitFor());
  await holds(`patients/${patientId}/prescribe`, () =>
    page.getByRole('heading', { name: 'Add medication' }).waitFor(),
  );
  await page.context().close();
});
