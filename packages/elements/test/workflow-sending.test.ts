// Sending over the real rooms: one confirmation makes exactly one order, whatever becomes of the answers (W3 to W6).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LISINOPRIL, METFORMIN, PHARMACY } from '@pestle/testbed/practice/practice';
import type { StateTestbed, TestPage, TestSession } from './support/state-testbed.ts';
import { addTyped, gesture, openPage, openStateTestbed, until } from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

const ORDER = { 'enable-order': 'true', 'pharmacy-id': PHARMACY } as const;

async function ordersOf(patientId: string): Promise<readonly { id: string; externalId: string | null }[]> {
  const { orders } = await testbed.graph.data<{
    orders: { nodes: { id: string; externalId: string | null }[] };
  }>(testbed.graph.a.everything, 'query($p: String!) { orders(patientId: $p) { nodes { id externalId } } }', {
    p: patientId,
  });
  return orders.nodes;
}

/** A patient with one draft, reviewed and ready to be confirmed. */
async function reviewed(
  attributes: object = ORDER,
): Promise<{ patientId: string; session: TestSession; page: TestPage }> {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const page = await openPage(session, patientId, attributes);
  await addTyped(page);
  assert.ok(await page.state.review.open(), JSON.stringify(page.state.review.problems));
  return { patientId, session, page };
}

function patientIn(page: TestPage, event: string): unknown {
  const order = page.events.find(({ name }) => name === event)?.detail['order'];
  return (order as { readonly patient?: unknown } | undefined)?.patient;
}

const names = (page: TestPage): string[] => page.events.map(({ name }) => name);
const settled = (page: TestPage): Promise<void> => until(() => !page.state.review.submission.busy);

test('svc-order-created, svc-prescriptions-created, svc-prescribe-success: in this order, once, without demographics', async () => {
  const { page, patientId } = await reviewed({ ...ORDER, 'external-order-id': '00012345678901234567890' });
  page.events.length = 0;
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.deepEqual(names(page), ['svc-order-created', 'svc-prescriptions-created', 'svc-prescribe-success']);
  const [order] = await ordersOf(patientId);
  assert.equal(order?.externalId, '00012345678901234567890', 'external-order-id: kept as text');
  assert.deepEqual(patientIn(page, 'svc-order-created'), { id: patientId, externalId: null });
  const heard = JSON.stringify(page.events);
  for (const known of ['Quimby', 'Ann', '1980-02-29', '6175550100', '1 Main St'])
    assert.ok(!heard.includes(known), `no event says ${known}`);
  const success = page.events[2]?.detail as { order: { id: string }; prescriptions: unknown[] };
  assert.equal(success.order.id, order?.id);
  assert.equal(success.prescriptions.length, 1);
  page.state.dispose();
});

test('W3: without enable-order the prescriptions are signed and saved, and no order is made', async () => {
  const { page, patientId } = await reviewed({});
  page.events.length = 0;
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.deepEqual(names(page), ['svc-prescriptions-created', 'svc-prescribe-success']);
  assert.deepEqual(Object.keys(page.events[1]?.detail ?? {}), ['prescriptions']);
  assert.deepEqual(await ordersOf(patientId), []);
});

test('W4: no script of the page can sign: only a gesture that the browser vouches for confirms', async () => {
  const { page, patientId, session } = await reviewed();
  session.calls.length = 0;
  assert.equal(await page.state.review.submission.confirm(gesture(false)), false);
  assert.deepEqual(session.calls, []);
  assert.deepEqual(await ordersOf(patientId), []);
});

test('W5: five clicks make one order', async () => {
  const { page, patientId, session } = await reviewed();
  const { submission } = page.state.review;
  const done = await Promise.all([1, 2, 3, 4, 5].map(() => submission.confirm(gesture())));
  assert.deepEqual(done, [true, false, false, false, false]);
  assert.equal(session.calls.filter(({ operation }) => operation === 'SignAndOrder').length, 1);
  assert.equal(await submission.confirm(gesture()), false, 'after success the same button does nothing');
  assert.equal((await ordersOf(patientId)).length, 1);
  assert.equal(names(page).filter((name) => name === 'svc-order-created').length, 1);
  page.state.dispose();
});

