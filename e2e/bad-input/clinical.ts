// What may not be prescribed, for whom and when; and what must survive to the pharmacy as it was written.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { applications, organization, patients, users } from '@pestle/sandbox/seed';
import { writeKey } from '@pestle/service/audit';
import { treatmentIdOf } from '@pestle/service/catalog';
import { newImportSession } from '@pestle/service/directory';
import { PERSON_SCOPES } from '@pestle/service/identity';
import type { UserActor } from '@pestle/service/kernel';
import { codeOf, dataOf } from '@pestle/testbed/api/api';
import { sql } from 'kysely';
import { refused } from './answers.ts';
import { settled } from './bad-input-testbed.ts';
import type { Targets } from './ids.ts';
import {
  ACCEPTS_JSON,
  ACCEPTS_XML,
  ACYCLOVIR,
  createOrder,
  DRAFT,
  PATIENT,
  review,
  signable,
  treatmentOf,
} from './records.ts';

const CREATE_DRAFT = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }';
const CREATE_ORDER = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
/** Hydrocodone with acetaminophen. */
const CONTROLLED = '857002';
const UNKNOWN = '99999999';

export function testClinical(targets: () => Targets): void {
  describe('what may not be prescribed', () => {
    test('W7: a controlled drug, and one that nobody knows to be uncontrolled', async () => {
      const { testbed, own } = targets();
      await testbed.service.rooms.catalog.administration.putTreatments(newImportSession(), [
        {
          rxcui: UNKNOWN,
          kind: 'MEDICATION',
          ingredients: ['zzyzxamide'],
          strength: '5 mg',
          doseForm: 'Oral Tablet',
          route: 'oral',
          unitCode: 'C48542',
        },
      ]);
      await testbed.unchanged(async () => {
        for (const [code, rxcui] of [
          ['CONTROLLED_SUBSTANCE', CONTROLLED],
          ['CONTROL_UNKNOWN', UNKNOWN],
        ] as const) {
          const input = { ...DRAFT, patientId: own.patientId, treatmentId: treatmentIdOf(rxcui) };
          const { message } = refused(await testbed.prescriber(CREATE_DRAFT, { input }), code, code);
          assert.doesNotMatch(message, /hydrocodone|zzyzx/i);
          refused(
            await testbed.prescriber(
              'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }',
              {
                input: { id: own.draftIds[0], revision: 1, treatmentId: treatmentIdOf(rxcui) },
              },
            ),
            code,
            `${code} in a change`,
          );
        }
      });
    });

    test('W8: anything for a deceased patient, also one who died after the review', async () => {
      const { testbed, own } = targets();
      const deceased = patients.find(({ deceasedAt }) => deceasedAt !== undefined)?.id;
      const input = { ...DRAFT, patientId: deceased, treatmentId: own.treatmentId };
      await testbed.unchanged(async () =>
        refused(await testbed.prescriber(CREATE_DRAFT, { input }), 'PATIENT_DECEASED', 'deceased'),
      );
      const { createPatient: patient } = dataOf(
        await testbed.prescriber<{ createPatient: { id: string } }>(
          'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
          { input: PATIENT },
        ),
      );
      const signature = await signable(testbed.prescriber, {
        patientId: patient.id,
        treatmentId: own.treatmentId,
      });
      dataOf(
        await testbed.prescriber(
          'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: {deceased: true}) { id } }',
          { id: patient.id },
        ),
      );
      await testbed.unchanged(async () =>
        refused(
          await testbed.prescriber(CREATE_ORDER, { input: { drafts: [signature], pharmacyId: ACCEPTS_XML } }),
          'SIGNATURE_INVALIDATED',
          'died after the review',
        ),
      );
    });

    test('a disabled treatment, also one that was disabled after the review or after the signature', async () => {
      const { testbed, own } = targets();
      const treatmentId = await treatmentOf(testbed.prescriber, ACYCLOVIR);
      const clinical = { patientId: own.patientId, treatmentId };
      const signature = await signable(testbed.prescriber, clinical);
      const { createPrescriptions: signed } = dataOf(
        await testbed.prescriber<{ createPrescriptions: { id: string }[] }>(
          'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
          { drafts: [await signable(testbed.prescriber, clinical)] },
        ),
      );
      const change = (what: string) => `mutation($ids: [ID!]!) { ${what}Treatments(treatmentIds: $ids) }`;
      dataOf(await testbed.admin(change('disable'), { ids: [treatmentId] }));
      try {
        await testbed.unchanged(async () => {
          const draft = await testbed.prescriber(CREATE_DRAFT, { input: { ...DRAFT, ...clinical } });
          refused(draft, 'TREATMENT_DISABLED', 'a draft of it');
          const reviewed = { drafts: [signature], pharmacyId: ACCEPTS_XML };
          refused(
            await testbed.prescriber(CREATE_ORDER, { input: reviewed }),
            'SIGNATURE_INVALIDATED',
            'signing it',
          );
          const saved = { prescriptionIds: signed.map(({ id }) => id), pharmacyId: ACCEPTS_XML };
          refused(
            await testbed.prescriber(CREATE_ORDER, { input: saved }),
            'TREATMENT_DISABLED',
            'ordering it',
          );
        });
        const { contentHash, problems } = await review(testbed.prescriber, signature.draftId);
        assert.equal(contentHash, null);
        assert.ok(problems.some(({ code }) => code === 'TREATMENT_DISABLED'));
      } finally {
        dataOf(await testbed.admin(change('enable'), { ids: [treatmentId] }));
      }
    });

    test('W8: a prescription older than 72 hours is not ordered, and an order that waited so long gets no pharmacy', async () => {
      const { testbed, own } = targets();
      const { prescribing, routing } = testbed.service.rooms;
      const key = (operation: string) => writeKey(`too-old-${operation}`, operation, {});
      // Not by the clock: what tells patients looks at it every two seconds, and three days later has something to tell.
      const writtenEarlier = (hours: number) =>
        testbed.store.asOwner((owner) =>
          sql`update prescription set written_at = written_at - make_interval(hours => ${hours})`.execute(
            owner,
          ),
        );
      await writtenEarlier(73);
      try {
        await testbed.unchanged(async () => {
          await assert.rejects(
            prescribing.createOrder(rivera(), { prescriptionIds: [own.prescriptionId] }, key('createOrder')),
            { code: 'PRESCRIPTION_TOO_OLD' },
          );
          const choice = { orderId: own.routingOrderId, pharmacyId: ACCEPTS_XML as `phr_${string}` };
          await assert.rejects(
            routing.selectPharmacy(
              rivera(),
              choice as Parameters<typeof routing.selectPharmacy>[1],
              key('select'),
            ),
            { code: 'PRESCRIPTION_TOO_OLD' },
          );
        });
      } finally {
        await writtenEarlier(-73);
      }
    });

    test('W5: a prescription that is on an open order already', async () => {
      const { testbed, own } = targets();
      const { order } = dataOf(
        await testbed.prescriber<{ order: { fills: { prescription: { id: string } }[] } }>(
          'query($id: ID!) { order(id: $id) { fills { prescription { id } } } }',
          { id: own.orderId },
        ),
      );
      const prescriptionIds = order.fills.map(({ prescription }) => prescription.id);
      await testbed.unchanged(async () => {
        assert.equal(
          codeOf(await testbed.prescriber(CREATE_ORDER, { input: { prescriptionIds } })),
          'PRESCRIPTION_ON_OPEN_ORDER',
        );
        for (const input of [{}, { drafts: [], prescriptionIds }, { drafts: [] }, { prescriptionIds: [] }])
          refused(await testbed.prescriber(CREATE_ORDER, { input }), 'INVALID_INPUT', JSON.stringify(input));
      });
    });
  });

  describe('what must survive', () => {
    test('an NDC and a ZIP that begin with zeros reach the pharmacy as text, and markup as words', async () => {
      const { testbed } = targets();
      const treatmentId = await treatmentOf(testbed.prescriber, ACYCLOVIR);
      const notes = 'Call <b>first</b> & "ask": <script>alert(1)</script>';
      for (const pharmacyId of [ACCEPTS_XML, ACCEPTS_JSON]) {
        const drafts = [
          await signable(testbed.prescriber, { patientId: patients[0]?.id, treatmentId, notes }),
        ];
        const order = await createOrder(testbed.prescriber, { drafts, pharmacyId });
        const { body, contentType } = await settled(testbed, order.id);
        if (contentType.includes('json')) {
          assert.match(body, /"00378025301"/);
          assert.match(body, /"02108"/);
          assert.ok(body.includes(JSON.stringify(notes)), body);
        } else {
          assert.match(body, />00378025301</);
          assert.match(body, />02108</);
          assert.doesNotMatch(body, /<script|<b>/);
          assert.match(body, /&lt;script&gt;/);
        }
      }
    });
  });
}

/** The prescriber in process, signed in just now. */
function rivera(): UserActor {
  return {
    kind: 'user',
    id: users[0]?.id as UserId,
    orgId: organization.id as OrganizationId,
    clientId: applications.public.id as ApplicationId,
    scopes: new Set(PERSON_SCOPES),
    roles: new Set(['prescriber']),
    authTimeSeconds: Math.floor(Date.now() / 1000),
    methods: ['pwd'],
  };
}
