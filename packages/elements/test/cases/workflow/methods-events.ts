// What a page calls and hears, in a real browser: methods, events and refusals.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { directions, pick, search } from '../../support/form-page.ts';
import { onePractice } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { heardNames, initial, toReview } from '../../support/workflow.ts';

let practice: Practice;
before(async () => {
  practice = await onePractice();
});

/** Calls a method of the public element, as a page's script does. */
function call(workflow: WorkflowPage, method: string, ...given: readonly unknown[]): Promise<unknown> {
  return workflow.element.evaluate(
    async (node, [name, values]) => {
      const found = Reflect.get(node, name) as (...values: readonly unknown[]) => Promise<unknown>;
      return await found.apply(node, [...values]).catch((error: unknown) => String(error));
    },
    [method, given] as const,
  );
}

test('addDraft(), reset(): the page adds drafts, empties the form and closes the review; drafts stay', async () => {
  const { workflow } = await practice.openOrder({ 'initial-prescriptions': '' });
  const [input] = JSON.parse(initial(practice.metformin)) as [object];
  assert.match(String(await call(workflow, 'addDraft', { ...input, daysSupply: -1 })), /daysSupply/);
  assert.equal(await workflow.pending.count(), 0);
  const draft = (await call(workflow, 'addDraft', input)) as { treatment: { id: string } };
  assert.equal(draft.treatment.id, practice.metformin);
  await toReview(workflow, 'Send Order');
  await call(workflow, 'reset');
  await workflow.button('Send Order').waitFor();
  await pick(workflow.page, 'metformin 500 mg oral tablet');
  await directions(workflow.page).fill('half a sentence');
  await call(workflow, 'reset');
  await search(workflow.page).waitFor();
  assert.equal(await directions(workflow.page).count(), 0);
  assert.equal(await workflow.pending.count(), 1);
  await workflow.page.close();
});

test('svc-ready, svc-draft-prescription-created, svc-draft-prescription-deleted, svc-order-created, svc-prescriptions-created, svc-prescribe-success: a listener on the document hears them in this order', async () => {
  const { workflow, patientId } = await practice.openOrder({ 'initial-prescriptions': '' });
  const [input] = JSON.parse(initial(practice.lisinopril)) as [object];
  await call(workflow, 'addDraft', input);
  await workflow.button(/^Delete lisinopril/).click();
  await workflow.button(/^Undo/).click();
  await workflow.page.waitForFunction(
    `window.events.filter(({ name }) => name === 'svc-draft-prescription-created').length === 2`,
  );
  await (await toReview(workflow, 'Send Order')).click();
  await workflow.text(/^Order: /).waitFor();
  const CREATED = 'svc-draft-prescription-created';
  assert.deepEqual(await heardNames(workflow), [
    'svc-ready',
    CREATED,
    'svc-draft-prescription-deleted',
    CREATED,
    'svc-order-created',
    'svc-prescriptions-created',
    'svc-prescribe-success',
  ]);
  const [order] = await workflow.heard('svc-order-created');
  assert.deepEqual((order?.detail['order'] as { patient: unknown } | undefined)?.patient, {
    id: patientId,
    externalId: null,
  });
  assert.doesNotMatch(JSON.stringify(await workflow.heard()), /Quimby|1980-02-29|6175550100|1 Main St/);
  await workflow.page.close();
});

test('svc-order-error, svc-prescriptions-error, svc-error: a refusal is told as plain errors, and the element stays usable', async () => {
  for (const [attributes, submit, name] of [
    [{}, 'Send Order', 'svc-order-error'],
    [{ 'enable-order': 'false', 'pharmacy-id': '' }, 'Save Prescriptions', 'svc-prescriptions-error'],
  ] as const) {
    const { workflow, patientId } = await practice.openOrder({ ...attributes, address: '{"street1": 7}' });
    const { page } = workflow;
    const confirm = await toReview(workflow, submit);
    // Somebody else changes the draft after it was read: what was reviewed is no longer there to be signed.
    const { drafts } = await practice.ask<{ drafts: { id: string; revision: number }[] }>(
      'query($p: String!) { drafts(patientId: $p) { id revision } }',
      { p: patientId },
    );
    await practice.ask(
      'mutation($id: ID!, $revision: Int!) { updateDraft(input: {id: $id, revision: $revision, dispenseQuantity: 60, daysSupply: 60}) { id } }',
      { id: drafts[0]?.id, revision: drafts[0]?.revision },
    );
    await confirm.click();
    await workflow.text('Something changed. Read this again before you sign.').waitFor();
    const event = await workflow.heard(name);
    assert.deepEqual(
      event.map(({ detail }) => (detail['errors'] as { extensions: { code: string } }[])[0]?.extensions.code),
      ['SIGNATURE_INVALIDATED'],
    );
    const names = await heardNames(workflow);
    assert.equal(
      names.filter((one) => one.endsWith('-error') && one !== name && one !== 'svc-error').length,
      0,
    );
    assert.match(JSON.stringify(await workflow.heard('svc-error')), /address\.street1/);
    await workflow.button(/^Sign /).click();
    await page.getByRole('button', { name: 'Write another prescription' }).waitFor();
    await page.close();
  }
});
