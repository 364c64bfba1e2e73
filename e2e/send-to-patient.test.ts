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
import { openOldBrowser } from './support/old-browser.ts';

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

/** What clocks in Boston have shown since a moment, minute by minute. */
function bostonTimes(sinceMs: number): readonly string[] {
  const times: string[] = [];
  for (let ms = sinceMs; ms <= Date.now() + 60_000; ms += 60_000)
    times.push(
      new Date(ms)
        .toLocaleTimeString('en-US', {
          hour: 'numeric',
          minute: '2-digit',
          timeZone: 'America/New_York',
        })
        .replaceAll(/\s/g, ' '),
    );
  return times;
}

async function giveBirth(page: Page, [year = '', month = '', day = '']: readonly string[]): Promise<void> {
  await page.locator('input[name="month"]').fill(month);
  await page.locator('input[name="day"]').fill(day);
  await page.locator('input[name="year"]').fill(year);
  await page.keyboard.press('Enter');
  await page.waitForLoadState();
}

/** All that a page loads, in bytes as they are read: the heaviest document, with every style and script. What loads from elsewhere is a complaint. */
function weighing(page: Page): () => Promise<number> {
  const loaded = new Map<string, Promise<{ readonly isDocument: boolean; readonly bytes: number }>>();
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    const parts = ['document', 'stylesheet', 'script', 'image', 'font'];
    if (!parts.includes(kind) || response.status() !== 200) return;
    const weighed = response.body().then((body) => ({ isDocument: kind === 'document', bytes: body.length }));
    loaded.set(`${response.request().method()} ${response.url()}`, weighed);
  });
  return async () => {
    const all = await Promise.all(loaded.values());
    const parts = all.filter(({ isDocument }) => !isDocument);
    assert.ok(parts.length >= 2, 'style and script');
    return (
      parts.reduce((sum, { bytes }) => sum + bytes, 0) +
      Math.max(...all.filter(({ isDocument }) => isDocument).map(({ bytes }) => bytes))
    );
  };
}

