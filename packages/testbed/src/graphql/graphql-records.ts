// Records of an organization made over the API when a test first asks for them, and ids of records that nobody has.
import assert from 'node:assert/strict';
import { type FillId, newId, type OrderId, type PatientId } from '@pestle/rules/ids';
import { askQuestion } from '@pestle/service/for-tests/desk';
import { createPhoneHashes, reportWrongNumber } from '@pestle/service/for-tests/routing';
import { systemPorts } from '@pestle/service/kernel';
import { sql } from 'kysely';
import { LINK_KEY } from '../delivery/open-delivery.ts';
import { LISINOPRIL, METFORMIN, PHARMACY } from '../practice/practice.ts';
import { keepRenewal } from '../tracking/requests.ts';
import type { Clinic, GraphTestbed } from './graphql-testbed.ts';

/** What an organization has, each made when it is first asked for; a new set has nothing in common with the one before. */
export interface Records {
  /** An id of the kind; `draftId` and `contentHash` belong together, as do `orderId` and `fillId`, and a secret and its application. */
  get(kind: RecordKind): Promise<string>;
}

export type RecordKind =
  | 'patient'
  | 'template'
  | 'catalog'
  | 'draft'
  | 'contentHash'
  | 'prescription'
  | 'routingOrder'
  | 'order'
  | 'combinableOrder'
  | 'fill'
  | 'pharmacyRequest'
  | 'deskItem'
  | 'wrongNumber'
  | 'question'
  | 'cancelAsked'
  | 'refillsAsked'
  | 'untoldOrder'
  | 'user'
  | 'prescriber'
  | 'application'
  | 'secret';

interface Making {
  readonly testbed: GraphTestbed;
  readonly clinic: Clinic;
  readonly name: string;
  readonly get: (kind: RecordKind) => Promise<string>;
  /** Of the draft; lisinopril when left out. */
  readonly treatmentId?: string;
}

const firstId = (data: Readonly<Record<string, { readonly id: string }>>): string =>
  Object.values(data)[0]?.id ?? '';

async function makeOne(making: Making, source: string, variables: Record<string, unknown>): Promise<string> {
  return firstId(await making.testbed.data(making.clinic.everything, source, variables));
}

const CREATE_ORDER = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }';

