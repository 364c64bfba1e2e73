// Send to Patient in a real browser through the whole sandbox: the text on the phone, the date of birth, a pharmacy, its order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SeedPatient } from '@pestle/sandbox/seed';
import { patients } from '@pestle/sandbox/seed';
import { dataOf } from '@pestle/testbed/api/api';
import type { Order, Practice } from '@pestle/testbed/api/api-practice';
import { CREATE_ORDER, openPractice } from '@pestle/testbed/api/api-practice';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import {
  assertAccessibleInEveryLook,
  LOOKS,
  launchBrowser,
  openWatchedPage,
} from '@pestle/testbed/browser/browser';
import { eventually } from '@pestle/testbed/patience';
import { linkToChoose } from '@pestle/testbed/sandbox/texted-link';
import type { Page } from 'playwright-core';

let running: RunningBrowser;
let practice: Practice;

before(async () => {
  practice = await openPractice();
  running = await launchBrowser();
});
after(async () => {
  await running.close();
  await practice.close();
});

function patientWho(holds: (patient: SeedPatient) => boolean): SeedPatient {
  const patient = patients.find(
    (one) =>
      one.phone !== undefined && one.deceasedAt === undefined && one.address.state === 'MA' && holds(one),
  );
  assert.ok(patient !== undefined, 'the seed has no such patient');
  return patient;
}

/** An order without a pharmacy, and the link that its text brought. */
async function sent(patient: SeedPatient): Promise<{ order: Order; link: string }> {
  const before = practice.sandbox.peers.texts().length;
  const draft = await practice.createDraft(undefined, { patientId: patient.externalId });
  const input = { drafts: [await practice.reviewed(draft.id)] };
  const { createOrder: order } = dataOf(
    await practice.prescriber<{ createOrder: Order }>(CREATE_ORDER, { input }),
  );
  assert.equal(order.state, 'ROUTING');
  const linkOf = (): string | undefined =>
    linkToChoose(practice.sandbox.peers.texts(), before, patient.phone);
  return { order, link: await eventually(linkOf, 'no text arrived') };
}

async function giveBirth(page: Page, [year = '', month = '', day = '']: readonly string[]): Promise<void> {
  await page.locator('input[name="month"]').fill(month);
  await page.locator('input[name="day"]').fill(day);
  await page.locator('input[name="year"]').fill(year);
  await page.keyboard.press('Enter');
  await page.waitForLoadState();
}