test('P1, P14, P15: the whole way on a telephone of 320 px: nothing in the address, a pharmacy near a ZIP with its price, the order goes on, the page moves by itself', async () => {
  const patient = patientWho(({ language }) => language === undefined);
  const { order, link } = await sent(patient);
  const { page, complaints } = await openWatchedPage(running.browser, link, { width: 320 });
  const weight = weighing(page);
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
  // What the pharmacy's own list asks, with its day and whose list it is, and once more before it is confirmed.
  const price = /^About \$\d+\.\d\d without insurance/;
  const beaconHill = page.locator('li.card').filter({ hasText: 'Beacon Hill Apothecary' }).first();
  await beaconHill.getByText(price).waitFor();
  await beaconHill.getByText(/From the price list of Beacon Hill Apothecary, /).waitFor();
  await page.getByRole('link', { name: 'Español' }).click();
  await page
    .getByText(/^Unos \$\d+\.\d\d sin seguro/)
    .first()
    .waitFor();
  assert.ok(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    'prices fit at 320 px',
  );
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByLabel('ZIP code, or address with ZIP code').fill('02114');
  await page.getByRole('button', { name: 'Find pharmacies' }).click();
  await page.getByRole('button', { name: 'Choose Beacon Hill Apothecary' }).first().click();
  await page.getByText(price).waitFor();
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
  const bytes = await weight();
  assert.ok(bytes <= 25_000, `${bytes} bytes`);
  // The link of the text still shows where it is, after the date of birth.
  await page.goto(link);
  await page.getByText('When were you born?').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('P7, D11: until it is received the patient moves it: canceled at the first, sent to the second, and told so', async () => {
  const patient = patientWho(({ language }) => language === undefined);
  const { order, link } = await sent(patient);
  // On a journey: the telephone is elsewhere, and the times are those of where the patient lives all the same.
  const look = { width: 320, timeZone: 'Pacific/Honolulu' };
  const { page, complaints } = await openWatchedPage(running.browser, link, look);
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
  const fromMs = Date.now();
  await page.getByRole('link', { name: 'Look again' }).click();
  await page.getByText(/^Times are in Eastern Time;/).waitFor();
  const fresh = page.locator('[data-fresh] span');
  await fresh.filter({ hasText: /\d/ }).waitFor();
  const looked = (await fresh.textContent())?.replaceAll(/\s/g, ' ') ?? '';
  assert.ok(bostonTimes(fromMs - 60_000).includes(looked), `${looked} is no time of Boston`);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('P13: the place of the device is asked for only when its button is pressed, and two digits of it travel', async () => {
  const { link } = await sent(patientWho(({ language }) => language === undefined));
  const { page, complaints } = await openWatchedPage(running.browser, link, { width: 320 });
  const patient = patientWho(({ language }) => language === undefined);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 42.360_123_4, longitude: -71.067_891_2 });
  // Counts how often the page asks.
  await page.addInitScript(`{
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    navigator.geolocation.getCurrentPosition = (...more) => { document.documentElement.dataset.asked = 'yes'; ask(...more); };
  }`);
  await giveBirth(page, patient.dateOfBirth.split('-'));
  const near = page.getByRole('button', { name: 'Use the place of this device' });
  await near.waitFor();
  assert.equal(await page.locator('html').getAttribute('data-asked'), null, 'nothing is asked before');
  const found = page.waitForRequest((request) => request.method() === 'POST');
  await near.click();
  const sentFields = new URLSearchParams((await found).postData() ?? '');
  assert.equal(sentFields.get('near'), '42.36,-71.07');
  await page.getByRole('heading', { name: 'Pharmacies near you' }).waitFor();
  assert.doesNotMatch(page.url(), /42|71\./);
  assert.equal(await page.locator('html').getAttribute('data-asked'), null, 'nor on the next page');
  const miles = (await page.locator('li.card .small').allTextContents())
    .filter((text) => text.endsWith(' mi'))
    .map((text) => Number.parseFloat(text));
  assert.ok(miles.length > 3);
  assert.deepEqual(
    miles,
    miles.toSorted((one, other) => one - other),
    'the nearest first',
  );
  assert.deepEqual(complaints, []);
  await page.context().close();
});

for (const language of ['en', 'es'] as const) {
  // Colors are the same in both languages, lengths of words are not.
  const looks = language === 'en' ? LOOKS : LOOKS.filter(({ scheme }) => scheme === 'light');
  test(`E7, P16: every page is axe clean and fits, ${language}`, async () => {
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
    // Nobody is known who might read Spanish, so this page is the same for both, and each look at it is one of the few wrong tries.
    if (language === 'en') {
      await page.goto(new URL(`/p/${'A'.repeat(43)}`, link).href);
      await assertAccessibleInEveryLook(page, 'unknown', looks);
    }
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

test('P15: in a browser of long ago, without script, a patient does everything: chooses, sees where it is, changes, leaves, is somebody else', async () => {
  const patient = patientWho(({ language }) => language === undefined);
  const { order, link } = await sent(patient);
  const { page, look, close } = await openOldBrowser(running.browser, link, 320);
  await look();
  await giveBirth(page, ['1900', '1', '1']);
  await page.getByRole('alert').waitFor();
  await look();
  await giveBirth(page, patient.dateOfBirth.split('-'));
  await page.getByLabel('ZIP code, or address with ZIP code').waitFor();
  await look();
  const choose = async (name: string): Promise<void> => {
    await page.getByLabel('ZIP code, or address with ZIP code').fill('02114');
    await page.getByLabel('Pick it up at a pharmacy').check();
    await page.getByRole('button', { name: 'Find pharmacies' }).click();
    await page
      .getByRole('button', { name: `Choose ${name}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Yes, send it to this pharmacy' }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Yes, send it to this pharmacy' }).click();
    await page.getByRole('status').waitFor();
    await look();
  };
  await choose('Beacon Hill Apothecary');
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  await page.getByRole('link', { name: 'Look again' }).click();
  await page.getByText('It was sent to Beacon Hill Apothecary.').waitFor();
  await page.getByRole('link', { name: 'Choose another pharmacy' }).click();
  await page.getByLabel('ZIP code, or address with ZIP code').waitFor();
  await look();
  await choose('Back Bay Family Pharmacy');
  await page.getByText('It was moved here from Beacon Hill Apothecary.').waitFor();
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByText('Se trasladó aquí desde Beacon Hill Apothecary.').waitFor();
  await page.getByRole('button', { name: 'Cerrar esta página en este aparato' }).click();
  await page.goto(link);
  await page.getByRole('link', { name: 'No soy yo' }).click();
  await page.getByRole('button', { name: 'Sí, no soy yo' }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Sí, no soy yo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Gracias' }).waitFor();
  await look();
  await close();
});
