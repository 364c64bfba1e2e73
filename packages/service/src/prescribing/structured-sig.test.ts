// Goal: directions are stored with the structure that they say, and never with one that they do not say; what is dangerous in them, and what
// contradicts them, is found before it is signed (W1).
// Method: the real room on the embedded store; rows of other versions are written as those wrote them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { LISINOPRIL, openPractice, PATIENT } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { EmbeddedStore } from '../store/embedded/embedded-store.ts';
import { columnAddress, keysOf } from '../vault/vault.ts';
import { openDraft } from './sealed-rows.ts';
import type { DraftRow, PrescribingTables } from './tables.ts';

const SENTENCE = 'Take 1 to 2 tablets by mouth every 4 to 6 hours as needed for pain.';
const STRUCTURE = {
  version: 2,
  action: 'take',
  dose: { amount: '1', max: '2', unit: 'tablet' },
  route: 'oral',
  frequency: { kind: 'every', hours: 4, hoursMax: 6 },
  asNeededFor: 'pain',
};

let store: EmbeddedStore;
let practice: Practice;
before(async () => {
  store = await openTestStore();
  practice = await openPractice(store);
});
after(() => store.close());

const draftWith = (instructions: string): Promise<DraftRow> =>
  practice.prescribing.createDraft(
    practice.prescriber,
    {
      patientId: PATIENT,
      treatmentId: LISINOPRIL,
      dispenseQuantity: 30,
      dispenseUnit: 'Tablet',
      daysSupply: 5,
      fillsAllowed: 1,
      duplicateReason: 'test',
      // More of the medicine than is usual: here its directions are what counts.
      amountsReason: 'test',
      instructions,
    },
    freshKey('createDraft'),
  );

test('the structure of a sentence stands beside it, and goes when the sentence goes', async () => {
  const draft = await draftWith(SENTENCE);
  assert.deepEqual(draft.structured_sig, STRUCTURE);
  const update = async (revision: number, change: object): Promise<DraftRow> =>
    await practice.prescribing.updateDraft(
      practice.prescriber,
      { id: draft.id, revision, ...change },
      freshKey('updateDraft'),
    );
  assert.deepEqual((await update(1, { notes: 'For her back.' })).structured_sig, STRUCTURE);
  assert.equal((await update(2, { instructions: `${SENTENCE} Or less.` })).structured_sig, null);
  assert.deepEqual((await update(3, { instructions: SENTENCE })).structured_sig, STRUCTURE);
  assert.equal((await update(4, { instructions: null })).structured_sig, null);
});

test('a prescription has the structure of what was signed', async () => {
  for (const [instructions, structure] of [
    [SENTENCE, STRUCTURE],
    // What is signed has a line break that no sentence has.
    [SENTENCE.replace(' every', '\nevery'), null],
    ['Use it as your sister does.', null],
  ] as const) {
    const { id: draftId } = await draftWith(instructions);
    const review = await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [draftId] });
    const contentHash =
      review.drafts[0]?.contentHash ?? assert.fail(JSON.stringify(review.drafts[0]?.problems));
    const [signed] = await practice.prescribing.createPrescriptions(
      practice.prescriber,
      { drafts: [{ draftId, contentHash }] },
      freshKey('createPrescriptions'),
    );
    assert.deepEqual(signed?.structuredSig, structure, instructions);
    const read = await practice.prescribing.prescription(practice.prescriber, signed?.row.id ?? '');
    assert.deepEqual(read.structuredSig, structure);
    assert.equal('structuredSig' in read.content, false, 'the signature covers the text');
  }
});

test('a row without a structure, or with one of another version, is read as text alone', async () => {
  const { id } = await draftWith(SENTENCE);
  const opened = await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const keys = keysOf(tx);
    const tables = tx.withTables<PrescribingTables>();
    const row = await tables.selectFrom('draft').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { structured_sig: _sig, ...before } = keys.openJson(
      columnAddress('draft', id),
      row.sealed,
    ) as DraftRow;
    return [before, { ...before, structured_sig: { ...STRUCTURE, version: 3 } }].map((sealed) =>
      openDraft(keys, { ...row, sealed: keys.sealJson(columnAddress('draft', id), sealed) }),
    );
  });
  for (const draft of opened) {
    assert.equal(draft.instructions, SENTENCE);
    assert.equal(draft.structured_sig, null);
  }
});

test('the structure is sealed as the directions are', async () => {
  await draftWith('Take 1 tablet by mouth every 8 hours as needed for zwibbling.');
  const { rows } = await store.asOwner((owner) =>
    sql<{ row: string }>`select d::text as row from draft d`.execute(owner),
  );
  assert.ok(rows.length > 0);
  for (const { row } of rows) assert.doesNotMatch(row, /zwibbl|asNeededFor|structured/);
});

const found = async (fields: object): Promise<readonly string[]> => {
  const { id } = await practice.prescribing.createDraft(
    practice.prescriber,
    {
      patientId: PATIENT,
      treatmentId: LISINOPRIL,
      dispenseQuantity: 30,
      dispenseUnit: 'Tablet',
      daysSupply: 30,
      fillsAllowed: 1,
      duplicateReason: 'test',
      ...fields,
    },
    freshKey('createDraft'),
  );
  const review = await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds: [id] });
  return (review.drafts[0]?.problems ?? []).map(({ path, code, severity }) => `${path} ${code} ${severity}`);
};

test('W1: an error-prone abbreviation is refused, and plain words that look like one are not', async () => {
  for (const instructions of ['1 gtt AS', '1 gtt as bid', '1 tab OD', '1 tab po qd'])
    assert.deepEqual(await found({ instructions }), ['draft.instructions ERROR_PRONE error'], instructions);
  for (const instructions of ['Use as directed.', 'TAKE AS DIRECTED', '2 drops ad lib, as before'])
    assert.deepEqual(await found({ instructions }), [], instructions);
});

test('W1: numbers that contradict the directions are not signed without a reason, which is kept with them only', async () => {
  const instructions = 'Take 1 tablet by mouth once daily for 30 days.';
  const wrong = { instructions, dispenseQuantity: 90, daysSupply: 90 };
  const contradictions = (severity: string): readonly string[] => [
    `draft.daysSupply AMOUNTS_CONTRADICT ${severity}`,
    `draft.dispenseQuantity AMOUNTS_CONTRADICT ${severity}`,
  ];
  assert.deepEqual(await found(wrong), contradictions('error'));
  assert.deepEqual(
    await found({ ...wrong, amountsReason: 'Three months at once.' }),
    contradictions('warning'),
  );
  assert.deepEqual(await found({ instructions }), []);
  const draft = await practice.prescribing.createDraft(
    practice.prescriber,
    {
      patientId: PATIENT,
      treatmentId: LISINOPRIL,
      dispenseUnit: 'Tablet',
      fillsAllowed: 1,
      amountsReason: 'Sent abroad zwibble.',
      ...wrong,
    },
    freshKey('createDraft'),
  );
  const update = (revision: number, change: object) =>
    practice.prescribing.updateDraft(
      practice.prescriber,
      { id: draft.id, revision, ...change },
      freshKey('updateDraft'),
    );
  assert.equal((await update(1, { notes: 'Thank you.' })).amounts_reason, 'Sent abroad zwibble.');
  assert.equal((await update(2, { daysSupply: 80 })).amounts_reason, null, 'it was about 90 days');
});
