// Prefills and what a page forbids, over the real rooms: made once, for the right patient, and only where they may be (contract 3).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LISINOPRIL, METFORMIN, OXYCODONE, PHARMACY } from '../../service/test/support/practice.ts';
import type { StateWorld, TestPage } from './support/state-world.ts';
import { addTyped, gesture, openPage, openStateWorld, picked } from './support/state-world.ts';

let world: StateWorld;
before(async () => {
  world = await openStateWorld();
});
after(() => world.close());

const names = (page: TestPage): string[] => page.events.map(({ name }) => name);

const initial = (treatmentId: string, over: object = {}): object => ({
  treatmentId,
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  fillsAllowed: 1,
  daysSupply: 30,
  instructions: 'Take one tablet by mouth once daily.',
  ...over,
});

async function template(over: object = {}): Promise<string> {
  const { createTemplate } = await world.world.data<{ createTemplate: { id: string } }>(
    world.world.a.everything,
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

async function prescription(patientId: string): Promise<string> {
  const session = await world.session();
  const page = await openPage(session, patientId);
  await addTyped(page, METFORMIN);
  assert.ok(await page.state.review.open());
  assert.ok(await page.state.review.submission.confirm(gesture()));
  const id = page.state.review.submission.sent?.prescriptions[0]?.id ?? '';
  page.state.dispose();
  return id;
}

test('template-ids, template-overrides, additional-notes, weight: the draft has them, and is made once over reload and tabs', async () => {
  const patientId = await world.patient();
  const session = await world.session();
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

test('prescription-ids, prescription-overrides: copies, the originals untouched; one missing id does not stop the others', async () => {
  const patientId = await world.patient();
  const id = await prescription(patientId);
  const session = await world.session();
  const page = await openPage(session, patientId, {
    'prescription-ids': `rx_00000000000000000000000000,${id}`,
  });
  // It was written a moment ago: only a person adds it again.
  await page.state.prefills.retry(`prescription:${id}`);
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
  const page = await openPage(await world.session(), await world.patient(), {
    'template-ids': 'tpl_00000000000000000000000000',
  });
  assert.equal(page.state.prefills.notices[0]?.reason, 'no-template');
});

test('prescription-ids: a prescription of another patient is not copied', async () => {
  const id = await prescription(await world.patient());
  const page = await openPage(await world.session(), await world.patient(), { 'prescription-ids': id });
  assert.deepEqual(page.state.drafts.rows, []);
  assert.equal(page.state.prefills.notices[0]?.reason, 'missing');
});

test('initial-prescriptions: a bad entry fails alone, with its index; notes get the additional notes', async () => {
  const page = await openPage(await world.session(), await world.patient(), {
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
  const told = page.events
    .filter(({ name }) => name === 'svc-error')
    .map(({ detail }) => JSON.stringify(detail));
  assert.equal(told.length, 2);
  assert.match(told[0] ?? '', /initial-prescriptions\[0\]/);
  assert.match(told[1] ?? '', /initial-prescriptions\[2\]/);
});

test('additional-notes: a composed note over 210 characters is an error that names the field, and nothing is cut', async () => {
  const page = await openPage(await world.session(), await world.patient(), {
    'initial-prescriptions': JSON.stringify([initial(METFORMIN, { notes: 'x'.repeat(200) })]),
    'additional-notes': 'y'.repeat(50),
  });
  assert.equal(page.state.drafts.records[0]?.notes.length, 252);
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ place, code }) => ['field' in place && place.field, code]),
    [['notes', 'TOO_LONG']],
  );
});

test('disable-list: enforced for prefills, refills, the form and drafts that are there, and by the server for what this form submits', async () => {
  const patientId = await world.patient();
  const session = await world.session();
  await addTyped(await openPage(session, patientId), METFORMIN);
  const list = JSON.stringify([{ treatmentIds: [LISINOPRIL, METFORMIN], reason: 'Recalled' }]);
  const page = await openPage(session, patientId, {
    'disable-list': list,
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL)]),
  });
  assert.deepEqual(
    page.state.prefills.notices.map(({ reason, message }) => [reason, message]),
    [['disabled', 'Recalled']],
  );
  assert.equal(page.state.form.pick(picked(LISINOPRIL)), false);
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code, about }) => [code, about]),
    [['TREATMENT_DISABLED', 'Recalled']],
  );
  const outcome = await page.state.drafts.add('past the form', { treatmentId: LISINOPRIL });
  assert.ok(!outcome.ok && outcome.error?.code === 'TREATMENT_DISABLED');
});

test('disable-list: one that cannot be read blocks prefills, the form and the review', async () => {
  const session = await world.session();
  const page = await openPage(session, await world.patient(), {
    'disable-list': '[{',
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL)]),
  });
  assert.deepEqual(page.state.drafts.rows, []);
  assert.equal(page.state.form.pick(picked()), false);
  assert.equal(await page.state.review.open(), false);
  assert.ok(page.state.review.problems.some(({ code }) => code === 'LIST_UNREADABLE'));
  assert.ok(!session.calls.some(({ operation }) => operation === 'CreateDraft'));
});

test('allow-off-catalog-search: false holds for prefills too', async () => {
  const page = await openPage(await world.session(), await world.patient(), {
    'allow-off-catalog-search': 'false',
    'initial-prescriptions': JSON.stringify([initial(METFORMIN)]),
  });
  assert.deepEqual(page.state.drafts.rows, []);
  assert.equal(page.state.prefills.notices.length, 1);
});

test('A2: for a person who may not prescribe nothing is created, whatever the page prefills', async () => {
  const session = await world.session(world.world.a.as('admin'));
  const page = await openPage(session, await world.patient(), {
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL)]),
  });
  assert.ok(!session.calls.some(({ operation }) => operation === 'CreateDraft'));
  assert.equal(await page.state.review.open(), false);
  assert.equal(page.state.review.problems[0]?.code, 'MAY_NOT_PRESCRIBE');
});

test('W8: nothing is prescribed for a deceased patient', async () => {
  const session = await world.session();
  const page = await openPage(session, await world.patient({ deceased: true }), {
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL)]),
  });
  assert.ok(!session.calls.some(({ operation }) => operation === 'CreateDraft'));
  assert.equal(await page.state.review.open(), false);
  assert.ok(page.state.review.problems.some(({ code }) => code === 'PATIENT_DECEASED'));
});

test('patient-id: an external id takes the same patient', async () => {
  const patientId = await world.patient({ externalId: '00123' });
  const page = await openPage(await world.session(), '00123');
  assert.equal(page.state.patient.record?.id, patientId);
  await addTyped(page);
  assert.equal((await openPage(await world.session(), patientId)).state.drafts.rows.length, 1);
});

test('patient-id: an unknown one is said, and nothing can be prescribed', async () => {
  const page = await openPage(await world.session(), 'nobody');
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
  const page = await openPage(await world.session(), await world.patient(), {
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
