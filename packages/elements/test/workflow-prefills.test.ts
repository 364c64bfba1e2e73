// Prefills and what a page adds to drafts, over the real rooms: made once, for the right patient, with the page's values.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LISINOPRIL, METFORMIN, OXYCODONE, PHARMACY } from '@pestle/testbed/practice/practice';
import type { StateTestbed, TestPage } from './support/state-testbed.ts';
import {
  addTyped,
  COMBINED,
  gesture,
  initial,
  openPage,
  openStateTestbed,
  picked,
  prescription,
  until,
} from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

const names = (page: TestPage): string[] => page.events.map(({ name }) => name);

async function template(over: object = {}): Promise<string> {
  const { createTemplate } = await testbed.graph.data<{ createTemplate: { id: string } }>(
    testbed.graph.a.everything,
    'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }',
    {
      input: {
        name: `Daily ${Math.random()}`,
        personal: false,
        treatmentId: LISINOPRIL,
        dispenseQuantity: 90,
        dispenseUnit: 'Tablet',
        daysSupply: 90,
        fillsAllowed: 4,
        instructions: 'Take one tablet daily.',
        notes: 'From the template.',
        ...over,
      },
    },
  );
  return createTemplate.id;
}

test('template-ids, template-overrides, additional-notes, weight: the draft has them, and is made once over reload and tabs', async () => {
  const patientId = await testbed.patient({ dateOfBirth: '2016-02-29' });
  const session = await testbed.session();
  const id = await template();
  const attributes = {
    'template-ids': id,
    'template-overrides': JSON.stringify({ [id]: { dispenseQuantity: 30, daysSupply: 30 } }),
    'additional-notes': 'Call the clinic.',
    weight: '70',
    'weight-unit': 'kg',
  };
  const [page, other] = await Promise.all([
    openPage(session, patientId, attributes),
    openPage(session, patientId, attributes),
  ]);
  await page.state.drafts.load();
  const [draft] = page.state.drafts.records;
  assert.equal(page.state.drafts.rows.length, 1);
  assert.equal(draft?.dispenseQuantity, '30');
  assert.equal(draft?.fillsAllowed, 4);
  assert.equal(draft?.notes, 'From the template.\n\nCall the clinic.\n\nPatient weight: 70 kg');
  assert.equal(draft?.source, `template:${id}`);
  const reloaded = await openPage(session, patientId, attributes);
  assert.equal(reloaded.state.drafts.rows.length, 1);
  other.state.dispose();
});

test('W1: what an adult weighs is written into no note, neither a prefilled one nor one that is typed', async () => {
  const patientId = await testbed.patient();
  const page = await openPage(await testbed.session(), patientId, {
    'initial-prescriptions': JSON.stringify([initial(METFORMIN)]),
    'additional-notes': 'Call the clinic.',
    weight: '70',
    'weight-unit': 'kg',
  });
  await page.state.drafts.load();
  assert.equal(page.state.drafts.records[0]?.notes, 'Call the clinic.');
  assert.equal(page.state.form.values.notes, 'Call the clinic.');
  page.state.dispose();
});

test('prescription-ids, prescription-overrides: copies, the originals untouched; one missing id does not stop the others', async () => {
  const patientId = await testbed.patient();
  const id = await prescription(testbed, patientId);
  const session = await testbed.session();
  const page = await openPage(session, patientId, {
    'prescription-ids': `rx_00000000000000000000000000,${id}`,
  });
  assert.deepEqual(
    page.state.drafts.records.map(({ treatment, source }) => [treatment?.id, source]),
    [[METFORMIN, `prescription:${id}`]],
  );
  assert.deepEqual(
    page.state.prefills.notices.map(({ reason }) => reason),
    ['missing'],
  );
  assert.equal(names(page).filter((name) => name === 'svc-error').length, 1);
});

test('template-ids: an id that no template has is told as such', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'template-ids': 'tpl_00000000000000000000000000',
  });
  assert.equal(page.state.prefills.notices[0]?.reason, 'no-template');
});

test('prescription-ids: a prescription of another patient is not copied', async () => {
  const id = await prescription(testbed, await testbed.patient());
  const page = await openPage(await testbed.session(), await testbed.patient(), { 'prescription-ids': id });
  assert.deepEqual(page.state.drafts.rows, []);
  assert.equal(page.state.prefills.notices[0]?.reason, 'missing');
});

test('initial-prescriptions: a bad entry fails alone, with its index; notes get the additional notes', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'initial-prescriptions': JSON.stringify([
      initial(OXYCODONE),
      initial(METFORMIN, { notes: 'Own.' }),
      initial('trt_00000000000000000000000000'),
    ]),
    'additional-notes': 'Page.',
  });
  assert.deepEqual(
    page.state.drafts.records.map(({ treatment, notes }) => [treatment?.id, notes]),
    [[METFORMIN, 'Own.\n\nPage.']],
  );
  const heard = page.events
    .filter(({ name }) => name === 'svc-error')
    .map(({ detail }) => JSON.stringify(detail));
  assert.equal(heard.length, 2);
  assert.match(heard[0] ?? '', /initial-prescriptions\[0\]/);
  assert.match(heard[1] ?? '', /initial-prescriptions\[2\]/);
});

