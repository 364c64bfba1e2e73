// What the patient was prescribed already, over the real rooms: a likely duplicate is asked about (W2), and an order that has not left can
// take more: exactly once, of this patient only, and nothing is lost when it has left (W5, E5).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LISINOPRIL, METFORMIN, PHARMACY } from '@pestle/testbed/practice/practice';
import { takeBack } from '../src/workflow/state/take-back.ts';
import type { Fault, StateTestbed, TestPage, TestSession } from './support/state-testbed.ts';
import { addTyped, gesture, openPage, openStateTestbed, picked, until } from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

const ORDER = { 'enable-order': 'true', 'pharmacy-id': PHARMACY } as const;
const COMBINE = { ...ORDER, 'enable-combine-and-duplicate': 'true' } as const;
const TO_PATIENT = { 'enable-order': 'true', 'enable-send-to-patient': 'true' } as const;

interface OrderNode {
  readonly id: string;
  readonly externalId: string | null;
  readonly fills: readonly { readonly prescription: { readonly treatment: { readonly id: string } } }[];
}

async function ordersOf(patientId: string): Promise<readonly OrderNode[]> {
  const { orders } = await testbed.graph.data<{ orders: { nodes: OrderNode[] } }>(
    testbed.graph.a.everything,
    'query($p: String!) { orders(patientId: $p) { nodes { id externalId fills { prescription { treatment { id } } } } } }',
    { p: patientId },
  );
  return orders.nodes;
}

/** An order of lisinopril that waits; its id. */
async function waitingOrder(
  session: TestSession,
  patientId: string,
  attributes: object = ORDER,
): Promise<string> {
  const page = await openPage(session, patientId, attributes);
  await addTyped(page);
  assert.ok(await page.state.review.open(), JSON.stringify(page.state.review.problems));
  assert.ok(await page.state.review.submission.confirm(gesture()));
  const id = page.state.review.submission.sent?.order?.id ?? '';
  page.state.dispose();
  return id;
}

/** A patient with such an order, and a page with metformin that is asked about it. */
async function asked(
  attributes: object = COMBINE,
  before: object = ORDER,
): Promise<{ patientId: string; session: TestSession; page: TestPage; orderId: string }> {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  const orderId = await waitingOrder(session, patientId, before);
  const page = await openPage(session, patientId, attributes);
  await addTyped(page, METFORMIN);
  assert.equal(await page.state.review.open(), false);
  page.events.length = 0;
  return { patientId, session, page, orderId };
}

const combining = ({ state }: TestPage) => {
  assert.ok(state.review.combining !== null);
  return state.review.combining;
};
const names = (page: TestPage): string[] => page.events.map(({ name }) => name);

test('svc-order-combined, svc-prescriptions-created, svc-prescribe-success: in this order, once, with what was added', async () => {
  const { page, patientId, orderId } = await asked();
  assert.deepEqual([combining(page).asks, combining(page).orders.map(({ id }) => id)], [true, [orderId]]);
  assert.ok(await combining(page).choose(orderId), 'its review opens');
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.deepEqual(names(page), ['svc-order-combined', 'svc-prescriptions-created', 'svc-prescribe-success']);
  const [combined, created, success] = page.events.map(({ detail }) => detail) as [
    { orderId: string; order: OrderNode },
    { prescriptions: { treatment: { id: string } }[] },
    { prescriptions: unknown[]; order: OrderNode },
  ];
  assert.equal(combined.orderId, orderId);
  assert.equal(combined.order.fills.length, 2);
  assert.deepEqual(
    created.prescriptions.map(({ treatment }) => treatment.id),
    [METFORMIN],
    'what was signed now, not what was there',
  );
  assert.deepEqual([success.order.id, success.prescriptions.length], [orderId, 1]);
  const heard = JSON.stringify(page.events);
  for (const known of ['Quimby', 'Ann', '1980-02-29', '6175550100', '1 Main St'])
    assert.ok(!heard.includes(known), `no event says ${known}`);
  const orders = await ordersOf(patientId);
  assert.deepEqual(
    orders.map(({ fills }) => fills.map(({ prescription }) => prescription.treatment.id)),
    [[LISINOPRIL, METFORMIN]],
  );
  page.state.dispose();
});

test('enable-combine-and-duplicate: without it nobody is asked, and a new order is made', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  await waitingOrder(session, patientId);
  const page = await openPage(session, patientId, ORDER);
  await addTyped(page, METFORMIN);
  assert.ok(await page.state.review.open());
  assert.equal(session.calls.filter(({ operation }) => operation === 'CombinableOrders').length, 0);
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.equal((await ordersOf(patientId)).length, 2);
  page.state.dispose();
});

