// The portal at work in a real browser: orders found and narrowed, patients kept, what was prepared signed one patient after the other; keys, Spanish, roles.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applications } from '@pestle/sandbox/seed';
import { askWith, dataOf, signInPerson } from '@pestle/testbed/api/api';
import { assertAccessible, assertAccessibleInEveryLook } from '@pestle/testbed/browser/browser';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { PortalStage } from './support/portal-stage.ts';
import { BEACON_HILL, NO_FAX_IN_OHIO, openPortalStage, personOf } from './support/portal-stage.ts';

let stage: PortalStage;
let practice: PortalStage['practice'];
let at: PortalStage['at'];
let baseUrl: string;
let orderId: string;
let patientId: string;

before(async () => {
  stage = await openPortalStage();
  ({ practice, at } = stage);
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
after(() => stage.close());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.locator('tbody tr:not(.does)');

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
      'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: {phone: "6175550142", allergies: [{substance: "Latex"}]}) { id } }',
      { id },
    ),
  );
  // The page has looked again by itself: what is typed began before, and is not taken for a change of what stands there now.
  await page.getByText('617-555-0142').waitFor();
  await page.getByRole('button', { name: 'Save allergies' }).click();
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).waitFor();
  await page.getByRole('button', { name: 'Remove Latex' }).waitFor();
  assert.deepEqual(
    await page.getByLabel('Substance').evaluateAll((fields) => fields.map((field) => field.value)),
    ['Penicillin', 'Latex'],
    'what was typed stays, and what somebody else recorded joins it',
  );
  await page.getByRole('button', { name: 'Save allergies' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('Penicillin').waitFor();
  await page.getByText('Latex').waitFor();
  await page.getByRole('button', { name: 'Preferred pharmacy: Choose one' }).click();
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

test('a press on a patient under which the list becomes another leads to nobody', async () => {
  const { page } = await at('patients', 'prescriber');
  const link = rows(page).first().getByRole('link').first();
  await page.getByRole('searchbox', { name: 'Find a patient' }).fill('quin');
  await rows(page).filter({ hasText: 'QUINCE' }).first().waitFor();
  await rows(page).nth(1).waitFor({ state: 'detached' });
  await link.hover();
  await page.mouse.down();
  await page.getByRole('searchbox', { name: 'Find a patient' }).fill('tester jane');
  await rows(page).first().filter({ hasText: 'TESTER, Jane' }).waitFor();
  await page.mouse.up();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)))');
  assert.equal(new URL(page.url()).pathname, '/portal/patients');
  await link.click();
  await heading(page, 'TESTER, Jane').waitFor();
  await page.context().close();
});

test('what staff prepared in another application waits marked, and is reviewed in the workflow of its patient; what was saved for them is sent there', async () => {
  const saved = await practice.createDraft(practice.prescriber);
  dataOf(
    await practice.prescriber(
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts: [await practice.reviewed(saved.id)] },
    ),
  );
  await practice.createDraft(practice.staff, { prescriberId: personOf('prescriber').id });
  const { page, complaints } = await at('drafts', 'prescriber');
  await heading(page, 'To sign').waitFor();
  const row = rows(page).filter({ hasText: 'TESTER, Jane' });
  await row.filter({ hasText: 'Sam Whitfield' }).waitFor();
  const signed = page.getByRole('table', { name: 'Signed, not sent' }).getByRole('row');
  await signed.filter({ hasText: 'TESTER, Jane' }).filter({ hasText: 'Elena Rivera' }).waitFor();
  const send = page.getByRole('link', { name: /^Send for TESTER, Jane/ });
  assert.match((await send.getAttribute('href')) ?? '', /^\/portal\/patients\/pat_\w+\/prescribe$/);
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await page.getByText('Patient 1 of 1').waitFor();
  await page.getByText('Prepared by Sam Whitfield.').waitFor();
  await page.getByRole('heading', { name: /Pending Order \(1\)/ }).waitFor();
  const card = page.getByRole('region', { name: /^Signed, not sent/ });
  await card.getByRole('button', { name: 'Review and send 1' }).click();
  const review = page.getByRole('region', { name: 'Review and send' });
  await review
    .getByText(/^Checked for interactions /)
    .first()
    .waitFor();
  await review.getByRole('button', { name: /^Send 1 prescription/ }).click();
  await page
    .getByText(/^Order: /)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Write another prescription' }).click();
  await page.getByRole('heading', { name: /Pending Order \(1\)/ }).waitFor();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back to the list' }).first().click();
  await row.filter({ hasText: 'Sam Whitfield' }).waitFor();
  await send.waitFor({ state: 'detached' });
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
      .locator('[data-row]')
      .evaluate((link) => link.matches(':focus')),
    true,
  );
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'Prescribe' }).waitFor();
  await page.goBack();
  await rows(page).nth(1).waitFor();
  await page.keyboard.press('?');
  await page.getByLabel('Use these keys').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('k');
  assert.equal(
    await rows(page)
      .nth(0)
      .locator('[data-row]')
      .evaluate((link) => link.matches(':focus')),
    false,
  );
  await page.context().close();
});

