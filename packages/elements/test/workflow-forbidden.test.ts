// What a page, the law and the service forbid, over the real rooms: nothing of it becomes a draft, by whatever way (E4); and what a plan pays,
// which nothing waits for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ClientError } from '@pestle/client';
import { LISINOPRIL, METFORMIN, OXYCODONE } from '@pestle/testbed/practice/practice';
import { type Alternative, CoverageState } from '../src/workflow/state/coverage/coverage-state.ts';
import { Replacement } from '../src/workflow/state/coverage/replacement.ts';
import type { Fault, StateTestbed, TestPage } from './support/state-testbed.ts';
import {
  addTyped,
  COMBINED,
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

test('disable-list: enforced for prefills, refills, the form and drafts that are there, and by the server for what this form submits', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
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

test('disable-list: a medication by its RxCUI forbids every treatment with it, here and by the server, with the whole reason', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const earlier = await prescription(testbed, patientId);
  await addTyped(await openPage(session, patientId), METFORMIN);
  const reason = 'Metformin: '.padEnd(500, 'x');
  const page = await openPage(session, patientId, {
    'disable-list': JSON.stringify([
      { id: 'rxcui:6809', reason },
      { id: LISINOPRIL, reason: 'Cough.' },
    ]),
    'initial-prescriptions': JSON.stringify([initial(METFORMIN), initial(LISINOPRIL)]),
  });
  assert.deepEqual(
    page.state.prefills.notices.map(({ message }) => message),
    [reason, 'Cough.'],
  );
  assert.deepEqual([...page.state.forbidden.treatments.keys()].toSorted(), [LISINOPRIL, METFORMIN, COMBINED]);
  assert.equal(page.state.form.pick(picked(METFORMIN)), false);
  assert.equal(await page.state.prefills.refill(earlier), undefined);
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code, about }) => [code, about]),
    [['TREATMENT_DISABLED', reason]],
  );
  const outcome = await page.state.drafts.add('past the form', { treatmentId: METFORMIN });
  assert.ok(!outcome.ok && outcome.error?.code === 'TREATMENT_DISABLED');
});

test('E4, disable-list: an id that nothing is known of is named, and blocks everything until the page mends it', async () => {
  const session = await testbed.session();
  for (const id of ['rxcui:99999999', 'trt_00000000000000000000000000']) {
    const page = await openPage(session, await testbed.patient(), {
      'disable-list': `${LISINOPRIL},${id}`,
      'initial-prescriptions': JSON.stringify([initial(METFORMIN)]),
    });
    assert.match(JSON.stringify(page.events), new RegExp(`disable-list: nothing is known of ${id}`));
    assert.equal(page.state.form.pick(picked(METFORMIN)), false);
    assert.equal(await page.state.review.open(), false);
    assert.ok(page.state.review.problems.some(({ code }) => code === 'LIST_UNREADABLE'));
    assert.deepEqual(page.state.drafts.rows, []);
    await page.set({ 'disable-list': LISINOPRIL });
    assert.equal(page.state.drafts.records[0]?.treatment?.id, METFORMIN);
    assert.deepEqual(page.state.prefills.notices, []);
  }
});

test('E4, disable-list: while the service cannot be asked nothing is prescribed; afterwards everything goes on', async () => {
  const session = await testbed.session();
  session.fault = ({ operation }) => (operation === 'TreatmentsNamed' ? 'before' : 'none');
  const page = await openPage(session, await testbed.patient(), {
    'disable-list': LISINOPRIL,
    'initial-prescriptions': JSON.stringify([initial(METFORMIN)]),
  });
  assert.equal(page.state.form.pick(picked(METFORMIN)), false);
  assert.deepEqual(page.state.drafts.rows, []);
  assert.deepEqual(
    page.state.forbidden.problems().map(({ code, location }) => [code, location.in]),
    [['LIST_LOADING', 'again']],
  );
  session.fault = () => 'none';
  await page.state.resume();
  assert.equal(page.state.drafts.records[0]?.treatment?.id, METFORMIN);
  assert.ok(page.state.form.pick(picked(METFORMIN)));
});

