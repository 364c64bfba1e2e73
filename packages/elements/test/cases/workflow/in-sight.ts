// The order is always in sight, and nobody is offered a button that would be refused, in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient } from '@pestle/testbed/elements/records';
import type { Locator } from 'playwright-core';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import { initial, openWorkflow, type Practice, WORKFLOW, workflowOf } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

/** Wholly inside the window. */
const inSight = async (
  place: Locator,
  { width, height }: { width: number; height: number },
): Promise<boolean> => {
  const box = await place.boundingBox();
  return (
    box !== null && box.y >= 0 && box.x >= 0 && box.y + box.height <= height && box.x + box.width <= width
  );
};

test('U1: at 1280×800 the third medicine is written while the order, pharmacy, signer and the button stand in sight', async () => {
  const window = { width: 1_280, height: 800 };
  const workflow = await openWorkflow(
    testbed,
    {
      'patient-id': await newPatient(practice.ask),
      'enable-order': 'true',
      'pharmacy-id': practice.local.id,
      'initial-prescriptions': initial(practice.lisinopril, practice.metformin),
    },
    { width: window.width },
  );
  const { page } = workflow;
  await page.setViewportSize(window);
  await workflow.pending.nth(1).waitFor();
  await page.getByRole('combobox', { name: /^Search medication/ }).fill('atorvastatin 20');
  await page.getByRole('group', { name: 'All treatments' }).getByRole('option').first().click();
  await page.getByLabel('Directions for the patient').fill('1 tab po daily x90d');
  await page.getByText('Take 1 tablet by mouth once daily for 90 days.').waitFor();
  for (const place of [
    workflow.button(/^Change atorvastatin/),
    page.getByText('Take 1 tablet by mouth once daily for 90 days.'),
    workflow.button(/^Add to order/),
    workflow.pending.nth(0),
    workflow.pending.nth(1),
    page.getByText(practice.local.name).first(),
    page.getByText('Elena Rivera signs'),
    workflow.button(/Sign out$/),
    workflow.button(/^Send Order/),
  ])
    assert.ok(await inSight(place, window), String(place));
  assert.equal(await page.evaluate('scrollY'), 0);
  await page.close();
});

test('U1: at 320×640 a bar with the count stays, and leads to the order', async () => {
  const window = { width: 320, height: 640 };
  const workflow = await openWorkflow(
    testbed,
    {
      'patient-id': await newPatient(practice.ask),
      'enable-order': 'true',
      'pharmacy-id': practice.local.id,
      'initial-prescriptions': initial(practice.lisinopril, practice.metformin),
    },
    { width: window.width },
  );
  const { page } = workflow;
  await page.setViewportSize(window);
  await workflow.pending.nth(1).waitFor();
  const count = workflow.button(/^Pending Order 2/);
  for (const place of [count, workflow.button(/^Send Order/)]) assert.ok(await inSight(place, window));
  await count.click();
  await page.waitForFunction(() => scrollY > 0);
  assert.ok(await inSight(page.getByRole('heading', { name: /^Pending Order/ }), window));
  assert.ok(await inSight(count, window));
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), window.width);
  await page.close();
});

test('A2: Control, Shift and Enter open the review; who may not prescribe sees no button that would be refused', async () => {
  const workflow = await openWorkflow(testbed, {
    'patient-id': await newPatient(practice.ask),
    'enable-order': 'true',
    'pharmacy-id': practice.local.id,
    'initial-prescriptions': initial(practice.lisinopril),
  });
  const { page } = workflow;
  await workflow.pending.first().waitFor();
  await page.getByRole('combobox', { name: /^Search medication/ }).press('Control+Shift+Enter');
  await workflow.button(/^Sign and send/).waitFor();
  await page.close();
  const admin = personOf('admin');
  const context = await testbed.contextOf(admin);
  const tag = `<${WORKFLOW} patient-id="${await newPatient(practice.ask)}" enable-order></${WORKFLOW}>`;
  const other = await testbed.open(testbed.client(tag), { context, person: admin });
  const seen = workflowOf(other);
  await seen.text('Your account may neither write nor prepare prescriptions.').waitFor();
  assert.equal(await seen.button(/Send Order|Save Prescriptions/).count(), 0);
  await context.close();
});