test('Enter in the search of patients leads to the first who is found by what is typed, and only while the search has the focus', async () => {
  const { page } = await at('patients', 'staff');
  await rows(page).nth(1).waitFor();
  const search = page.getByRole('searchbox');
  const first = page.locator('[data-row]').first();
  await search.pressSequentially('bogusname');
  await search.press('Enter');
  await page.getByText('No patient is found by this.').waitFor();
  assert.ok(await search.evaluate((input) => input.matches(':focus')), 'nothing is there to lead to');
  // An answer that comes later than the person goes on leads nobody away.
  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    await held.promise;
    await route.continue();
  });
  await search.fill('sea');
  await search.press('Enter');
  await search.pressSequentially('n');
  held.resolve();
  await rows(page).filter({ hasText: 'BRIEN' }).first().waitFor();
  assert.ok(
    await search.evaluate((input) => input.matches(':focus')),
    'whoever types on stays in the search',
  );
  await page.unroute('**/graphql');
  await search.press('Enter');
  await page.locator('[data-row]:focus').waitFor();
  assert.ok(await first.evaluate((link) => link.matches(':focus')));
  assert.match(await first.innerText(), /BRIEN/);
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'Prescribe' }).waitFor();
  await page.getByRole('region', { name: 'Patient' }).getByText(/BRIEN/).first().waitFor();
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

test('a session that nobody uses: whoever is there is told a minute before its end, and keeps it by one press', async () => {
  const { page } = await at('orders', 'staff');
  await rows(page).first().waitFor();
  // As short as lets a page be left alone for a minute before it tells.
  await page.route('**/graphql*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace(/"sessionIdleMinutes":\d+/, '"sessionIdleMinutes":3.1'),
    });
  });
  await page.reload();
  await rows(page).first().waitFor();
  await page.getByRole('searchbox', { name: 'Find an order' }).fill('tester');
  const told = page.getByRole('alert').getByText('You are signed out in 60 seconds.');
  assert.equal(await told.count(), 0);
  // The minute for which a page counts as touched, in which what it asks is a use, and the one from the last use to the warning.
  await told.waitFor({ timeout: 200_000 });
  await assertAccessible(page, 'the end of a session');
  const used = page.waitForResponse((answer) => answer.url().endsWith('/graphql') && answer.ok());
  await page.getByRole('button', { name: 'Stay signed in' }).press('Enter');
  await used;
  await told.waitFor({ state: 'detached' });
  await rows(page).first().waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'tester', 'what was typed stays');
  await page.context().close();
});

test('a session that has ended because nobody used it: what is typed stays, and a sign-in in a window goes on where one was', async () => {
  const { page } = await at('orders?state=STUCK', 'staff');
  await rows(page).first().getByText('Stuck').waitFor();
  const { id } = personOf('staff');
  await practice.sandbox.service.store.asDoor((tx) =>
    sql`update browser_session set last_used_at = last_used_at - interval '1 day' where user_id = ${id}`.execute(
      tx,
    ),
  );
  // A node believes a session for half a minute; what an administrator does to anybody's is believed at once.
  const { email, password } = personOf('admin');
  const scope = 'read:user write:user';
  const token = await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope });
  const ofOther = { userId: personOf('prescriber', 1).id };
  dataOf(
    await askWith(baseUrl, token)('mutation($userId: ID!) { endSessions(userId: $userId) { id } }', ofOther),
  );
  await page.getByRole('searchbox', { name: 'Find an order' }).fill('tester');
  await page.getByText('Your session has ended. What you entered is still here.').waitFor();
  await assertAccessible(page, 'a session that has ended');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  const popup = await opened;
  await popup.getByLabel('E-mail').fill(personOf('staff').email);
  await popup.getByLabel('Password').fill(personOf('staff').password);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await popup.waitForEvent('close');
  await page.getByText('Your session has ended.').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?state=STUCK');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'tester', 'what was typed is there');
  await rows(page).filter({ hasText: 'Stuck' }).first().waitFor();
  await page.context().close();
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