test('disable-list: one that cannot be read blocks prefills, the form and the review', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient(), {
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
  const page = await openPage(await testbed.session(), await testbed.patient(), {
    'allow-off-catalog-search': 'false',
    'initial-prescriptions': JSON.stringify([initial(METFORMIN)]),
  });
  assert.deepEqual(page.state.drafts.rows, []);
  assert.equal(page.state.prefills.notices.length, 1);
});

test('A2: for a person who may not prescribe nothing is created, whatever the page prefills', async () => {
  const session = await testbed.session(testbed.graph.a.as('admin'));
  const page = await openPage(session, await testbed.patient(), {
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL)]),
  });
  assert.ok(!session.calls.some(({ operation }) => operation === 'CreateDraft'));
  assert.equal(await page.state.review.open(), false);
  assert.equal(page.state.review.problems[0]?.code, 'MAY_NOT_PRESCRIBE');
});

test('W8: nothing is prescribed for a deceased patient', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient({ deceased: true }), {
    'initial-prescriptions': JSON.stringify([initial(LISINOPRIL)]),
  });
  assert.ok(!session.calls.some(({ operation }) => operation === 'CreateDraft'));
  assert.equal(await page.state.review.open(), false);
  assert.ok(page.state.review.problems.some(({ code }) => code === 'PATIENT_DECEASED'));
});

/** Coverage as the element asks for it, without a screen: `look` is what each drawing does. */
function coverageOf(page: TestPage): { state: CoverageState; look: () => Promise<void> } {
  const state = new CoverageState(page.state.scope, page.state, () => 'en');
  return {
    state,
    look: async () => {
      state.look();
      await until(() => page.state.drafts.records.every((draft) => state.of(draft).state !== 'CHECKING'));
    },
  };
}

const heard = (page: TestPage) =>
  page.events.filter(({ name }) => name === 'svc-coverage-checked').map(({ detail }) => detail);

test('enable-coverage-check: a draft that was changed is asked about anew, and what was said of the older revision is not shown', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const id = await addTyped(page);
  const { state, look } = coverageOf(page);
  await look();
  assert.equal(heard(page).length, 1);
  const draft = page.state.drafts.find(id) ?? assert.fail();
  page.state.form.edit(draft);
  page.state.form.set({ refills: '2' });
  await page.state.form.submit();
  const changed = page.state.drafts.find(id) ?? assert.fail();
  assert.equal(state.of(changed).state, 'CHECKING');
  await look();
  assert.equal(heard(page).length, 2);
  state.look();
  assert.equal(session.calls.filter(({ operation }) => operation === 'CoverageCheck').length, 2);
});

test('enable-coverage-check: of two questions only the later one’s answer counts, also when it comes first', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  await addTyped(page);
  const { state, look } = coverageOf(page);
  const first = Promise.withResolvers<Fault>();
  let asked = 0;
  session.fault = ({ operation }) => {
    if (operation !== 'CoverageCheck') return 'none';
    asked += 1;
    return asked === 1 ? first.promise : 'none';
  };
  state.look();
  await until(() => asked === 1);
  await addTyped(page, METFORMIN);
  await look();
  first.resolve('none');
  await new Promise(setImmediate);
  assert.deepEqual(
    heard(page).map(({ drafts }) => (drafts as unknown[]).length),
    [2],
  );
});

test('E5: what is answered after the patient was switched is told to nobody', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  await addTyped(page);
  const answer = Promise.withResolvers<Fault>();
  let asked = false;
  session.fault = ({ operation }) => {
    if (operation !== 'CoverageCheck') return 'none';
    asked = true;
    return answer.promise;
  };
  coverageOf(page).state.look();
  await until(() => asked);
  page.state.dispose();
  answer.resolve('none');
  await new Promise(setImmediate);
  assert.deepEqual(heard(page), []);
});

