// The form in a real browser: what a page sets of it, doses, templates, shortcuts, languages.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { asPerson, newPatient } from '@pestle/testbed/elements/records';
import { directions, keys, open, pending, pick, search } from '../../support/form-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
let ask: Ask;
before(async () => {
  testbed = await oneTestbed();
  ask = asPerson(testbed);
});

describe('what a page sets of the form, and what the form shows', () => {
  test('additional-notes: a note over 210 characters is an error with how much to shorten', async () => {
    const page = await open(`additional-notes="${'x'.repeat(215)}"`);
    await pick(page, 'metformin 500 mg oral tablet');
    const note = page.getByLabel(/^Note for the pharmacy/);
    assert.equal(await note.getAttribute('aria-invalid'), 'true');
    await page.getByText('At most 210 characters: shorten it by 5.').waitFor();
    await note.fill('Short');
    await page.getByText('5 of 210').waitFor();
    await page.close();
  });

  test('weight: the dose calculator asks for a unit, and its dose goes into the directions in mL', async () => {
    const page = await open('weight="10"');
    await pick(page, 'amoxicillin 400 mg oral suspension');
    await directions(page).fill('5 ml po bid x10d');
    await page.getByText('Dose by weight').click();
    assert.equal(await page.getByLabel('Weight', { exact: true }).inputValue(), '10');
    assert.equal(await page.getByLabel('Unit of weight').inputValue(), '', 'no unit is assumed');
    await page.getByLabel('Dose per kilogram').fill('90');
    await page.getByLabel('Doses per day').fill('2');
    await page.getByText('Choose the unit of the weight: kg or lbs.').waitFor();
    await page.getByLabel('Unit of weight').selectOption('kg');
    await page.getByText('5.625\u00a0mL (450\u00a0mg)').waitFor();
    await page.getByRole('button', { name: /^Use 5\.6\smL per dose/ }).click();
    assert.equal(await directions(page).inputValue(), 'Take 5.6 mL by mouth twice daily for 10 days.');
    assert.equal(await page.getByLabel(/^Quantity/).inputValue(), '112');
    // The pharmacy checks this dose by what it was reckoned from; no other note of an adult has a weight.
    await page.getByRole('button', { name: 'Note for the pharmacy: Patient weight: 10 kg' }).waitFor();
    await page.close();
  });

  test('U6: a dose of a liquid stands in mL with its mg beside it, whichever was typed, and is told to a screen reader', async () => {
    const page = await open();
    await pick(page, 'amoxicillin 400 mg oral suspension');
    for (const [typed, shown] of [
      ['5 ml po bid x10d', '5\u00a0mL (400\u00a0mg)'],
      ['400 mg po bid x10d', '5\u00a0mL (400\u00a0mg)'],
      ['2.5-5 ml po bid x10d', '2.5\u00a0mL (200\u00a0mg), 5\u00a0mL (400\u00a0mg)'],
    ] as const) {
      await directions(page).fill(typed);
      await page.getByText(shown, { exact: true }).waitFor();
      const described = await directions(page).evaluate(
        (input: Element) =>
          (input.getRootNode() as ShadowRoot).getElementById(input.getAttribute('aria-describedby') ?? '')
            ?.textContent ?? '',
      );
      assert.ok(described.includes(shown), described);
    }
    await directions(page).fill('shake it and take a spoon');
    await page.getByText(/\(400\smg\)/).waitFor({ state: 'detached' });
    await page.close();
  });

  test('hide-templates: without it a personal template is saved with the draft, with it nothing offers to', async () => {
    const page = await open();
    await pick(page, 'lisinopril 10 mg oral tablet');
    await directions(page).fill('1 tab po daily x30d');
    await page.getByRole('button', { name: 'Save as a personal template' }).click();
    await page.getByLabel('Save as a personal template').check();
    await page.getByLabel(/^Name of the template/).fill('My lisinopril');
    await keys(page, 'Control+Enter');
    await pending(page).first().waitFor();
    // The form is emptied when the template is saved as well.
    await search(page).waitFor();
    await page.close();
    const hidden = await open('hide-templates');
    await search(hidden).fill('my lisin');
    await hidden
      .getByRole('group', { name: 'Personal templates' })
      .getByText('Template: My lisinopril')
      .waitFor();
    await keys(hidden, 'Escape', 'Escape');
    await pick(hidden, 'lisinopril 10 mg oral tablet');
    await hidden.getByRole('button', { name: 'Note for the pharmacy' }).waitFor();
    assert.equal(await hidden.getByRole('button', { name: 'Save as a personal template' }).count(), 0);
    await hidden.close();
  });

  test('disable-shortcuts turns off the slash and Control with Enter; the buttons stay', async () => {
    const page = await open('disable-shortcuts');
    await page.getByRole('combobox', { name: /^Search medication/ }).waitFor();
    assert.equal(await page.locator('kbd').count(), 0);
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await keys(page, 'Control+Enter');
    const add = page.getByRole('button', { name: /^Add to order/ });
    await add.focus();
    await keys(page, '/');
    assert.ok(await add.evaluate((node) => node.matches(':focus')));
    assert.equal(await add.innerText(), 'Add to order');
    assert.equal(await pending(page).count(), 0);
    await add.click();
    await pending(page).first().waitFor();
    await keys(page, 'Control+Enter');
    assert.equal(await page.getByRole('button', { name: /^Sign / }).count(), 0);
    await page.close();
  });

  test('U10: a treatment that was taken and gave way to another is counted with the draft, and only with this one', async () => {
    const page = await open('');
    const added = async (): Promise<unknown> => {
      await directions(page).fill('1 tab po bid x10d');
      const [request] = await Promise.all([
        page.waitForRequest((one) => (one.postData() ?? '').includes('"treatmentId"')),
        keys(page, 'Control+Enter'),
      ]);
      await search(page).waitFor();
      const { variables } = request.postDataJSON() as { variables: { input: { replacedPicks?: unknown } } };
      return variables.input.replacedPicks;
    };
    await pick(page, 'metformin 500 mg oral tablet');
    await page.getByRole('button', { name: /^Change metformin/i }).click();
    await pick(page, 'lisinopril 10 mg oral tablet');
    assert.equal(await added(), 1);
    await pending(page).first().waitFor();
    await pick(page, 'metformin 500 mg oral tablet');
    assert.equal(await added(), 0);
    await page.close();
  });

  test('lang: the words of the page follow its language, and directions are shown in Spanish beside the English', async () => {
    const patientId = await newPatient(ask, { language: 'es' });
    const page = await open('', { patientId });
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await page.getByText('Tome 1 tableta por la boca 2 veces al día durante 10 días.').waitFor();
    await page.evaluate(() => {
      document.documentElement.lang = 'es';
    });
    await page.getByLabel('Indicaciones para el paciente').waitFor();
    assert.equal(await page.getByLabel('Indicaciones para el paciente').inputValue(), '1 tab po bid x10d');
    await page.getByText('Take 1 tablet by mouth twice daily for 10 days.', { exact: true }).waitFor();
    await page.close();
  });
});
