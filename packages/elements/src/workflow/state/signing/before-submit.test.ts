// Tests of the page's veto: what passes, what stops, and that no answer is no agreement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askPage } from './before-submit.ts';

const NOTHING = { draftIds: [], prescriptionIds: [] };
const owner = (beforeSubmit: unknown): object => ({ beforeSubmit });

test('beforeSubmit: without a hook, or with one that answers nothing or true, it passes', async () => {
  for (const hook of [undefined, 7, () => undefined, () => true, async () => undefined, () => null])
    assert.equal(await askPage(owner(hook), NOTHING), null);
});

test('beforeSubmit: false, words and errors stop it, and the words are told', async () => {
  assert.equal(
    await askPage(
      owner(() => false),
      NOTHING,
    ),
    '',
  );
  assert.equal(
    await askPage(
      owner(async () => 'Not yet.'),
      NOTHING,
    ),
    'Not yet.',
  );
  assert.equal(
    await askPage(
      owner(() => {
        throw new Error('Broken.');
      }),
      NOTHING,
    ),
    'Broken.',
  );
  assert.equal(
    await askPage(
      owner(() => Promise.reject(new Error('Lost.'))),
      NOTHING,
    ),
    'Lost.',
  );
  assert.equal(
    await askPage(
      owner(() => 0),
      NOTHING,
    ),
    '',
    'an answer that means nothing is no agreement',
  );
});

test('beforeSubmit: a page that does not answer in time has not agreed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = askPage(
    owner(() => new Promise(() => undefined)),
    { ...NOTHING, draftIds: ['drf_1'] },
  );
  t.mock.timers.tick(30_000);
  assert.match((await asked) ?? '', /in time/);
});

test('beforeSubmit: the hook gets the ids of the drafts, as a copy', async () => {
  const ids = ['drf_1'];
  let given: unknown;
  await askPage(
    owner((about: { draftIds: string[] }) => {
      given = about.draftIds.slice();
      about.draftIds.push('drf_2');
    }),
    { ...NOTHING, draftIds: ids },
  );
  assert.deepEqual([given, ids], [['drf_1'], ['drf_1']]);
});
