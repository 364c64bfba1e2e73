// Whom an order is for, in a real browser: searched, created, edited.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed } from '../../support/one-testbed.ts';
import { hasFocus, open } from '../../support/part-page.ts';

let testbed: Testbed;
let ask: Ask;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
});

describe('the patient', () => {
  const picker = (page: Page): Locator => page.getByRole('combobox', { name: /^Search patients/ });

  test('patient-id: without it a patient is searched and chosen by keyboard; a deceased one cannot be', async () => {
    await newPatient(ask, { firstName: 'Zoe', lastName: 'Pickwick' });
    await newPatient(ask, { firstName: 'Zed', lastName: 'Pickwick', deceased: true });
    const page = await open('', { patientId: null });
    await picker(page).focus();
    await page.keyboard.type('pickw');
    await page.getByRole('option').nth(1).waitFor();
    const removed = page.getByRole('option', { name: /Zed/ });
    assert.equal(await removed.getAttribute('aria-disabled'), 'true');
    assert.match((await removed.textContent()) ?? '', /Deceased: nothing can be prescribed\./);
    await removed.click({ force: true });
    assert.equal(await picker(page).count(), 1);
    await page.keyboard.press('ArrowDown');
    if (!/Zoe/.test((await page.locator('[role=option][aria-selected=true]').textContent()) ?? ''))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Patient' }).getByText('PICKWICK').waitFor();
    await page.close();
  });

  test('patient-id: a new patient is created with everything an order needs, and chosen', async () => {
    const page = await open('enable-order', { patientId: null });
    await page.getByRole('button', { name: 'New patient' }).click();
    const first = page.getByLabel('First name');
    await first.waitFor();
    await page.getByRole('button', { name: 'Create patient' }).click();
    const summary = page.getByRole('group', { name: 'Mend this before the patient is saved:' });
    assert.equal(
      await summary.getByRole('listitem').count(),
      9,
      'everything that is missing is named at once',
    );
    assert.equal(await hasFocus(first), true);
    await first.fill('Nora');
    await page.getByLabel('Last name').fill('Newcomb');
    await page.getByLabel('Date of birth').fill('1990-05-06');
    await page.getByLabel(/^Sex/).selectOption('FEMALE');
    await page.getByLabel('Mobile phone').fill('(617) 555-0177');
    await page.getByLabel('Street', { exact: true }).fill('9 Elm St');
    await page.getByLabel('City').fill('Boston');
    await page.getByLabel('State').selectOption('MA');
    await page.getByLabel('ZIP code', { exact: true }).fill('02108');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Patient' }).getByText('NEWCOMB').waitFor();
    await page.close();
  });

  test('patient-id: an edit sends what changed, and what somebody else changed meanwhile is not overwritten', async () => {
    const patientId = await newPatient(ask, { firstName: 'Edith', lastName: 'Changed' });
    const page = await open('', { patientId });
    await page.getByRole('button', { name: 'Edit patient' }).click();
    await page.getByLabel('First name').fill('Edythe');
    await ask(
      'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: { email: "e@example.com" }) { id } }',
      {
        id: patientId,
      },
    );
    await page.getByRole('button', { name: 'Save patient' }).click();
    await page
      .getByText(/Somebody else changed this patient meanwhile/)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel('First name').inputValue(), 'Edythe', 'what was typed is kept');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit patient' }).click();
    await page.getByLabel('First name').fill('Edythe');
    await page.getByRole('button', { name: 'Save patient' }).click();
    await page.getByRole('region', { name: 'Patient' }).getByText('Edythe').waitFor();
    const { patient } = await ask<{ patient: object }>(
      'query($id: ID!) { patient(id: $id) { firstName email } }',
      { id: patientId },
    );
    assert.deepEqual({ ...patient }, { firstName: 'Edythe', email: 'e@example.com' });
    await page.close();
  });
});