for (const fault of ['before', 'after', 'server', 'timeout'] as const)
  test(`W5: an answer lost (${fault}) is asked for again with the same key, and makes one order and one event`, async () => {
    const { page, patientId, session } = await reviewed();
    let lost = 3;
    session.fault = ({ operation }) => (operation === 'SignAndOrder' && (lost -= 1) >= 0 ? fault : 'none');
    assert.equal(await page.state.review.submission.confirm(gesture()), false);
    await settled(page);
    assert.equal(page.state.review.submission.status, 'sent');
    const sent = session.calls.filter(({ operation }) => operation === 'SignAndOrder');
    assert.equal(sent.length, 4);
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
    assert.equal((await ordersOf(patientId)).length, 1);
    assert.equal(names(page).filter((name) => name === 'svc-order-created').length, 1);
    page.state.dispose();
  });

test('W5: when every repetition is lost, the person asks again, and that is still the same intent', async () => {
  const { page, patientId, session } = await reviewed();
  session.fault = ({ operation }) => (operation === 'SignAndOrder' ? 'after' : 'none');
  await page.state.review.submission.confirm(gesture());
  await until(() => !(page.clock.waits.length < 5));
  assert.equal(page.state.review.submission.status, 'uncertain');
  session.fault = () => 'none';
  assert.ok(await page.state.review.submission.retry());
  assert.equal((await ordersOf(patientId)).length, 1);
  assert.equal(
    new Set(session.calls.filter((call) => call.operation === 'SignAndOrder').map(({ key }) => key)).size,
    1,
  );
  page.state.dispose();
});

test('W5: two tabs that both confirm make one order; the other is told that it was signed elsewhere', async () => {
  const { page, patientId, session } = await reviewed();
  const other = await openPage(session, patientId, ORDER);
  assert.ok(await other.state.review.open());
  const done = await Promise.all([
    page.state.review.submission.confirm(gesture()),
    other.state.review.submission.confirm(gesture()),
  ]);
  assert.deepEqual(done.toSorted(), [false, true]);
  assert.equal((await ordersOf(patientId)).length, 1);
  const loser = done[0] ? other : page;
  assert.equal(loser.state.review.error?.code, 'SIGNATURE_INVALIDATED');
  assert.deepEqual(loser.state.drafts.rows, []);
  assert.equal(names(loser).filter((name) => name === 'svc-order-error').length, 1);
  assert.ok(!names(loser).includes('svc-order-created'));
  for (const one of [page, other]) one.state.dispose();
});

test('W5: a page loaded anew after a lost answer: its prefills are drafts that say what was just prescribed, and by whom', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const attributes = {
    ...ORDER,
    'initial-prescriptions': JSON.stringify([
      {
        treatmentId: LISINOPRIL,
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        fillsAllowed: 1,
        daysSupply: 30,
        instructions: 'Take one tablet by mouth once daily.',
      },
    ]),
  };
  const page = await openPage(session, patientId, attributes);
  assert.ok(await page.state.review.open(), JSON.stringify(page.state.review.problems));
  session.fault = ({ operation }) => (operation === 'SignAndOrder' ? 'after' : 'none');
  await page.state.review.submission.confirm(gesture());
  page.state.dispose();
  session.fault = () => 'none';
  const reloaded = await openPage(session, patientId, attributes);
  const [draft, ...others] = reloaded.state.drafts.records;
  assert.deepEqual(others, []);
  assert.deepEqual(
    draft?.likelyDuplicates.map(({ sameTreatment, writtenBy }) => [sameTreatment, writtenBy?.lastName]),
    [[true, 'Riverside']],
  );
  assert.equal((await ordersOf(patientId)).length, 1, 'nothing is sent without a person');
});

test('W4: what was reviewed is what is signed: a change in between makes the review anew, and nothing is sent', async () => {
  const { page, patientId, session } = await reviewed();
  const other = await openPage(session, patientId, ORDER);
  const [draft] = other.state.drafts.records;
  assert.ok(draft !== undefined);
  other.state.form.edit(draft);
  other.state.form.set({ dispenseQuantity: '60', daysSupply: '60' });
  assert.equal((await other.state.form.submit()).done, 'changed');
  page.events.length = 0;
  assert.equal(await page.state.review.submission.confirm(gesture()), false);
  assert.deepEqual(await ordersOf(patientId), []);
  assert.deepEqual(names(page), ['svc-order-error']);
  assert.equal(page.state.review.status, 'open');
  assert.ok(page.state.review.renewed);
  assert.equal(page.state.review.reviewed?.record.drafts[0]?.content?.dispenseQuantity, '60');
  assert.ok(await page.state.review.submission.confirm(gesture()));
  for (const one of [page, other]) one.state.dispose();
});

