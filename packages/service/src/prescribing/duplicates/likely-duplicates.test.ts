// Goal: a draft that likely repeats what the patient was prescribed says so, and the reason for it is asked for, kept and signed (W2, W4).
// Method: the real room on the embedded store, with a clock that the test moves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PatientId, TreatmentId } from '@pestle/rules/ids';
import { anId, failureOf, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  anotherPatient,
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PATIENT,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { keysOf } from '../../vault/vault.ts';
import { sealSignable } from '../sealed-rows.ts';

let store: EmbeddedStore;
let practice: Practice;
let laterByMs = 0;
before(async () => {
  store = await openTestStore();
  const ports = { ...systemPorts, clock: { now: () => systemPorts.clock.now() + laterByMs } };
  practice = await openPractice(store, ports);
});
after(() => store.close());

const REASON = 'The patient lost the bottle.';

/** The practice does not use screening. */
const UNSCREENED = {
  checked: false,
  source: null,
  dataDate: null,
  troubles: ['NOT_USED'],
  findings: [],
  answers: [],
};

const make = (more: object = {}) =>
  practice.prescribing.createDraft(
    practice.prescriber,
    { patientId: PATIENT, treatmentId: LISINOPRIL, ...more },
    freshKey('createDraft'),
  );

const change = (id: string, revision: number, fields: object) =>
  practice.prescribing.updateDraft(
    practice.prescriber,
    { id: id as Awaited<ReturnType<typeof make>>['id'], revision, ...fields },
    freshKey('updateDraft'),
  );

test('W2: the reason for a duplicate is kept with its draft until its treatment is another, or it is cleared', async () => {
  const { id, duplicate_reason: given } = await make({ duplicateReason: ` ${REASON} ` });
  assert.equal(given, REASON);
  assert.equal((await change(id, 1, { daysSupply: 10, notes: 'Thank you.' })).duplicate_reason, REASON);
  assert.equal((await change(id, 2, { treatmentId: LISINOPRIL })).duplicate_reason, REASON);
  assert.equal(
    (await change(id, 3, { treatmentId: METFORMIN })).duplicate_reason,
    null,
    'it was about lisinopril',
  );
  const both = await change(id, 4, { treatmentId: LISINOPRIL, duplicateReason: REASON });
  assert.equal(both.duplicate_reason, REASON, 'given with the treatment that it is about');
  assert.equal((await change(id, 5, { duplicateReason: null })).duplicate_reason, null);
});

test('the reason for a duplicate is one short line', async () => {
  for (const duplicateReason of ['x'.repeat(211), 'two\nlines', ' '])
    assert.equal(
      (await failureOf(make({ duplicateReason }))).code,
      'INVALID_INPUT',
      JSON.stringify(duplicateReason),
    );
  assert.equal((await make({ duplicateReason: 'x'.repeat(210) })).duplicate_reason?.length, 210);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const aPatient = () => anotherPatient(practice);
const NO_REASON = { duplicateReason: null };
const reviewedFor = (patientId: PatientId, more: object = NO_REASON, treatmentId: TreatmentId = LISINOPRIL) =>
  reviewedDraft(practice, treatmentId, { patientId, ...more });

const order = async (drafts: readonly { draftId: string; contentHash: string }[], more: object = {}) =>
  await practice.prescribing.createOrder(
    practice.prescriber,
    { drafts: [...drafts], pharmacyId: PHARMACY, ...more },
    freshKey('createOrder'),
  );

const save = async (signed: { draftId: string; contentHash: string }) => {
  const [one] = await practice.prescribing.createPrescriptions(
    practice.prescriber,
    { drafts: [signed] },
    freshKey('createPrescriptions'),
  );
  assert.ok(one !== undefined);
  return one;
};

/** A complete draft, not reviewed. */
const draftFor = async (patientId: PatientId, treatmentId: TreatmentId = LISINOPRIL, more: object = {}) =>
  await make({
    patientId,
    treatmentId,
    dispenseQuantity: 30,
    dispenseUnit: 'Tablet',
    daysSupply: 30,
    instructions: 'Take one tablet by mouth once daily.',
    ...more,
  });

const review = async (draftId: string) => {
  const [reviewed] = (await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [draftId] }))
    .drafts;
  assert.ok(reviewed !== undefined);
  return reviewed;
};

const MISSING = [['draft.duplicateReason', 'LIKELY_DUPLICATE', 'error']];
const found = async (draftId: string) => {
  const { contentHash, problems } = await review(draftId);
  assert.equal(contentHash === null, problems.length > 0, 'what has no hash cannot be signed');
  return problems.map(({ path, code, severity }) => [path, code, severity]);
};

const repeats = async (draftId: string): Promise<readonly string[]> =>
  ((await practice.prescribing.likelyDuplicates(practice.prescriber, [draftId])).get(draftId) ?? []).map(
    ({ prescriptionId }) => prescriptionId,
  );

test('W6: a likely duplicate is not signed without a reason, which is signed with what it answers', async () => {
  const patientId = await aPatient();
  const first = await save(await reviewedFor(patientId));
  const draft = await draftFor(patientId);
  assert.deepEqual(await found(draft.id), MISSING);
  await change(draft.id, 1, { duplicateReason: REASON });
  const { contentHash, content } = await review(draft.id);
  assert.deepEqual(content?.reasons, {
    repeat: null,
    amounts: null,
    duplicate: REASON,
    duplicateOf: [first.row.id],
    screening: UNSCREENED,
  });
  const { fills } = await order([{ draftId: draft.id, contentHash: contentHash ?? '' }]);
  const signed = await practice.prescribing.prescription(
    practice.prescriber,
    fills[0]?.prescription_id ?? '',
  );
  assert.deepEqual(signed.content, content);
  assert.equal(signed.row.content_hash, contentHash);
});

test('where the practice refuses the same again, a reason is not enough for it, and is for the same ingredient', async () => {
  const set = (value: string) =>
    store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update organization set settings = settings || jsonb_build_object('duplicates', ${value}::text)`.execute(
        tx,
      ),
    );
  const patientId = await aPatient();
  await save(await reviewedFor(patientId));
  const again = await draftFor(patientId);
  await change(again.id, 1, { duplicateReason: REASON });
  const codes = async () => {
    const { drafts } = await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [again.id] });
    return drafts[0]?.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  };
  await set('refuse-same');
  assert.deepEqual(await codes(), ['SAME_AGAIN']);
  await set('reason');
  assert.deepEqual(await codes(), []);
});

test('a reason that answers nothing does no harm, and is signed as it was given', async () => {
  const signed = await save(await reviewedFor(await aPatient(), { duplicateReason: REASON }));
  assert.deepEqual(signed.content.reasons, {
    repeat: null,
    amounts: null,
    duplicate: REASON,
    duplicateOf: [],
    screening: UNSCREENED,
  });
});

test('W6: who reviewed before the same was signed elsewhere is sent back to the review, which asks for the reason', async () => {
  const patientId = await aPatient();
  const here = await reviewedFor(patientId);
  const there = await reviewedFor(patientId);
  const other = await reviewedFor(patientId, NO_REASON, METFORMIN);
  const stated = await reviewedFor(patientId, { duplicateReason: REASON });
  await order([there]);
  assert.equal((await failureOf(order([here]))).code, 'SIGNATURE_INVALIDATED');
  assert.equal((await failureOf(save(here))).code, 'SIGNATURE_INVALIDATED');
  assert.deepEqual(await found(here.draftId), MISSING);
  await order([other]);
  await order([stated]);
});

test('another treatment with the same ingredient is one too, another ingredient or patient is none', async () => {
  const patientId = await aPatient();
  const stronger = anId('trt');
  await store.asKeeper((tx) =>
    sql`insert into treatment (id, kind, name, ingredients, strength, dose_form, unit_code, federal_status, federal_as_of,
      drug_description, search_name, search_words) select ${stronger}, kind, name || ' forte', ingredients, strength,
      dose_form, unit_code, federal_status, federal_as_of, drug_description, search_name, search_words
      from treatment where id = ${LISINOPRIL}`.execute(tx),
  );
  const early = await reviewedFor(patientId, NO_REASON, stronger);
  await order([await reviewedFor(patientId)]);
  assert.equal((await failureOf(order([early]))).code, 'SIGNATURE_INVALIDATED', 'signed since its review');
  assert.deepEqual(await found((await draftFor(patientId, stronger)).id), MISSING);
  assert.deepEqual(await found((await draftFor(patientId, GABAPENTIN)).id), []);
  assert.deepEqual(await found((await draftFor(await aPatient())).id), []);
});

test('it counts from the moment it is signed: saved, waiting for a pharmacy, or stopped by an error', async () => {
  const saved = await aPatient();
  const one = await save(await reviewedFor(saved));
  const draft = await draftFor(saved);
  assert.deepEqual(await repeats(draft.id), [one.row.id]);
  const routing = await aPatient();
  await order([await reviewedFor(routing)], { pharmacyId: null });
  assert.deepEqual(await found((await draftFor(routing)).id), MISSING);
  for (const state of ['STUCK', 'ERROR'] as const) {
    const patientId = await aPatient();
    const { order: placed } = await order([await reviewedFor(patientId)]);
    await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update fill set state = ${state}, state_reason = 'test' where order_id = ${placed.id}`.execute(tx),
    );
    assert.deepEqual(await found((await draftFor(patientId)).id), MISSING, state);
  }
});

