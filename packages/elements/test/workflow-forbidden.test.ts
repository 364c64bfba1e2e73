// What a page, the law and the service forbid, over the real rooms: nothing of it becomes a draft, by whatever way (E4).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LISINOPRIL, METFORMIN } from '../../service/test/support/practice.ts';
import type { StateWorld } from './support/state-world.ts';
import {
  addTyped,
  COMBINED,
  initial,
  openPage,
  openStateWorld,
  picked,
  prescription,
} from './support/state-world.ts';

let world: StateWorld;
before(async () => {
  world = await openStateWorld();
});
after(() => world.close());

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

test('disable-list: a medication by its RxCUI forbids every treatment with it, here and by the server, with the whole reason', async () => {
  const patientId = await world.patient();
  const session = await world.session();
  const earlier = await prescription(world, patientId);
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
  const session = await world.session();
  for (const id of ['rxcui:99999999', 'trt_00000000000000000000000000']) {
    const page = await openPage(session, await world.patient(), {
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
  const session = await world.session();
  session.fault = ({ operation }) => (operation === 'TreatmentsNamed' ? 'before' : 'none');
  const page = await openPage(session, await world.patient(), {
    'disable-list': LISINOPRIL,
    'initial-prescriptions': JSON.stringify([initial(METFORMIN)]),
  });
  assert.equal(page.state.form.pick(picked(METFORMIN)), false);
  assert.deepEqual(page.state.drafts.rows, []);
  assert.deepEqual(
    page.state.forbidden.problems().map(({ code, place }) => [code, place.in]),
    [['LIST_LOADING', 'again']],
  );
  session.fault = () => 'none';
  await page.state.resume();
  assert.equal(page.state.drafts.records[0]?.treatment?.id, METFORMIN);
  assert.ok(page.state.form.pick(picked(METFORMIN)));
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
