// The order is always in sight, and nobody is offered a button that would be refused, in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { benefits } from '../../states/workflow/coverage.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import { initial, openWorkflow, type Practice, WORKFLOW, workflowOf } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const WIDE = { width: 1_280, height: 800 };

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
  const search = page.getByRole('combobox', { name: /^Search medication/ });
  // What comes later, such as the review, must not take the room of what is there.
  await page.waitForLoadState('networkidle');
  const [input, frame] = [await search.boundingBox(), await search.locator('..').boundingBox()];
  assert.ok(input !== null && input.width === frame?.width, `${input?.width} of ${frame?.width} px`);
  await search.fill('atorvastatin 20');
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

/** A page of the size that most clinics have, with a host's header of 40 px above the element. */
async function wide(attributes: Readonly<Record<string, string>>) {
  const workflow = await openWorkflow(testbed, attributes, { width: WIDE.width });
  await workflow.page.addStyleTag({
    content: 'body, main { margin: 0 } h1 { margin: 0; block-size: 40px; font-size: 16px }',
  });
  await workflow.page.setViewportSize(WIDE);
  return workflow;
}

/** How much of the page is below the window. */
const below = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollHeight - innerHeight');

test('U1: at 1280×800 a third medicine with a duplicate, a missing allergy and its coverage scrolls nothing', async () => {
  const patientId = await newPatient(practice.ask, benefits('SANDBOX-EVERYDAY'));
  const crestor = await treatmentOf(practice.ask, 'crestor 10 mg');
  await prescribed(practice.ask, patientId, crestor, practice.local.id);
  const workflow = await wide({
    'patient-id': patientId,
    'enable-order': 'true',
    'enable-coverage-check': 'true',
    'pharmacy-id': practice.local.id,
    'initial-prescriptions': initial(practice.lisinopril, practice.metformin),
  });
  const { page } = workflow;
  await workflow.pending.nth(1).waitFor();
  await page.getByRole('combobox', { name: /^Search medication/ }).fill('crestor 10');
  await page.getByRole('group', { name: 'All treatments' }).getByRole('option').first().click();
  await page.getByLabel('Directions for the patient').fill('1 tab po daily x90d');
  await page.getByLabel(/^Refills/).fill('0');
  await page.keyboard.press('Control+Enter');
  const notice = page.getByRole('group', { name: /^Already prescribed by / });
  await notice.waitFor();
  await page.locator('.coverage summary').nth(1).waitFor();
  for (const place of [
    workflow.button(/^Change .*rosuvastatin|^Change .*Crestor/i),
    page.getByText('Take 1 tablet by mouth once daily for 90 days.').first(),
    page.getByText('Nobody has recorded this patient’s allergies', { exact: false }),
    notice,
    workflow.button(/^Add anyway/),
    workflow.pending.nth(0),
    workflow.pending.nth(1),
    page.getByText(practice.local.name).first(),
    page.getByText('Elena Rivera signs'),
    workflow.button(/Sign out$/),
    workflow.button(/^Send Order/),
  ])
    assert.ok(await inSight(place, WIDE), String(place));
  assert.equal(await below(page), 0, 'nothing has to be scrolled');
  await page.close();
});

test('U1: at 1280×800 signer and button stand in sight with every tab, coverage and a liquid in the order, however long it is', async () => {
  const workflow = await wide({
    'patient-id': await newPatient(practice.ask, { preferredPharmacyId: practice.local.id }),
    'enable-order': 'true',
    'enable-coverage-check': 'true',
    'enable-send-to-patient': 'true',
    'enable-local-pickup': 'true',
    'enable-delivery-pharmacies': 'true',
    'initial-prescriptions': initial(
      practice.lisinopril,
      practice.metformin,
      await treatmentOf(practice.ask, 'levetiracetam 500 mg/5 mL oral solution'),
      await treatmentOf(practice.ask, 'atorvastatin 20 mg oral tablet'),
    ),
  });
  const { page } = workflow;
  await workflow.pending.nth(3).waitFor();
  await page.getByRole('tab', { name: 'Local Pickup' }).click();
  await page.getByText(practice.local.name).first().waitFor();
  for (const place of [workflow.button(/^Send Order/), page.getByText('Elena Rivera signs')])
    assert.ok(await inSight(place, WIDE), String(place));
  assert.equal(await page.evaluate('scrollY'), 0);
  // What the button stands over comes out from under it with the focus.
  await workflow.button(/^Delete atorvastatin/).focus();
  const last = await workflow.button(/^Delete atorvastatin/).boundingBox();
  const end = await page.getByText('Elena Rivera signs').boundingBox();
  assert.ok(last !== null && end !== null && last.y + last.height <= end.y, 'the last row can be reached');
  await page.close();
});