/** How each kind of record comes about, over the API. */
const MAKERS: Readonly<Record<RecordKind, (making: Making) => Promise<string>>> = {
  patient: (making: Making) =>
    makeOne(making, 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }', {
      input: {
        firstName: making.name,
        lastName: making.name,
        dateOfBirth: '1980-02-29',
        sex: 'FEMALE',
        phone: '6175550100',
        address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
      },
    }),
  template: (making: Making) =>
    makeOne(making, 'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
      input: { name: unique(making.name), personal: false, treatmentId: LISINOPRIL },
    }),
  catalog: (making: Making) =>
    makeOne(
      making,
      'mutation($name: String!, $ids: [ID!]) { createCatalog(name: $name, treatmentIds: $ids) { id } }',
      {
        name: unique(making.name),
        ids: [LISINOPRIL],
      },
    ),
  draft: async (making: Making) =>
    await makeOne(making, 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }', {
      input: {
        patientId: await making.get('patient'),
        treatmentId: making.treatmentId ?? LISINOPRIL,
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        fillsAllowed: 2,
        instructions: `Take one tablet daily, ${making.name}.`,
        duplicateReason: `Another of the same, ${making.name}.`,
        orderPlan: { pharmacyId: PHARMACY, externalId: making.name },
      },
    }),
  contentHash: async (making: Making) => {
    const { reviewDrafts } = await making.testbed.data<{
      reviewDrafts: { drafts: { contentHash: string | null; problems: unknown }[] };
    }>(
      making.clinic.everything,
      'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { contentHash problems { path message } } } }',
      { ids: [await making.get('draft')] },
    );
    const hash = reviewDrafts.drafts[0]?.contentHash;
    assert.ok(typeof hash === 'string', JSON.stringify(reviewDrafts));
    return hash;
  },
  prescription: async (making: Making) => {
    const { createPrescriptions } = await making.testbed.data<{ createPrescriptions: { id: string }[] }>(
      making.clinic.everything,
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts: [await another(making)] },
    );
    return createPrescriptions[0]?.id ?? '';
  },
  /** Waits for its pharmacy. */
  routingOrder: async (making: Making) => await orderOf(making, null),
  order: async (making: Making) => await orderOf(making, PHARMACY),
  /** Of the set's own patient, and of another treatment than the set's draft. */
  combinableOrder: async (making: Making) => {
    const patient = await making.get('patient');
    const get: Making['get'] = async (kind) => (kind === 'patient' ? patient : await beside(kind));
    const made = new Map<RecordKind, Promise<string>>();
    const beside: Making['get'] = async (kind) => {
      const one = made.get(kind) ?? MAKERS[kind]({ ...making, get, treatmentId: METFORMIN });
      made.set(kind, one);
      return await one;
    };
    const drafts = [{ draftId: await get('draft'), contentHash: await get('contentHash') }];
    return await makeOne(making, CREATE_ORDER, { input: { drafts, pharmacyId: PHARMACY } });
  },
  fill: async (making: Making) => {
    const { order } = await making.testbed.data<{ order: { fills: { id: string }[] } }>(
      making.clinic.everything,
      'query($id: ID!) { order(id: $id) { fills { id } } }',
      { id: await making.get('order') },
    );
    return order.fills[0]?.id ?? '';
  },
  /** A renewal that the pharmacy of the set's order asks for. */
  pharmacyRequest: async (making: Making) =>
    await keepRenewal(making.testbed.store, making.testbed.rooms.delivery, making.clinic.orgId, {
      orderId: await making.get('order'),
      lastName: making.name,
    }),
  /** The same on the desk. */
  deskItem: async (making: Making) => {
    const requestId = await making.get('pharmacyRequest');
    const { deskItems } = await making.testbed.data<{ deskItems: { nodes: { id: string }[] } }>(
      making.clinic.everything,
      '{ deskItems(first: 100) { nodes { id } } }',
    );
    const item = deskItems.nodes.find(({ id }) => id.includes(requestId));
    assert.ok(item !== undefined, 'the request lies on the desk');
    return item.id;
  },
  /** On the desk, too: somebody else has the patient's number. */
  wrongNumber: async ({ testbed, clinic, get }: Making) => {
    const [patientId, orderId] = [await get('patient'), await get('order')];
    await testbed.store.withOrg(clinic.orgId, (tx) =>
      reportWrongNumber(tx, createPhoneHashes(LINK_KEY), {
        orgId: clinic.orgId,
        patientId: patientId as PatientId,
        phone: '6175550133',
        orderId: orderId as OrderId,
        at: new Date().toISOString(),
      }),
    );
    const { deskItems } = await testbed.data<{ deskItems: { nodes: { id: string }[] } }>(
      clinic.everything,
      '{ deskItems(filter: {situations: [WRONG_NUMBER]}) { nodes { id } } }',
    );
    return deskItems.nodes[0]?.id ?? assert.fail('the number lies on the desk');
  },
  /** What a pharmacist asks about the set's order. */
  question: async ({ testbed, clinic, get, name }: Making) => {
    const fillId = (await get('fill')) as FillId;
    return await testbed.store.withOrg(clinic.orgId, (tx) =>
      askQuestion(tx, systemPorts, {
        orgId: clinic.orgId,
        fillId,
        pharmacyId: PHARMACY,
        text: `May we give two at once, ${name}?`,
        once: 'a form',
      }),
    );
  },
  /** The set's fill, once staff ask to cancel it. */
  cancelAsked: async ({ testbed, clinic, get }: Making) => {
    const fillId = await get('fill');
    await testbed.data(
      clinic.as('staff'),
      'mutation ($input: AskForCancelInput!) { askForCancel(input: $input) { results { outcome } } }',
      { input: { orderId: await get('order'), fillId, reason: 'The patient moved away.' } },
    );
    return fillId;
  },
  /** The set's fill, once it was sent and staff ask to stop its refills. */
  refillsAsked: async ({ testbed, clinic, get }: Making) => {
    const fillId = await get('fill');
    await testbed.store.withOrg(clinic.orgId, (tx) =>
      sql`update fill set state = 'SENT', sent_at = now() where id = ${fillId}`.execute(tx),
    );
    await testbed.data(
      clinic.as('staff'),
      'mutation ($input: AskForNoMoreRefillsInput!) { askForNoMoreRefills(input: $input) { results { outcome } } }',
      { input: { orderId: await get('order'), fillId, reason: 'The patient takes it no more.' } },
    );
    return fillId;
  },
  /** The order that waits for its pharmacy, once no text to its patient is on its way. */
  untoldOrder: async ({ testbed, clinic, get }: Making) => {
    const orderId = await get('routingOrder');
    await testbed.store.withOrg(clinic.orgId, (tx) =>
      sql`delete from outbox where subject_id = ${orderId}`.execute(tx),
    );
    return orderId;
  },
  user: async (making: Making) => {
    const { inviteUser } = await making.testbed.data<{ inviteUser: { user: { id: string } } }>(
      making.clinic.everything,
      'mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }',
      {
        input: {
          email: `${unique('person').replace(' ', '')}@${making.name}.example`.toLowerCase(),
          firstName: making.name,
          lastName: making.name,
          roles: ['STAFF'],
        },
      },
    );
    return inviteUser.user.id;
  },
  /** The one who may sign. */
  prescriber: async (making: Making) => making.clinic.everything.id,
  application: async (making: Making) => {
    const { createApplication } = await making.testbed.data<{
      createApplication: { application: { id: string } };
    }>(
      making.clinic.everything,
      'mutation($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }',
      { input: { name: unique(making.name), kind: 'CONFIDENTIAL' } },
    );
    return createApplication.application.id;
  },
  secret: async (making: Making) => {
    const { application } = await making.testbed.data<{ application: { secrets: { id: string }[] } }>(
      making.clinic.everything,
      'query($id: ID!) { application(id: $id) { secrets { id } } }',
      { id: await making.get('application') },
    );
    return application.secrets[0]?.id ?? '';
  },
};

