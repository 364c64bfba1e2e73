// Goal: a draft that likely repeats what the patient was prescribed says so, and the reason for it is asked for, kept and signed (W2, W4).
// Method: the real room on the embedded store, with a clock that the test moves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { failureOf, freshKey } from '../../../test/support/people.ts';
import type { Practice } from '../../../test/support/practice.ts';
import { LISINOPRIL, METFORMIN, openPractice, PATIENT } from '../../../test/support/practice.ts';
import { openTestStore } from '../../../test/support/test-store.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';

let store: EmbeddedStore;
let practice: Practice;
before(async () => {
  store = await openTestStore();
  practice = await openPractice(store);
});
after(() => store.close());

const REASON = 'The patient lost the bottle.';

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
