// Drafts, prefills and patients over the real rooms: nothing is lost, made twice, or shown to the wrong patient (W1, W2, E5).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EditPatient, UpdatePatient } from '@pestle/client/documents/patients';
import { LISINOPRIL, METFORMIN, OXYCODONE, PHARMACY } from '@pestle/testbed/practice/practice';
import fc from 'fast-check';
import type { Fault, StateTestbed, TestPage } from './support/state-testbed.ts';
import {
  addTyped,
  gesture,
  initial,
  openPage,
  openStateTestbed,
  picked,
  until,
} from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

const ORDER = { 'enable-order': 'true', 'pharmacy-id': PHARMACY } as const;

const idIn = (record: unknown): unknown => (record as { readonly id?: unknown } | undefined)?.id;
const names = (page: TestPage): string[] => page.events.map(({ name }) => name);

test('svc-draft-prescription-created: when a draft was added, with the draft, once; not when it is edited', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const id = await addTyped(page);
  const draft = page.state.drafts.find(id);
  assert.ok(draft !== undefined);
  page.state.form.edit(draft);
  page.state.form.set({ refills: '2' });
  assert.equal((await page.state.form.submit()).done, 'changed');
  assert.equal(page.state.drafts.find(id)?.fillsAllowed, 3);
  assert.deepEqual(names(page), ['svc-draft-prescription-created']);
  assert.equal(idIn(page.events[0]?.detail['draft']), id);
});

test('svc-draft-prescription-deleted: with the prescription; an undo makes it again and fires created', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const id = await addTyped(page);
  page.events.length = 0;
  assert.ok(await page.state.drafts.remove(id));
  assert.equal(idIn(page.events[0]?.detail['prescription']), id);
  assert.ok((await page.state.drafts.undo(id)).ok);
  assert.deepEqual(names(page), ['svc-draft-prescription-deleted', 'svc-draft-prescription-created']);
  assert.deepEqual(page.state.drafts.deleted, []);
  assert.equal(page.state.drafts.records[0]?.instructions, 'Take one tablet by mouth once daily.');
});

test('W2: drafts live on the server: another page of the person shows them', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const id = await addTyped(await openPage(session, patientId));
  const other = await openPage(session, patientId);
  assert.deepEqual(
    other.state.drafts.records.map((draft) => draft.id),
    [id],
  );
  assert.deepEqual(names(other), [], 'what was there already was not added here');
});

test('W2: the same treatment twice needs a stated reason', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  await addTyped(page);
  const { form } = page.state;
  form.pick(picked());
  form.set({ dispenseQuantity: '5', daysSupply: '5', instructions: 'Take one tablet daily.' });
  assert.ok(form.repeats);
  assert.equal((await form.submit()).done, 'refused');
  assert.equal(form.problemOf('repeatReason')?.code, 'REPEAT_REASON');
  form.set({ repeatReason: 'Taper, second step.' });
  assert.equal((await form.submit()).done, 'added');
  assert.ok(await page.state.review.open());
});

test('W1: everything that the form can hold goes to the draft and comes back into the form, also 0 and false', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const { form } = page.state;
  form.pick(picked());
  const values = {
    dispenseAsWritten: true,
    dispenseQuantity: '0.5',
    dispenseUnit: 'Milliliter',
    daysSupply: '0',
    refills: '0',
    instructions: 'Take 0.5 mL by mouth once daily.',
    notes: 'Flavor it.',
    doNotFillBeforeDate: '2099-01-31',
  };
  form.set(values);
  const outcome = await form.submit();
  assert.ok(outcome.done === 'added', JSON.stringify(form.problems));
  form.edit(outcome.draft);
  for (const [key, value] of Object.entries(values)) assert.equal(Reflect.get(form.values, key), value, key);
  form.set({ dispenseAsWritten: false });
  const changed = await form.submit();
  assert.ok(changed.done === 'changed' && !changed.draft.dispenseAsWritten);
});

