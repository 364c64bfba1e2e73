// The demo clinic in a real browser: the elements load under its strict policy, its log shows their events, and its pages are sound.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { patients, users } from '@pestle/sandbox/seed';
import type { Practice } from '@pestle/testbed/api/api-practice';
import { openPractice } from '@pestle/testbed/api/api-practice';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, launchBrowser } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';

let running: RunningBrowser;
let practice: Practice;
let sandbox: Practice['sandbox'];
let clinicUrl: string;

before(async () => {
  practice = await openPractice({ clinicPort: 0 });
  running = await launchBrowser();
  ({ sandbox } = practice);
  assert.ok(sandbox.clinicUrl !== null);
  clinicUrl = sandbox.clinicUrl;
});
after(async () => {
  await running.close();
  await practice.close();
});

/** A page and what it may not do: complain, or ask anybody but the clinic and the service. */
async function openClinic(): Promise<{ page: Page; complaints: string[] }> {
  const context = await running.browser.newContext({ viewport: { width: 1_280, height: 900 } });
  const complaints: string[] = [];
  const own = new Set([clinicUrl, sandbox.baseUrl].map((url) => new URL(url).host));
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (request.url().startsWith('http') && !own.has(new URL(request.url()).host))
        complaints.push(request.url());
    });
  });
  const page = await context.newPage();
  await page.goto(`${clinicUrl}/`);
  return { page, complaints };
}

async function signIn(page: Page): Promise<void> {
  const prescriber = users.find(({ role }) => role === 'prescriber');
  assert.ok(prescriber !== undefined);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Sign in/ }).click();
  const popup = await opened;
  await popup.getByLabel('E-mail').fill(prescriber.email);
  await popup.getByLabel('Password').fill(prescriber.password);
  await popup.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#log li', { hasText: 'svc-ready' }).first().waitFor();
}

test('a chart embeds the elements on an origin of its own, signs in by popup and logs what the host gets', async () => {
  const { page, complaints } = await openClinic();
  const [patient] = patients;
  assert.ok(patient !== undefined);
  await page.getByRole('link', { name: `${patient.lastName}, ${patient.firstName}` }).click();
  assert.equal(await page.locator('svc-prescribe-workflow').getAttribute('patient-id'), patient.externalId);
  await signIn(page);
  await page.getByRole('combobox').first().waitFor();
  for (const element of ['svc-client', 'svc-prescribe-workflow', 'svc-med-history'])
    await page
      .locator('#log li', { hasText: `svc-ready <${element}>` })
      .first()
      .waitFor();
  await page.getByText('detail of svc-ready').first().click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Nothing yet.').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('enable-med-history-links: a row of the history opens the record in the portal, without signing in again', async () => {
  const order = await practice.send(BEACON_HILL);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const { page, complaints } = await openClinic();
  await page.getByRole('link', { name: 'Tester, Jane' }).click();
  await signIn(page);
  const link = page.getByRole('link', { name: /^Open lisinopril .* in the prescriber portal/ });
  const opened = page.context().waitForEvent('page');
  await link.first().click();
  const record = await opened;
  await record.getByRole('heading', { level: 1, name: /lisinopril/ }).waitFor();
  await record.getByRole('heading', { name: 'As it was signed' }).waitFor();
  assert.match(new URL(record.url()).pathname, /^\/portal\/prescriptions\/rx_/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('what a pharmacy reports stands in every list of the page by itself, over one stream for all of its elements', async () => {
  const order = await practice.send(BEACON_HILL);
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const { page, complaints } = await openClinic();
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/live') && request.method() === 'GET') streams.push(request.url());
  });
  await page.getByRole('link', { name: 'Tester, Jane' }).click();
  await signIn(page);
  const lists = page.locator('svc-prescribe-workflow, svc-med-history');
  await page.locator('svc-med-history').getByText('● Live').waitFor();
  const told = (word: string) => lists.locator('.chip', { hasText: word });
  const before = await told('Being filled').count();
  await practice.sandbox.peers.report({ pharmacyId: BEACON_HILL, orderId: order.id, status: 'FILLING' });
  await page.locator('svc-med-history .chip', { hasText: 'Being filled' }).first().waitFor();
  assert.ok((await told('Being filled').count()) > before);
  assert.equal(streams.length, 1);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the phone and the fax machine of the sandbox stand beside the chart, each in a window of its own', async () => {
  const { page, complaints } = await openClinic();
  await page.getByRole('link', { name: 'Tester, Jane' }).click();
  for (const [device, title] of [
    ['The patients’ phone', "The patients' phone"],
    ['The fax machine', 'Fax machine'],
  ] as const) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: device }).click();
    await (await opened).getByRole('heading', { level: 2, name: title }).waitFor();
  }
  // The chart stays where it was.
  await page.getByRole('heading', { level: 1, name: 'Jane Tester' }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a chart of nobody is not found, and a sign-in that returns without its patient shows no chart', async () => {
  const { page } = await openClinic();
  const unknown = await page.goto(`${clinicUrl}/chart?patient=MRN-NOBODY`);
  assert.equal(unknown?.status(), 404);
  await page.goto(`${clinicUrl}/chart`);
  assert.equal(await page.locator('svc-prescribe-workflow').count(), 0);
  await page.context().close();
});

test('E7: list and chart are axe clean and fit, in every look', async () => {
  const { page } = await openClinic();
  await assertAccessibleInEveryLook(page, 'list');
  await page.getByRole('link', { name: 'Tester, Jane' }).click();
  await page.getByRole('button', { name: /^Sign in/ }).waitFor();
  await assertAccessibleInEveryLook(page, 'chart');
  await page.context().close();
});