test('enable-combine-and-duplicate: who chooses a new order gets one, and the question is not asked again in its review', async () => {
  const { page, patientId } = await asked();
  assert.ok(await combining(page).choose('new'));
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.deepEqual(names(page)[0], 'svc-order-created');
  assert.equal((await ordersOf(patientId)).length, 2);
  page.state.dispose();
});

for (const fault of ['before', 'after', 'timeout', 'server'] as const)
  test(`W5: a combine whose answer is lost (${fault}) joins once, with one key, however often it is confirmed`, async () => {
    const { page, patientId, session, orderId } = await asked();
    assert.ok(await combining(page).choose(orderId));
    let lost = 2;
    session.fault = ({ operation }) => {
      if (operation !== 'SignAndCombine' || lost === 0) return 'none';
      lost -= 1;
      return fault;
    };
    const { submission } = page.state.review;
    await Promise.all([1, 2, 3].map(() => submission.confirm(gesture())));
    await until(() => submission.status === 'sent');
    const sent = session.calls.filter(({ operation }) => operation === 'SignAndCombine');
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
    assert.equal(sent.length, 3);
    const [order, ...others] = await ordersOf(patientId);
    assert.deepEqual([order?.fills.length, others.length], [2, 0]);
    assert.equal(names(page).filter((name) => name === 'svc-order-combined').length, 1);
    page.state.dispose();
  });

test('W5: two tabs that add the same drafts add them once', async () => {
  const { page, patientId, session, orderId } = await asked();
  const other = await openPage(session, patientId, COMBINE);
  await other.state.review.open();
  for (const one of [page, other]) assert.ok(await combining(one).choose(orderId));
  await Promise.all([page, other].map((one) => one.state.review.submission.confirm(gesture())));
  await until(() => ![page, other].some((one) => one.state.review.submission.busy));
  const [order, ...others] = await ordersOf(patientId);
  assert.deepEqual([order?.fills.length, others.length], [2, 0]);
  const heard = [page, other].flatMap((one) => names(one)).filter((name) => name === 'svc-order-combined');
  assert.equal(heard.length, 1);
  for (const one of [page, other]) one.state.dispose();
});

test('W5: an order that took its leave refuses; nothing is lost, and one act more sends a new order', async () => {
  const { page, patientId, session, orderId } = await asked(
    { ...TO_PATIENT, 'enable-local-pickup': 'true', 'enable-combine-and-duplicate': 'true' },
    ORDER,
  );
  assert.ok(await combining(page).choose(orderId));
  await testbed.graph.data(
    testbed.graph.a.as('prescriber'),
    'mutation($id: ID!) { cancelOrder(input: { orderId: $id }) { order { id } } }',
    { id: orderId },
  );
  const { submission } = page.state.review;
  assert.equal(await submission.confirm(gesture()), false);
  assert.deepEqual(names(page), ['svc-order-error']);
  assert.equal(submission.error?.code, 'ORDER_TAKES_NO_MORE');
  assert.equal(page.state.review.status, 'open', 'of the new order');
  assert.equal(page.state.drafts.rows.length, 1);
  assert.equal((await ordersOf(patientId)).length, 1, 'nothing was sent');
  assert.ok(await page.state.review.submission.confirm(gesture()));
  assert.equal((await ordersOf(patientId)).length, 2);
  assert.equal(session.calls.filter(({ operation }) => operation === 'SignAndOrder').length, 2);
  page.state.dispose();
});

test('enable-combine-and-duplicate: the order keeps its pharmacy, its number and its address', async () => {
  const own = { ...ORDER, 'external-order-id': '00017' };
  const address = JSON.stringify({ street1: '9 Elm St', city: 'Quincy', state: 'MA', postalCode: '02169' });
  const { page, patientId, orderId } = await asked(
    { ...COMBINE, ...TO_PATIENT, 'pharmacy-id': '', 'external-order-id': '00018', address },
    own,
  );
  assert.ok(await combining(page).choose(orderId));
  assert.ok(await page.state.review.submission.confirm(gesture()));
  const order = page.state.review.submission.sent?.order;
  assert.deepEqual([order?.id, order?.externalId, order?.pharmacy?.id], [orderId, '00017', PHARMACY]);
  assert.equal((await ordersOf(patientId)).length, 1);
  page.state.dispose();
});

test('enable-combine-and-duplicate: an order that holds the same treatment is not offered', async () => {
  const patientId = await testbed.patient();
  const session = await testbed.session();
  await waitingOrder(session, patientId);
  const page = await openPage(session, patientId, COMBINE);
  await addTyped(page, LISINOPRIL);
  await page.state.review.open();
  assert.deepEqual(combining(page).orders, []);
  page.state.dispose();
});