test('W1: error-prone abbreviations are refused in the sig and warned about in the note', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const { form } = page.state;
  form.pick(picked());
  form.set({ dispenseQuantity: '30', daysSupply: '30', instructions: 'Take 1 tablet QD', notes: 'give QD' });
  assert.equal((await form.submit()).done, 'refused');
  assert.deepEqual(
    form.problems.map(({ severity, location }) => [severity, 'field' in location && location.field]),
    [
      ['error', 'instructions'],
      ['warning', 'notes'],
    ],
  );
});

test('W1: a personal template is saved with the draft, and its failure loses nothing', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const { form } = page.state;
  form.pick(picked());
  form.set({
    dispenseQuantity: '30',
    daysSupply: '30',
    instructions: 'Take one tablet daily.',
    saveAsTemplate: true,
    templateName: 'Mine',
  });
  session.fault = ({ operation }) => (operation === 'SaveTemplate' ? 'before' : 'none');
  assert.equal((await form.submit()).done, 'added');
  assert.equal(form.templateError?.kind, 'offline');
  assert.equal(page.state.drafts.rows.length, 1);
});

const FAULTS: readonly Fault[] = ['before', 'after', 'server', 'timeout', 'signed-out'];
for (const fault of FAULTS)
  test(`W2: typed text survives "${fault}" at every step, and what was tried again is there once`, async () => {
    const session = await testbed.session();
    const page = await openPage(session, await testbed.patient());
    const { form, drafts } = page.state;
    form.pick(picked());
    form.set({ dispenseQuantity: '30', daysSupply: '30', instructions: 'Take one tablet daily.' });
    const typed = form.values;
    session.fault = () => fault;
    assert.equal((await form.submit()).done, 'refused');
    assert.equal(form.values, typed);
    session.fault = () => 'none';
    // The person changes a word before trying again: still one draft, with the new words.
    form.set({ instructions: 'Take one tablet every morning.' });
    assert.notEqual((await form.submit()).done, 'refused');
    await drafts.load();
    assert.deepEqual(
      drafts.records.map(({ instructions }) => instructions),
      ['Take one tablet every morning.'],
    );
    const [draft] = drafts.records;
    assert.ok(draft !== undefined);
    form.edit(draft);
    form.set({ notes: 'Edited.' });
    session.fault = () => fault;
    assert.equal((await form.submit()).done, 'refused');
    assert.equal(form.values.notes, 'Edited.');
    session.fault = () => 'none';
    assert.equal((await form.submit()).done, 'changed');
    session.fault = () => fault;
    assert.equal(await drafts.remove(draft.id), false);
    assert.equal(drafts.rows.length, 1, 'it is still shown');
    assert.equal(await page.state.review.open(), false);
    assert.equal(drafts.rows.length, 1);
    session.fault = () => 'none';
    assert.ok(await drafts.remove(draft.id));
    session.fault = () => fault;
    assert.equal((await drafts.undo(draft.id)).ok, false);
    assert.equal(drafts.deleted.length, 1, 'it can still be brought back');
    session.fault = () => 'none';
    assert.ok((await drafts.undo(draft.id)).ok);
    await drafts.load();
    assert.equal(drafts.rows.length, 1);
  });

test('W7: a controlled substance is refused with the reason, and the form keeps what was typed', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const { form } = page.state;
  form.pick(picked(OXYCODONE));
  form.set({ dispenseQuantity: '10', daysSupply: '5', instructions: 'Take one tablet as needed for pain.' });
  assert.equal((await form.submit()).done, 'refused');
  assert.equal(form.error?.code, 'CONTROLLED_SUBSTANCE');
  assert.equal(form.values.dispenseQuantity, '10');
});

test('E5: an answer that comes after the patient was switched has nowhere to go', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  let release = (): void => undefined;
  session.fault = () =>
    new Promise((resolve) => {
      release = () => resolve('none');
    });
  const loading = page.state.drafts.add('late', { treatmentId: LISINOPRIL });
  await until(() => session.calls.some(({ operation }) => operation === 'CreateDraft'));
  page.state.dispose();
  release();
  assert.equal((await loading).ok, false);
  assert.deepEqual([page.state.drafts.rows, page.events], [[], []]);
});