test('the whole way on a telephone of 320 px: nothing in the address, a pharmacy near a ZIP, the order goes on', async () => {
  const patient = patientWho(({ language }) => language === undefined);
  const { order, link } = await sent(patient);
  const { page, complaints } = await openWatchedPage(running.browser, link, { width: 320 });
  assert.match(new URL(page.url()).pathname, /^\/p\/visit\/plk_\w+$/, 'the token is gone from the address');
  const [visit, ...others] = await page.context().cookies();
  assert.deepEqual(others, []);
  assert.equal(visit?.httpOnly, true);
  assert.equal(visit?.path, new URL(page.url()).pathname, 'the cookie is for the pages of this link only');
  await giveBirth(page, patient.dateOfBirth.split('-'));
  await page
    .locator('main')
    .getByText(/lisinopril/i)
    .first()
    .waitFor();
  await page.getByLabel('ZIP code, or address with ZIP code').fill('75 Cambridge St, Boston, MA 02114');
  await page.getByRole('button', { name: 'Find pharmacies' }).click();
  await page.getByRole('button', { name: 'Choose Beacon Hill Apothecary' }).first().click();
  await page.getByRole('button', { name: 'Yes, send it to this pharmacy' }).click();
  await page.getByRole('status').waitFor();
  await page.getByRole('heading', { level: 2 }).filter({ hasText: 'Beacon Hill' }).first().waitFor();
  const placed = await practice.until(order.id, ({ state }) => state === 'PLACED');
  assert.equal(placed.fills[0]?.events[1]?.toState, 'QUEUED');
  const pharmacyId = placed.routingHistory[0]?.pharmacy.id ?? '';
  const answer = await practice.sandbox.peers.report({ pharmacyId, orderId: order.id, status: 'FILLING' });
  assert.equal(answer.status, 200);
  // By itself, without a hand on the page.
  await page.getByText('The pharmacy is filling it.').waitFor();
  await page.getByRole('link', { name: 'Look again' }).click();
  await page.getByText('The pharmacy is filling it.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Choose another pharmacy' }).count(), 0, 'it has it');
  // The link of the text still shows where it is, after the date of birth.
  await page.goto(link);
  await page.getByText('When were you born?').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('D11: until it is received the patient moves it: canceled at the first, sent to the second, and told so', async () => {
  const patient = patientWho(({ language }) => language === undefined);
  const { order, link } = await sent(patient);
  const { page, complaints } = await openWatchedPage(running.browser, link, { width: 320 });
  await giveBirth(page, patient.dateOfBirth.split('-'));
  const choose = async (name: string): Promise<void> => {
    await page.getByLabel('ZIP code, or address with ZIP code').fill('02114');
    await page.getByRole('button', { name: 'Find pharmacies' }).click();
    await page
      .getByRole('button', { name: `Choose ${name}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Yes, send it to this pharmacy' }).click();
    await page.getByRole('status').waitFor();
  };
  await choose('Beacon Hill Apothecary');
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  await page.getByRole('link', { name: 'Choose another pharmacy' }).click();
  await page.getByText('Your prescription is for Beacon Hill Apothecary now.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Choose Beacon Hill Apothecary' }).count(), 0);
  const other = await page.locator('li.card h3').first().textContent();
  assert.ok(other !== null && other !== '');
  await choose(other);
  await page.getByText('It was moved here from Beacon Hill Apothecary.').waitFor();
  const moved = await practice.until(
    order.id,
    ({ state, fills }) => state === 'PLACED' && (fills[0]?.transmissions.length ?? 0) >= 3,
  );
  assert.equal(moved.routingHistory.length, 2);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

for (const language of ['en', 'es'] as const) {
  // Colors are the same in both languages, lengths of words are not.
  const looks = language === 'en' ? LOOKS : LOOKS.filter(({ scheme }) => scheme === 'light');
  test(`E7: every page is axe clean and fits, ${language}`, async () => {
    const patient = patientWho((one) => (one.language ?? 'en') === language);
    const { link } = await sent(patient);
    const { page, complaints } = await openWatchedPage(running.browser, link);
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await assertAccessibleInEveryLook(page, 'date of birth', looks);
    await giveBirth(page, ['1900', '1', '1']);
    await page.getByRole('alert').waitFor();
    await assertAccessibleInEveryLook(page, 'wrong date of birth', looks);
    await giveBirth(page, patient.dateOfBirth.split('-'));
    await page.locator('#find').waitFor();
    await assertAccessibleInEveryLook(page, 'pharmacies', looks);
    await page.locator('#place').fill('nowhere');
    await page.locator('main form button.main').click();
    await page.getByRole('alert').waitFor();
    await assertAccessibleInEveryLook(page, 'unknown place', looks);
    await page.locator('input[value="mail"]').check();
    await page.locator('main form button.main').click();
    await page.locator('#results').waitFor();
    await assertAccessibleInEveryLook(page, 'mail order', looks);
    await page.locator('li.card button').first().click();
    await page.locator('input[name="pharmacy"]').waitFor({ state: 'attached' });
    await assertAccessibleInEveryLook(page, 'confirm', looks);
    await page.locator('button.main').click();
    await page.getByRole('status').waitFor();
    const status = page.url();
    // At once: when the pharmacy has received it, there is nothing to change any more.
    await page.locator('a[href$="/change"]').click();
    await page.locator('#find').waitFor();
    await assertAccessibleInEveryLook(page, 'another pharmacy', looks);
    await page.goto(status);
    await page.getByRole('status').waitFor();
    await assertAccessibleInEveryLook(page, 'status', looks);
    await page.goto(new URL(`/p/${'A'.repeat(43)}`, link).href);
    await assertAccessibleInEveryLook(page, 'unknown', looks);
    const refused = ['404 (Not Found)', '422 (Unprocessable Entity)'];
    assert.deepEqual(
      complaints.filter((complaint) => !refused.some((status) => complaint.includes(status))),
      [],
    );
    await page.context().close();
  });
}

test('by keyboard alone, and the control room shows the link on the phone', async () => {
  const patient = patientWho(({ language }) => language === undefined);
  const { order, link } = await sent(patient);
  const room = `${practice.sandbox.baseUrl}/control-room/#texts`;
  const { page, complaints } = await openWatchedPage(running.browser, room);
  await page.getByRole('link', { name: link }).first().waitFor();
  await page.goto(link);
  const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-');
  // The other language stands first on every page.
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Español');
  for (const part of [month, day, year]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(part);
  }
  await page.keyboard.press('Enter');
  await page.locator('#find').waitFor();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const chosen = await page.evaluate('document.activeElement?.getAttribute("aria-label") ?? ""');
    if (String(chosen).startsWith('Choose ')) break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Send it to this pharmacy?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  await practice.until(order.id, ({ state }) => state !== 'ROUTING');
  assert.deepEqual(complaints, []);
  await page.context().close();
});
