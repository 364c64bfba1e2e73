// Goal: what a form offers from before is right: the last fill, the pharmacies of a patient, the treatments of a prescriber; and drafts by desk (W2).
// Method: the real room on the embedded store; orders are made as people make them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApplicationId, PharmacyId } from '@pestle/rules/ids';
import { failureOf, freshKey, machineActor, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  addPharmacy,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PATIENT,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { UserActor } from '../../kernel/actor.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';

const SECOND = 'phr_01TEST0000000000000000000B' as PharmacyId;

describe('what was used before', () => {
  let store: EmbeddedStore;
  let practice: Practice;
  before(async () => {
    store = await openTestStore();
    practice = await openPractice(store);
    await store.asKeeper((tx) => addPharmacy(tx, SECOND, '0123457'));
  });
  after(() => store.close());

  const order = async (pharmacyId: PharmacyId | null, treatment = LISINOPRIL) =>
    await practice.prescribing.createOrder(
      practice.prescriber,
      { drafts: [await reviewedDraft(practice, treatment)], ...(pharmacyId === null ? {} : { pharmacyId }) },
      freshKey('createOrder'),
    );

  test('the last fill of each prescription, and none for one that was never ordered', async () => {
    const { prescribing, prescriber } = practice;
    const [saved] = await prescribing.createPrescriptions(
      prescriber,
      { drafts: [await reviewedDraft(practice)] },
      freshKey('createPrescriptions'),
    );
    const { fills } = await order(PHARMACY);
    const [fill] = fills;
    assert.ok(saved !== undefined && fill !== undefined);
    const latest = await prescribing.latestFills(prescriber, [saved.row.id, fill.prescription_id]);
    assert.deepEqual([...latest.keys()], [fill.prescription_id]);
    assert.equal(latest.get(fill.prescription_id)?.id, fill.id);
  });

  test('the pharmacies of a patient, the one used last first, each once; none while nobody chose', async () => {
    const { prescribing, prescriber } = practice;
    await order(SECOND, METFORMIN);
    await order(PHARMACY);
    await order(null);
    const used = (await prescribing.pharmaciesUsed(prescriber, [PATIENT])).get(PATIENT) ?? [];
    assert.deepEqual(
      used.map(({ pharmacyId }) => pharmacyId),
      [PHARMACY, SECOND],
    );
    const narrow = { ...machineActor(), scopes: new Set(['read:patient']) };
    assert.equal((await failureOf(prescribing.pharmaciesUsed(narrow, [PATIENT]))).code, 'FORBIDDEN');
  });

  test('the treatments signed most often come first, and machines have none', async () => {
    const { prescribing, prescriber } = practice;
    assert.deepEqual(await prescribing.frequentTreatmentIds(prescriber, 8), [LISINOPRIL, METFORMIN]);
    assert.deepEqual(await prescribing.frequentTreatmentIds(prescriber, 1), [LISINOPRIL]);
    assert.deepEqual(await prescribing.frequentTreatmentIds(machineActor(), 8), []);
  });

  test('W2: drafts are kept by user, application and patient; another application shows its own', async () => {
    const { prescribing, prescriber } = practice;
    const elsewhere: UserActor = {
      ...prescriber,
      clientId: 'app_01TEST0000000000000000000Z' as ApplicationId,
    };
    const input = { patientId: PATIENT, treatmentId: METFORMIN, source: 'template:tpl_1' };
    const here = await prescribing.createDraft(prescriber, input, freshKey('createDraft'));
    const there = await prescribing.createDraft(elsewhere, input, freshKey('createDraft'));
    assert.notEqual(here.id, there.id);
    const own = async (actor: UserActor) =>
      (await prescribing.drafts(actor, { patientId: PATIENT, ownApplication: true })).map(({ id }) => id);
    assert.ok((await own(prescriber)).includes(here.id) && !(await own(prescriber)).includes(there.id));
    assert.deepEqual(await own(elsewhere), [there.id]);
    const all = (await prescribing.drafts(prescriber, { patientId: PATIENT })).map(({ id }) => id);
    assert.ok(all.includes(here.id) && all.includes(there.id));
  });

  test('W2: a prefill is made once, and again after it was deleted', async () => {
    const { prescribing, prescriber } = practice;
    const input = { patientId: PATIENT, treatmentId: METFORMIN, source: 'initial:1', notes: 'First.' };
    const first = await prescribing.createDraft(prescriber, input, freshKey('createDraft'));
    const repeated = await prescribing.createDraft(prescriber, input, freshKey('createDraft'));
    assert.equal(repeated.id, first.id);
    await prescribing.deleteDraft(prescriber, first.id, freshKey('deleteDraft'));
    const undone = await prescribing.createDraft(prescriber, input, freshKey('createDraft'));
    assert.notEqual(undone.id, first.id);
    assert.equal(undone.notes, 'First.');
  });

  test('nothing of another organization is found', async () => {
    const stranger: UserActor = { ...practice.prescriber, orgId: 'org_01TEST0000000000000000000B' as never };
    assert.equal((await practice.prescribing.pharmaciesUsed(stranger, [PATIENT])).size, 0);
    assert.notEqual(stranger.orgId, TEST_ORGANIZATION);
  });
});
