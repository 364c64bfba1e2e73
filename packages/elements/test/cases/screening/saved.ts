// What was signed and saved is sent from the form, in a real browser: compared again, asked about in words, sent once, and never signed anew (W8, section 14).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Locator } from 'playwright-core';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { heardNames, openWorkflow } from '../../support/workflow.ts';

let practice: Practice;
before(async () => {
  practice = await onePractice();
});

const savedOf = ({ page }: WorkflowPage): Locator => page.getByRole('region', { name: /^Signed, not sent/ });

/** A page of a patient, without anything in 'Pending Order'. */
async function openFor(
  patientId: string,
  over: Readonly<Record<string, string>> = {},
): Promise<WorkflowPage> {
  return await openWorkflow(await oneTestbed(), {
    'patient-id': patientId,
    'enable-order': 'true',
    'pharmacy-id': practice.local.id,
    ...over,
  });
}

interface SentPrescription {
  readonly id: string;
  readonly contentHash: string;
  readonly latestFill: {
    readonly sentScreening: {
      readonly answers: readonly { readonly rule: string; readonly reason: string }[];
    };
  } | null;
}

async function prescriptionsOf(patientId: string): Promise<readonly SentPrescription[]> {
  const { prescriptions } = await practice.ask<{ prescriptions: { nodes: readonly SentPrescription[] } }>(
    'query($p: String!) { prescriptions(patientId: $p) { nodes { id contentHash latestFill { sentScreening { answers { rule reason } } } } } }',
    { p: patientId },
  );
  return prescriptions.nodes;
}

async function becomesAllergic(patientId: string, substance: string): Promise<void> {
  const { patient } = await practice.ask<{ patient: { revision: number } }>(
    'query($id: ID!) { patient(id: $id) { revision } }',
    { id: patientId },
  );
  await practice.ask(
    'mutation($id: ID!, $revision: Int!, $changes: UpdatePatientInput!) { updatePatient(id: $id, expectedRevision: $revision, changes: $changes) { id } }',
    { id: patientId, revision: patient.revision, changes: { allergies: [{ substance }] } },
  );
}

describe('section 14: what was signed and saved is sent', () => {
  test('what its signature does not answer is asked for by keys alone, kept with the fill, and nothing is signed anew', async () => {
    const patientId = await newPatient(practice.ask);
    const simvastatin = await treatmentOf(practice.ask, 'simvastatin 20 mg oral tablet');
    const id = await prescribed(practice.ask, patientId, simvastatin);
    await becomesAllergic(patientId, 'simvastatin');
    const [before] = await prescriptionsOf(patientId);
    const workflow = await openFor(patientId);
    const { page } = workflow;
    const card = savedOf(workflow);
    await card.waitFor();
    assert.match(await card.innerText(), /simvastatin/);
    await card.getByRole('button', { name: 'Review and send 1' }).press('Enter');
    const why = page.getByLabel('Why it is prescribed all the same');
    await why.waitFor();
    await page.getByRole('heading', { name: 'One thing to mend before it can be sent' }).waitFor();
    assert.equal(await workflow.button(/^Send 1 prescription/).count(), 0);
    await why.focus();
    await page.keyboard.press('w');
    await workflow.button('Keep reasons and go on').press('Enter');
    const confirm = workflow.button(`Send 1 prescription to ${practice.local.name}`);
    await confirm.waitFor();
    const review = await page.getByRole('region', { name: 'Review and send' }).innerText();
    for (const words of ['Prescribed all the same: Will be monitored', 'QUIMBY', practice.local.name])
      assert.ok(review.includes(words), `${words} in ${review}`);
    await confirm.click({ clickCount: 3, delay: 5 });
    await workflow.text(/^Order: /).waitFor();
    const [after] = await prescriptionsOf(patientId);
    assert.deepEqual([after?.id, after?.contentHash], [id, before?.contentHash]);
    assert.deepEqual(
      after?.latestFill?.sentScreening.answers.map(({ reason }) => reason),
      ['WILL_MONITOR'],
    );
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.deepEqual(
      (await heardNames(workflow)).filter((name) => name !== 'svc-ready'),
      ['svc-order-created', 'svc-prescribe-success'],
      'it was told as created when it was saved',
    );
    await workflow.button('Write another prescription').click();
    await workflow.button('Send Order').waitFor();
    assert.equal(await savedOf(workflow).count(), 0, 'nothing is left to send');
    await page.close();
  });

  test('what was sent elsewhere meanwhile is not sent again, and what is left for later stays', async () => {
    const patientId = await newPatient(practice.ask);
    const first = await prescribed(practice.ask, patientId, practice.lisinopril);
    await prescribed(practice.ask, patientId, practice.metformin);
    const workflow = await openFor(patientId);
    const card = savedOf(workflow);
    await card.getByRole('checkbox', { name: /^Send it now metFORMIN/ }).uncheck();
    await card.getByRole('button', { name: 'Review and send 1' }).click();
    const confirm = workflow.button(`Send 1 prescription to ${practice.local.name}`);
    await confirm.waitFor();
    await practice.ask('mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { prescriptionIds: [first], pharmacyId: practice.local.id },
    });
    await confirm.click();
    await workflow
      .text('Choose at least one prescription to send.')
      .or(workflow.text(/Nothing was sent/))
      .first()
      .waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    assert.match(await card.innerText(), /metFORMIN/);
    assert.doesNotMatch(await card.innerText(), /lisinopril/);
    await workflow.page.close();
  });

  test('it joins an order of the patient that has not left, with what speaks against it asked as well', async () => {
    const patientId = await newPatient(practice.ask);
    await prescribed(practice.ask, patientId, practice.lisinopril, null);
    await prescribed(practice.ask, patientId, practice.metformin);
    await becomesAllergic(patientId, 'metformin');
    const workflow = await openFor(patientId, { 'enable-combine-and-duplicate': 'true' });
    const { page } = workflow;
    await savedOf(workflow).getByRole('button', { name: 'Review and send 1' }).click();
    const offer = page.getByRole('region', { name: 'Add to an order that is not yet sent?' });
    await offer.waitFor();
    assert.match(
      await offer.innerText(),
      /To be added:[\s\S]*metFORMIN[\s\S]*On it already:[\s\S]*lisinopril/,
    );
    await offer.getByRole('button', { name: /^Add to the order of/ }).click();
    const why = page.getByLabel('Why it is prescribed all the same');
    await why.waitFor();
    await why.selectOption({ label: 'Will be monitored' });
    await workflow.button('Keep reasons and go on').click();
    await workflow.button('Add 1 prescription to the patient’s open order').click();
    await workflow.text('Added to an order of this patient that had not left.').waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    const [newest] = await prescriptionsOf(patientId);
    assert.deepEqual(
      newest?.latestFill?.sentScreening.answers.map(({ reason }) => reason),
      ['WILL_MONITOR'],
    );
    assert.deepEqual(
      (await heardNames(workflow)).filter((name) => name !== 'svc-ready'),
      ['svc-order-combined', 'svc-prescribe-success'],
    );
    await page.close();
  });
});
