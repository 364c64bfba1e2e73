// What is refused because of what is there already, or because of what became of a record since: each over real HTTP, and nothing is left behind.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { organization, users } from '@pestle/sandbox/seed';
import { type Ask, askWith, dataOf } from '@pestle/testbed/api/api';
import { keepRenewal } from '@pestle/testbed/tracking/requests';
import { sql } from 'kysely';
import { refused } from './answers.ts';
import { type BadInputTestbed, PROOF_AGE_SECONDS, quiet, settled } from './bad-input-testbed.ts';
import type { Targets } from './ids.ts';
import { ACCEPTS_XML, createOrder, deskItemOf, PATIENT, questionAbout, signable } from './records.ts';

const CREATE_ORDER = 'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }';

/** The only prescriber of the practice. */
const RIVERA = users.find(({ role }) => role === 'prescriber')?.id ?? '';

export function testConflicts(targets: () => Targets): void {
  describe('what another record has', () => {
    test("another patient's external id, and another catalog's name", async () => {
      const { testbed, own } = targets();
      await testbed.unchanged(async () => {
        const patient = await testbed.prescriber(
          'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
          { input: { ...PATIENT, externalId: own.externalId } },
        );
        refused(patient, 'EXTERNAL_ID_TAKEN', 'a patient');
        const catalog = await testbed.admin(
          'mutation($ids: [ID!]) { createCatalog(name: "House list", treatmentIds: $ids) { id } }',
          { ids: [own.treatmentId] },
        );
        refused(catalog, 'NAME_TAKEN', 'a catalog');
      });
    });

    test('a change to a record that somebody else changed meanwhile', async () => {
      const { testbed, own } = targets();
      await testbed.unchanged(async () => {
        const answer = await testbed.prescriber(
          'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 99, changes: {lastName: "Other"}) { id } }',
          { id: own.patientId },
        );
        refused(answer, 'REVISION_CONFLICT', 'a patient');
      });
    });

    test('W3: the same treatment twice on one order without a reason', async () => {
      const { testbed, own } = targets();
      const input = { patientId: own.patientId, treatmentId: own.treatmentId, repeatReason: null };
      const drafts = [await signable(testbed.prescriber, input), await signable(testbed.prescriber, input)];
      await testbed.unchanged(async () =>
        refused(
          await testbed.prescriber(CREATE_ORDER, { input: { drafts, pharmacyId: ACCEPTS_XML } }),
          'SAME_TREATMENT_TWICE',
          'an order',
        ),
      );
    });
  });

  describe('what speaks against a drug', () => {
    test('an allergy that was written down after the review, without a reason', async () => {
      const { testbed, own } = targets();
      const { createPatient } = dataOf(
        await testbed.prescriber<{ createPatient: { id: string } }>(
          'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
          { input: PATIENT },
        ),
      );
      const { treatment } = dataOf(
        await testbed.prescriber<{ treatment: { ingredients: string[] } }>(
          'query($id: ID!) { treatment(id: $id) { ingredients } }',
          { id: own.treatmentId },
        ),
      );
      const drafts = [
        await signable(testbed.prescriber, { patientId: createPatient.id, treatmentId: own.treatmentId }),
      ];
      dataOf(
        await testbed.prescriber(
          'mutation($id: ID!, $changes: UpdatePatientInput!) { updatePatient(id: $id, expectedRevision: 1, changes: $changes) { id } }',
          { id: createPatient.id, changes: { allergies: [{ substance: treatment.ingredients[0] }] } },
        ),
      );
      await testbed.unchanged(async () =>
        refused(
          await testbed.prescriber(CREATE_ORDER, { input: { drafts, pharmacyId: ACCEPTS_XML } }),
          'SCREENING_REASON_REQUIRED',
          'an order',
        ),
      );
    });
  });

  describe('what became of it', () => {
    test('a request of a pharmacy that was denied is denied once', async () => {
      const { testbed, own } = targets();
      const id = await keepRenewal(
        testbed.service.store,
        testbed.service.rooms.delivery,
        organization.id as OrganizationId,
        { orderId: own.orderId, lastName: 'Tester' },
      );
      const deny = (reasonCode: string) =>
        testbed.prescriber(
          'mutation($input: DenyPharmacyRequestInput!) { denyPharmacyRequest(input: $input) { id } }',
          { input: { id, reasonCode } },
        );
      dataOf(await deny('AF'));
      refused(await deny('AM'), 'REQUEST_ANSWERED', 'a request');
    });

    test('what somebody took is taken over knowingly, and what was handled is handled once', async () => {
      const { testbed, own } = targets();
      const requestId = await keepRenewal(
        testbed.service.store,
        testbed.service.rooms.delivery,
        organization.id as OrganizationId,
        { orderId: own.orderId, lastName: 'Tester' },
      );
      const id = await deskItemOf(testbed.prescriber, requestId);
      const take = 'mutation($id: ID!) { takeDeskItem(id: $id) { item { takenAt } } }';
      dataOf(await testbed.staff(take, { id }));
      refused(await testbed.prescriber(take, { id }), 'DESK_ITEM_TAKEN', 'what staff has taken');
      const close = 'mutation($id: ID!) { closeDeskItem(id: $id, reason: "Called them.") { item { id } } }';
      dataOf(await testbed.prescriber(close, { id }));
      refused(await testbed.staff(close, { id }), 'DESK_ITEM_GONE', 'what was handled');
    });

    test('a question of a pharmacist is answered once', async () => {
      const { testbed, own } = targets();
      const id = await questionAbout(testbed, organization.id as OrganizationId, own.fillId, 'twice');
      const answer = 'mutation($id: ID!, $text: String!) { answerQuestion(id: $id, text: $text) { id } }';
      dataOf(await testbed.prescriber(answer, { id, text: 'Yes, two at once.' }));
      refused(
        await testbed.prescriber(answer, { id, text: 'No, one after the other.' }),
        'QUESTION_ANSWERED',
        'a question',
      );
    });

    test('an order without a pharmacy is not phoned in, and a patient who was texted a moment ago is not texted again', async () => {
      const { testbed, own } = targets();
      await testbed.unchanged(async () => {
        const phoned = await testbed.staff(
          'mutation($input: RecordPhonedInInput!) { recordPhonedIn(input: $input) { order { id } } }',
          { input: { orderId: own.routingOrderId, takenBy: 'Kim Lee' } },
        );
        refused(phoned, 'PHONED_IN_REFUSED', 'phoned in');
        const remind = 'mutation($id: ID!) { remindPatient(orderId: $id) { id } }';
        refused(await testbed.staff(remind, { id: own.untoldOrderId }), 'REMINDER_REFUSED', 'texted again');
      });
    });

    test('an order that has left takes no more; what its pharmacy has confirmed is not sent again, and what it dispensed is prescribed anew', async () => {
      const { testbed, own } = targets();
      const { prescriber } = testbed;
      const drafts = [await signable(prescriber, { patientId: own.patientId, treatmentId: own.treatmentId })];
      const { id, fillId } = await createOrder(prescriber, { drafts, pharmacyId: ACCEPTS_XML });
      await settled(testbed, id);
      const report = async (status: string): Promise<void> => {
        const answer = await testbed.peers.report({ pharmacyId: ACCEPTS_XML, orderId: id, status });
        assert.equal(answer.status, 200, answer.text);
      };
      await report('RECEIVED');
      await testbed.unchanged(async () => {
        const more = await prescriber(
          'mutation($input: CombineOrderInput!) { combineOrder(input: $input) { id } }',
          { input: { orderId: id, prescriptionIds: [own.prescriptionId] } },
        );
        refused(more, 'ORDER_TAKES_NO_MORE', 'one more');
        const resend = 'mutation($fillId: ID!) { resendFill(fillId: $fillId) { id } }';
        refused(await prescriber(resend, { fillId }), 'RESEND_REFUSED', 'sent again');
      });
      await report('DELIVERED');
      // Its patient is told a moment later.
      await quiet(testbed);
      const prescriptionIds = [await prescriptionOf(prescriber, id)];
      await testbed.unchanged(async () =>
        refused(
          await prescriber(CREATE_ORDER, { input: { prescriptionIds, pharmacyId: ACCEPTS_XML } }),
          'PRESCRIPTION_DISPENSED',
          'ordered once more',
        ),
      );
    });

    test('what is stored of a prescription was changed: it is refused alone, and hides nothing beside it', async () => {
      const { testbed, own } = targets();
      await damageSigned(testbed, own.prescriptionId);
      try {
        await testbed.unchanged(async () => {
          const ask = 'query($id: ID!) { prescription(id: $id) { id } }';
          refused(await testbed.staff(ask, { id: own.prescriptionId }), 'RECORD_DAMAGED', 'a prescription');
          const { prescriptions } = dataOf(
            await testbed.staff<{
              prescriptions: { nodes: { id: string }[]; pageInfo: { unreadable: string[] } };
            }>(
              'query($id: String!) { prescriptions(patientId: $id, first: 100) { nodes { id } pageInfo { unreadable } } }',
              { id: own.patientId },
            ),
          );
          assert.deepEqual(prescriptions.pageInfo.unreadable, [own.prescriptionId]);
          assert.ok(prescriptions.nodes.length > 0, 'the others are there');
        });
      } finally {
        await damageSigned(testbed, own.prescriptionId);
      }
    });

    test('W8: a prescription that has expired, and one whose signer prescribes no more', async () => {
      const { testbed, own } = targets();
      const { prescription } = dataOf(
        await testbed.prescriber<{ prescription: { expirationDate: string } }>(
          'query($id: ID!) { prescription(id: $id) { expirationDate } }',
          { id: own.prescriptionId },
        ),
      );
      const order = { prescriptionIds: [own.prescriptionId], pharmacyId: ACCEPTS_XML };
      await expireOn(testbed, own.prescriptionId, '2020-01-01');
      try {
        await testbed.unchanged(async () =>
          refused(
            await testbed.prescriber(CREATE_ORDER, { input: order }),
            'PRESCRIPTION_EXPIRED',
            'expired',
          ),
        );
      } finally {
        await expireOn(testbed, own.prescriptionId, prescription.expirationDate);
      }
      const choose = 'mutation($o: ID!, $p: ID!) { selectPharmacy(orderId: $o, pharmacyId: $p) { id } }';
      await setActive(testbed, RIVERA, false);
      try {
        await testbed.unchanged(async () =>
          refused(
            await testbed.staff(choose, { o: own.routingOrderId, p: ACCEPTS_XML }),
            'SIGNER_NOT_AUTHORIZED',
            'a pharmacy for what waits',
          ),
        );
      } finally {
        await setActive(testbed, RIVERA, true);
      }
    });

    test('W4: a signature after a proof of the person that is too old', async () => {
      const { testbed, own } = targets();
      const prescriber = askWith(testbed.baseUrl, await testbed.token('prescriber'));
      testbed.clock.aheadMs = (PROOF_AGE_SECONDS + 1) * 1_000;
      try {
        await testbed.unchanged(async () =>
          refused(
            await prescriber(CREATE_ORDER, { input: { drafts: [own.reviewed[0]], pharmacyId: ACCEPTS_XML } }),
            'STEP_UP_REQUIRED',
            'an old proof',
          ),
        );
      } finally {
        testbed.clock.aheadMs = 0;
      }
    });
  });
}

