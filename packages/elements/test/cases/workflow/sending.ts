// The whole workflow in a real browser: from attributes over 'Pending Order' to one order (W2), and how fast it is typed.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import { pick } from '../../support/form-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import {
  initial,
  heardNames as names,
  openWorkflow,
  toReview,
  WORKFLOW,
  workflowOf,
} from '../../support/workflow.ts';

let testbed: Testbed;
let ask: Ask;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
  ask = practice.ask;
});

describe('the usage examples of the interface, literally', () => {
  test('patient-id, enable-order=true and pharmacy-id: an order to the preselected pharmacy, followed live', async () => {
    const patientId = await newPatient(ask);
    const { id, name } = practice.local;
    const tag = `<svc-prescribe-workflow patient-id="${patientId}" enable-order="true" pharmacy-id="${id}"></svc-prescribe-workflow>`;
    const workflow = await openWorkflow(testbed, {}, { tag });
    assert.equal(
      await workflow.page.getByRole('tab').count(),
      0,
      'pharmacy-id: fixed when no tab is enabled',
    );
    await workflow.element.evaluate(
      (node, input) => (node as HTMLElement & { addDraft(given: unknown): Promise<unknown> }).addDraft(input),
      JSON.parse(initial(practice.lisinopril))[0] as object,
    );
    const confirm = await toReview(workflow, 'Send Order');
    assert.equal(await confirm.textContent(), `Sign and send 1 prescription to ${name}`);
    await confirm.click();
    await workflow.text(/^Order: (?:Sent|Received)$/).waitFor();
    assert.deepEqual(
      (await names(workflow)).filter((one) => one !== 'svc-ready'),
      [
        'svc-draft-prescription-created',
        'svc-order-created',
        'svc-prescriptions-created',
        'svc-prescribe-success',
      ],
    );
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    await workflow.page.close();
  });

  test('patient-id, enable-order, enable-send-to-patient, enable-local-pickup and mail-order-ids: a card with these options', async () => {
    const patientId = await newPatient(ask);
    const tag = `<svc-prescribe-workflow patient-id="${patientId}" enable-order="true" enable-send-to-patient="true" enable-local-pickup="true" mail-order-ids="${practice.mail.id}"></svc-prescribe-workflow>`;
    const workflow = await openWorkflow(testbed, {}, { tag });
    // The card's part comes after the workflow can be used.
    await workflow.page.getByRole('tab', { name: 'Mail Order' }).waitFor();
    assert.deepEqual(await workflow.page.getByRole('tab').allTextContents(), [
      'Send to Patient',
      'Local Pickup',
      'Mail Order',
    ]);
    await workflow.page.getByRole('tab', { name: 'Mail Order' }).click();
    await workflow.text(practice.mail.name).waitFor();
    await workflow.page.close();
  });
});

describe('attributes that change what is shown', () => {
  test('hide-submit, submit(), trigger-submit: no button; the page opens the review', async () => {
    const { workflow } = await practice.openOrder({ 'hide-submit': 'true' });
    const { page } = workflow;
    assert.equal(await workflow.button('Send Order').count(), 0);
    const opened = await workflow.element.evaluate((node) =>
      (node as HTMLElement & { submit(): Promise<boolean> }).submit(),
    );
    assert.equal(opened, true);
    await workflow.button('Back to the order').click();
    await workflow.set('trigger-submit', 'true');
    await workflow.button(/^Sign and send/).waitFor();
    await page.close();
  });

  test('hide-patient-card: no card, and the review still names the patient', async () => {
    const { workflow } = await practice.openOrder({ 'hide-patient-card': '' });
    assert.equal(await workflow.page.getByRole('region', { name: 'Patient' }).count(), 0);
    await toReview(workflow, 'Send Order');
    assert.match(
      await workflow.page.getByRole('region', { name: 'Review and sign' }).innerText(),
      /QUIMBY.*born 29-Feb-1980/s,
    );
    await workflow.page.close();
  });

  test('hide-templates: a personal template cannot be saved', async () => {
    const { workflow } = await practice.openOrder({ 'hide-templates': 'true' });
    await pick(workflow.page, 'metformin 500 mg oral tablet');
    await workflow.button('Note for the pharmacy').waitFor();
    assert.equal(await workflow.button('Save as a personal template').count(), 0);
    await workflow.set('hide-templates', 'false');
    await workflow.button('Save as a personal template').waitFor();
    await workflow.page.close();
  });

  test('E4: attributes are read again after mount, a fault fires svc-error with attribute and path, once, and the form stays', async () => {
    const { workflow } = await practice.openOrder();
    const from = testbed.complaints.length;
    await workflow.set('address', '{"street1": 7}');
    await workflow.page.waitForFunction(`window.events.some(({ name }) => name === 'svc-error')`);
    await workflow.set('hide-templates', 'perhaps');
    const event = await workflow.heard('svc-error');
    assert.match(JSON.stringify(event[0]), /address\.street1: /);
    assert.ok(testbed.complaints.slice(from).some((words) => words.includes('hide-templates: ')));
    assert.ok(await workflow.button('Send Order').isVisible());
    await workflow.set('disable-list', '[{');
    await workflow.text(/list of disabled treatments cannot be read/).waitFor();
    await workflow.page.close();
  });

  test('beforeSubmit: the page’s veto stops the signing, with its words', async () => {
    const { workflow, patientId } = await practice.openOrder();
    await workflow.element.evaluate((node) => {
      Reflect.set(node, 'beforeSubmit', () => 'Sign the encounter first.');
    });
    await (await toReview(workflow, 'Send Order')).click();
    await workflow.text('The page stopped this: Sign the encounter first.').waitFor();
    assert.deepEqual(await practice.ordersOf(patientId), []);
    await workflow.page.close();
  });
});

test('A2: staff prepare for a prescriber, and are told why they cannot sign', async () => {
  const staff = personOf('staff');
  const patientId = await newPatient(ask);
  await prescribed(ask, patientId, practice.metformin);
  const context = await testbed.contextOf(staff);
  const page = await testbed.open(
    testbed.client(
      `<${WORKFLOW} patient-id="${patientId}" enable-med-history enable-med-history-refill-button enable-order="true" pharmacy-id="${practice.local.id}" initial-prescriptions='${initial(practice.lisinopril)}'></${WORKFLOW}>`,
    ),
    { context, person: staff },
  );
  const workflow = workflowOf(page);
  await workflow.text('You prepare; a prescriber signs.').waitFor();
  // Beside the button that prescribes again: nothing is wrong with the medicine.
  await page
    .getByRole('region', { name: 'Medication history' })
    .getByText('Choose the prescriber who will sign.')
    .waitFor();
  await page.getByLabel('Prescriber who will sign').selectOption({ index: 1 });
  await workflow.pending.first().waitFor();
  assert.equal(await workflow.button('Send Order').count(), 0, 'nothing is offered that would be refused');
  await workflow.button('Save Prescriptions').click();
  await workflow.text(/^On .*’s desk$/).waitFor();
  await workflow
    .text('1 prescription in the pending order. Nothing is sent before it is signed there.')
    .waitFor();
  await context.close();
});
