// Goal: who may do what with drafts, prescriptions and orders is the one table (A2), cell by cell, from current data.
// Method: real calls through the schema, each on records of its own, by each caller; a cell is done, or refused with its code.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { UserId } from '@pestle/rules/ids';
import type { Records } from '@pestle/testbed/graphql/graphql-records';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { Clinic, GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed, SECOND_PHARMACY } from '@pestle/testbed/graphql/graphql-testbed';
import { LISINOPRIL, PHARMACY } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { Actor, Role } from '../kernel/actor.ts';
import type { Failure } from '../kernel/errors.ts';
import { systemPorts } from '../kernel/ports.ts';
import { selectInTransaction } from '../routing/select.ts';
import type { EmbeddedStore } from '../store/embedded/embedded-store.ts';

/** One act of the table: its call, on records that nobody has used. */
type Act = (records: Records, caller: Actor) => Promise<readonly [document: string, variables: object]>;

const CREATE_ORDER = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const COMBINE_ORDER = 'mutation($input: CombineOrderInput!) { combineOrder(input: $input) { id } }';
const fillCall = (name: string) => `mutation($fillId: ID!) { ${name}(fillId: $fillId) { id } }`;
const pharmacyCall = (name: string) =>
  `mutation($orderId: ID!, $pharmacyId: ID!) { ${name}(orderId: $orderId, pharmacyId: $pharmacyId) { id } }`;

let testbed: GraphTestbed;
let store: EmbeddedStore;
let clinic: Clinic;

const ACTS: Readonly<Record<string, Act>> = {
  'prepare a draft': async (records) => [
    'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
    {
      input: {
        patientId: await records.get('patient'),
        treatmentId: LISINOPRIL,
        prescriberId: await records.get('prescriber'),
      },
    },
  ],
  'edit a draft': async (records) => [
    'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }',
    { input: { id: await records.get('draft'), revision: 1, daysSupply: 10 } },
  ],
  'delete a draft': async (records) => [
    'mutation($id: ID!) { deleteDraft(id: $id) }',
    { id: await records.get('draft') },
  ],
  sign: async (_records, caller) => [
    'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
    { drafts: [await reviewedFor(caller)] },
  ],
  'sign and send': async (_records, caller) => [
    CREATE_ORDER,
    { input: { drafts: [await reviewedFor(caller)], pharmacyId: PHARMACY } },
  ],
  'send what was saved': async (records) => [
    CREATE_ORDER,
    { input: { prescriptionIds: [await records.get('prescription')], pharmacyId: PHARMACY } },
  ],
  'sign and add to an order': async (records, caller) => [
    COMBINE_ORDER,
    { input: await joining(caller, async (reviewed) => ({ drafts: [reviewed] })) },
  ],
  'add what was saved to an order': async (_records, caller) => [
    COMBINE_ORDER,
    {
      input: await joining(caller, async (reviewed, signer) => ({
        prescriptionIds: await saved(reviewed, signer),
      })),
    },
  ],
  're-issue': async (records) => [fillCall('reissueFill'), { fillId: await sentFill(records) }],
  'choose a pharmacy': async (records) => [
    pharmacyCall('selectPharmacy'),
    { orderId: await records.get('routingOrder'), pharmacyId: PHARMACY },
  ],
  'other pharmacy': async (records) => [
    pharmacyCall('rerouteOrder'),
    { orderId: await records.get('order'), pharmacyId: SECOND_PHARMACY },
  ],
  resend: async (records) => [fillCall('resendFill'), { fillId: await sentFill(records) }],
  'no more refills': async (records) => [
    'mutation($orderId: ID!) { discontinueRefills(orderId: $orderId) { results { outcome } } }',
    { orderId: await records.get('order') },
  ],
  'ask for no more refills': async (records) => [
    'mutation($input: AskForNoMoreRefillsInput!) { askForNoMoreRefills(input: $input) { results { outcome } } }',
    { input: { orderId: await records.get('order'), reason: 'It is taken no more.' } },
  ],
  'keep the refills': async (records) => [
    'mutation($id: ID!) { declineNoMoreRefills(id: $id, reason: "It is still needed.") { id } }',
    { id: await records.get('refillsAsked') },
  ],
  cancel: async (records) => [
    'mutation($orderId: ID!) { cancelOrder(input: {orderId: $orderId}) { results { outcome } } }',
    { orderId: await records.get('order') },
  ],
};