/** As time would, by the row itself. */
async function expireOn(testbed: BadInputTestbed, prescriptionId: string, on: string): Promise<void> {
  await testbed.store.withOrg(organization.id as OrganizationId, (tx) =>
    sql`update prescription set expiration_date = ${on} where id = ${prescriptionId}`.execute(tx),
  );
}

/** Turns a byte of what was signed; once more turns it back. */
async function damageSigned(testbed: BadInputTestbed, prescriptionId: string): Promise<void> {
  await testbed.store.withOrg(organization.id as OrganizationId, (tx) =>
    sql`update signable set sealed = set_byte(sealed, octet_length(sealed) - 1, 255 - get_byte(sealed, octet_length(sealed) - 1))
      where id = (select signable_id from prescription where id = ${prescriptionId})`.execute(tx),
  );
}

/** As an administrator would, by the row itself and without its next revision: what the person has reviewed and the tokens stay good for the tests that follow. */
async function setActive(testbed: BadInputTestbed, userId: string, active: boolean): Promise<void> {
  await testbed.store.withOrg(organization.id as OrganizationId, (tx) =>
    sql`update app_user set active = ${active} where id = ${userId}`.execute(tx),
  );
}

async function prescriptionOf(ask: Ask, orderId: string): Promise<string> {
  const { order } = dataOf(
    await ask<{ order: { fills: { prescription: { id: string } }[] } }>(
      'query($id: ID!) { order(id: $id) { fills { prescription { id } } } }',
      { id: orderId },
    ),
  );
  return order.fills[0]?.prescription.id ?? '';
}
