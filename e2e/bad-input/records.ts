// What a practice has before anybody sends something bad: a patient, drafts, a signed prescription, orders, a template, a catalog.
import assert from 'node:assert/strict';
import type { FillId, OrderId, OrganizationId, PatientId, PharmacyId } from '@pestle/rules/ids';
import { askQuestion } from '@pestle/service/for-tests/desk';
import { createPhoneHashes, reportWrongNumber } from '@pestle/service/for-tests/routing';
import { systemPorts } from '@pestle/service/kernel';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import { keepRenewal } from '@pestle/testbed/tracking/requests';
import type { BadInputTestbed } from './bad-input-testbed.ts';
import { OTHER_NPI, settled } from './bad-input-testbed.ts';
import type { PeopleRecords } from './people.ts';
import { agree, makePeople } from './people.ts';

export const ACCEPTS_XML = 'phr_0ACCEPTS020170710XM1000000';
export const ACCEPTS_JSON = 'phr_0ACCEPTS020230110JS0N00000';

/** RxNorm codes: a plain tablet, and one whose NDC begins with zeros. */
export const LISINOPRIL = '314076';
export const ACYCLOVIR = '197311';

export interface Signature {
  readonly draftId: string;
  readonly contentHash: string;
}

export interface Records extends PeopleRecords {
  readonly patientId: string;
  readonly externalId: string;
  readonly treatmentId: string;
  /** Drafts nobody has reviewed. */
  readonly draftIds: readonly [string, string];
  /** Reviewed drafts and their hashes. */
  readonly reviewed: readonly [Signature, Signature, Signature];
  readonly prescriptionId: string;
  /** Is added to the order that waits. */
  readonly combinedPrescriptionId: string;
  /** Waits for a pharmacy. */
  readonly routingOrderId: string;
  /** Is with a pharmacy, where the practice sends anything. */
  readonly orderId: string;
  readonly fillId: string;
  /** Another with a pharmacy, of which staff ask a cancel before it is phoned in. */
  readonly phonedOrderId: string;
  readonly phonedFillId: string;
  /** Another that waits for a pharmacy, whose patient is texted again. */
  readonly untoldOrderId: string;
  readonly templateId: string;
  readonly catalogId: string;
  /** A pharmacy asks for more refills of the order that is with it. */
  readonly pharmacyRequestId: string;
  /** The same on the desk. */
  readonly deskItemId: string;
  /** On the desk, too: somebody else has the number of the patient. */
  readonly wrongNumberItemId: string;
  /** A pharmacist asks about the same order. */
  readonly questionId: string;
}

export const PATIENT = {
  firstName: 'Jane',
  lastName: 'Tester',
  dateOfBirth: '1988-04-05',
  sex: 'FEMALE',
  phone: '6175550160',
  address: { street1: '42 Beacon St', city: 'Boston', state: 'MA', postalCode: '02108' },
};

export const DRAFT = {
  dispenseQuantity: '30',
  dispenseUnit: 'Tablet',
  daysSupply: 30,
  fillsAllowed: 4,
  instructions: 'Take 1 tablet by mouth once daily.',
};

export async function treatmentOf(ask: Ask, code: string): Promise<string> {
  const { treatments } = dataOf(
    await ask<{ treatments: { hits: { nodes: { id: string }[] } } }>(
      'query($text: String!) { treatments(text: $text) { hits { nodes { id } } } }',
      { text: code },
    ),
  );
  const [hit] = treatments.hits.nodes;
  assert.ok(hit !== undefined, `no treatment ${code}`);
  return hit.id;
}

export async function createDraft(ask: Ask, input: object): Promise<string> {
  const answer = await ask<{ createDraft: { id: string } }>(
    'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
    {
      input: {
        ...DRAFT,
        repeatReason: 'Another of the same.',
        duplicateReason: 'Another of the same.',
        ...input,
      },
    },
  );
  return dataOf(answer).createDraft.id;
}

