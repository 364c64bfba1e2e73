// Goal: the table of permissions holds at the API: what each role and a machine may do is decided for every root field.
// Method: each field is called as each caller with arguments made from the schema; it is FORBIDDEN exactly where the table says.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noRecords, recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { argumentsOf, documentOf, rootFields } from '@pestle/testbed/graphql/schema-walk';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Action } from '../identity/permissions.ts';
import { isAllowed, PERMISSIONS } from '../identity/permissions.ts';
import type { Failure } from '../kernel/errors.ts';
import { schema } from './schema/schema.ts';

/** What each root field does, any of these; null for what everybody who is signed in may. */
const ACTIONS: Readonly<Record<string, Action | readonly Action[] | null>> = {
  me: null,
  organization: null,
  auditEntries: 'audit.read',
  screeningCounts: 'audit.read',
  screeningService: 'organization.change',
  setScreeningService: 'organization.change',
  removeScreeningService: 'organization.change',
  attestation: null,
  updateOrganization: 'organization.change',
  patient: 'patient.read',
  patients: 'patient.read',
  createPatient: 'patient.write',
  updatePatient: 'patient.write',
  importPatientContext: 'patient.write',
  coveragePlans: 'patient.read',
  pharmacy: 'pharmacy.read',
  pharmacies: 'pharmacy.read',
  pharmaciesById: 'pharmacy.read',
  treatment: 'catalog.read',
  treatments: 'catalog.read',
  treatmentStrengths: 'catalog.read',
  treatmentsNamed: 'catalog.read',
  treatmentIngredients: 'catalog.read',
  allergens: 'catalog.read',
  treatmentDoseForms: 'catalog.read',
  writeTreatment: 'draft.write',
  frequentTreatments: 'prescription.read',
  templates: 'catalog.read',
  catalog: 'catalog.read',
  catalogs: 'catalog.read',
  disabledTreatments: 'catalog.read',
  createCatalog: 'catalog.write',
  updateCatalog: 'catalog.write',
  deleteCatalog: 'catalog.write',
  disableTreatments: 'catalog.write',
  preferPharmacy: 'pharmacy.prefer',
  enableTreatments: 'catalog.write',
  createTemplate: 'template.write',
  updateTemplate: 'template.write',
  deleteTemplate: 'template.write',
  draft: 'draft.read',
  drafts: 'draft.read',
  draftsWaiting: 'draft.read',
  coverageCheck: 'draft.read',
  createDraft: 'draft.write',
  updateDraft: 'draft.write',
  deleteDraft: 'draft.write',
  prescribeAgain: 'draft.write',
  reviewDrafts: 'prescription.sign',
  createPrescriptions: 'prescription.sign',
  agreeToAttestation: 'prescription.sign',
  prescription: 'prescription.read',
  prescriptions: 'prescription.read',
  prescriptionsToSend: 'prescription.read',
  screeningOf: 'draft.write',
  screeningToSend: 'prescription.read',
  order: 'order.read',
  orders: 'order.read',
  combinableOrders: 'order.read',
  createOrder: 'order.send',
  combineOrder: 'order.send',
  selectPharmacy: 'order.choose-pharmacy',
  rerouteOrder: 'order.other-pharmacy',
  resendFill: 'order.resend',
  reissueFill: 'order.reissue',
  pharmacyRequest: 'pharmacy-request.read',
  pharmacyRequests: 'pharmacy-request.read',
  denyPharmacyRequest: 'pharmacy-request.deny',
  askForCancel: 'order.ask-cancel',
  declineCancelRequest: 'order.cancel',
  askForNoMoreRefills: 'order.ask-discontinue',
  declineNoMoreRefills: 'order.discontinue',
  remindPatient: 'order.remind',
  recordPhonedIn: 'order.phoned-in',
  callInSheet: 'order.phoned-in',
  answerQuestion: 'question.answer',
  deskItems: 'desk.read',
  deskCount: 'desk.read',
  deskFigures: 'desk.read',
  takeDeskItem: 'desk.work',
  assignDeskItem: 'desk.work',
  noteOnDeskItem: 'desk.work',
  closeDeskItem: 'desk.work',
  confirmPhoneNumber: 'desk.work',
  cancelOrder: ['order.cancel', 'order.ask-cancel'],
  discontinueRefills: 'order.discontinue',
  user: 'user.read',
  users: 'user.read',
  inviteUser: 'user.write',
  inviteUserAgain: 'user.write',
  updateUser: 'user.write',
  deactivateUser: 'user.write',
  reactivateUser: 'user.write',
  resetSecondFactor: 'user.write',
  endSessions: 'user.write',
  application: 'application.read',
  applications: 'application.read',
  createApplication: 'application.write',
  updateApplication: 'application.write',
  rotateApplicationSecret: 'application.write',
  endApplicationSecret: 'application.write',
};

/** Actions that no root field is for alone: each with the document that needs it. */
const WITHIN: Partial<Record<Action, string>> = {
  'template.write-organization':
    'mutation { createTemplate(input: {name: "T", personal: false, treatmentId: "trt_01TEST0000000000000000000A"}) { id } }',
  'transmission.read': '{ orders(first: 1) { nodes { fills { transmissions { id } } } } }',
};

const CALLERS = ['prescriber', 'staff', 'admin', 'operator', 'machine'] as const;

describe('permissions at the API', () => {
  let testbed: GraphTestbed;
  let close: () => Promise<void>;
  before(async () => {
    const store = await openTestStore();
    testbed = await openGraphTestbed(store, 'Riverside');
    // So that there are messages to ask for.
    await recordsOf(testbed, testbed.b, 'Hillside').get('order');
    close = async () => {
      await testbed.close();
      await store.close();
    };
  });
  after(() => close());

  const codesOf = async (
    caller: (typeof CALLERS)[number],
    document: string,
    variables: Record<string, unknown>,
  ): Promise<(string | undefined)[]> => {
    const { errors = [] } = await testbed.ask(testbed.b.as(caller), document, variables);
    return errors.map(({ originalError }) => (originalError as Partial<Failure> | undefined)?.code);
  };

  for (const root of rootFields(schema)) {
    for (const caller of CALLERS) {
      test(`${root.operation} ${root.name} by ${caller}`, async () => {
        const action = ACTIONS[root.name];
        assert.ok(action !== undefined, `say in ACTIONS what ${root.name} needs`);
        // A list answers its own records only to whom may read them, so the answer's fields are left aside here.
        const variables = await argumentsOf(root, { own: noRecords() });
        const codes = await codesOf(caller, documentOf(root, 1), variables);
        const allowed =
          action === null || [action].flat().some((one) => isAllowed(testbed.b.as(caller), one));
        assert.equal(codes.includes('FORBIDDEN'), !allowed, `answered ${codes.join() || 'well'}`);
      });
    }
  }

  for (const [action, document] of Object.entries(WITHIN))
    for (const caller of CALLERS)
      test(`${action} by ${caller}`, async () => {
        const codes = await codesOf(caller, document, {});
        assert.equal(codes.includes('FORBIDDEN'), !isAllowed(testbed.b.as(caller), action as Action));
      });

  test('no action of the table is left out', () => {
    const covered = new Set([...Object.values(ACTIONS).flat(), ...Object.keys(WITHIN)]);
    const missing = Object.keys(PERMISSIONS).filter((one) => !covered.has(one));
    assert.deepEqual(missing, []);
  });
});