test('E5: the orders of one patient are never offered for another, however late their answer', async () => {
  const { patientId, session, page } = await asked();
  let release: () => void = () => undefined;
  session.fault = async ({ operation }): Promise<Fault> => {
    if (operation === 'CombinableOrders')
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    return 'none';
  };
  const late = page.state.review.open();
  await until(() => page.state.review.status === 'checking');
  page.state.dispose();
  const other = await testbed.patient();
  const next = await openPage(session, other, COMBINE);
  release();
  assert.equal(await late, false);
  session.fault = () => 'none';
  await addTyped(next, METFORMIN);
  assert.ok(await next.state.review.open(), 'there is nothing to combine with');
  assert.deepEqual(combining(next).orders, []);
  const forPatients = session.calls.filter(({ operation }) => operation === 'CombinableOrders');
  assert.deepEqual(forPatients.map(({ variables }) => variables).at(-1), { patientId: other });
  assert.notEqual(other, patientId);
  next.state.dispose();
});

/** A page of a patient who was prescribed lisinopril just now, with lisinopril typed again. */
async function reopened(): Promise<{ page: TestPage; patientId: string }> {
  const patientId = await testbed.patient();
  const first = await openPage(await testbed.session(), patientId);
  await addTyped(first);
  assert.ok(await first.state.review.open());
  assert.ok(await first.state.review.submission.confirm(gesture()));
  first.state.dispose();
  const page = await openPage(await testbed.session(), patientId);
  const { form } = page.state;
  assert.ok(form.pick(picked()));
  form.set({
    dispenseQuantity: '30',
    daysSupply: '30',
    instructions: 'Take one tablet by mouth once daily.',
  });
  return { page, patientId };
}

test('W2: a likely duplicate keeps the form open until somebody says why; the reason is kept with the draft', async () => {
  const { page } = await reopened();
  const { form, drafts, review } = page.state;
  assert.equal((await form.submit()).done, 'asks');
  assert.equal(form.values.instructions, 'Take one tablet by mouth once daily.');
  assert.deepEqual([form.duplicates.length, drafts.records.length], [1, 1]);
  assert.equal(await review.open(), false);
  assert.ok(page.state.review.problems.some(({ code }) => code === 'FORM_UNFINISHED'));
  assert.equal((await form.submit()).done, 'refused', 'no reason, no draft');
  assert.equal(form.problemOf('duplicateReason')?.code, 'LIKELY_DUPLICATE');
  form.set({ duplicateReason: 'Lost or stolen', dispenseQuantity: '60', daysSupply: '60' });
  assert.equal((await form.submit()).done, 'added');
  assert.deepEqual(
    drafts.records.map(({ duplicateReason, dispenseQuantity }) => [duplicateReason, dispenseQuantity]),
    [['Lost or stolen', '60']],
  );
  assert.equal(form.held, null);
  assert.ok(await page.state.review.open(), JSON.stringify(page.state.review.problems));
  page.state.dispose();
});

test('W2: going back takes a likely duplicate out again, and loses nothing that was typed', async () => {
  const { page, patientId } = await reopened();
  const { form, drafts } = page.state;
  await form.submit();
  assert.ok(await takeBack(page.state));
  assert.deepEqual([drafts.records, drafts.deleted, form.held], [[], [], null]);
  assert.deepEqual(
    [form.values.treatment?.id, form.values.dispenseQuantity, form.values.instructions],
    [LISINOPRIL, '30', 'Take one tablet by mouth once daily.'],
  );
  const loaded = await openPage(await testbed.session(), patientId);
  assert.deepEqual(loaded.state.drafts.records, [], 'on the service, too');
  assert.equal((await form.submit()).done, 'asks', 'it can be added again, and asks again');
  for (const one of [page, loaded]) one.state.dispose();
});

test('W2, W6: what is held is in its row after a reload, and the review names the reason that is missing', async () => {
  const { page, patientId } = await reopened();
  await page.state.form.submit();
  page.state.dispose();
  const next = await openPage(await testbed.session(), patientId);
  const [draft] = next.state.drafts.records;
  assert.equal(next.state.form.held, null);
  assert.equal(await next.state.review.open(), false);
  assert.deepEqual(
    next.state.review.problems.map(({ code, location }) => [code, location]),
    [['LIKELY_DUPLICATE', { in: 'draft', draftId: draft?.id, field: 'duplicateReason' }]],
  );
  next.state.dispose();
});

test('W2: another medication in place of what is held changes the same draft, and is not asked about', async () => {
  const { page } = await reopened();
  const { form, drafts } = page.state;
  await form.submit();
  const [held] = drafts.records;
  assert.ok(form.pick(picked(METFORMIN)));
  assert.deepEqual(form.duplicates, []);
  form.set({
    dispenseQuantity: '60',
    daysSupply: '30',
    instructions: 'Take one tablet by mouth twice daily.',
  });
  assert.equal((await form.submit()).done, 'added');
  assert.deepEqual(
    drafts.records.map(({ id, treatment }) => [id, treatment?.id]),
    [[held?.id, METFORMIN]],
  );
  page.state.dispose();
});
