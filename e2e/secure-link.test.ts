// The pages of pharmacists in a real browser, behind a fax's link and behind a pharmacy's own sign-in: by keyboard, from 320 px, in light and dark, on paper, axe clean.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { printedCode } from '@pestle/service/for-tests/delivery';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessibleInEveryLook, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import { freePort } from '@pestle/testbed/network/free-port';
import { clinicalContent } from '@pestle/testbed/practice/clinical-content';
import { insertTransmission } from '@pestle/testbed/practice/order-rows';
import { DESK_PASSWORD, openPharmacyDesk } from '@pestle/testbed/tracking/pharmacy-desk';
import type { Locator, Page } from 'playwright-core';
import { answersBehindTheFax, worksAtItsOwnPage } from './support/old-pharmacist.ts';

let running: RunningBrowser;
let links: Awaited<ReturnType<typeof openPharmacyDesk>>;
let address: string;

before(async () => {
  running = await launchBrowser();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  links = await openPharmacyDesk(address);
  await links.app.listen({ host: '127.0.0.1', port });
});
after(async () => {
  await running.close();
  await links.app.close();
  await links.store.close();
});

/** A prescription with everything that makes a page wide or long. */
async function longFax(over: Parameters<typeof links.faxed>[0] = {}) {
  const base = clinicalContent();
  return await links.faxed({
    content: clinicalContent({
      patient: { ...base.patient, lastName: 'Wolfeschlegelsteinhausenbergerdorff' },
      instructions: 'Take 1 tablet by mouth twice daily with food and a full glass of water. '.repeat(8),
      doNotFillBeforeDate: '2026-12-01',
      dispenseAsWritten: true,
      diagnosisCodes: [{ code: 'E78.5', type: 'ICD10', description: 'Hyperlipidemia, unspecified' }],
    }),
    ...over,
  });
}

async function enter(page: Page): Promise<void> {
  await page.locator('#fact').fill(links.pharmacy.npi ?? '');
  await page.getByRole('button', { name: 'Show the record' }).click();
  await page.locator('#standing').waitFor();
}