test('additional-notes: a composed note over 210 characters is an error that names the field, and nothing is cut', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'initial-prescriptions': JSON.stringify([initial(METFORMIN, { notes: 'x'.repeat(200) })]),
    'additional-notes': 'y'.repeat(50),
  });
  assert.equal(page.state.drafts.records[0]?.notes.length, 252);
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ location, code }) => ['field' in location && location.field, code]),
    [['notes', 'TOO_LONG']],
  );
});

test('W2: what was written a moment ago is prefilled all the same; the draft says who prescribed it, and when', async () => {
  const patientId = await testbed.patient();
  const id = await prescription(testbed, patientId);
  const page = await openPage(await testbed.session(), patientId, {
    'prescription-ids': id,
    'initial-prescriptions': JSON.stringify([initial(METFORMIN), initial(LISINOPRIL)]),
  });
  assert.deepEqual(page.state.prefills.notices, []);
  assert.deepEqual(
    page.state.drafts.records.map(({ likelyDuplicates }) =>
      likelyDuplicates.map(({ prescriptionId, sameTreatment, writtenBy, writtenAt }) => [
        prescriptionId,
        sameTreatment,
        writtenBy?.lastName,
        Date.now() - Date.parse(writtenAt) < 600_000,
      ]),
    ),
    [[[id, true, 'Riverside', true]], [[id, true, 'Riverside', true]], []],
  );
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code }) => code),
    ['LIKELY_DUPLICATE', 'LIKELY_DUPLICATE'],
    'each asks why',
  );
  for (const draft of page.state.drafts.records.slice(0, 2))
    await page.state.drafts.update(draft, {
      treatmentId: METFORMIN,
      dispenseAsWritten: false,
      fillsAllowed: 1,
      duplicateReason: 'Dose change',
    });
  // The same treatment twice on one order needs the stated reason, as ever.
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code }) => code),
    ['SAME_TREATMENT_TWICE'],
  );
});

test('W2: a canceled order of which nothing ever left is no duplicate; another treatment with an ingredient of it is one', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const sender = await openPage(session, patientId, { 'enable-order': 'true', 'pharmacy-id': PHARMACY });
  await addTyped(sender, METFORMIN);
  assert.ok(await sender.state.review.open());
  assert.ok(await sender.state.review.submission.confirm(gesture()));
  const orderId = sender.state.review.submission.sent?.order?.id;
  const attributes = { 'initial-prescriptions': JSON.stringify([initial(COMBINED)]) };
  const named = async (): Promise<unknown> =>
    (await openPage(session, patientId, attributes)).state.drafts.records.map(({ likelyDuplicates }) =>
      likelyDuplicates.map(({ sameTreatment, treatment }) => [sameTreatment, treatment?.name]),
    );
  assert.deepEqual(await named(), [[[false, 'metformin 500 mg oral tablet']]]);
  await testbed.graph.data(
    testbed.graph.a.everything,
    'mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { results { outcome } } }',
    { input: { orderId } },
  );
  assert.deepEqual(await named(), [[]]);
});

test('additional-notes: they reach the drafts that are there, and follow the attribute; what a person wrote stays', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const plain = await openPage(session, patientId);
  await addTyped(plain, METFORMIN);
  const own = 'Own words.';
  await plain.state.drafts.update(plain.state.drafts.records[0] ?? assert.fail(), {
    treatmentId: METFORMIN,
    notes: own,
  });
  const note = async (page: TestPage, wanted: string): Promise<void> => {
    await until(() => page.state.drafts.rows[0]?.busy === false && notesOf(page) === wanted);
  };
  const notesOf = (page: TestPage): string | undefined => page.state.drafts.records[0]?.notes;
  const page = await openPage(session, patientId, { 'additional-notes': 'Call the clinic.' });
  await note(page, `${own}\n\nCall the clinic.`);
  await page.set({ 'additional-notes': 'Call the nurse.' });
  await note(page, `${own}\n\nCall the nurse.`);
  // Not twice, in whatever tab, and not because the attribute is gone.
  const other = await openPage(session, patientId, { 'additional-notes': 'Call the nurse.' });
  await page.set({ 'additional-notes': '' });
  await note(other, `${own}\n\nCall the nurse.`);
  // What a person has made of it is never undone: a reload leaves it, another wish comes after it.
  await other.state.drafts.update(other.state.drafts.records[0] ?? assert.fail(), {
    treatmentId: METFORMIN,
    notes: 'Nurse: 5550100.',
  });
  const reloaded = await openPage(session, patientId, { 'additional-notes': 'Call the nurse.' });
  const writes = session.calls.length;
  await reloaded.set({ weight: '', 'additional-notes': 'Call the nurse.' });
  assert.equal(notesOf(reloaded), 'Nurse: 5550100.');
  assert.ok(!session.calls.slice(writes).some(({ operation }) => operation === 'UpdateDraft'));
  await reloaded.set({ 'additional-notes': 'x'.repeat(200) });
  await note(reloaded, `Nurse: 5550100.\n\n${'x'.repeat(200)}`);
  assert.equal(await reloaded.state.review.open(), false);
  assert.ok(reloaded.state.review.problems.some(({ code }) => code === 'TOO_LONG'));
});

