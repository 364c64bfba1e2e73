// What the form offers of the chosen treatment, in a real browser: its strengths, the units that fit, and how it is packed (W1).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { directions, keys, open, pending, pick } from '../../support/form-page.ts';

const chip = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('group', { name: group }).getByRole('button', { name });
const value = (page: Page, label: RegExp): Promise<string> => page.getByLabel(label).inputValue();

describe('what the form offers of a treatment', () => {
  test('W1: another strength is one press away; of tablets the directions stay and are read anew', async () => {
    const page = await open();
    await pick(page, 'lisinopril 10 mg oral tablet');
    await directions(page).fill('1 tab po daily x30d');
    await page.getByText(/^1\stablet \(10\smg\) a day for 30 days is 30\stablets\.$/).waitFor();
    await chip(page, 'Strength', /^lisinopril 20\smg/).click();
    await page.getByRole('button', { name: /^Change lisinopril 20\smg oral tablet/ }).waitFor();
    await page.getByText(/^1\stablet \(20\smg\) a day for 30 days is 30\stablets\.$/).waitFor();
    assert.equal(await chip(page, 'Strength', /^lisinopril 20\smg/).getAttribute('aria-pressed'), 'true');
    await page.close();
  });

  test('W1: the units that fit come first, and all others can still be chosen', async () => {
    const page = await open();
    await pick(page, 'insulin glargine 100 units/mL pen');
    await page.getByRole('group', { name: 'Packages' }).waitFor();
    const units = await page.getByLabel('Unit', { exact: true }).locator('option').allTextContents();
    assert.deepEqual(units.slice(0, 4), ['Choose', 'Milliliter', 'Each', 'Kit']);
    assert.ok(units.includes('Tablet') && new Set(units).size === units.length, units.join(', '));
    await page.close();
  });

  test('W1: a package gives quantity and days; what it holds is compared with directions and days', async () => {
    const page = await open();
    await pick(page, 'albuterol sulfate 90 mcg metered dose inhaler');
    await directions(page).fill('2 puffs q4h');
    await chip(page, 'Packages', '1 inhaler of 200 doses, 16 days').click();
    assert.deepEqual([await value(page, /^Quantity/), await value(page, /^Days supply/)], ['1', '16']);
    await page.getByLabel(/^Days supply/).fill('90');
    await page
      .getByText(/^These directions need 6\s\w+ for 90 days, and the quantity is 1\s\w+\.$/)
      .waitFor();
    await keys(page, 'Control+Enter');
    await page.getByRole('group', { name: 'Mend this before it is added:' }).waitFor();
    assert.equal(await pending(page).count(), 0, 'a contradiction is added only with an answer');
    await page.getByRole('button', { name: /^Use 16 days$/ }).click();
    await page.getByText(/contradict each other/).waitFor({ state: 'detached' });
    await page.getByLabel(/^Refills/).fill('0');
    await keys(page, 'Control+Enter');
    await pending(page).first().waitFor();
    await page.close();
  });

  test('W1: pens are told with what a carton holds and how long it lasts', async () => {
    const page = await open();
    await pick(page, 'insulin glargine 100 units/mL pen');
    await directions(page).fill('20 units subcut daily');
    await chip(page, 'Packages', /^5 pens, 15\s\w+, 75 days$/).click();
    assert.deepEqual([await value(page, /^Quantity/), await value(page, /^Days supply/)], ['15', '75']);
    await page.close();
  });
});