test('a pharmacist types the code, identifies the pharmacy and answers, by keyboard alone', async () => {
  const fax = await links.faxed();
  const { page, complaints } = await openWatchedPage(running.browser, `${address}/rx`);
  // The other language is before it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.id'), 'code');
  await page.keyboard.type(printedCode(fax.link.code).toLowerCase().replaceAll('-', ''));
  await page.keyboard.press('Enter');
  await page.locator('#fact').waitFor();
  assert.equal(new URL(page.url()).pathname, `/rx/${fax.link.code}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(links.pharmacy.ncpdpId ?? '');
  await page.keyboard.press('Enter');
  assert.match((await page.locator('#standing').textContent()) ?? '', /Active/);
  assert.ok(!page.url().includes(links.pharmacy.ncpdpId ?? '-'), 'the second fact is in no address');
  const received = page.getByRole('button', { name: 'Received' });
  await received.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  assert.match((await page.getByRole('status').textContent()) ?? '', /Thank you/);
  assert.equal((await links.eventsOf(fax)).at(-1)?.to_state, 'RECEIVED');
  // Back and forth in the browser's history reports nothing again.
  await page.reload();
  assert.equal((await links.eventsOf(fax)).length, 2);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('shipping and "cannot fill" are forms that open in place', async () => {
  const fax = await links.faxed();
  const { page } = await openWatchedPage(running.browser, `${address}${fax.path}`, { width: 320 });
  await enter(page);
  const copies = await page.locator('.copy').all();
  assert.ok(copies.length > 10);
  for (const copy of copies) {
    const isClear = await copy.evaluate((button) => {
      const row = button.closest('dd')?.getBoundingClientRect();
      const { top, bottom } = button.getBoundingClientRect();
      return row !== undefined && row.top <= top && bottom < row.bottom;
    });
    assert.ok(isClear, `${await copy.getAttribute('aria-label')} covers a line`);
  }
  const call = page.locator('#standing ~ .buttons a[href^="tel:"]');
  assert.match((await call.textContent()) ?? '', /^Call .*\d{3}-\d{3}-\d{4}/);
  const number = call.locator('.phone');
  assert.equal(await number.evaluate((phone) => phone.getClientRects().length), 1, 'the number is broken');
  await page.locator('summary', { hasText: 'Shipped' }).click();
  await page.getByLabel('Carrier').fill('UPS');
  await page.getByLabel('Tracking number').fill('1Z999');
  await page.getByRole('button', { name: 'Report as shipped' }).click();
  await page.getByRole('status').waitFor();
  assert.match((await page.locator('#standing').textContent()) ?? '', /Shipped/);
  await page.locator('summary', { hasText: 'Cannot fill' }).click();
  await page.getByLabel('Reason').selectOption('other');
  await page.getByRole('button', { name: 'Report that we cannot fill it' }).click();
  await page.getByText('Problem reported').waitFor();
  const history = (await page.getByRole('region', { name: 'History' }).textContent()) ?? '';
  assert.match(history, /Reported “Problem” \(Another reason\) on this page/);
  assert.match(history, /Reported “Shipped” on this page/);
  await page.getByRole('button', { name: 'Close the record on this computer' }).click();
  await page.locator('#code').waitFor();
  await page.goto(`${address}${fax.path}`);
  await page.locator('#fact').waitFor();
  await page.context().close();
});

test('E7: every page is axe clean and fits in every look', async () => {
  const fax = await longFax();
  const { page, complaints } = await openWatchedPage(running.browser, `${address}/rx`);
  await assertAccessibleInEveryLook(page, 'code');
  await page.locator('#code').fill('ABCD');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await assertAccessibleInEveryLook(page, 'slip of the pen');
  await page.goto(`${address}${fax.path}`);
  await page.locator('#fact').waitFor();
  await assertAccessibleInEveryLook(page, 'second fact');
  await enter(page);
  for (const details of await page.locator('details').all()) await details.locator('summary').click();
  await assertAccessibleInEveryLook(page, 'record');
  const canceled = await longFax({ states: ['CANCELED'] });
  await page.goto(`${address}${canceled.path}`);
  await enter(page);
  await assertAccessibleInEveryLook(page, 'canceled');
  await page.goto(`${address}/rx/nothing`);
  await assertAccessibleInEveryLook(page, 'unknown');
  const refused = ['404 (Not Found)', '422 (Unprocessable Entity)'];
  assert.deepEqual(
    complaints.filter((complaint) => !refused.some((status) => complaint.includes(status))),
    [],
  );
  await page.context().close();
});

test('on paper the record is black on white, says what it was printed from, and has no buttons', async () => {
  const fax = await longFax();
  const [fill] = fax.order.fills;
  await links.store.withOrg(links.orgId, (tx) =>
    insertTransmission(tx, {
      orgId: links.orgId,
      orderId: fax.order.id,
      fillId: fill.id,
      pharmacyId: links.pharmacy.id,
      channel: 'script',
      id: `trm_${fill.id.slice(4)}` as typeof fill.transmissionId,
      messageId: 'MELECTRONIC2',
      orderNumber: fill.orderNumber,
    }),
  );
  const { page } = await openWatchedPage(running.browser, `${address}${fax.path}`, { scheme: 'dark' });
  await enter(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.ok(await page.getByText('Printed from the electronic record').isVisible());
  assert.ok(await page.getByText('COPY.').isVisible());
  for (const button of await page.locator('button').all()) assert.equal(await button.isVisible(), false);
  const colors = await page.evaluate(
    '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
  );
  assert.deepEqual(colors, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.context().close();
});

test('text on screen is never smaller than 14 px', async () => {
  const fax = await longFax();
  const { page } = await openWatchedPage(running.browser, `${address}${fax.path}`, { width: 320 });
  await enter(page);
  const smallest = await page.evaluate(
    'Math.min(...[...document.querySelectorAll("main *, footer *")].map((node) => parseFloat(getComputedStyle(node).fontSize)))',
  );
  assert.ok(Number(smallest) >= 14, String(smallest));
  await page.context().close();
});

/** Somebody whose account is whole, on a page where nobody is signed in yet. */
async function signedIn(email: string, look: Parameters<typeof openWatchedPage>[2] = {}) {
  const { appKey } = await links.arrive(email);
  const opened = await openWatchedPage(running.browser, `${address}/pharmacy`, look);
  const { page } = opened;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(DESK_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(links.code(appKey));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Prescriptions' }).waitFor();
  return { ...opened, appKey };
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

test('a pharmacy signs in, opens a recent prescription, rotates its hook key and corrects what is believed, at 320 px', async () => {
  const fax = await links.faxed();
  const { page, complaints } = await signedIn('uma@corner.example', { width: 320 });
  await page.locator(`a[href$="${fax.order.id}/${fax.order.fills[0].id}"]`).click();
  await page.getByRole('button', { name: 'Received' }).click();
  await page.getByRole('status').waitFor();
  assert.equal((await links.eventsOf(fax)).at(-1)?.to_state, 'RECEIVED');
  await page.getByRole('link', { name: 'All prescriptions' }).click();
  await page.getByRole('row').filter({ hasText: 'Received' }).first().waitFor();

  await page.getByRole('link', { name: 'Hook key' }).click();
  await page.getByLabel('The old key ends after').selectOption('1');
  await page.getByRole('button', { name: 'Make a new key' }).click();
  await heading(page, 'Your new key').waitFor();
  const secret = (await page.locator('code.secret').textContent()) ?? '';
  assert.ok(secret.length > 30);
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'Hook key').waitFor();
  assert.ok(!(await page.content()).includes(secret), 'it is shown once');

  await page.getByRole('link', { name: 'Your pharmacy' }).click();
  await page.locator('summary', { hasText: 'Correct the fax number' }).click();
  await page.getByLabel('Fax', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Ask for it' }).locator('visible=true').click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Fax', { exact: true }).inputValue(), '12', 'what was typed stays');
  await page.getByLabel('Fax', { exact: true }).fill('617-555-0188');
  await page.keyboard.press('Enter');
  await page.getByText('An operator will look at it.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Waits for an operator' }).waitFor();
  const [asked] = await links.administration.corrections({ open: true });
  assert.deepEqual([asked?.field, asked?.proposed], ['fax', '6175550188']);

  await page.getByRole('link', { name: 'Español' }).click();
  await heading(page, 'Lo que creemos de su farmacia').waitFor();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await heading(page, 'Iniciar sesión').waitFor();
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('422 (Unprocessable Entity)')),
    [],
  );
  await page.context().close();
});

test('a password is changed by the present one and a code; the pages of the sign-in are axe clean and fit in every look', async () => {
  const { page, appKey } = await signedIn('vic@corner.example');
  await assertAccessibleInEveryLook(page, 'prescriptions');
  for (const [link, title] of [
    ['Your pharmacy', 'What we believe about your pharmacy'],
    ['Hook key', 'Hook key'],
    ['Password', 'Password'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await heading(page, title).waitFor();
    for (const details of await page.locator('details').all()) await details.locator('summary').click();
    await assertAccessibleInEveryLook(page, title);
  }
  await page.getByLabel('Present password').fill('not the present one');
  await page.getByLabel('New password').fill('seven copper kettles hum at dusk');
  await page.getByLabel('Code').fill(links.code(appKey));
  await page.keyboard.press('Enter');
  await page.getByText('The present password is not right. Nothing was changed.').waitFor();
  await assertAccessibleInEveryLook(page, 'a wrong password');
  await page.getByLabel('Present password').fill(DESK_PASSWORD);
  await page.getByLabel('New password').fill('seven copper kettles hum at dusk');
  await page.getByLabel('Code').fill(links.code(appKey));
  await page.keyboard.press('Enter');
  await page.getByText('The password was changed. Everywhere else you are signed out.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await assertAccessibleInEveryLook(page, 'sign-in');
  await page.context().close();
});

test('in a browser of long ago, without script, a pharmacist does everything behind a fax', async () => {
  await answersBehindTheFax({ browser: running.browser, address, links });
});

test('in a browser of long ago, without script, a pharmacy does everything at its own page, from the invitation on', async () => {
  await worksAtItsOwnPage({ browser: running.browser, address, links });
});