export interface ReviewedDraft {
  readonly contentHash: string | null;
  readonly problems: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

export async function review(ask: Ask, draftId: string, pharmacyId?: string): Promise<ReviewedDraft> {
  const { reviewDrafts } = dataOf(
    await ask<{ reviewDrafts: { drafts: ReviewedDraft[] } }>(
      `mutation($ids: [ID!]!, $pharmacyId: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacyId) {
        drafts { contentHash problems { path code message } } } }`,
      { ids: [draftId], pharmacyId },
    ),
  );
  const [reviewed] = reviewDrafts.drafts;
  assert.ok(reviewed !== undefined);
  return reviewed;
}

/** A draft that can be signed as it is. */
export async function signable(ask: Ask, input: object): Promise<Signature> {
  const draftId = await createDraft(ask, input);
  const { contentHash, problems } = await review(ask, draftId);
  assert.ok(contentHash !== null, JSON.stringify(problems));
  return { draftId, contentHash };
}

export async function createOrder(ask: Ask, input: object): Promise<{ id: string; fillId: string }> {
  const { createOrder: order } = dataOf(
    await ask<{ createOrder: { id: string; fills: { id: string }[] } }>(
      'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id fills { id } } }',
      { input },
    ),
  );
  return { id: order.id, fillId: order.fills[0]?.id ?? '' };
}

/** Everything that the operations below need; `sends`: its order is delivered and waited for, else nothing is sent. */
export async function makeRecords(
  people: { prescriber: Ask; admin: Ask; organizationId: OrganizationId },
  externalId: string,
  testbed: BadInputTestbed,
  { sends }: { readonly sends: boolean },
): Promise<Records> {
  const { prescriber, admin } = people;
  const attestation = await agree(prescriber);
  const treatmentId = await treatmentOf(prescriber, LISINOPRIL);
  const { createPatient } = dataOf(
    await prescriber<{ createPatient: { id: string } }>(
      'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
      { input: { ...PATIENT, externalId } },
    ),
  );
  const input = { patientId: createPatient.id, treatmentId };
  const { createPrescriptions } = dataOf(
    await prescriber<{ createPrescriptions: { id: string }[] }>(
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts: [await signable(prescriber, input), await signable(prescriber, input)] },
    ),
  );
  const routing = await createOrder(prescriber, { drafts: [await signable(prescriber, input)] });
  const order = await createOrder(prescriber, {
    drafts: [await signable(prescriber, input)],
    ...(sends ? { pharmacyId: ACCEPTS_XML } : {}),
  });
  const phoned = await createOrder(prescriber, {
    drafts: [await signable(prescriber, input)],
    ...(sends ? { pharmacyId: ACCEPTS_XML } : {}),
  });
  const untold = await createOrder(prescriber, { drafts: [await signable(prescriber, input)] });
  if (sends) await settled(testbed, order.id);
  if (sends) await settled(testbed, phoned.id);
  const { createTemplate } = dataOf(
    await prescriber<{ createTemplate: { id: string } }>(
      'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }',
      { input: { name: 'Once daily', personal: true, treatmentId } },
    ),
  );
  const { createCatalog } = dataOf(
    await admin<{ createCatalog: { id: string } }>(
      'mutation($ids: [ID!]) { createCatalog(name: "House list", treatmentIds: $ids) { id } }',
      { ids: [treatmentId] },
    ),
  );
  const pharmacyRequestId = await keepRenewal(
    testbed.service.store,
    testbed.service.rooms.delivery,
    people.organizationId,
    { orderId: order.id, lastName: 'Tester', from: ACCEPTS_XML, npi: OTHER_NPI },
  );
  return {
    patientId: createPatient.id,
    externalId,
    treatmentId,
    draftIds: [await createDraft(prescriber, input), await createDraft(prescriber, input)],
    reviewed: [
      await signable(prescriber, input),
      await signable(prescriber, input),
      await signable(prescriber, input),
    ],
    prescriptionId: createPrescriptions[0]?.id ?? '',
    combinedPrescriptionId: createPrescriptions[1]?.id ?? '',
    routingOrderId: routing.id,
    orderId: order.id,
    fillId: order.fillId,
    phonedOrderId: phoned.id,
    phonedFillId: phoned.fillId,
    untoldOrderId: untold.id,
    templateId: createTemplate.id,
    catalogId: createCatalog.id,
    pharmacyRequestId,
    questionId: await questionAbout(testbed, people.organizationId, order.fillId, 'bad input'),
    deskItemId: await deskItemOf(prescriber, pharmacyRequestId),
    wrongNumberItemId: await wrongNumberOf(testbed, prescriber, {
      orgId: people.organizationId,
      patientId: createPatient.id,
      orderId: order.id,
    }),
    attestation,
    ...(await makePeople(admin, externalId.toLowerCase())),
  };
}

/** A pharmacist's question about a fill, which waits for an answer. */
export async function questionAbout(
  testbed: BadInputTestbed,
  orgId: OrganizationId,
  fillId: string,
  once: string,
): Promise<string> {
  return await testbed.service.store.withOrg(orgId, (tx) =>
    askQuestion(tx, systemPorts, {
      orgId,
      fillId: fillId as FillId,
      pharmacyId: ACCEPTS_XML as PharmacyId,
      text: 'May we give two packages at once?',
      once,
    }),
  );
}

/** Whoever has the patient's number said that they are somebody else. */
async function wrongNumberOf(
  testbed: BadInputTestbed,
  ask: Ask,
  {
    orgId,
    patientId,
    orderId,
  }: { readonly orgId: OrganizationId; readonly patientId: string; readonly orderId: string },
): Promise<string> {
  await testbed.service.store.withOrg(orgId, (tx) =>
    reportWrongNumber(tx, createPhoneHashes(new Uint8Array(32)), {
      orgId,
      patientId: patientId as PatientId,
      phone: '6175550144',
      orderId: orderId as OrderId,
      at: new Date().toISOString(),
    }),
  );
  return await deskItemOf(ask, patientId);
}

/** What lies on the desk because of a record. */
export async function deskItemOf(ask: Ask, subjectId: string): Promise<string> {
  const { deskItems } = dataOf(
    await ask<{ deskItems: { nodes: { id: string }[] } }>('{ deskItems(first: 100) { nodes { id } } }'),
  );
  const item = deskItems.nodes.find(({ id }) => id.includes(subjectId));
  assert.ok(item !== undefined, 'it lies on the desk');
  return item.id;
}
