// Delegation over the API: staff prepare drafts and their order for a named prescriber, who finds, reviews and signs them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed, SECOND_PHARMACY } from '@pestle/testbed/graphql/graphql-testbed';
import { LISINOPRIL } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Actor } from '../kernel/actor.ts';

let testbed: GraphTestbed;
let close: () => Promise<void>;
let staff: Actor;
let prescriber: Actor;
before(async () => {
  const store = await openTestStore();
  testbed = await openGraphTestbed(store, 'Riverside');
  staff = testbed.a.as('staff');
  prescriber = testbed.a.as('prescriber');
  close = async () => {
    await testbed.close();
    await store.close();
  };
});
after(() => close());

const CREATE =
  'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id revision preparedBy prescriberId } }';
const WAITING = `query($others: Boolean, $first: Int! = 20, $after: String) {
  draftsWaiting(preparedByOthers: $others, first: $first, after: $after) {
    nodes { id preparedBy preparer { firstName } patient { lastName }
      orderPlan { externalId pharmacy { id } address { city } } }
    pageInfo { endCursor hasNextPage } } }`;
const REVIEW = 'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { draftId contentHash } } }';

interface Waiting {
  readonly draftsWaiting: {
    readonly nodes: readonly {
      readonly id: string;
      readonly preparedBy: string;
      readonly preparer: { readonly firstName: string } | null;
      readonly orderPlan: unknown;
    }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

const waiting = async (actor: Actor, others: boolean | null): Promise<Waiting['draftsWaiting']['nodes']> =>
  (await testbed.data<Waiting>(actor, WAITING, { others })).draftsWaiting.nodes;

const inputOf = async (over: object = {}): Promise<object> => ({
  patientId: await recordsOf(testbed, testbed.a, 'Quimby').get('patient'),
  treatmentId: LISINOPRIL,
  prescriberId: prescriber.id,
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  daysSupply: 30,
  instructions: 'Take one tablet by mouth once daily.',
  ...over,
});

const PLAN = {
  pharmacyId: SECOND_PHARMACY,
  externalId: 'EHR-7',
  address: { street1: '9 Elm St', city: 'Salem', state: 'MA', postalCode: '01970' },
};

const prepare = async (actor: Actor, over: object = {}): Promise<string> =>
  (await testbed.data<{ createDraft: { id: string } }>(actor, CREATE, { input: await inputOf(over) }))
    .createDraft.id;

test('what staff prepared waits for the prescriber over all patients, with who prepared it and the order they thought of', async () => {
  const first = await prepare(staff, { orderPlan: PLAN });
  const second = await prepare(staff);
  const own = await prepare(prescriber);
  const found = await waiting(prescriber, true);
  assert.deepEqual(
    found.map(({ id }) => id),
    [first, second],
  );
  assert.deepEqual(JSON.parse(JSON.stringify(found[0])), {
    id: first,
    preparedBy: staff.id,
    preparer: { firstName: 'Staff' },
    patient: { lastName: 'Quimby' },
    orderPlan: {
      externalId: 'EHR-7',
      pharmacy: { id: SECOND_PHARMACY },
      address: { city: 'Salem' },
    },
  });
  assert.equal(found[1]?.orderPlan, null);
  assert.ok((await waiting(prescriber, null)).some(({ id }) => id === own));
  assert.deepEqual(await waiting(testbed.a.everything, null), [], 'another prescriber’s desk is another');
  assert.ok((await waiting(staff, null)).length >= 3, 'staff see every desk');
});

test('W2: a draft names who wrote it as it stands, besides who prepared it', async () => {
  const id = await prepare(staff);
  const names = async (): Promise<unknown> => {
    const { draft } = await testbed.data<{ draft: object }>(
      prescriber,
      'query($id: ID!) { draft(id: $id) { preparer { firstName } updater { firstName } } }',
      { id },
    );
    return JSON.parse(JSON.stringify(draft));
  };
  assert.deepEqual(await names(), { preparer: { firstName: 'Staff' }, updater: { firstName: 'Staff' } });
  const input = { id, revision: 1, notes: 'By mail.' };
  await testbed.data(
    prescriber,
    'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }',
    { input },
  );
  const { firstName } = (
    await testbed.data<{ me: { firstName: string } }>(prescriber, '{ me { firstName } }', {})
  ).me;
  assert.notEqual(firstName, 'Staff');
  assert.deepEqual(await names(), { preparer: { firstName: 'Staff' }, updater: { firstName } });
});

test('the list is paged and complete', async () => {
  const all = (await waiting(prescriber, null)).map(({ id }) => id);
  const paged: string[] = [];
  let after: string | null = null;
  for (let more = true; more; ) {
    const { draftsWaiting }: Waiting = await testbed.data<Waiting>(prescriber, WAITING, { first: 1, after });
    paged.push(...draftsWaiting.nodes.map(({ id }) => id));
    ({ hasNextPage: more, endCursor: after } = draftsWaiting.pageInfo);
  }
  assert.deepEqual(paged, all);
});

test('A2: the prescriber reviews and signs, staff cannot; who prepared and who signed are both kept', async () => {
  const draftId = await prepare(staff, { orderPlan: PLAN });
  await assert.rejects(testbed.data(staff, REVIEW, { ids: [draftId] }), { code: 'FORBIDDEN' });
  const { reviewDrafts } = await testbed.data<{
    reviewDrafts: { drafts: { draftId: string; contentHash: string }[] };
  }>(prescriber, REVIEW, { ids: [draftId] });
  const create = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
  const input = { drafts: reviewDrafts.drafts, ...PLAN };
  await assert.rejects(testbed.data(staff, create, { input }), { code: 'FORBIDDEN' });
  const { createOrder } = await testbed.data<{ createOrder: { id: string } }>(prescriber, create, { input });
  const { order } = await testbed.data<{ order: unknown }>(
    staff,
    `query($id: ID!) { order(id: $id) { externalId orderedBy pharmacy { id } address { city }
      fills { prescription { preparedBy preparer { firstName } signedBy prescriber { id } } } } }`,
    { id: createOrder.id },
  );
  assert.deepEqual(JSON.parse(JSON.stringify(order)), {
    externalId: 'EHR-7',
    orderedBy: prescriber.id,
    pharmacy: { id: SECOND_PHARMACY },
    address: { city: 'Salem' },
    fills: [
      {
        prescription: {
          preparedBy: staff.id,
          preparer: { firstName: 'Staff' },
          signedBy: prescriber.id,
          prescriber: { id: prescriber.id },
        },
      },
    ],
  });
  assert.ok(!(await waiting(prescriber, true)).some(({ id }) => id === draftId), 'it waits no longer');
});

test('W4: a draft that staff change after the review cannot be signed, also when only its plan changes', async () => {
  const draftId = await prepare(staff);
  const { reviewDrafts } = await testbed.data<{ reviewDrafts: { drafts: object[] } }>(prescriber, REVIEW, {
    ids: [draftId],
  });
  await testbed.data(
    staff,
    'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { orderPlan { externalId } } }',
    { input: { id: draftId, revision: 1, orderPlan: PLAN } },
  );
  await assert.rejects(
    testbed.data(
      prescriber,
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts: reviewDrafts.drafts },
    ),
    { code: 'SIGNATURE_INVALIDATED' },
  );
});

test('a draft is for somebody who may prescribe, and its plan for a pharmacy that may be chosen', async () => {
  await assert.rejects(prepare(staff, { prescriberId: testbed.a.as('admin').id }), {
    code: 'NOT_AUTHORIZED_TO_PRESCRIBE',
  });
  await assert.rejects(prepare(staff, { prescriberId: null }), { code: 'INVALID_INPUT' });
  await assert.rejects(prepare(staff, { orderPlan: { pharmacyId: 'phr_00000000000000000000000000' } }), {
    code: 'NOT_FOUND',
  });
});
