// What speaks against a drug, in a real browser: the review asks why, by keys alone, and the answer is signed (section 14).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newPatient, treatmentOf } from '@pestle/testbed/elements/records';
import { onePractice } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial } from '../../support/workflow.ts';

let practice: Practice;
before(async () => {
  practice = await onePractice();
});

const WHY = 'Why it is prescribed all the same';

describe('section 14: screening before the signature', () => {
  test('allergies, medications: what the page knows stops the review until it is on record, and is then compared', async () => {
    const amoxicillin = await treatmentOf(practice.ask, 'amoxicillin 500 mg oral capsule');
    const { workflow, patientId } = await practice.openOrder({
      'initial-prescriptions': initial(amoxicillin),
      allergies: JSON.stringify([{ substance: 'penicillin', reaction: 'hives' }]),
    });
    const { page } = workflow;
    await workflow.pending.first().waitFor();
    await page.getByRole('button', { name: 'Record it' }).waitFor();
    assert.equal(await workflow.button('None known').count(), 0, 'the page knows of one');
    await workflow.button(/^Send Order/).click();
    const summary = page.getByRole('group', { name: /to mend before/ });
    await summary.getByText(/^What this page knows of the patient is not on record/).waitFor();
    assert.equal(await workflow.button(/^Sign (?!out)/).count(), 0);
    await summary.getByRole('button').first().click();
    await page.locator('button:focus').getByText('Record it').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Allergies: penicillin (hives)').first().waitFor();
    await workflow.button(/^Send Order/).click();
    await page.getByLabel(WHY).waitFor();
    await page
      .getByText(/the record says penicillin/)
      .first()
      .waitFor();
    const { patient } = await practice.ask<{ patient: { allergiesStated: { by: string | null } } }>(
      'query($id: ID!) { patient(id: $id) { allergiesStated { by } } }',
      { id: patientId },
    );
    assert.notEqual(patient.allergiesStated.by, null, 'by the person who pressed');
    await page.close();
  });

  test('a severe interaction is asked about in words; by keys alone a reason is chosen, read in the review, and signed', async () => {
    const simvastatin = await treatmentOf(practice.ask, 'simvastatin 20 mg oral tablet');
    const ketoconazole = await treatmentOf(practice.ask, 'ketoconazole 200 mg oral tablet');
    const { workflow, patientId } = await practice.openOrder({
      'initial-prescriptions': initial(simvastatin, ketoconazole),
    });
    const { page } = workflow;
    await workflow.pending.nth(1).waitFor();
    await workflow.button('Send Order').click();
    const reasons = page.getByLabel(WHY);
    await reasons.nth(1).waitFor();
    assert.equal(await reasons.count(), 2, 'one for each drug');
    await page
      .getByText(/Severe interaction: /)
      .first()
      .waitFor();
    const keep = workflow.button('Keep reasons and go on');
    await keep.press('Enter');
    await page.getByText('Choose a reason; with “Other”, say which.').first().waitFor();
    assert.ok(await reasons.first().evaluate((node) => node.matches(':focus')), 'where one is missing');
    await page.keyboard.press('w');
    await reasons.nth(1).selectOption({ label: 'Other (say which)' });
    await page.getByLabel('In your own words').fill('Cardiology agreed.');
    await keep.press('Enter');
    const confirm = workflow.button(/^Sign /);
    await confirm.waitFor();
    const review = await page.getByRole('region', { name: 'Review and sign' }).innerText();
    for (const words of [
      'Prescribed all the same: Will be monitored',
      'Other (say which): Cardiology agreed.',
      'Checked for interactions (Sandbox selection of FDA labels,',
      'Not for allergies: nobody has recorded them.',
    ])
      assert.ok(review.includes(words), `${words} in ${review}`);
    await confirm.click();
    await workflow.text(/^Order: /).waitFor();
    const { prescriptions } = await practice.ask<{
      prescriptions: {
        nodes: { content: { screening: { checked: boolean; answers: { reason: string }[] } } }[];
      };
    }>(
      'query($p: String!) { prescriptions(patientId: $p) { nodes { content { screening { checked answers { reason } } } } } }',
      { p: patientId },
    );
    assert.deepEqual(
      prescriptions.nodes
        .map(({ content }) => `${content.screening.checked} ${content.screening.answers[0]?.reason}`)
        .toSorted(),
      ['true OTHER', 'true WILL_MONITOR'],
    );
    await page.close();
  });

  test('an allergy that nobody can compare leaves it unchecked, which is said and answered by its own reasons', async () => {
    const patientId = await newPatient(practice.ask, { allergies: [{ substance: 'Zorbium' }] });
    const { workflow } = await practice.openOrder({ 'patient-id': patientId });
    const { page } = workflow;
    await workflow.pending.first().waitFor();
    await workflow.button('Send Order').click();
    await page
      .getByText(/^Not checked for interactions and allergies\. /)
      .first()
      .waitFor();
    await page
      .getByLabel('How it was checked, or why it cannot wait')
      .selectOption({ label: 'Checked by hand' });
    await workflow.button('Keep reasons and go on').click();
    await workflow.button(/^Sign /).waitFor();
    const review = await page.getByRole('region', { name: 'Review and sign' }).innerText();
    assert.match(review, /Not checked for interactions and allergies\.[\s\S]*Checked by hand/);
    await page.close();
  });
});