test('U1: at 1280×800 the review of three lines with their reasons shows whom it is for, the signer and the act without scrolling', async () => {
  const patientId = await newPatient(practice.ask, {
    allergies: [{ substance: 'sulfa', reaction: 'rash', severity: 'MILD' }],
  });
  const atorvastatin = await treatmentOf(practice.ask, 'atorvastatin 20 mg oral tablet');
  const reasons = ['Dose is changed', 'Lost', 'Stolen'];
  const lines = JSON.parse(initial(practice.lisinopril, practice.metformin, atorvastatin)) as object[];
  const workflow = await wide({
    'patient-id': patientId,
    'enable-order': 'true',
    'pharmacy-id': practice.local.id,
    'initial-prescriptions': JSON.stringify(lines.map((line, at) => ({ ...line, notes: reasons[at] ?? '' }))),
  });
  const { page } = workflow;
  await workflow.pending.nth(2).waitFor();
  await workflow.button(/^Send Order/).click();
  const confirm = workflow.button(/^Sign and send/);
  await confirm.waitFor();
  const review = page.getByRole('region', { name: 'Review and sign' });
  for (const place of [
    review.getByText(/born 29-Feb-1980/),
    review.getByText(/Allergies: sulfa/),
    review.getByText(practice.local.name).first(),
    review.getByText(/Elena Rivera/),
    review.getByText('Name on the message:').nth(2),
    review.getByText('Stolen'),
    confirm,
  ])
    assert.ok(await inSight(place, WIDE), String(place));
  assert.equal(await below(page), 0, 'nothing has to be scrolled');
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
  assert.ok(await inSight(page.getByRole('heading', { name: /^Pending Order/ }), window));
  await page.keyboard.press('Escape');
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

/** The id of what has the focus, and whether it lies in the sheet. */
const focus = (page: Page): Promise<{ id: string; inside: boolean }> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return { id: active?.id ?? '', inside: active?.closest('dialog') !== null };
  });

test('U2: at 320 px the bar opens the order as a sheet; focus stays in it, Escape leads back, Edit leads to the form', async () => {
  const { workflow } = await practice.openOrder(
    { 'initial-prescriptions': initial(practice.lisinopril, practice.metformin) },
    { width: 320 },
  );
  const { page } = workflow;
  await page.setViewportSize({ width: 320, height: 640 });
  await workflow.pending.nth(1).waitFor();
  const bar = workflow.button(/^Pending Order 2$/);
  await bar.press('Enter');
  const sheet = page.getByRole('dialog', { name: /^Pending Order/ });
  await sheet.waitFor();
  await page.waitForFunction(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.id === 'pending';
  });
  const box = await sheet.boundingBox();
  assert.ok(box !== null && box.x === 0 && box.width === 320 && Math.round(box.y + box.height) === 640);
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focus(page);
    // Between the last and the first the browser's own window may have it, the page behind never.
    assert.ok(at.inside || at.id === '', `step ${step}: ${at.id}`);
  }
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  assert.equal((await focus(page)).id, 'to-order');
  await bar.press('Enter');
  await sheet.getByRole('button', { name: /^Delete lisinopril/ }).click();
  await sheet.getByRole('button', { name: /^Undo/ }).waitFor();
  assert.match(
    (await sheet.getByRole('status').textContent()) ?? '',
    /deleted/i,
    'what is said is said in the sheet, because the rest is silent',
  );
  await sheet.getByRole('button', { name: /^Edit metFORMIN/ }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.waitForFunction(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.id === 'directions';
  });
  await page.close();
});