test('enable-coverage-check: the service cannot be asked: the draft says so, another try answers, and nothing else fails', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const id = await addTyped(page);
  const { state, look } = coverageOf(page);
  session.fault = ({ operation }) => (operation === 'CoverageCheck' ? 'before' : 'none');
  await look();
  const draft = page.state.drafts.find(id) ?? assert.fail();
  const failed = state.of(draft);
  assert.equal(failed.state === 'COULD_NOT_CHECK' && failed.error?.code, 'OFFLINE');
  assert.ok(await page.state.review.open(), 'sending waits for nothing');
  session.fault = () => 'none';
  state.retry();
  await until(() => state.of(draft).state === 'NO_DATA');
});

/** An alternative as a payer names it. */
const instead = (treatmentId: string, over: object = {}): Alternative => ({
  treatment: picked(treatmentId).treatment,
  because: { code: 'SAME_TREATMENT', text: 'Same ingredient, strength and form.' },
  keepsDirections: true,
  dispenseQuantity: null,
  daysSupply: null,
  status: 'COVERED',
  reasons: [],
  limit: [],
  copay: null,
  ...over,
});

test('W2: Use instead deletes the draft only when the new one was made; a lost answer makes it once', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const id = await addTyped(page);
  const draft = page.state.drafts.find(id) ?? assert.fail();
  page.events.length = 0;
  const replacement = new Replacement(page.state.scope, page.state);
  session.fault = ({ operation }) => (operation === 'CreateDraft' ? 'after' : 'none');
  const failed = await replacement.replace(draft, instead(METFORMIN));
  assert.ok(failed instanceof ClientError);
  assert.deepEqual(
    page.state.drafts.records.map((one) => one.id),
    [id],
  );
  session.fault = ({ operation }) => (operation === 'DeleteDraft' ? 'before' : 'none');
  await replacement.replace(draft, instead(METFORMIN));
  await until(() => page.state.drafts.rows.some(({ error }) => error !== null));
  assert.equal(page.state.drafts.records.length, 2, 'the old one could not be deleted: both are there');
  assert.equal(replacement.successor(draft)?.treatment?.id, METFORMIN);
  // A page that is loaded now still knows which one took the other's place.
  session.fault = () => 'none';
  const reopened = await openPage(session, draft.patient?.id ?? '');
  assert.equal(reopened.state.drafts.records.length, 2);
  const after = new Replacement(reopened.state.scope, reopened.state);
  assert.equal(after.successor(draft)?.treatment?.id, METFORMIN);
  assert.deepEqual(
    page.events.map(({ name }) => name),
    ['svc-draft-prescription-created'],
  );
});

test('disable-list, allow-off-catalog-search: what must not be prescribed is not used instead either', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const draft = page.state.drafts.find(await addTyped(page)) ?? assert.fail();
  const replacement = new Replacement(page.state.scope, page.state);
  const offered = instead(METFORMIN);
  assert.ok(replacement.allows(offered.treatment));
  await page.set({ 'disable-list': METFORMIN });
  assert.ok(!replacement.allows(offered.treatment));
  const refused = await replacement.replace(draft, offered);
  assert.ok(refused instanceof ClientError && refused.code === 'TREATMENT_DISABLED');
  await page.set({ 'disable-list': null, 'allow-off-catalog-search': 'false' });
  assert.ok((await replacement.replace(draft, offered)) instanceof ClientError);
  const controlled = instead(OXYCODONE);
  await page.set({ 'allow-off-catalog-search': null });
  assert.ok((await replacement.replace(draft, controlled)) instanceof ClientError);
  assert.deepEqual(
    page.state.drafts.records.map((one) => one.id),
    [draft.id],
  );
});

test('W2: a lost answer is settled also when the page has changed what it wants of a prefill meanwhile', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient());
  const input = {
    treatmentId: LISINOPRIL,
    instructions: 'Take one tablet by mouth once daily.',
    source: 'test:1',
  };
  session.fault = ({ operation }) => (operation === 'CreateDraft' ? 'after' : 'none');
  assert.ok(!(await page.state.drafts.add('made', input)).ok);
  session.fault = () => 'none';
  const settled = await page.state.drafts.add('made', { ...input, notes: 'Call first.' });
  assert.ok(settled.ok, JSON.stringify(settled));
  assert.deepEqual(
    page.state.drafts.records.map(({ notes }) => notes),
    ['Call first.'],
  );
});
