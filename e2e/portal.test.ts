// The prescriber portal in a real browser: the link of a prescription leads through the sign-in to its record; administrators keep applications.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applications, organization, users } from '@pestle/sandbox/seed';
import { dataOf } from '@pestle/testbed/api/api';
import type { Practice } from '@pestle/testbed/api/api-practice';
import { openPractice } from '@pestle/testbed/api/api-practice';
import type { Look, RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';
const DENIES_LATER = 'phr_0DEN1ES01ATER0000000000000';
const NO_FAX_IN_OHIO = 'phr_00H100N00FAX00000000000000';

let running: RunningBrowser;
let practice: Practice;
let baseUrl: string;
let prescriptionId: string;
/** The page with the most to tell. */
let dispensedAfterCancel: string;

before(async () => {
  practice = await openPractice();
  running = await launchBrowser();
  baseUrl = practice.sandbox.baseUrl;
  ({ prescriptionId } = await sent(BEACON_HILL, 'PLACED'));
});
after(async () => {
  await running.close();
  await practice.close();
});

/** An order at a pharmacy, followed until it is in a state, and its prescription. */
async function sent(pharmacyId: string, until: string): Promise<{ orderId: string; prescriptionId: string }> {
  const { id } = await practice.send(pharmacyId);
  await practice.until(id, ({ state }) => state === until);
  const { order } = dataOf(
    await practice.prescriber<{ order: { fills: { prescription: { id: string } }[] } }>(
      'query($id: ID!) { order(id: $id) { fills { prescription { id } } } }',
      { id },
    ),
  );
  return { orderId: id, prescriptionId: order.fills[0]?.prescription.id ?? '' };
}

/** `automatic`: a link to a record leads to the sign-in by itself. */
async function signIn(page: Page, role: string, automatic = false): Promise<void> {
  const user = users.find((one) => one.role === role);
  assert.ok(user !== undefined);
  if (!automatic)
    await page
      .locator('svc-client')
      .getByRole('button', { name: /^Sign in/ })
      .click();
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/portal/') && !url.search.includes('code='));
}

/** What the page said in the console besides what the sign-in's pages may say. */
async function openPortal(path: string, look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  return await openWatchedPage(running.browser, `${baseUrl}/portal/${path}`, look);
}

test('a link signs in before any script of the portal has come, and gives way to the elements’ own button', async () => {
  const { page, complaints } = await openWatchedPage(running.browser, `${baseUrl}/favicon.svg`, {
    width: 320,
  });
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/portal/files/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${baseUrl}/portal/orders?state=STUCK`, { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Sign in' });
  await link.waitFor();
  assert.equal(await link.getAttribute('href'), '/portal/orders?state=STUCK&sign-in=');
  letGo();
  const button = page.locator('svc-client').getByRole('button', { name: /^Sign in/ });
  await button.waitFor();
  await link.waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  await page.goto(`${baseUrl}/portal/orders?state=STUCK&sign-in=`);
  await page.getByLabel('E-mail').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("a prescription's link leads through the sign-in to the signed record, its place and its history", async () => {
  const { page, complaints } = await openPortal(`prescriptions/${prescriptionId}`);
  assert.equal(await page.getByText('lisinopril').count(), 0, 'nothing is shown before somebody signed in');
  await signIn(page, 'prescriber', true);
  await page.getByRole('heading', { level: 1, name: /lisinopril 10.mg oral tablet/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/portal/prescriptions/${prescriptionId}`);
  assert.equal(new URL(page.url()).search, '');
  await page.getByText('Take 1 tablet by mouth once daily.').first().waitFor();
  await page.getByText('Beacon Hill Apothecary').first().waitFor();
  assert.match(
    (await page.locator('ol.events').textContent()) ?? '',
    /Sent.*Being sent.*Signed and ordered/s,
  );
  await page.getByRole('heading', { name: 'Medication history' }).waitFor();
  await page.goto(`${baseUrl}/portal/prescriptions/rx_01ABSENT000000000000000000`);
  await page.getByRole('alert').waitFor();
  assert.match((await page.getByRole('alert').textContent()) ?? '', /nothing here/);
  await page.goto(`${baseUrl}/portal/settings`);
  await page.getByRole('alert').waitFor();
  assert.match((await page.getByRole('alert').textContent()) ?? '', /role/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the record of a prescription is in the language of the portal, with everything in it but what was signed', async () => {
  const { page, complaints } = await openPortal(`prescriptions/${prescriptionId}`);
  await signIn(page, 'prescriber', true);
  await page.getByRole('heading', { name: 'As it was signed' }).waitFor();
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Tal como se firmó' }).waitFor();
  await page.getByRole('heading', { name: 'Qué pasó' }).waitFor();
  const labels = await page.locator('pestle-portal-prescription dt').allTextContents();
  assert.ok(labels.includes('Indicaciones') && labels.includes('Días de tratamiento'), labels.join());
  const english = [
    'Directions',
    'Quantity',
    'Days supply',
    'Refills',
    'Prescriber',
    'Written',
    'Ends',
    'Sent by',
    'Order',
    'Received',
  ];
  assert.deepEqual(
    labels.filter((label) => english.includes(label)),
    [],
  );
  assert.doesNotMatch(
    (await page.locator('pestle-portal-prescription ol.events').textContent()) ?? '',
    /by the|Sent to|Signed/,
  );
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'As it was signed' }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('D10: the page follows a cancel to its refusal, and to what was dispensed after it, in words and times', async () => {
  const { orderId, prescriptionId: id } = await sent(DENIES_LATER, 'PLACED');
  dispensedAfterCancel = id;
  const { page, complaints } = await openPortal(`prescriptions/${id}`);
  await signIn(page, 'prescriber', true);
  const word = page.locator('h1 + p').getByRole('status');
  const notice = async (text: string): Promise<string> => {
    await word.filter({ hasText: text }).waitFor();
    return (await page.locator('section[aria-labelledby="where"]').textContent()) ?? '';
  };
  assert.match(await notice('Sent'), /Capitol Street Pharmacy has it since .*Sent byNCPDP SCRIPT/s);
  dataOf(
    await practice.prescriber(
      'mutation($orderId: ID!) { cancelOrder(input: {orderId: $orderId}) { order { id } } }',
      {
        orderId,
      },
    ),
  );
  const refused = await notice('Cancel refused');
  assert.match(refused, /Capitol Street Pharmacy says: .*picked up this morning/i);
  assert.match(refused, /Cancel sent.*[AP]M.*Cancel refused.*[AP]M/s);
  assert.equal(
    await page.getByText('Prescribe again').count(),
    0,
    'it may have been dispensed: call, do not repeat',
  );
  const events = page.locator('ol.events');
  await events.getByText('The pharmacy refused the cancel').waitFor();
  assert.doesNotMatch((await events.textContent()) ?? '', /[a-z]-[a-z]+ed\b|_|\b[A-Z]{4,}\b/, 'no codes');
  const report = { pharmacyId: DENIES_LATER, orderId, status: 'DELIVERED' };
  assert.equal((await practice.sandbox.peers.report(report)).status, 200);
  assert.match(await notice('Dispensed after cancel'), /Capitol Street Pharmacy dispensed it/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('what never arrived is nowhere called sent; carrier and number stand each when they are there', async () => {
  const { orderId: stuck, prescriptionId: id } = await sent(NO_FAX_IN_OHIO, 'ERROR');
  const { page } = await openPortal(`prescriptions/${id}`);
  await signIn(page, 'prescriber', true);
  const where = page.locator('section[aria-labelledby="where"]');
  await page.locator('h1 + p').getByRole('status').filter({ hasText: 'Stuck' }).waitFor();
  assert.match(
    (await where.textContent()) ?? '',
    /Tried by\s*NCPDP SCRIPT \(no clear answer: it may have arrived\)/,
  );
  assert.doesNotMatch((await where.textContent()) ?? '', /Sent by|Reached by|tried again/);
  await page.goto(`${baseUrl}/control-room/#orders/${stuck}`);
  await page.locator('.fill .chip', { hasText: 'Stuck' }).first().waitFor();
  assert.match(
    (await page.locator('.fill .meta').first().textContent()) ?? '',
    /^Not with the pharmacy · Tried by NCPDP SCRIPT \(no clear answer: it may have arrived\)$/,
  );
  const { orderId, prescriptionId: shipped } = await sent(BEACON_HILL, 'PLACED');
  await page.goto(`${baseUrl}/portal/prescriptions/${shipped}`);
  await where.getByText('Sent by').waitFor();
  const report = { pharmacyId: BEACON_HILL, orderId, status: 'SHIPPED' };
  await practice.sandbox.peers.report({ ...report, trackingNumber: '1Z999' });
  await where.getByText('1Z999').waitFor();
  assert.doesNotMatch((await where.textContent()) ?? '', /Carrier/);
  await practice.sandbox.peers.report({ ...report, carrier: 'UPS' });
  await where.getByText('UPS').waitFor();
  assert.match((await where.textContent()) ?? '', /Carrier.*UPS.*Tracking number.*1Z999/s);
  await page.context().close();
});

test('W8: of what was dispensed the page says that it is not sent again, and the way on', async () => {
  const { orderId, prescriptionId: id } = await sent(BEACON_HILL, 'PLACED');
  await practice.sandbox.peers.report({ pharmacyId: BEACON_HILL, orderId, status: 'DELIVERED' });
  await practice.until(orderId, ({ state }) => state === 'COMPLETED');
  const { page, complaints } = await openPortal(`prescriptions/${id}`);
  await signIn(page, 'prescriber', true);
  await page.getByText(/refills are its own\. Prescribe again/).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('A3: an administrator finds id, org and a snippet, changes the addresses, and is told what is wrong', async () => {
  const { page, complaints } = await openPortal('settings');
  await signIn(page, 'admin');
  await page.getByRole('link', { name: applications.public.name }).click();
  await page.getByRole('heading', { level: 1, name: applications.public.name }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/portal/settings/${applications.public.id}`);
  const snippet = (await page.locator('pre').textContent()) ?? '';
  assert.ok(snippet.includes(`id="${applications.public.id}" org="${organization.id}"`), snippet);
  const origins = page.getByLabel('Origins, one a line');
  await origins.fill(`${await origins.inputValue()}\nhttps://clinic.example/path`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  assert.match(await origins.inputValue(), /clinic\.example\/path/, 'what was typed stays');
  await origins.fill((await origins.inputValue()).replace('/path', ''));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByLabel('Origins, one a line').waitFor();
  assert.match(await page.getByLabel('Origins, one a line').inputValue(), /https:\/\/clinic\.example/);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  await page.getByRole('link', { name: applications.machine.name }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByText('shown this once').waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('E7: every page of the portal is axe clean and fits, in every look', async () => {
  const { page } = await openPortal('');
  await page.getByRole('button', { name: /^Sign in/ }).waitFor();
  await assertAccessibleInEveryLook(page, 'signed out');
  await signIn(page, 'prescriber');
  await page.goto(`${baseUrl}/portal/prescriptions/${dispensedAfterCancel}`);
  await page.locator('ol.events').waitFor();
  await page.getByRole('heading', { name: 'Medication history' }).waitFor();
  await assertAccessibleInEveryLook(page, 'prescription');
  await page.goto(`${baseUrl}/portal/`);
  await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
  await assertAccessibleInEveryLook(page, 'home');
  await page.goto(`${baseUrl}/portal/nothing/here`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await assertAccessibleInEveryLook(page, 'unknown');
  await page.context().close();
  const admin = await openPortal('settings');
  await signIn(admin.page, 'admin');
  await admin.page.getByRole('link', { name: applications.public.name }).waitFor();
  await assertAccessibleInEveryLook(admin.page, 'applications');
  await admin.page.getByRole('link', { name: applications.public.name }).click();
  await admin.page.getByRole('button', { name: 'Save' }).waitFor();
  await assertAccessibleInEveryLook(admin.page, 'application');
  await admin.page.context().close();
});