test('E5: of two questions only the later one’s answer counts', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const held: (() => void)[] = [];
  session.fault = () => new Promise((resolve) => held.push(() => resolve('none')));
  const first = page.state.drafts.load();
  const second = page.state.drafts.load();
  await until(() => held.length === 2);
  session.fault = () => 'none';
  held[1]?.();
  await second;
  await addTyped(page);
  held[0]?.();
  await first;
  assert.equal(page.state.drafts.rows.length, 1, 'the older list does not hide what was added');
});

test('E5: two workflows and any order of switches, answers and writes share nothing', async () => {
  const session = await testbed.session();
  const patients = [await testbed.patient(), await testbed.patient(), await testbed.patient()] as const;
  const step = fc.record({
    page: fc.nat(1),
    act: fc.constantFrom('switch', 'add', 'type', 'load', 'delete'),
    patient: fc.nat(2),
    delayMs: fc.nat(6),
  });
  const made = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      session.fault = () => new Promise((resolve) => setTimeout(() => resolve('none'), (made.size * 7) % 5));
      const open = (at: number): Promise<TestPage> => openPage(session, patients[at] ?? '');
      const pages = [await open(0), await open(1)];
      const ofPage = [0, 1];
      const pending: Promise<unknown>[] = [];
      for (const { page: at, act, patient, delayMs } of steps) {
        const page = pages[at];
        assert.ok(page !== undefined);
        const { state } = page;
        const owner = patients[ofPage[at] ?? 0] ?? '';
        if (act === 'switch') {
          state.dispose();
          ofPage[at] = patient;
          pages[at] = await open(patient);
        } else if (act === 'add') {
          const note = `for ${owner}`;
          pending.push(state.drafts.add(`step ${made.size}`, { treatmentId: METFORMIN, notes: note }));
          made.set(`${made.size}`, note);
        } else if (act === 'type') state.form.set({ instructions: `for ${owner}` });
        else if (act === 'load') pending.push(state.drafts.load());
        else {
          const [first] = state.drafts.records;
          if (first !== undefined) pending.push(state.drafts.remove(first.id));
        }
        if (delayMs > 3) await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
      await Promise.all(pending);
      pages.forEach(({ state, events }, at) => {
        const owner = patients[ofPage[at] ?? 0] ?? '';
        assert.equal(state.patient.record?.id, owner);
        for (const draft of state.drafts.records) {
          assert.equal(draft.patient?.id, owner);
          assert.equal(draft.notes, `for ${owner}`);
        }
        assert.ok(['', `for ${owner}`].includes(state.form.values.instructions));
        for (const { detail } of events)
          for (const record of Object.values(detail) as { patient?: { id: string } }[])
            assert.equal(record.patient?.id, owner);
        state.dispose();
      });
    }),
    { numRuns: 25 },
  );
});

test('optional-patient-address: without it an order cannot be reviewed before the patient has an address', async () => {
  const patientId = await testbed.patient({ address: null });
  const session = await testbed.session();
  const page = await openPage(session, patientId, ORDER);
  await addTyped(page);
  session.calls.length = 0;
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code, location }) => [code, location]),
    [['NO_ADDRESS', { in: 'patient', field: 'address' }]],
  );
  assert.deepEqual(session.calls, [], 'the service was not even asked');
  page.state.dispose();
});

