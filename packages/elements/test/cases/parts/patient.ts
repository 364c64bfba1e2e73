// Whom an order is for, in a real browser: searched, created, edited.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { failing } from '../../states/scene.ts';
import { pick } from '../../support/form-page.ts';
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

  test('allergies that nobody asked about are told in the banner and beside the medicine; "none known" and what is recorded have who and when', async () => {
    const patientId = await newPatient(ask);
    const page = await open('', { patientId });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    const stated = async (): Promise<unknown> =>
      (
        await ask<{ patient: { allergies: unknown; allergiesStated: { by: string | null } | null } }>(
          'query($id: ID!) { patient(id: $id) { allergies { substance reaction severity } allergiesStated { by } } }',
          { id: patientId },
        )
      ).patient;
    await banner.getByText('Allergies: not recorded').waitFor();
    await pick(page, 'metformin 500 mg oral tablet');
    const beside = page.getByText('Nobody has recorded this patient’s allergies', { exact: false });
    await beside.waitFor();
    await banner.getByRole('button', { name: 'None known' }).click();
    await banner.getByText('No known allergies').waitFor();
    await banner.getByText(/^Stated by you on /).waitFor();
    await beside.waitFor({ state: 'detached' });
    assert.deepEqual(((await stated()) as { allergies: unknown[] }).allergies, []);
    await banner.getByRole('button', { name: 'Edit allergies' }).click();
    await page.keyboard.type('penicillin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('hives');
    await page.getByLabel(/^Severity/).selectOption('SEVERE');
    await page.getByRole('button', { name: 'Save allergies' }).click();
    await banner.getByText('Allergies: penicillin (hives)').waitFor();
    const kept = (await stated()) as { allergies: object[]; allergiesStated: { by: string | null } | null };
    assert.deepEqual(
      kept.allergies.map((one) => ({ ...one })),
      [{ substance: 'penicillin', reaction: 'hives', severity: 'SEVERE' }],
    );
    assert.notEqual(kept.allergiesStated?.by ?? null, null, 'who said so is kept');
    // To take away the last one states nothing: that there is none is said by its own button.
    await banner.getByRole('button', { name: 'Edit allergies' }).click();
    await page.getByRole('button', { name: 'Remove penicillin' }).click();
    await page.getByRole('button', { name: 'Save allergies' }).click();
    await page
      .getByText('Write what the patient does not tolerate, or choose “None known”.')
      .first()
      .waitFor();
    await page.close();
  });

  test('that no allergies are known says who stated it, also where somebody else did', async () => {
    const staff = personOf('staff');
    const patientId = await newPatient(asPerson(testbed, staff), { allergies: [] });
    const page = await open('', { patientId });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    await banner.getByText(`Stated by ${staff.firstName} ${staff.lastName} on `).waitFor();
    await page.close();
  });

  test('an allergy that somebody else records while the panel is open is kept, also where the record was read anew since', async () => {
    const patientId = await newPatient(ask, { allergies: [{ substance: 'sulfa' }] });
    const page = await open('', { patientId });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    await banner.getByRole('button', { name: 'Edit allergies' }).click();
    await page.getByLabel('Medicine or substance').fill('latex');
    await ask(
      'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: { allergies: [{ substance: "sulfa" }, { substance: "penicillin" }] }) { id } }',
      { id: patientId },
    );
    const changed = page.getByText(/^Somebody else changed this patient meanwhile/);
    // Another panel reads the record anew.
    await banner.getByRole('button', { name: 'Record medicines' }).click();
    await page.getByLabel('Medicine that the patient takes').fill('Fish oil');
    // Whoever leaves the field closes its list, which may stand over the button.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Add medicine' }).click();
    await banner.getByText('Allergies: sulfa, penicillin').waitFor();
    await page.getByRole('button', { name: 'Save allergies' }).click();
    const panel = page.getByRole('region', { name: 'Allergies', exact: true });
    await panel.getByText('penicillin').waitFor();
    await panel.filter({ has: changed }).waitFor();
    await page.getByRole('button', { name: 'Save allergies' }).click();
    await banner.getByText('Allergies: sulfa, penicillin, latex').waitFor();
    await page.close();
  });

  test('allergies, medications: what the page knows and the record does not is told, and recorded by one press beside what is there', async () => {
    const patientId = await newPatient(ask, { allergies: [{ substance: 'sulfa' }] });
    const known = JSON.stringify([{ substance: 'Sulfa' }, { substance: 'penicillin', reaction: 'hives' }]);
    const taken = JSON.stringify([{ name: 'warfarin 5 mg tablet', rxcui: '855332' }]);
    const page = await open(`allergies='${known}' medications='${taken}'`, { patientId });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    const told = banner.getByText(
      'This page knows of what is not on record: penicillin (allergy), warfarin 5 mg tablet.',
    );
    await told.waitFor();
    await page.getByRole('button', { name: 'Record it' }).click();
    await banner.getByText('Allergies: sulfa, penicillin (hives)').waitFor();
    await banner.getByText('Also takes: warfarin 5 mg tablet').waitFor();
    await told.waitFor({ state: 'detached' });
    await page.close();
  });

  test('hide-patient-card: what the page knows is told above the form, and recorded there', async () => {
    const known = JSON.stringify([{ substance: 'penicillin' }]);
    const page = await open(`hide-patient-card allergies='${known}'`, { patientId: await newPatient(ask) });
    await page.getByText('This page knows of what is not on record: penicillin (allergy).').waitFor();
    const record = page.getByRole('button', { name: 'Record it' });
    await record.click();
    await record.waitFor({ state: 'detached' });
    await page.close();
  });

  test('allergies, medications: what the page names and cannot be read is told to the prescriber, too, and “None known” is not offered', async () => {
    const patientId = await newPatient(ask);
    const known = JSON.stringify([{ substance: 'sulfa' }, { substance: 7 }]);
    const page = await open(`allergies='${known}'`, { patientId });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    await banner.getByText('that could not be read, and nothing was compared with them').waitFor();
    await banner.getByText('sulfa (allergy)').waitFor();
    await page.getByRole('button', { name: 'Record it' }).click();
    await banner.getByText('Allergies: sulfa').waitFor();
    await banner.getByText('that could not be read, and nothing was compared with them').waitFor();
    assert.equal(await banner.getByRole('button', { name: 'None known' }).count(), 0);
    await page.close();
  });

  test('an allergy that is chosen from the list carries its code; other words stand as they are typed', async () => {
    const patientId = await newPatient(ask);
    const page = await open('', { patientId });
    await page.getByRole('button', { name: 'Record allergies' }).first().click();
    const substance = page.getByLabel('Medicine or substance');
    await substance.pressSequentially('metform');
    await page.getByRole('option', { name: 'Metformin' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Chosen from the list.').waitFor();
    await page.getByRole('button', { name: 'Save allergies' }).click();
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    await banner.getByText('Allergies: Metformin').waitFor();
    await banner.getByRole('button', { name: 'Edit allergies' }).click();
    await substance.fill('Grandmother’s tea');
    await page.getByRole('button', { name: 'Save allergies' }).click();
    await banner.getByText('Allergies: Metformin, Grandmother’s tea').waitFor();
    const { patient } = await ask<{ patient: { allergies: object[] } }>(
      'query($id: ID!) { patient(id: $id) { allergies { substance code codeSystem } } }',
      { id: patientId },
    );
    assert.deepEqual(
      patient.allergies.map((one) => ({ ...one })),
      [
        { substance: 'Metformin', code: '6809', codeSystem: 'RXNORM' },
        { substance: 'Grandmother’s tea', code: null, codeSystem: null },
      ],
    );
    await page.close();
  });

  test('what the patient takes besides is added and ended in the banner, with who and when', async () => {
    const patientId = await newPatient(ask);
    const page = await open('', { patientId });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    await banner.getByRole('button', { name: 'Record medicines' }).click();
    await page.getByRole('button', { name: 'Add medicine' }).click();
    await page.getByText('Write the name of the medicine.').first().waitFor();
    const name = page.getByLabel('Medicine that the patient takes');
    await name.pressSequentially('lisinopril 10');
    await page
      .getByRole('option', { name: /^lisinopril 10 mg oral tablet/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Chosen from the list.').waitFor();
    await page.getByRole('button', { name: 'Add medicine' }).click();
    await banner.getByText(/^Also takes: lisinopril 10 mg oral tablet/).waitFor();
    await name.fill('Fish oil');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Add medicine' }).click();
    await banner.getByText(/, Fish oil/).waitFor();
    await page.getByRole('button', { name: /^Not taken any more: lisinopril/ }).click();
    await banner.getByText('Also takes: Fish oil').waitFor();
    await page.getByRole('button', { name: 'Not taken any more: Fish oil' }).click();
    await banner.getByText('Takes nothing else').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await banner.getByText(/^Stated by you on /).waitFor();
    await page.close();
  });

  test('two medicines of one name have a line each, and what is taken carries the code of its own line', async () => {
    const patientId = await newPatient(ask);
    const page = await open('', { patientId });
    const codes = ['1111111', '2222222'];
    await failing(testbed, page, 'FindMedicines', {
      change: (data) => {
        const { hits } = data['treatments'] as { hits: { nodes: object[] } };
        hits.nodes = codes.map((rxcui) => ({ id: `trt_${rxcui}`, name: 'vitamin drops', rxcui }));
      },
    });
    const banner = page.getByRole('region', { name: 'Patient', exact: true });
    await banner.getByRole('button', { name: 'Record medicines' }).click();
    const name = page.getByLabel('Medicine that the patient takes');
    await name.pressSequentially('vitamin');
    const lines = page.getByRole('option', { name: 'vitamin drops' });
    await lines.nth(1).waitFor();
    assert.equal(await lines.count(), codes.length);
    await lines.nth(1).click();
    await page.getByText('Chosen from the list.').waitFor();
    await page.getByRole('button', { name: 'Add medicine' }).click();
    await banner.getByText(/^Also takes: vitamin drops/).waitFor();
    const { patient } = await ask<{ patient: { medications: { rxcui: string | null }[] } }>(
      'query($id: ID!) { patient(id: $id) { medications { rxcui } } }',
      { id: patientId },
    );
    assert.deepEqual(
      patient.medications.map(({ rxcui }) => rxcui),
      ['2222222'],
    );
    await page.close();
  });
});