interface Reviewed {
  readonly draftId: string;
  readonly contentHash: string;
}

/** Whoever is no authorized prescriber at the moment signs what another one reviewed. */
function ownOf(caller: Actor): { readonly own: Records; readonly signer: Actor } {
  const signer = caller.id === clinic.as('prescriber').id ? clinic.as('prescriber') : clinic.everything;
  return { own: recordsOf(testbed, { ...clinic, everything: signer }, 'Own'), signer };
}

async function reviewedOf(own: Records): Promise<Reviewed> {
  return { draftId: await own.get('draft'), contentHash: await own.get('contentHash') };
}

async function reviewedFor(caller: Actor): Promise<Reviewed> {
  return await reviewedOf(ownOf(caller).own);
}

/** An order that waits, and what joins it. */
async function joining(
  caller: Actor,
  of: (reviewed: Reviewed, signer: Actor) => Promise<object>,
): Promise<object> {
  const { own, signer } = ownOf(caller);
  return { orderId: await own.get('combinableOrder'), ...(await of(await reviewedOf(own), signer)) };
}

/** Signed already. */
async function saved(reviewed: Reviewed, signer: Actor): Promise<string[]> {
  const { createPrescriptions } = await testbed.data<{ createPrescriptions: { id: string }[] }>(
    signer,
    'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
    { drafts: [reviewed] },
  );
  return createPrescriptions.map((one) => one.id);
}

