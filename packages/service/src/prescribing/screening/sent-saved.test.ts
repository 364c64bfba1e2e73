// Goal: what was signed before is compared again when it is sent; what its signature does not answer needs a reason, which is kept with the fill and audited,
// and what is signed stays as it is. Method: the real rooms with imported data, on each store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PatientId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import {
  failureOf,
  freshKey,
  TEST_ORGANIZATION,
  userActor,
  useScreening,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  anotherPatient,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PHARMACY,
} from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import { newImportSession } from '../../directory/import/import-session.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createScreening } from '../../screening/screening.ts';
import { createPrescribing } from '../prescribing.ts';

const RULE = 'interaction:lisinopril+metformin';
const UNCHECKED = { rule: 'not-checked', reason: 'CHECKED_BY_HAND', text: null } as const;
const ANSWER = { rule: RULE, reason: 'WILL_MONITOR', text: null } as const;
const answers = (given: readonly object[]) =>
  [...given] as NonNullable<Parameters<Practice['prescribing']['createOrder']>[1]['screeningAnswers']>;
const NEEDED = 'SCREENING_REASON_REQUIRED';

for (const { name, skip, open } of BOTH_STORES)
  describe(`section 14: screening of what is sent after it was signed, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
    });
    after(() => opened.close());

    const imported = async (severity: string) =>
      await createScreening({ store: opened.store }).administration.importScreening(
        'interactions',
        { source: 'Test labels', datedOn: new Date().toISOString().slice(0, 10) },
        async (write) =>
          void (await write(newImportSession(), [{ drug_a: 'lisinopril', drug_b: 'metformin', severity }])),
      );
    const draft = async (patientId: PatientId, treatmentId: TreatmentId, more: object = {}) =>
      await practice.prescribing.createDraft(
        practice.prescriber,
        {
          patientId,
          treatmentId,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet by mouth once daily.',
          ...more,
        },
        freshKey('createDraft'),
      );
    const saved = async (
      patientId: PatientId,
      treatmentId: TreatmentId,
      more: object = {},
    ): Promise<PrescriptionId> => {
      const { id } = await draft(patientId, treatmentId, more);
      const { drafts } = await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [id] });
      const contentHash = drafts[0]?.contentHash;
      assert.ok(contentHash !== null && contentHash !== undefined, JSON.stringify(drafts[0]?.problems));
      const [made] = await practice.prescribing.createPrescriptions(
        practice.prescriber,
        { drafts: [{ draftId: id, contentHash }] },
        freshKey('createPrescriptions'),
      );
      assert.ok(made !== undefined);
      return made.row.id;
    };
    const send = (
      prescriptionIds: readonly PrescriptionId[],
      screeningAnswers: readonly object[] = [],
      { prescribing }: Pick<Practice, 'prescribing'> = practice,
    ) =>
      prescribing.createOrder(
        practice.prescriber,
        {
          prescriptionIds: [...prescriptionIds],
          pharmacyId: PHARMACY,
          screeningAnswers: answers(screeningAnswers),
        },
        freshKey('createOrder'),
      );
    const kept = async (fillId: string | undefined) =>
      (await practice.prescribing.sentScreenings(practice.prescriber, [fillId ?? ''])).get(fillId ?? '');
    const toSend = async (...ids: PrescriptionId[]) =>
      (await practice.prescribing.screeningToSend(practice.prescriber, ids)).map(
        ({ prescriptionId, open: rules }) => [prescriptionId, rules],
      );
    const change = async (patientId: PatientId, changes: object) => {
      const directory = createDirectory({ store: opened.store, ports: systemPorts });
      const actor = userActor();
      const { revision: expectedRevision } = await directory.patient(actor, patientId);
      await directory.updatePatient(
        actor,
        { id: patientId, expectedRevision, changes },
        freshKey('updatePatient'),
      );
    };

    it('of a practice that does not use screening it is sent as before, and what is kept says that nothing was checked', async () => {
      const id = await saved(await anotherPatient(practice), LISINOPRIL);
      const made = await send([id]);
      const screening = await kept(made.fills[0]?.id);
      assert.deepEqual([screening?.checked, screening?.troubles], [false, ['NOT_USED']]);
    });

    it('what was signed where nothing is screened needs a reason where it is sent after that was taken back', async () => {
      const id = await saved(await anotherPatient(practice), LISINOPRIL);
      await useScreening(opened.store);
      assert.deepEqual(await toSend(id), [[id, ['not-checked']]]);
      assert.equal((await failureOf(send([id]))).code, NEEDED);
      const made = await send([id], [{ prescriptionId: id, ...UNCHECKED }]);
      const screening = await kept(made.fills[0]?.id);
      assert.deepEqual([screening?.troubles, screening?.answers.length], [['NO_DATA'], 1]);
    });

    it('data that came after the signature are asked: a severe finding needs a reason, which is kept with the fill, and the signature stays', async () => {
      const patientId = await anotherPatient(practice);
      const id = await saved(patientId, LISINOPRIL, { screeningAnswers: [UNCHECKED] });
      const beside = await draft(patientId, METFORMIN);
      await imported('Critical');
      const before = await practice.prescribing.prescription(practice.prescriber, id);
      assert.deepEqual(await toSend(id), [[id, [RULE]]]);
      assert.equal((await failureOf(send([id]))).code, NEEDED);
      for (const wrong of [
        { prescriptionId: id, ...ANSWER, reason: 'CHECKED_BY_HAND' },
        { prescriptionId: id, rule: RULE, reason: 'OTHER' },
        { prescriptionId: 'rx_01TEST0000000000000000000X', ...ANSWER },
      ])
        assert.equal((await failureOf(send([id], [wrong]))).code, 'INVALID_INPUT', JSON.stringify(wrong));
      const twice = { prescriptionId: id, ...ANSWER };
      assert.equal((await failureOf(send([id], [twice, twice]))).code, 'INVALID_INPUT');
      const made = await send([id], [{ prescriptionId: id, ...ANSWER }]);
      const screening = await kept(made.fills[0]?.id);
      assert.deepEqual(
        [
          screening?.checked,
          screening?.source,
          screening?.answers,
          screening?.findings.map(({ rule }) => rule),
        ],
        [true, 'Test labels', [ANSWER], [RULE]],
      );
      const after = await practice.prescribing.prescription(practice.prescriber, id);
      assert.deepEqual(
        [after.row.content_hash, after.content.reasons?.screening],
        [before.row.content_hash, before.content.reasons?.screening],
      );
      const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ detail: object }>`select detail from audit_entry
          where org_id = ${TEST_ORGANIZATION} and subject_id = ${id} and action = 'prescription.screening'`.execute(
          tx,
        ),
      );
      assert.deepEqual(
        rows.map(({ detail }) => detail),
        [{ screening: 'checked', overriddenBy: 'WILL_MONITOR' }],
      );
      await practice.prescribing.deleteDraft(practice.prescriber, beside.id, freshKey('deleteDraft'));
    });

    it('what the signature answers is not asked again', async () => {
      const patientId = await anotherPatient(practice);
      await draft(patientId, METFORMIN);
      const id = await saved(patientId, LISINOPRIL, { screeningAnswers: [ANSWER] });
      assert.deepEqual(await toSend(id), [[id, []]]);
      const made = await send([id]);
      assert.deepEqual((await kept(made.fills[0]?.id))?.answers, [ANSWER]);
    });

    it('two that are sent together are compared with each other, and neither with itself', async () => {
      const patientId = await anotherPatient(practice);
      const first = await saved(patientId, LISINOPRIL);
      assert.deepEqual(await toSend(first), [[first, []]]);
      const second = await saved(patientId, METFORMIN, { screeningAnswers: [ANSWER] });
      assert.deepEqual(new Map((await toSend(first, second)) as [string, string[]][]).get(first), [RULE]);
      assert.equal((await failureOf(send([first, second]))).code, NEEDED);
      const made = await send([first, second], [{ prescriptionId: first, ...ANSWER }]);
      assert.equal(made.fills.length, 2);
    });

    it('an allergy that is written down after the signature stops it, also where it joins another order', async () => {
      const patientId = await anotherPatient(practice);
      const open = await practice.prescribing.createOrder(
        practice.prescriber,
        { prescriptionIds: [await saved(patientId, METFORMIN)] },
        freshKey('createOrder'),
      );
      const id = await saved(patientId, LISINOPRIL, { screeningAnswers: [ANSWER] });
      await change(patientId, { allergies: [{ substance: 'Zorbium' }] });
      const combine = (screeningAnswers: readonly object[]) =>
        practice.prescribing.combineOrder(
          practice.prescriber,
          { orderId: open.order.id, prescriptionIds: [id], screeningAnswers: answers(screeningAnswers) },
          freshKey('combineOrder'),
        );
      assert.deepEqual(await toSend(id), [[id, ['not-checked']]]);
      assert.equal((await failureOf(combine([]))).code, NEEDED);
      assert.equal((await failureOf(send([id]))).code, NEEDED);
      const unchecked = { rule: 'not-checked', reason: 'CHECKED_BY_HAND', text: null };
      const made = await combine([{ prescriptionId: id, ...unchecked }]);
      const screening = await kept(made.fills[1]?.id);
      assert.equal(screening?.checked, false);
      assert.deepEqual(screening?.answers, [unchecked, ANSWER]);
    });

    it('an answer that something was not checked holds only while nothing else stays unchecked', async () => {
      const patientId = await anotherPatient(practice);
      await change(patientId, { allergies: [{ substance: 'Zorbium' }] });
      const unchecked = { rule: 'not-checked', reason: 'CHECKED_BY_HAND', text: null };
      const id = await saved(patientId, LISINOPRIL, { screeningAnswers: [unchecked] });
      assert.deepEqual(await toSend(id), [[id, []]]);
      await change(patientId, { medications: [{ name: 'the white one' }] });
      assert.deepEqual(await toSend(id), [[id, ['not-checked']]]);
    });

    it('who is asked elsewhere and does not answer has not checked; drafts and another order of answers are refused', async () => {
      const patientId = await anotherPatient(practice);
      const id = await saved(patientId, LISINOPRIL);
      const silent = createPrescribing({
        ...practice.deps,
        screening: createScreening({
          store: opened.store,
          screener: { ask: () => Promise.reject(new Error('no')) },
        }),
      });
      assert.equal((await failureOf(send([id], [], { prescribing: silent }))).code, NEEDED);
      const unchecked = { prescriptionId: id, rule: 'not-checked', reason: 'CANNOT_WAIT' };
      const made = await send([id], [unchecked], { prescribing: silent });
      assert.deepEqual((await kept(made.fills[0]?.id))?.troubles, ['NO_ANSWER']);
      const withDrafts = practice.prescribing.createOrder(
        practice.prescriber,
        {
          drafts: [{ draftId: 'drf_01TEST0000000000000000000X', contentHash: '0'.repeat(64) }],
          screeningAnswers: [{ prescriptionId: id, ...ANSWER }],
        },
        freshKey('createOrder'),
      );
      assert.equal((await failureOf(withDrafts)).code, 'INVALID_INPUT');
    });
  });