for (const [what, over] of [
  ['the patient', {}],
  ['the page', { address: '{"street1":"9 Elm St","city":"Boston","state":"MA","postalCode":"02110"}' }],
] as const)
  test(`optional-patient-address: drafts are prepared without one; signing asks for it, and goes on when ${what} gives it`, async () => {
    const patientId = await testbed.patient({ address: null });
    const session = await testbed.session();
    const page = await openPage(session, patientId, { ...ORDER, 'optional-patient-address': 'true' });
    await addTyped(page);
    assert.equal(await page.state.review.open(), false);
    const [problem, ...others] = page.state.review.problems;
    assert.deepEqual(others, []);
    assert.deepEqual(problem, {
      code: 'NO_ADDRESS',
      location: { in: 'patient', field: 'address' },
      severity: 'error',
    });
    if (what === 'the page') await page.set(over);
    else {
      const { patient } = await session.query(EditPatient, { id: patientId });
      const address = { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' };
      const variables = { id: patientId, expectedRevision: patient.revision, changes: { address } };
      await session.mutate(UpdatePatient, variables, { key: `address-${patientId}` });
      await page.state.patient.load();
    }
    assert.ok(await page.state.review.open(), JSON.stringify(page.state.review.problems));
    assert.ok(await page.state.review.submission.confirm(gesture()));
    assert.notEqual(page.state.review.submission.sent?.order ?? null, null);
    page.state.dispose();
  });

test('W2: a prefill that was deleted stays deleted on a page that is loaded again, until a person adds it', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const attributes = { 'initial-prescriptions': JSON.stringify([initial(METFORMIN), initial(LISINOPRIL)]) };
  const treatments = (page: TestPage): unknown[] =>
    page.state.drafts.records.map(({ treatment }) => treatment?.id);
  const page = await openPage(session, patientId, attributes);
  await page.state.drafts.remove(page.state.drafts.records[0]?.id ?? '');
  await page.set({ 'additional-notes': 'More.' });
  assert.deepEqual(treatments(page), [LISINOPRIL], 'not by another attribute either');
  const reopened = await openPage(session, patientId, attributes);
  assert.deepEqual(treatments(reopened), [LISINOPRIL]);
  const [notice] = reopened.state.prefills.notices;
  assert.equal(notice?.reason, 'deleted');
  assert.ok(!names(reopened).includes('svc-error'), 'it is what a person wanted');
  await reopened.state.prefills.retry(notice?.source ?? '');
  assert.deepEqual(treatments(reopened), [LISINOPRIL, METFORMIN]);
  assert.deepEqual((await openPage(session, patientId, attributes)).state.prefills.notices, []);
  // Of another patient, and a day later, nothing was deleted.
  await reopened.state.drafts.remove(reopened.state.drafts.records[1]?.id ?? '');
  const other = await openPage(session, await testbed.patient(), attributes);
  assert.equal(other.state.drafts.rows.length, 2);
  const later = await openPage(session, patientId, {});
  later.clock.now += 25 * 3_600_000;
  await later.set(attributes);
  assert.deepEqual(treatments(later), [LISINOPRIL, METFORMIN]);
});

test('W2: a deleted prefill that was brought back stays', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const attributes = { 'initial-prescriptions': JSON.stringify([initial(METFORMIN)]) };
  const page = await openPage(session, patientId, attributes);
  const id = page.state.drafts.records[0]?.id ?? '';
  await page.state.drafts.remove(id);
  assert.ok((await page.state.drafts.undo(id)).ok);
  await page.state.drafts.remove(page.state.drafts.records[0]?.id ?? '');
  await page.state.drafts.undo(page.state.drafts.deleted[0]?.id ?? '');
  const reopened = await openPage(session, patientId, attributes);
  assert.deepEqual([reopened.state.drafts.rows.length, reopened.state.prefills.notices], [1, []]);
});

test('additional-notes: they reach what is being written in the form, which stays as it was typed', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL, { notes: 'Own.' })]),
  });
  await page.set({ 'additional-notes': 'One.' });
  assert.equal(page.state.form.values.notes, 'One.');
  assert.equal(page.state.form.dirty, false);
  page.state.form.set({ notes: 'Typed.\n\nOne.' });
  await page.set({ 'additional-notes': 'Two.' });
  assert.equal(page.state.form.values.notes, 'Typed.\n\nTwo.');
  page.state.form.clear();
  await until(() => page.state.drafts.records[0]?.notes === 'Own.\n\nTwo.');
  page.state.form.edit(page.state.drafts.records[0] ?? assert.fail());
  page.state.form.set({ instructions: 'Take one tablet in the evening.' });
  await page.set({ 'additional-notes': 'Three.' });
  const outcome = await page.state.form.submit();
  assert.ok(outcome.done === 'changed');
  assert.deepEqual(
    [outcome.draft.notes, outcome.draft.instructions],
    ['Own.\n\nThree.', 'Take one tablet in the evening.'],
  );
});