/** Every kind there is. */
export const RECORD_KINDS = Object.keys(MAKERS) as RecordKind[];

/** A reviewed draft beside the set's own. */
async function another(making: Making): Promise<{ draftId: string; contentHash: string }> {
  const records = recordsOf(making.testbed, making.clinic, making.name);
  return { draftId: await records.get('draft'), contentHash: await records.get('contentHash') };
}

async function orderOf(making: Making, pharmacyId: string | null): Promise<string> {
  return await makeOne(making, CREATE_ORDER, {
    input: { drafts: [await another(making)], pharmacyId, externalId: making.name },
  });
}

let names = 0;
function unique(name: string): string {
  names += 1;
  return `${name} ${names}`;
}

/** A new set of records of a clinic, whose texts all hold `name`. */
export function recordsOf(testbed: GraphTestbed, clinic: Clinic, name: string): Records {
  const made = new Map<RecordKind, Promise<string>>();
  const get = (kind: RecordKind): Promise<string> => {
    let one = made.get(kind);
    if (one === undefined) made.set(kind, (one = MAKERS[kind]({ testbed, clinic, name, get })));
    return one;
  };
  return { get };
}

/** Ids in the right form of records that nobody has. */
export function noRecords(): Records {
  const prefixes: Readonly<Record<RecordKind, string>> = {
    patient: 'pat',
    template: 'tpl',
    catalog: 'cat',
    draft: 'drf',
    contentHash: '',
    prescription: 'rx',
    routingOrder: 'ord',
    order: 'ord',
    combinableOrder: 'ord',
    fill: 'fil',
    pharmacyRequest: 'prq',
    deskItem: '',
    wrongNumber: '',
    question: 'qst',
    cancelAsked: 'fil',
    refillsAsked: 'fil',
    untoldOrder: 'ord',
    user: 'usr',
    prescriber: 'usr',
    application: 'app',
    secret: 'sec',
  };
  return {
    get: async (kind) =>
      kind === 'contentHash'
        ? Buffer.from(systemPorts.random.bytes(32)).toString('hex')
        : kind === 'deskItem' || kind === 'wrongNumber'
          ? `stuck.${newId('fil', Date.now(), systemPorts.random.bytes(10))}.1`
          : newId(prefixes[kind] as 'pat', Date.now(), systemPorts.random.bytes(10)),
  };
}
