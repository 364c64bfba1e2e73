// A likely duplicate in a real browser: what, who and when, a way back that loses nothing, and a reason that is kept (W2, W6).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { directions, open, pending, pick } from '../../support/form-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial, openWorkflow, toReview } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const DIRECTIONS = 'Take 1 tablet by mouth once daily.';
const notice = (page: Page): Locator => page.getByRole('group', { name: /^Already prescribed by / });
const hasFocus = (locator: Locator): Promise<boolean> => locator.evaluate((node) => node.matches(':focus'));

async function reasonsOf(patientId: string): Promise<readonly (string | null)[]> {
  const { drafts } = await practice.ask<{ drafts: { duplicateReason: string | null }[] }>(
    'query($p: String!) { drafts(patientId: $p) { duplicateReason } }',
    { p: patientId },
  );
  return drafts.map(({ duplicateReason }) => duplicateReason);
}

/** A patient with lisinopril of a moment ago, and a form in which it was added again. */
async function addedAgain(width = 1024): Promise<{ page: Page; patientId: string }> {
  const patientId = await newPatient(practice.ask);
  await prescribed(practice.ask, patientId, practice.lisinopril);
  const page = await open('', { patientId });
  await page.setViewportSize({ width, height: 800 });
  await pick(page, 'lisinopril 10 mg oral tablet');
  await directions(page).fill(DIRECTIONS);
  await page.getByLabel('Quantity', { exact: true }).fill('30');
  await page.getByLabel('Days supply').fill('30');
  await directions(page).press('Control+Enter');
  await notice(page).waitFor();
  return { page, patientId };
}

