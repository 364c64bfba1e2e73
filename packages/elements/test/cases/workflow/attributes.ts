// What a page sets, in a real browser: prefills, what goes with the order, and visible names.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';
import { initial, openWorkflow, toReview } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

async function template(): Promise<string> {
  const { createTemplate } = await practice.ask<{ createTemplate: { id: string } }>(
    'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }',
    {
      input: {
        name: 'Ninety days',
        personal: true,
        treatmentId: practice.lisinopril,
        dispenseQuantity: 90,
        dispenseUnit: 'Tablet',
        daysSupply: 90,
        fillsAllowed: 4,
        instructions: 'Take 1 tablet by mouth once daily.',
      },
    },
  );
  return createTemplate.id;
}

test('template-ids, template-overrides, prescription-ids, prescription-overrides: drafts with the page’s values, made once; the originals stay', async () => {
  const patientId = await newPatient(practice.ask);
  const [templateId, prescriptionId] = [
    await template(),
    await prescribed(practice.ask, patientId, practice.metformin),
  ];
  const workflow = await openWorkflow(testbed, {
    'patient-id': patientId,
    'template-ids': ` ${templateId},${templateId} `,
    'template-overrides': JSON.stringify({ [templateId]: { dispenseQuantity: 45 } }),
    'prescription-ids': JSON.stringify([prescriptionId, 'rx_00000000000000000000000000']),
    'prescription-overrides': JSON.stringify({ [prescriptionId]: { notes: 'Copied for a trip.' } }),
  });
  await workflow.text(/Dispense 45/).waitFor();
  await workflow.text('Copied for a trip.').waitFor();
  assert.equal(await workflow.pending.count(), 2);
  // What was written a moment ago is there all the same, and says by whom and when.
  const copy = workflow.pending.filter({ hasText: 'Copied for a trip.' });
  const { firstName, lastName } = personOf();
  assert.match(
    await copy.innerText(),
    new RegExp(`Already prescribed by ${firstName} ${lastName} on \\S+ at \\d+:\\d\\d [AP]M\\.`),
  );
  const said = workflow.page.getByRole('status').filter({ hasText: /: Already prescribed by / });
  await said.waitFor({ state: 'attached' });
  assert.match(JSON.stringify(await workflow.heard('svc-error')), /rx_00000000000000000000000000/);
  await workflow.page.reload();
  await workflow.text('Copied for a trip.').waitFor();
  await workflow.text(/Dispense 45/).waitFor();
  assert.equal(await workflow.pending.count(), 2, 'a reload makes none of them twice');
  // W2: one that was deleted stays deleted, also on the next page, until a person adds it.
  await copy.getByRole('button', { name: /^Delete / }).click();
  await workflow.button(/^Undo/).waitFor();
  await workflow.page.reload();
  await workflow.text(/^Not added \(prescription-ids.*Deleted on /).waitFor();
  assert.equal(await workflow.pending.count(), 1);
  await workflow.button('Add it again').click();
  await copy.waitFor();
  // Picked in the search, it has the page's values as well.
  const search = workflow.page.getByRole('combobox', { name: /^Search medication/ });
  await search.fill('ninety');
  await workflow.page
    .getByRole('option', { name: /Ninety days.*45/ })
    .first()
    .click();
  assert.equal(await workflow.page.getByLabel('Quantity', { exact: true }).inputValue(), '45');
  const { prescription } = await practice.ask<{
    prescription: { notes: string | null; dispenseQuantity: string };
  }>('query($id: ID!) { prescription(id: $id) { notes dispenseQuantity } }', { id: prescriptionId });
  assert.deepEqual({ ...prescription }, { notes: null, dispenseQuantity: '60' });
  await workflow.page.close();
});

test('initial-prescriptions, additional-notes, weight, weight-unit: a bad entry fails alone, with its index; every draft has the notes', async () => {
  const [bad, good] = JSON.parse(initial(practice.lisinopril, practice.metformin)) as [object, object];
  const workflow = await openWorkflow(testbed, {
    'patient-id': await newPatient(practice.ask, { dateOfBirth: '2016-02-29' }),
    'initial-prescriptions': JSON.stringify([
      { ...bad, dispenseQuantity: 0 },
      { ...good, notes: 'With food.' },
    ]),
    'additional-notes': 'Call the clinic.',
    weight: '70',
    'weight-unit': 'kg',
  });
  await workflow.pending.first().waitFor();
  assert.equal(await workflow.pending.count(), 1);
  const [draft] = await workflow.heard('svc-draft-prescription-created');
  assert.equal(
    (draft?.detail['draft'] as { notes: string } | undefined)?.notes,
    'With food.\n\nCall the clinic.\n\nPatient weight: 70 kg',
  );
  assert.match(JSON.stringify(await workflow.heard('svc-error')), /initial-prescriptions\[0\]/);
  // Drafts that are there follow the attribute.
  await workflow.set('additional-notes', 'Call the nurse.');
  await workflow.text(/With food\.\s+Call the nurse\.\s+Patient weight: 70 kg/).waitFor();
  await workflow.page.close();
});

test('address, external-order-id, diagnosis-codes, supervisor, optional-patient-address: they go with the order, and the review shows them', async () => {
  const patientId = await newPatient(practice.ask, { address: null });
  const supervisor = {
    firstName: 'Sam',
    lastName: 'Over',
    npi: '1245319599',
    phone: '6175550111',
    address: { street1: '2 Oak St', city: 'Boston', state: 'MA', postalCode: '02108' },
  };
  const { workflow } = await practice.openOrder({
    'patient-id': patientId,
    'optional-patient-address': 'true',
    'external-order-id': '00012345678901234567890',
    'diagnosis-codes': JSON.stringify([
      { code: 'i10', type: 'ICD10', description: 'Essential hypertension' },
    ]),
    supervisor: JSON.stringify(supervisor),
  });
  await workflow.set(
    'address',
    JSON.stringify({ street1: '9 Elm St', city: 'Boston', state: 'MA', postalCode: '02109' }),
  );
  const confirm = await toReview(workflow, 'Send Order');
  const review = await workflow.page.getByRole('region', { name: 'Review and sign' }).innerText();
  for (const words of ['9 Elm St', 'Sam Over', 'I10 Essential hypertension'])
    assert.ok(review.includes(words), words);
  await confirm.click();
  await workflow.text(/^Order: /).waitFor();
  const [order] = await practice.ordersOf(patientId);
  const { order: kept } = await practice.ask<{ order: unknown }>(
    'query($id: ID!) { order(id: $id) { externalId address { street1 } fills { prescription { diagnosisCodes { code description } supervisor { lastName } } } } }',
    { id: order?.id },
  );
  assert.deepEqual(JSON.parse(JSON.stringify(kept)), {
    externalId: '00012345678901234567890',
    address: { street1: '9 Elm St' },
    fills: [
      {
        prescription: {
          diagnosisCodes: [{ code: 'I10', description: 'Essential hypertension' }],
          supervisor: { lastName: 'Over' },
        },
      },
    ],
  });
  await workflow.page.close();
});

test('catalog-id: only the named catalog counts as the organization’s; without it all of them do', async () => {
  const admin = asPerson(testbed, personOf('admin'));
  const furosemide = await treatmentOf(practice.ask, 'furosemide 20 mg oral tablet');
  const catalog = async (name: string, id: string): Promise<string> => {
    const { createCatalog } = await admin<{ createCatalog: { id: string } }>(
      'mutation($name: String!, $ids: [ID!]) { createCatalog(name: $name, treatmentIds: $ids) { id } }',
      { name, ids: [id] },
    );
    return createCatalog.id;
  };
  const [named] = [await catalog('Diabetes', practice.metformin), await catalog('Heart', furosemide)];
  const workflow = await openWorkflow(testbed, {
    'patient-id': await newPatient(practice.ask),
    'catalog-id': named,
    'allow-off-catalog-search': 'false',
  });
  const { page } = workflow;
  const search = page.getByRole('combobox', { name: /^Search medication/ });
  const found = page.getByRole('option', { name: /^furosemide 20/ });
  await search.fill('furosemide 20');
  await page.waitForLoadState('networkidle');
  assert.equal(await found.count(), 0);
  await workflow.set('catalog-id', null);
  await search.fill('furosemide 20 mg');
  await found.first().waitFor();
  await page.close();
});

test('E8: the visible names stand letter for letter in the page', async () => {
  const { workflow } = await practice.openOrder({
    'pharmacy-id': '',
    'enable-send-to-patient': 'true',
    'enable-local-pickup': 'true',
    'enable-delivery-pharmacies': 'true',
  });
  const { page } = workflow;
  for (const name of ['Send to Patient', 'Local Pickup', 'Mail Order'])
    await page.getByRole('tab', { name, exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Pending Order', exact: false }).waitFor();
  await page.getByRole('button', { name: 'Send Order', exact: true }).waitFor();
  await workflow.set('enable-order', 'false');
  await page.getByRole('button', { name: 'Save Prescriptions', exact: true }).waitFor();
  await page.close();
});

test('W8: nothing is prescribed for a deceased patient, whatever the page prefills', async () => {
  const { workflow } = await practice.openOrder({
    'patient-id': await newPatient(practice.ask, { deceased: true }),
  });
  await workflow.text(/recorded as deceased|deceased patient/i).waitFor();
  assert.equal(await workflow.button(/Send Order|Save Prescriptions/).count(), 0);
  assert.equal(await workflow.pending.count(), 0);
  assert.equal(await workflow.page.getByRole('combobox', { name: /^Search medication/ }).count(), 0);
  assert.deepEqual(await workflow.heard('svc-draft-prescription-created'), []);
  await workflow.page.close();
});
