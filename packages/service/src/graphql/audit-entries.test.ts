// What administrators read over the API: who saw and did what. Nobody else, and nothing of another organization.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Actor } from '../kernel/actor.ts';
import type { Failure } from '../kernel/errors.ts';

let testbed: GraphTestbed;
let close: () => Promise<void>;
let admin: Actor;
before(async () => {
  const store = await openTestStore();
  testbed = await openGraphTestbed(store, 'Riverside');
  admin = testbed.a.as('admin');
  close = async () => {
    await testbed.close();
    await store.close();
  };
});
after(() => close());

const ENTRIES = `query($actorId: ID, $patientId: ID, $actions: [String!], $from: DateTime, $to: DateTime, $first: Int! = 100, $after: String) {
  auditEntries(actorId: $actorId, patientId: $patientId, actions: $actions, from: $from, to: $to, first: $first, after: $after) {
    nodes { id at actorKind actorId actorName action subjectKind subjectId outcome detail } pageInfo { endCursor hasNextPage } } }`;

interface Entries {
  readonly auditEntries: {
    readonly nodes: readonly {
      readonly id: string;
      readonly actorId: string | null;
      readonly actorName: string | null;
      readonly action: string;
      readonly subjectKind: string;
      readonly subjectId: string;
      readonly outcome: string;
      readonly detail: Readonly<Record<string, unknown>>;
    }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

const codeOf = async (actor: Actor, source: string, variables: Record<string, unknown>): Promise<unknown> =>
  ((await testbed.ask(actor, source, variables)).errors?.[0]?.originalError as Failure | undefined)?.code;
const entries = async (actor: Actor, asked: Record<string, unknown>): Promise<Entries['auditEntries']> =>
  (await testbed.data<Entries>(actor, ENTRIES, asked)).auditEntries;

test('nobody but administrators reads the trail', async () => {
  for (const role of ['prescriber', 'staff', 'operator', 'machine'] as const) {
    const actor = testbed.a.as(role);
    assert.equal(await codeOf(actor, ENTRIES, {}), 'FORBIDDEN', role);
  }
});

test('when somebody came in is told to administrators only', async () => {
  const asked = '{ users { nodes { id lastSignInAt } } }';
  const { users } = await testbed.data<{ users: { nodes: { lastSignInAt: string | null }[] } }>(
    testbed.a.as('staff'),
    asked,
  );
  assert.ok(users.nodes.every(({ lastSignInAt }) => lastSignInAt === null));
  await testbed.data(admin, asked);
  await testbed.data(admin, '{ applications { id lastUsedAt } }');
});

test("a patient's report has what was done to the patient's own records, and leaves an entry itself", async () => {
  const own = recordsOf(testbed, testbed.a, 'Riverside');
  const orderId = await own.get('order');
  const {
    order: { patient },
  } = await testbed.data<{ order: { patient: { id: string } } }>(
    testbed.a.everything,
    'query($id: ID!) { order(id: $id) { patient { id } } }',
    { id: orderId },
  );
  const patientId = patient.id;
  const report = await entries(admin, { patientId });
  const actions = report.nodes.map(({ action }) => action);
  assert.ok(actions.includes('order.create'), actions.join());
  assert.ok(report.nodes.some(({ action }) => action === 'patient.create'));
  assert.ok(
    report.nodes.every(({ subjectKind }) => !['user', 'application', 'template'].includes(subjectKind)),
    'of nobody else',
  );
  assert.match(orderId, /^ord_/);
  const again = await entries(admin, { patientId, actions: ['audit.read'] });
  assert.equal(again.nodes[0]?.subjectId, patientId);
  assert.equal(again.nodes[0]?.actorName?.includes(' '), true);
});

test("another organization's patient is not found, and its entries are not read", async () => {
  const patientId = await recordsOf(testbed, testbed.b, 'Hillside').get('patient');
  assert.equal(await codeOf(admin, ENTRIES, { patientId }), 'NOT_FOUND');
  const { nodes } = await entries(admin, { actorId: testbed.b.everything.id });
  assert.deepEqual([...nodes], []);
  const theirs = await entries(testbed.b.as('admin'), { patientId });
  assert.ok(theirs.nodes.length > 0);
});

test('pages follow one another without a gap, by a person and by an act; too long a time is refused', async () => {
  const whole = (await entries(admin, { actions: ['audit.read'] })).nodes.map(({ id }) => id);
  const found: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < whole.length; page += 1) {
    const { nodes, pageInfo }: Entries['auditEntries'] = await entries(admin, {
      actions: ['audit.read'],
      first: 1,
      ...(after === null ? {} : { after }),
    });
    found.push(...nodes.map(({ id }) => id));
    after = pageInfo.endCursor;
  }
  // Each look leaves one more: those of the first look follow the one that it left itself.
  assert.deepEqual(found.slice(1), whole.slice(0, found.length - 1));
  assert.equal(
    await codeOf(admin, ENTRIES, { actions: ['order.read'], first: 1, after }),
    'INVALID_INPUT',
    'of another list',
  );
  const from = '2020-01-01T00:00:00Z';
  assert.equal(await codeOf(admin, ENTRIES, { from }), 'INVALID_INPUT');
  assert.equal(await codeOf(admin, ENTRIES, { actions: ["'; drop table"] }), 'INVALID_INPUT');
  const byMe = await entries(admin, { actorId: admin.id });
  assert.ok(byMe.nodes.every(({ actorId }) => actorId === admin.id));
});