describe('a likely duplicate', () => {
  test('W2: the form stays open with what, who and when, above Add; by keys alone a reason is chosen and kept', async () => {
    const { page, patientId } = await addedAgain();
    assert.match(
      await notice(page).innerText(),
      /Already prescribed by Elena Rivera on \S+ at \d+:\d\d [AP]M\./,
    );
    await page
      .getByRole('status')
      .filter({ hasText: /lisinopril.*: Already prescribed by / })
      .waitFor({ state: 'attached' });
    // The first reason has the focus, and is not chosen by that.
    await notice(page).locator('input:focus').waitFor();
    assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);
    assert.equal(await directions(page).inputValue(), DIRECTIONS);
    assert.equal(await pending(page).count(), 0, 'it is not in the order yet');
    const [above, add] = [
      await notice(page).boundingBox(),
      await page.getByRole('button', { name: 'Add anyway' }).boundingBox(),
    ];
    assert.ok(above !== null && add !== null && above.y + above.height <= add.y);
    // Without a reason it is not added, and the focus is where one is chosen.
    await page.keyboard.press('Control+Enter');
    await page.getByText('Say why it is prescribed again.').first().waitFor();
    await notice(page).locator('input:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    assert.ok(await page.getByRole('radio', { name: 'Lost or stolen' }).isChecked());
    await page.keyboard.press('Control+Enter');
    await pending(page).filter({ hasText: 'Prescribed again because: Lost or stolen' }).waitFor();
    assert.deepEqual(await reasonsOf(patientId), ['Lost or stolen']);
    await page.close();
  });

  test('W2: Go back takes it out of the order again, and what was typed stays in the form', async () => {
    const { page, patientId } = await addedAgain();
    // Twice, as a hurried hand does.
    await page.getByRole('button', { name: 'Go back' }).dblclick();
    await notice(page).waitFor({ state: 'detached' });
    assert.equal(await directions(page).inputValue(), DIRECTIONS);
    assert.equal(await page.getByLabel('Quantity', { exact: true }).inputValue(), '30');
    assert.ok(await hasFocus(page.getByRole('button', { name: /^Add / }).last()));
    assert.deepEqual(await reasonsOf(patientId), []);
    assert.equal(await pending(page).count(), 0);
    await page.close();
  });

  test('W2: a reason of one’s own that was begun for one medicine is not begun for the next, nor for the same once more', async () => {
    const { page, patientId } = await addedAgain();
    await prescribed(practice.ask, patientId, practice.metformin);
    for (const next of ['lisinopril 10 mg oral tablet', 'metformin 500 mg oral tablet']) {
      await page.getByRole('radio', { name: 'Other' }).check();
      await page.getByRole('button', { name: 'Go back' }).click();
      await notice(page).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Clear' }).click();
      await pick(page, next);
      await directions(page).fill(DIRECTIONS);
      await page.getByLabel('Quantity', { exact: true }).fill('30');
      await page.getByLabel('Days supply').fill('30');
      await directions(page).press('Control+Enter');
      await notice(page).waitFor();
      assert.equal(await page.getByRole('radio', { checked: true }).count(), 0);
      assert.equal(await page.getByLabel('The reason, in a few words').count(), 0);
    }
    await page.close();
  });

  test('W2: on a narrow screen the reasons are one list, and one of their own words is written', async () => {
    const { page, patientId } = await addedAgain(360);
    assert.equal(await page.getByRole('radio', { name: 'Dose change' }).count(), 0);
    await page.getByLabel('Why is it prescribed again?').selectOption({ label: 'Other' });
    await page.getByLabel('The reason, in a few words').fill('Broke the bottle');
    await page.getByRole('button', { name: 'Add anyway' }).click();
    await pending(page).filter({ hasText: 'Prescribed again because: Broke the bottle' }).waitFor();
    assert.deepEqual(await reasonsOf(patientId), ['Broke the bottle']);
    await page.close();
  });

  test('W6: what a page prefills asks in its row; the review names it with the way there, and sends with the reason', async () => {
    const patientId = await newPatient(practice.ask);
    await prescribed(practice.ask, patientId, practice.lisinopril);
    const workflow = await openWorkflow(testbed, {
      'patient-id': patientId,
      'enable-order': 'true',
      'pharmacy-id': practice.local.id,
      'initial-prescriptions': initial(practice.lisinopril),
    });
    const { page } = workflow;
    await notice(page).waitFor();
    await workflow.button('Send Order').click();
    await workflow.button('Go there: Say why it is prescribed again.').click();
    assert.ok(await hasFocus(notice(page)));
    await workflow.button(/^Keep it for this reason: lisinopril/).click();
    await notice(page).getByText('Say why it is prescribed again.').waitFor();
    await page.getByRole('radio', { name: 'Vacation supply' }).check();
    await workflow.button(/^Keep it for this reason: lisinopril/).click();
    await workflow.pending.getByText('Prescribed again because: Vacation supply').waitFor();
    const confirm = await toReview(workflow, 'Send Order');
    const review = page.getByRole('region', { name: 'Review and sign' });
    assert.match(await review.innerText(), /Prescribed again because: Vacation supply/);
    await confirm.click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    await page.close();
  });

  test('W2: the refill button asks in the row as well', async () => {
    const patientId = await newPatient(practice.ask);
    await prescribed(practice.ask, patientId, practice.lisinopril);
    const workflow = await openWorkflow(testbed, {
      'patient-id': patientId,
      'enable-med-history': 'true',
      'enable-med-history-refill-button': 'true',
    });
    await workflow.button(/^Refill lisinopril/).click();
    await notice(workflow.page).waitFor();
    await workflow.button(/^Keep it for this reason: lisinopril/).waitFor();
    // A form without pharmacies has no such list besides, and each button stands beside its words all the same.
    const [radio, words] = await Promise.all(
      [
        workflow.page.getByRole('radio', { name: 'Lost or stolen' }),
        notice(workflow.page).locator('label').getByText('Lost or stolen'),
      ].map((one) => one.boundingBox()),
    );
    assert.ok(radio && words && radio.x + radio.width <= words.x);
    await workflow.page.close();
  });
});
