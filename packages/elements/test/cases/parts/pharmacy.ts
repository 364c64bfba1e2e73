// Where an order goes, in a real browser.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed } from '../../support/one-testbed.ts';
import { hasFocus, open, pharmacies } from '../../support/part-page.ts';

let testbed: Testbed;
let ask: Ask;
let metformin: string;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
  metformin = await treatmentOf(ask, 'metformin 500 mg oral tablet');
});

const card = (page: Page): Locator => page.getByRole('region', { name: 'Pharmacy', exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const radios = (page: Page): Locator => card(page).getByRole('radio');

describe('pharmacy selection', () => {
  test('enable-send-to-patient, enable-local-pickup, enable-delivery-pharmacies: three tabs in this order, by arrow keys', async () => {
    const page = await open(
      'enable-order enable-send-to-patient enable-local-pickup enable-delivery-pharmacies',
    );
    await tab(page, 'Send to Patient').waitFor();
    assert.deepEqual(await page.getByRole('tab').allTextContents(), [
      'Send to Patient',
      'Local Pickup',
      'Mail Order',
    ]);
    await page.getByText('A secure link goes to (•••) •••-0100.').waitFor();
    await tab(page, 'Send to Patient').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await tab(page, 'Local Pickup').getAttribute('aria-selected'), 'true');
    assert.equal(await hasFocus(tab(page, 'Local Pickup')), true);
    assert.equal(await tab(page, 'Send to Patient').getAttribute('tabindex'), '-1');
    await page.keyboard.press('End');
    assert.equal(await hasFocus(tab(page, 'Mail Order')), true);
    await page.close();
  });

  test('enable-order: as the only flag it means Local Pickup, near the address of the patient, with distance and hours', async () => {
    const page = await open('enable-order');
    await card(page).getByRole('heading', { name: 'Local Pickup' }).waitFor();
    await radios(page).first().waitFor();
    assert.equal(await page.getByLabel('Near ZIP code or town').inputValue(), '02108');
    const first = (await card(page).locator('label.choice').first().textContent()) ?? '';
    for (const part of [/\d\.\d mi/, /Open|Closed|Hours not known/, /Electronic|By fax/, /Boston, MA 02/])
      assert.match(first, part);
    await page.getByLabel('Near ZIP code or town').fill('Nowhere (');
    await page.getByLabel('Near ZIP code or town').fill('Columbus, OH');
    await card(page)
      .getByText(/Columbus, OH/)
      .first()
      .waitFor();
    await page.close();
  });

  test('preferred and previous pharmacies stand first; the preferred one is suggested', async () => {
    const [near, other] = await pharmacies('LOCAL_PICKUP');
    assert.ok(near !== undefined && other !== undefined);
    const patientId = await newPatient(ask, { preferredPharmacyId: other.id });
    await prescribed(ask, patientId, metformin, near.id);
    const page = await open('enable-order', { patientId });
    await page.getByRole('button', { name: `Change pharmacy ${other.name}` }).click();
    await radios(page).nth(2).waitFor();
    const listed = await card(page).locator('label.choice').allTextContents();
    assert.match(listed[0] ?? '', new RegExp(`${other.name}.*Preferred`, 's'));
    assert.match(listed[1] ?? '', new RegExp(`${near.name}.*Used before`, 's'));
    assert.equal(await radios(page).first().isChecked(), true);
    await radios(page).first().focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await radios(page).nth(1).isChecked(), true);
    await page.keyboard.press('Enter');
    assert.equal(await hasFocus(page.getByRole('button', { name: `Change pharmacy ${near.name}` })), true);
    await page.close();
  });

  test('pharmacy-id: fixed when no tab is enabled, changeable when one is', async () => {
    const [first] = await pharmacies('LOCAL_PICKUP');
    assert.ok(first !== undefined);
    const fixed = await open(`enable-order pharmacy-id="${first.id}"`);
    await card(fixed).getByText(first.name).waitFor();
    assert.equal(await card(fixed).getByRole('button').count(), 0);
    assert.equal(await fixed.getByRole('tab').count(), 0);
    await fixed.close();
    const open2 = await open(`enable-order pharmacy-id="${first.id}" enable-local-pickup`);
    await open2.getByRole('button', { name: `Change pharmacy ${first.name}` }).click();
    await radios(open2).nth(1).check();
    assert.equal(await radios(open2).nth(1).isChecked(), true);
    await open2.close();
  });

  test('pharmacy-id: one that does not exist says what can be done: choose another, or have the page mended', async () => {
    const unknown = 'enable-order pharmacy-id="phr_01TEST0000000000000000000Z"';
    const fixed = await open(unknown);
    await card(fixed).getByText('no other can be chosen here').waitFor();
    assert.equal(await card(fixed).getByText('Choose another').count(), 0);
    await fixed.close();
    const free = await open(`${unknown} enable-local-pickup`);
    await card(free).getByText('was not found. Choose another.').waitFor();
    await radios(free).first().waitFor();
    await free.close();
  });

  test('mail-order-ids: a local pharmacy among them is skipped, with a warning', async () => {
    const [local] = await pharmacies('LOCAL_PICKUP');
    const [mail] = await pharmacies('MAIL_ORDER');
    assert.ok(local !== undefined && mail !== undefined);
    const from = testbed.complaints.length;
    const page = await open(`enable-order mail-order-ids="${local.id},${mail.id}"`);
    await radios(page).first().waitFor();
    assert.equal(await radios(page).count(), 1);
    await card(page).getByText(mail.name).waitFor();
    assert.ok(
      testbed.complaints
        .slice(from)
        .some((words) => words.includes(`${local.id} is not a mail order pharmacy; it is skipped`)),
    );
    await page.close();
  });

  test('mail-order-ids: adds the tab with these pharmacies only; unknown ids are warned about and skipped', async () => {
    const [mail] = await pharmacies('MAIL_ORDER');
    assert.ok(mail !== undefined, 'the sandbox has a mail order pharmacy');
    const page = await open(
      `enable-order mail-order-ids=" ${mail.id} , phr_01TEST0000000000000000000Z,${mail.id}"`,
    );
    await radios(page).first().waitFor();
    assert.equal(await radios(page).count(), 1);
    assert.match((await card(page).locator('label.choice').textContent()) ?? '', new RegExp(mail.name));
    assert.ok(testbed.complaints.some((words) => words.includes('phr_01TEST0000000000000000000Z')));
    assert.equal(await page.getByLabel('Near ZIP code or town').count(), 0);
    await page.close();
  });
});
