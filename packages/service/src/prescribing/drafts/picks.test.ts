// Goal: how often a treatment gave way to another is counted once for each draft that was made from a search (U10).
// Method: the real room on the embedded store, with a counter that writes down what it is told.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { failureOf, freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { LISINOPRIL, openPractice, PATIENT } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';

let store: EmbeddedStore;
let practice: Practice;
before(async () => {
  store = await openTestStore();
  practice = await openPractice(store);
});
after(() => store.close());

const make = (more: object, key = freshKey('createDraft')) =>
  practice.prescribing.createDraft(
    practice.prescriber,
    { patientId: PATIENT, treatmentId: LISINOPRIL, ...more },
    key,
  );

test('a draft from a search is counted, a repeated request is not, and one that came otherwise is not', async () => {
  const key = freshKey('createDraft');
  await make({ replacedPicks: 2 }, key);
  await make({ replacedPicks: 2 }, key);
  await make({ replacedPicks: 0 });
  await make({});
  assert.deepEqual(practice.picks, [2, 0]);
});

test('a count that cannot be is refused, and nothing is counted', async () => {
  const before = practice.picks.length;
  for (const replacedPicks of [-1, 101, 1.5])
    assert.equal((await failureOf(make({ replacedPicks }))).code, 'INVALID_INPUT');
  assert.equal(practice.picks.length, before);
});