test('template-overrides, prescription-overrides: they hold also for what is picked in the search and refilled', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const id = await template();
  const earlier = await prescription(testbed, patientId);
  const page = await openPage(session, patientId, {
    'template-overrides': JSON.stringify({
      [id]: { dispenseQuantity: 45, notes: 'Ours.', externalId: 'E-1' },
    }),
    'prescription-overrides': JSON.stringify({
      [earlier]: { daysSupply: 15, doNotFillBeforeDate: '2099-01-01', treatmentId: LISINOPRIL },
    }),
    'additional-notes': 'Page.',
  });
  const values = { dispenseQuantity: '90', daysSupply: 90, notes: 'From the template.' };
  const { treatment } = picked();
  assert.ok(page.state.form.pick({ kind: 'template', id, treatment, values }));
  const { dispenseQuantity, daysSupply, notes } = page.state.form.values;
  assert.deepEqual([dispenseQuantity, daysSupply, notes], ['45', '90', 'Ours.\n\nPage.']);
  page.state.form.set({ instructions: 'Take half a tablet by mouth once daily.', dispenseUnit: 'Tablet' });
  const outcome = await page.state.form.submit();
  assert.ok(outcome.done === 'added' && outcome.draft.externalId === 'E-1');
  assert.ok(page.state.form.pick({ kind: 'prescription', id: earlier, treatment, values }));
  assert.deepEqual(
    [page.state.form.values.daysSupply, page.state.form.values.doNotFillBeforeDate],
    ['15', '2099-01-01'],
  );
  page.state.form.clear();
  const refilled = await page.state.prefills.refill(earlier);
  const draft = page.state.drafts.find(refilled ?? '');
  assert.deepEqual(
    [draft?.treatment?.id, draft?.daysSupply, draft?.doNotFillBeforeDate],
    [LISINOPRIL, 15, '2099-01-01'],
  );
});

test('patient-id: an external id takes the same patient', async () => {
  const patientId = await testbed.patient({ externalId: '00123' });
  const page = await openPage(await testbed.session(), '00123');
  assert.equal(page.state.patient.record?.id, patientId);
  await addTyped(page);
  assert.equal((await openPage(await testbed.session(), patientId)).state.drafts.rows.length, 1);
});

test('patient-id: an unknown one is said, and nothing can be prescribed', async () => {
  const page = await openPage(await testbed.session(), 'nobody');
  assert.equal(page.state.patient.status, 'unknown');
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code }) => code),
    ['PATIENT_UNKNOWN'],
  );
  assert.deepEqual(names(page), ['svc-error']);
  assert.match(JSON.stringify(page.events), /"message":"patient-id: .*"code":"NOT_FOUND"/);
});

test('pharmacy-id: an unknown one is told to the page, and the review says so', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'enable-order': 'true',
    'pharmacy-id': 'phr_00000000000000000000000000',
  });
  assert.equal(page.state.pharmacy.preselection, 'unknown');
  assert.deepEqual(names(page), ['svc-error']);
  assert.match(JSON.stringify(page.events), /pharmacy-id: .*add a tab, such as enable-local-pickup/);
  await page.set({ 'pharmacy-id': PHARMACY });
  assert.equal(page.state.pharmacy.selected?.id, PHARMACY);
  assert.ok(page.state.pharmacy.fixed);
});

test('W1: a dose above what is usual is told of a draft that came from the page, before any review', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'initial-prescriptions': JSON.stringify([
      initial(LISINOPRIL, { instructions: 'Take 12 tablets by mouth once daily.', dispenseQuantity: 360 }),
    ]),
  });
  const [draft] = page.state.drafts.records;
  assert.ok(draft !== undefined);
  // The rules come when they are first asked for.
  await until(() => page.state.form.contradictions(draft).length > 0);
  const [problem, ...others] = page.state.form.contradictions(draft);
  assert.deepEqual(others, []);
  assert.equal(problem?.code, 'AMOUNTS_CONTRADICT');
  assert.match(problem.message ?? '', /120 mg/);
  assert.deepEqual(problem.location, { in: 'draft', draftId: draft.id, field: 'instructions' });
});
