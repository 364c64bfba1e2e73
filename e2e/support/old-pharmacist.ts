// What a pharmacist does on the pages behind a fax and behind the pharmacy's own sign-in, in a browser of long ago.
import assert from 'node:assert/strict';
import { printedCode } from '@pestle/service/for-tests/delivery';
import type { Faxed } from '@pestle/testbed/tracking/link';
import { DESK_PASSWORD, type openPharmacyDesk } from '@pestle/testbed/tracking/pharmacy-desk';
import type { Browser, Page } from 'playwright-core';
import { openOldBrowser } from './old-browser.ts';

export interface OldPharmacist {
  readonly browser: Browser;
  /** Where the pages are. */
  readonly address: string;
  readonly links: Awaited<ReturnType<typeof openPharmacyDesk>>;
}

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).locator('visible=true').click();
};

/** The last state that was reported of this fax's fill. */
const stateOf = async ({ links }: OldPharmacist, fax: Faxed): Promise<string | undefined> =>
  (await links.eventsOf(fax)).at(-1)?.to_state;

/** From a slip in the code to every answer that can be given. */
export async function answersBehindTheFax(old: OldPharmacist): Promise<void> {
  const { browser, address, links } = old;
  const [fax, refused, canceled] = [await links.faxed(), await links.faxed(), await links.faxed()];
  const { page, look, close } = await openOldBrowser(browser, `${address}/rx`);
  await look();
  const code = printedCode(fax.link.code);
  const slip = code.replace(/^.{3}/, (group) => group.slice(0, 2) + (group.endsWith('7') ? '8' : '7'));
  await page.getByLabel('Code from the fax').fill(slip);
  await press(page, 'Go on');
  await page.getByText('Group 1 is not right.').waitFor();
  assert.equal(await page.getByLabel('Code from the fax').inputValue(), slip, 'what was typed stays');
  assert.equal(await page.locator('mark').count(), 1);
  await look();
  await page.getByLabel('Code from the fax').fill(code);
  await press(page, 'Go on');
  await identify(old, page, look);
  for (const [button, state] of [
    ['Received', 'RECEIVED'],
    ['Being filled', 'FILLING'],
    ['Ready for pickup', 'FILLING'],
  ] as const) {
    await press(page, button);
    await page.getByText('Thank you. Your report was recorded').waitFor();
    assert.equal(await stateOf(old, fax), state, button);
    await look();
  }
  await page.getByText(/^Since .*: Ready for pickup\.$/).waitFor();
  await open(page, 'Shipped');
  await page.getByLabel('Carrier').fill('UPS');
  await page.getByLabel('Tracking number').fill('1Z999');
  await press(page, 'Report as shipped');
  await page.getByText(/^Since .*: Shipped\.$/).waitFor();
  await press(page, 'Handed out');
  await page.getByText('Thank you. Your report was recorded').waitFor();
  assert.equal(await stateOf(old, fax), 'DELIVERED');
  await page.getByLabel('Question', { exact: true }).fill('Tablets or capsules?');
  await press(page, 'Send the question');
  await page.getByText('Tablets or capsules?').waitFor();
  await press(page, 'Close the record on this computer');
  for (const [one, title, button, state] of [
    [refused, 'Cannot fill', 'Report that we cannot fill it', 'ERROR'],
    [canceled, 'It is canceled with us', 'Report as canceled', 'CANCELED'],
  ] as const) {
    await page.goto(`${address}${one.path}`);
    await identify(old, page, look);
    await open(page, title);
    if (state === 'ERROR') await page.getByLabel('Reason').selectOption({ index: 0 });
    await press(page, button);
    await page.getByText('Thank you. Your report was recorded').waitFor();
    assert.equal(await stateOf(old, one), state);
    await look();
  }
  await page.getByRole('link', { name: 'Español' }).click();
  await page.locator('html[lang=es]').waitFor();
  await look();
  await close();
}

/** A number of somebody else first. */
async function identify({ links }: OldPharmacist, page: Page, look: () => Promise<void>): Promise<void> {
  const fact = page.getByLabel('NCPDP id or NPI of your pharmacy');
  await fact.fill('1234567');
  await press(page, 'Show the record');
  await page.getByText('That is not a number of this pharmacy.').waitFor();
  await look();
  await fact.fill(links.pharmacy.ncpdpId ?? '');
  await press(page, 'Show the record');
  await page.getByRole('heading', { level: 1, name: 'Active' }).waitFor();
  await look();
}

async function open(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click();
}

/** From the invitation to a new password. */
export async function worksAtItsOwnPage({ browser, address, links }: OldPharmacist): Promise<void> {
  const email = 'old@corner.example';
  const fax = await links.faxed();
  const { path } = await links.invite(email);
  const { page, look, close } = await openOldBrowser(browser, `${address}${path}`, 320);
  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
  await look();
  await page.getByLabel('Proof that you are in this pharmacy').fill(printedCode(fax.link.code));
  await page.getByLabel('New password').fill(DESK_PASSWORD);
  await press(page, 'Continue');
  await heading('Add your phone');
  await look();
  const appKey = ((await page.locator('.key').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code').fill(links.code(appKey));
  await press(page, 'Confirm');
  await heading('Prescriptions');
  await look();
  await page.locator(`a[href$="${fax.order.id}/${fax.order.fills[0].id}"]`).click();
  await press(page, 'Received');
  await page.getByText('Thank you. Your report was recorded').waitFor();
  await look();
  await page.getByRole('link', { name: 'All prescriptions' }).click();
  await page.getByRole('link', { name: 'Hook key' }).click();
  await look();
  await press(page, 'Make a new key');
  await heading('Your new key');
  await page.getByRole('link', { name: 'Back' }).click();
  await page
    .getByRole('button', { name: /^End it now: / })
    .first()
    .click();
  await page.getByText('The key has ended.').waitFor();
  await page.getByRole('link', { name: 'Your pharmacy' }).click();
  await look();
  await open(page, 'Correct the telephone number');
  await page.getByLabel('Telephone', { exact: true }).fill('617-555-0177');
  await press(page, 'Save');
  await page.getByText('It is in effect. The operators are told.').waitFor();
  await page.getByRole('link', { name: 'Password', exact: true }).click();
  await look();
  await page.getByLabel('Present password').fill(DESK_PASSWORD);
  await page.getByLabel('New password').fill('eleven slow ferries cross the bay');
  await page.getByLabel('Code').fill(links.code(appKey));
  await press(page, 'Change the password');
  await page.getByText('The password was changed.').waitFor();
  await press(page, 'Sign out');
  await heading('Sign in');
  await look();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('eleven slow ferries cross the bay');
  await press(page, 'Sign in');
  await heading('Prove it is you');
  await look();
  await page.getByLabel('Code').fill(links.code(appKey));
  await press(page, 'Continue');
  await heading('Prescriptions');
  await close();
}