/** A fill as it is after the pharmacy took its message. */
async function sentFill(records: Records): Promise<string> {
  const fillId = await records.get('fill');
  await store.withOrg(clinic.orgId, async (tx) => {
    await sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
        prescriber_order_number, state, may_have_arrived, accepted_at)
      select f.org_id, b.id, f.order_id, f.id, f.pharmacy_id, 'new', 'fax', 'f' || substr(b.id, 5),
        f.prescriber_order_number, 'accepted', true, now()
      from fill f join outbox b on b.subject_id = f.id where f.id = ${fillId}`.execute(tx);
    await sql`delete from outbox where subject_id = ${fillId}`.execute(tx);
    await sql`update fill set state = 'SENT', channel = 'fax', sent_at = now() where id = ${fillId}`.execute(
      tx,
    );
  });
  return fillId;
}

const YES = 'done';
const NO = 'FORBIDDEN';
const LAPSED = 'NOT_AUTHORIZED_TO_PRESCRIBE';
/** A draft is not signed: whoever has the role may write for somebody who may sign. */
const DRAFTS = { prescriber: YES, lapsed: YES, staff: YES };
const PRESCRIBERS = { prescriber: YES, lapsed: LAPSED, deactivated: LAPSED };
const ALSO_STAFF = { ...PRESCRIBERS, staff: YES };

/** What is left out is FORBIDDEN. `lapsed` lacks the agreement, `deactivated` may not sign in any more, `formerStaff` as well: their tokens still stand. */
const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'prepare a draft': DRAFTS,
  'edit a draft': DRAFTS,
  'delete a draft': DRAFTS,
  sign: PRESCRIBERS,
  'sign and send': PRESCRIBERS,
  'send what was saved': PRESCRIBERS,
  'sign and add to an order': PRESCRIBERS,
  'add what was saved to an order': PRESCRIBERS,
  're-issue': PRESCRIBERS,
  'choose a pharmacy': ALSO_STAFF,
  'other pharmacy': ALSO_STAFF,
  resend: ALSO_STAFF,
  'no more refills': PRESCRIBERS,
  'ask for no more refills': { staff: YES },
  'keep the refills': PRESCRIBERS,
  // By staff it is a request: see below.
  cancel: ALSO_STAFF,
};
/** What the organization can keep from its staff. */
const CHOICES = ['choose a pharmacy', 'other pharmacy'];
/** What leaves, or is made to leave later. */
const SENDS = [
  'sign',
  'sign and send',
  'send what was saved',
  'sign and add to an order',
  'add what was saved to an order',
  're-issue',
];
const CALLERS = [
  'prescriber',
  'lapsed',
  'deactivated',
  'staff',
  'formerStaff',
  'admin',
  'operator',
  'machine',
] as const;
const callers = new Map<string, Actor>();

before(async () => {
  store = await openTestStore();
  testbed = await openGraphTestbed(store, 'Riverside');
  clinic = testbed.a;
  for (const role of ['prescriber', 'staff', 'admin', 'operator', 'machine'] as const)
    callers.set(role, clinic.as(role));
  callers.set('lapsed', await personWith('Lapsed', 'prescriber'));
  callers.set('deactivated', await personWith('Deactivated', 'prescriber'));
  callers.set('formerStaff', await personWith('Former', 'staff'));
  for (const name of ['deactivated', 'formerStaff'])
    await store.withOrg(clinic.orgId, (tx) =>
      sql`update app_user set active = false where id = ${callers.get(name)?.id}`.execute(tx),
    );
});
after(async () => {
  await testbed.close();
  await store.close();
});

/** Somebody of the practice, with a token that says so. */
async function personWith(firstName: string, role: Role): Promise<Actor> {
  const id: UserId = await testbed.rooms.identity.createUser(clinic.orgId, {
    email: `${firstName}@riverside.example`.toLowerCase(),
    firstName,
    lastName: 'Riverside',
    phone: '6175550171',
    npi: '1234567893',
    practice: { name: 'R', street1: '1 Hill St', city: 'Boston', state: 'MA', postalCode: '02116' },
    licenceStates: ['MA'],
    roles: [role],
  });
  return { ...clinic.as(role), id } as Actor;
}

async function outcomeOf(act: string, caller: Actor): Promise<string> {
  const call = ACTS[act];
  assert.ok(call !== undefined);
  const [document, variables] = await call(recordsOf(testbed, clinic, 'Cell'), caller);
  const { errors = [] } = await testbed.ask(caller, document, variables as Record<string, unknown>);
  const [error] = errors;
  if (error === undefined) return YES;
  return (error.originalError as Partial<Failure> | undefined)?.code ?? error.message;
}

for (const act of Object.keys(ACTS))
  describe(act, () => {
    for (const name of CALLERS) {
      const expected = TABLE[act]?.[name] ?? NO;
      test(`A2: by ${name}: ${expected}`, async () => {
        const caller = callers.get(name);
        assert.ok(caller !== undefined);
        assert.equal(await outcomeOf(act, caller), expected);
      });
    }

    test('A2: the token of a link is none of the API', async () => {
      const request = {
        headers: { authorization: `Bearer ${'a'.repeat(43)}` },
        method: 'POST',
        url: '/graphql',
      };
      await assert.rejects(testbed.rooms.identity.authenticate(request), { code: 'UNAUTHENTICATED' });
    });
  });

test("A2: a patient's link chooses the pharmacy of an order that waits", async () => {
  const orderId = await recordsOf(testbed, clinic, 'Link').get('routingOrder');
  const departures = await store.withOrg(clinic.orgId, (tx) =>
    selectInTransaction({ ...testbed.rooms.identity, ports: systemPorts }, tx, {
      orgId: clinic.orgId,
      orderId: orderId as never,
      pharmacyId: PHARMACY,
      selectedBy: 'patient',
    }),
  );
  assert.equal(departures.length, 1);
});

test('A2: staff choose no pharmacy where the organization says no; who is an authorized prescriber as well does', async () => {
  const { administration } = testbed.rooms.organization;
  await administration.changeSettings(clinic.orgId, { staffMayChoosePharmacy: false }, 'ops');
  for (const act of CHOICES) {
    assert.equal(await outcomeOf(act, clinic.as('staff')), NO, act);
    assert.equal(await outcomeOf(act, clinic.as('prescriber')), YES, act);
    assert.equal(await outcomeOf(act, clinic.everything), YES, act);
  }
  assert.equal(await outcomeOf('resend', clinic.as('staff')), YES);
  await administration.changeSettings(clinic.orgId, { staffMayChoosePharmacy: true }, 'ops');
  for (const act of CHOICES) assert.equal(await outcomeOf(act, clinic.as('staff')), YES, act);
});

test('A2: every send wants the proof that signing asks for; what sends nothing new does not', async () => {
  const yesterday = { ...clinic.as('prescriber'), authTimeSeconds: Math.floor(Date.now() / 1000) - 86_400 };
  for (const act of SENDS) assert.equal(await outcomeOf(act, yesterday as Actor), 'STEP_UP_REQUIRED', act);
  for (const act of [
    'edit a draft',
    'choose a pharmacy',
    'other pharmacy',
    'resend',
    'cancel',
    'no more refills',
  ])
    assert.equal(await outcomeOf(act, yesterday as Actor), YES, act);
});