test('it counts for its days supply, and for eight hours at least', async () => {
  const patientId = await aPatient();
  await order([await reviewedFor(patientId)]);
  const short = await aPatient();
  const { order: soon } = await order([await reviewedFor(short, { ...NO_REASON, daysSupply: 0 })]);
  try {
    laterByMs = 9 * HOUR;
    assert.deepEqual(await found((await draftFor(short)).id), MISSING, 'it has not left, and still can');
    await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update fill set state = 'SENT', sent_at = created_at where order_id = ${soon.id}`.execute(tx),
    );
    laterByMs = 8 * HOUR - 60_000;
    assert.deepEqual(await found((await draftFor(short)).id), MISSING);
    laterByMs = 8 * HOUR + 60_000;
    assert.deepEqual(await found((await draftFor(short)).id), []);
    laterByMs = 30 * DAY - 60_000;
    assert.deepEqual(await found((await draftFor(patientId)).id), MISSING);
    laterByMs = 30 * DAY + 60_000;
    assert.deepEqual(await found((await draftFor(patientId)).id), []);
  } finally {
    laterByMs = 0;
  }
});

test('prescribing again is one, and brings no reason along', async () => {
  const signed = await save(
    await reviewedFor(await aPatient(), { duplicateReason: REASON, repeatReason: 'A taper.' }),
  );
  const repeated = await practice.prescribing.prescribeAgain(
    practice.prescriber,
    { prescriptionId: signed.row.id },
    freshKey('prescribeAgain'),
  );
  assert.equal(repeated.duplicate_reason, null);
  assert.deepEqual(await repeats(repeated.id), [signed.row.id]);
  assert.deepEqual(await found(repeated.id), MISSING);
});

test('W4: a reason that is given, changed or taken back after the review invalidates it', async () => {
  for (const reason of ['repeatReason', 'amountsReason', 'duplicateReason'])
    for (const [before, after] of [
      ['One.', 'Another.'],
      ['One.', null],
      [null, 'Another.'],
    ]) {
      const patientId = await aPatient();
      const signed = await reviewedFor(patientId, { ...NO_REASON, [reason]: before });
      await change(signed.draftId, 1, { [reason]: after });
      assert.equal((await failureOf(save(signed))).code, 'SIGNATURE_INVALIDATED', reason);
      const repeated = await review(signed.draftId);
      assert.notEqual(repeated.contentHash, signed.contentHash, `${reason}: ${before}, ${after}`);
    }
});

test('what was signed before its reasons were is read as it was: its reason holds, and is no part of the signed record', async () => {
  const saved = await save(await reviewedFor(await aPatient()));
  const { reasons: _reasons, ...former } = saved.content;
  const content = { ...former, version: 1 } as const;
  const { envelope, structuredSig, row } = saved;
  const earlier = {
    content,
    envelope,
    structuredSig,
    externalId: null,
    repeatReason: 'A taper.',
    source: null,
  };
  await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const sealed = sealSignable(keysOf(tx), row.signable_id, earlier);
    await sql`update signable set sealed = ${sealed} where id = ${row.signable_id}`.execute(tx);
  });
  const read = await practice.prescribing.prescription(practice.prescriber, row.id);
  assert.deepEqual(read.content, content);
  assert.equal(read.row.repeat_reason, 'A taper.');
});