test('W4: a draft that is added while the review is open is shown before anything can be confirmed', async () => {
  const { page } = await reviewed();
  const before = page.state.review.reviewed?.fingerprint;
  await page.state.drafts.add('test', {
    treatmentId: METFORMIN,
    dispenseQuantity: '60',
    dispenseUnit: 'Tablet',
    daysSupply: 30,
    instructions: 'Take one tablet twice daily.',
  });
  await until(() => !(page.state.review.reviewed?.fingerprint === before));
  await until(() => !(page.state.review.status !== 'open'));
  assert.equal(page.state.review.reviewed?.record.drafts.length, 2);
  assert.ok(page.state.review.renewed);
});

test('W4: STEP_UP_REQUIRED asks for a proof within a gesture, and goes on with the same intent', async () => {
  const { page, patientId, session } = await reviewed();
  let asked = true;
  session.fault = ({ operation }) => {
    if (operation !== 'SignAndOrder' || !asked) return 'none';
    asked = false;
    return 'step-up';
  };
  const { submission } = page.state.review;
  assert.equal(await submission.confirm(gesture()), false);
  assert.equal(submission.status, 'step-up');
  session.proof.answer = false;
  assert.equal(await submission.prove(gesture()), false);
  assert.equal(submission.status, 'step-up', 'a proof that did not come through loses nothing');
  assert.equal(await submission.prove(gesture(false)), false);
  assert.equal(session.proof.asked, 1, 'no script opens the proof');
  session.proof.answer = true;
  assert.ok(await submission.prove(gesture()));
  assert.equal(
    new Set(session.calls.filter((call) => call.operation === 'SignAndOrder').map(({ key }) => key)).size,
    1,
  );
  assert.equal((await ordersOf(patientId)).length, 1);
  page.state.dispose();
});

test('A1: a session that ends while signing keeps the review; after signing in the same intent goes on', async () => {
  const { page, patientId, session } = await reviewed();
  session.fault = ({ operation }) => (operation === 'SignAndOrder' ? 'signed-out' : 'none');
  const { submission } = page.state.review;
  assert.equal(await submission.confirm(gesture()), false);
  assert.equal(page.state.review.status, 'open');
  session.fault = () => 'none';
  assert.ok(await submission.confirm(gesture()));
  assert.equal((await ordersOf(patientId)).length, 1);
  page.state.dispose();
});

test('W5: a lost answer, then a session that ended: after signing in the outcome is learned, not doubled', async () => {
  const { page, patientId, session } = await reviewed();
  let first = true;
  session.fault = ({ operation }) => {
    if (operation !== 'SignAndOrder') return 'none';
    const fault = first ? 'after' : 'signed-out';
    first = false;
    return fault;
  };
  await page.state.review.submission.confirm(gesture());
  await until(() => !(session.calls.filter((call) => call.operation === 'SignAndOrder').length < 2));
  assert.equal(page.state.review.submission.status, 'uncertain');
  session.fault = () => 'none';
  await page.state.resume();
  assert.equal(page.state.review.submission.status, 'sent');
  assert.equal((await ordersOf(patientId)).length, 1);
  page.state.dispose();
});

test('E5: an order whose answer comes after the patient was switched is told to the page, with its own patient', async () => {
  const { page, patientId, session } = await reviewed();
  let release = (): void => undefined;
  const held = new Promise<'none'>((resolve) => {
    release = () => resolve('none');
  });
  session.fault = ({ operation }) => (operation === 'SignAndOrder' ? held : 'none');
  const sending = page.state.review.submission.confirm(gesture());
  await until(() => session.calls.some(({ operation }) => operation === 'SignAndOrder'));
  page.state.dispose();
  release();
  await sending;
  assert.deepEqual(patientIn(page, 'svc-order-created'), { id: patientId, externalId: null });
});

