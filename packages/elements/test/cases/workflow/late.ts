// What is pressed while a page still loads, in a real browser: the press reaches what it was aimed at, waits in sight, and goes on (W3, W6).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { directions, groups, open, options, pick, search } from '../../support/form-page.ts';
import { heldAnswer } from '../../support/held-answer.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { initial, openWorkflow } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

/** Puts the pointer down on the button that sends. */
async function aim(workflow: WorkflowPage): Promise<void> {
  const { page } = workflow;
  const box = await workflow.button('Send Order').boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
}

/** Three frames: whatever had to be drawn is drawn. */
async function frames(page: Page): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await page.evaluate('new Promise(requestAnimationFrame)');
}

/** A page with one draft, whose pharmacy was set just now and is not loaded yet. */
async function pharmacyIsLate() {
  const { workflow } = await practice.openOrder({ 'pharmacy-id': '' });
  const late = await heldAnswer(workflow.page, practice.local.id);
  await workflow.set('pharmacy-id', practice.local.id);
  await late.asked;
  await workflow.page.getByRole('region', { name: 'Pharmacy' }).getByText('Loading').waitFor();
  return { workflow, late };
}

describe('while a page still loads', () => {
  test('W3: a press reaches the button that it was aimed at, although what has come meanwhile moves it', async () => {
    const { workflow, late } = await pharmacyIsLate();
    const { page } = workflow;
    const before = await workflow.button('Send Order').boundingBox();
    await aim(workflow);
    await late.release();
    await frames(page);
    await page.mouse.up();
    await workflow.button(/^Sign /).waitFor();
    await workflow.button('Back to the order').click();
    await workflow.text(practice.local.name).waitFor();
    const after = await workflow.button('Send Order').boundingBox();
    assert.ok(before !== null && after !== null && after.y > before.y + before.height / 2, 'it has moved');
    await page.close();
  });

  test('W6: Send that is pressed before the pharmacy is there waits for it in sight, and opens the review', async () => {
    const { workflow, late } = await pharmacyIsLate();
    await workflow.button('Send Order').click();
    await workflow.button('Checking').waitFor();
    await late.release();
    await workflow.button(/^Sign /).waitFor();
    await workflow.page.close();
  });

  test('W6: Send that is pressed before the code of the review is there waits for it in sight, and opens the review', async () => {
    const context = await testbed.contextOf();
    const through = Promise.withResolvers<void>();
    await context.route('**/elements/**/review*-*.js', async (route) => {
      await through.promise;
      await route.continue();
    });
    const workflow = await openWorkflow(
      testbed,
      {
        'patient-id': await newPatient(practice.ask),
        'enable-order': 'true',
        'pharmacy-id': practice.local.id,
        'initial-prescriptions': initial(practice.lisinopril),
      },
      { context },
    );
    await workflow.button('Send Order').click();
    await workflow.button('Checking').waitFor();
    through.resolve();
    await workflow.button(/^Sign /).waitFor();
    await context.close();
  });

  test('U10: what was prescribed before and comes late stands under what is listed already, which stays in its place', async () => {
    const patientId = await newPatient(practice.ask);
    await prescribed(practice.ask, patientId, practice.lisinopril);
    const context = await testbed.contextOf();
    const through = Promise.withResolvers<void>();
    await context.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"patientRef"') === true) await through.promise;
      await route.continue();
    });
    const { page } = await openWorkflow(testbed, { 'patient-id': patientId }, { context });
    await search(page).fill('lisinopril 10');
    await options(page).first().waitFor();
    const before = await groups(page);
    const first = await options(page).first().innerText();
    assert.ok(!before.includes('Past prescriptions of this patient'));
    through.resolve();
    await page.getByRole('group', { name: 'Past prescriptions of this patient' }).waitFor();
    assert.equal(await options(page).first().innerText(), first);
    assert.deepEqual((await groups(page)).slice(0, before.length), before);
    await context.close();
  });

  test('W1: what is said last after something was added is that it was added, not the directions that have gone', async () => {
    const page = await open();
    await pick(page, 'metformin 500 mg oral tablet');
    await directions(page).fill('1 tab po bid x10d');
    await page.getByText('Take 1 tablet by mouth twice daily for 10 days.').waitFor();
    await directions(page).press('Control+Enter');
    const said = page.getByRole('status').filter({ hasText: /^Added metFORMIN/ });
    await said.waitFor({ state: 'attached' });
    // Longer than directions wait until they are said.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1_600))');
    assert.equal(await said.count(), 1);
    await page.close();
  });
});
