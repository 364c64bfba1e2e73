// A reason that is chosen and not kept yet, in a real browser: it belongs to the question that it answers, and to no other that comes to stand there (W2).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator } from 'playwright-core';
import { failing } from '../../states/scene.ts';
import { changeElsewhere, replaceElsewhere } from '../../support/elsewhere.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { initial } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const WHY = 'Why it is prescribed all the same';
const row = ({ pending }: WorkflowPage, name: RegExp): Locator => pending.filter({ hasText: name });

/** Two drafts, each of what was prescribed a moment ago: metformin first, then lisinopril. */
async function bothAsk(): Promise<{ readonly workflow: WorkflowPage; readonly patientId: string }> {
  const patientId = await newPatient(practice.ask);
  for (const treatment of [practice.lisinopril, practice.metformin])
    await prescribed(practice.ask, patientId, treatment);
  const { workflow } = await practice.openOrder({
    'patient-id': patientId,
    'initial-prescriptions': initial(practice.metformin, practice.lisinopril),
  });
  await workflow.pending.getByRole('radio', { name: 'Vacation supply' }).nth(1).waitFor();
  return { workflow, patientId };
}

/** Reads the drafts anew: a reason is kept with the first of them, which another window has changed meanwhile. */
async function readAnew(workflow: WorkflowPage, patientId: string): Promise<void> {
  await changeElsewhere(practice.ask, patientId, 60);
  const first = workflow.pending.first();
  await first.getByRole('radio', { name: 'Vacation supply' }).check();
  await first.getByRole('button', { name: /^Keep it for this reason/ }).click();
  await first.getByText('Dispense 60 tablets').waitFor();
}

describe('a reason that is half chosen', () => {
  test('W2: in a row it is chosen no longer once the draft is of another medicine, and stays where only the number changed', async () => {
    const { workflow, patientId } = await bothAsk();
    await row(workflow, /lisinopril/)
      .getByRole('radio', { name: 'Lost or stolen' })
      .check();
    await replaceElsewhere(practice.ask, patientId, { at: 1, treatmentId: practice.metformin });
    await readAnew(workflow, patientId);
    await row(workflow, /lisinopril/).waitFor({ state: 'detached' });
    assert.ok(await workflow.pending.first().getByRole('radio', { name: 'Vacation supply' }).isChecked());
    const second = workflow.pending.nth(1);
    await second.getByRole('radio', { name: 'Lost or stolen' }).waitFor();
    assert.equal(await second.getByRole('radio', { checked: true }).count(), 0);
    await workflow.page.close();
  });

  test('W2: two medicines of one name are two questions all the same', async () => {
    const { workflow, patientId } = await bothAsk();
    const { page } = workflow;
    await row(workflow, /lisinopril/)
      .getByRole('radio', { name: 'Lost or stolen' })
      .check();
    await replaceElsewhere(practice.ask, patientId, { at: 1, treatmentId: practice.metformin });
    const alike = { name: 'lisinopril 10 mg oral tablet', ingredients: ['lisinopril'], strength: '10 mg' };
    await failing(testbed, page, 'Drafts', {
      change: (data) => {
        const drafts = data['drafts'] as { treatment: object }[];
        Object.assign(drafts[1]?.treatment ?? {}, alike);
      },
    });
    await readAnew(workflow, patientId);
    const second = workflow.pending.nth(1);
    await second.getByRole('radio', { name: 'Lost or stolen' }).waitFor();
    assert.match((await second.innerText()).replaceAll('\u00a0', ' '), /lisinopril 10 mg/);
    assert.equal(await second.getByRole('radio', { checked: true }).count(), 0);
    await page.close();
  });

  test('section 14: at the review it is chosen no longer once the draft is of another medicine; what another draft was answered stays', async () => {
    const names = ['simvastatin 20 mg oral tablet', 'ketoconazole 200 mg oral tablet'];
    const [simvastatin = '', ketoconazole = ''] = await Promise.all(
      names.map((name) => treatmentOf(practice.ask, name)),
    );
    const stronger = await treatmentOf(practice.ask, 'simvastatin 40 mg oral tablet');
    const { workflow, patientId } = await practice.openOrder({
      'initial-prescriptions': initial(simvastatin, ketoconazole),
    });
    const { page } = workflow;
    await workflow.pending.nth(1).waitFor();
    await workflow.button('Send Order').click();
    const reasons = page.getByLabel(WHY);
    await reasons.nth(1).waitFor();
    for (const at of [0, 1]) await reasons.nth(at).selectOption({ label: 'Will be monitored' });
    await replaceElsewhere(practice.ask, patientId, { at: 0, treatmentId: stronger });
    await workflow.button('Keep reasons and go on').click();
    await workflow.pending.filter({ hasText: /simvastatin 40/ }).waitFor();
    const kept = [await reasons.nth(0).inputValue(), await reasons.nth(1).inputValue()];
    assert.deepEqual(kept, ['', 'WILL_MONITOR']);
    await page.close();
  });
});