test('beforeSubmit: the page may veto before anything is signed, and says why', async () => {
  const { page, patientId, session } = await reviewed();
  page.veto = () => 'The encounter is not signed.';
  session.calls.length = 0;
  assert.equal(await page.state.review.submission.confirm(gesture()), false);
  assert.equal(page.state.review.submission.problem?.about, 'The encounter is not signed.');
  assert.deepEqual(session.calls, []);
  page.veto = null;
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.equal((await ordersOf(patientId)).length, 1);
  page.state.dispose();
});

test('W6: everything that is missing is named before anything is asked of the service, each with its place', async () => {
  const session = await testbed.session();
  const patientId = await testbed.patient({ address: null });
  const page = await openPage(session, patientId, { 'enable-order': 'true' });
  page.state.form.set({ instructions: 'Take' });
  session.calls.length = 0;
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code, location }) => [code, location.in]),
    [
      ['FORM_UNFINISHED', 'form'],
      ['NO_ADDRESS', 'patient'],
      ['NO_PHARMACY', 'pharmacy'],
    ],
  );
  assert.deepEqual(session.calls, []);
});

test('address: it takes the place of the one on record, also where there is none', async () => {
  const session = await testbed.session();
  const patientId = await testbed.patient({ address: null });
  const address = { street1: '9 Elm St', city: 'Boston', state: 'MA', postalCode: '02109' };
  const page = await openPage(session, patientId, { ...ORDER, address: JSON.stringify(address) });
  await addTyped(page);
  assert.ok(await page.state.review.open(), JSON.stringify(page.state.review.problems));
  await page.set({ address: undefined });
  assert.equal(await page.state.review.open(), false);
  await page.set({ address: JSON.stringify(address) });
  assert.ok(await page.state.review.open());
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.equal((await ordersOf(patientId)).length, 1);
  page.state.dispose();
});

test('W6: a link needs a phone number: the review names where to add one, and sends nothing before', async () => {
  const attributes = { 'enable-order': 'true', 'enable-send-to-patient': 'true' };
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient({ phone: null }), attributes);
  await addTyped(page);
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code, location }) => [code, location]),
    [['NO_PHONE', { in: 'patient', field: 'phone' }]],
  );
  assert.ok(!session.calls.some(({ operation }) => operation === 'ReviewDrafts'));
});

test('W6: what the service finds leads to the field of the draft', async () => {
  const session = await testbed.session();
  const page = await openPage(session, await testbed.patient(), {});
  const outcome = await page.state.drafts.add('test', {
    treatmentId: LISINOPRIL,
    instructions: '',
    notes: 'x'.repeat(211),
  });
  assert.ok(outcome.ok);
  assert.equal(await page.state.review.open(), false);
  const fields: readonly unknown[] = page.state.review.problems.map(({ location }) =>
    'field' in location ? location.field : location.in,
  );
  for (const field of ['dispenseQuantity', 'dispenseUnit', 'instructions', 'notes', 'daysSupply'])
    assert.ok(fields.includes(field), `${field} in ${fields.join()}`);
});

test('A2: staff prepare and see why they cannot sign; the prescriber finds the draft and signs', async () => {
  const staff = await testbed.session(testbed.graph.a.as('staff'));
  const patientId = await testbed.patient();
  const page = await openPage(staff, patientId, ORDER);
  assert.equal(page.state.signer.role, 'staff');
  const prescriber = testbed.graph.a.as('prescriber');
  assert.ok(page.state.signer.prescribers.some(({ id }) => id === prescriber.id));
  page.state.signer.choosePrescriber(prescriber.id);
  await addTyped(page);
  assert.equal(await page.state.review.open(), false);
  assert.deepEqual(
    page.state.review.problems.map(({ code }) => code),
    ['STAFF_CANNOT_SIGN'],
  );
  const signing = await openPage(await testbed.session(), patientId, ORDER);
  assert.equal(signing.state.drafts.rows.length, 1);
  assert.ok(await signing.state.review.open());
  assert.ok(await signing.state.review.submission.confirm(gesture()));
  assert.equal((await ordersOf(patientId)).length, 1);
  signing.state.dispose();
});
