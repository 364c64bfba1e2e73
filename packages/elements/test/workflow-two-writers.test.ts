// A draft that is written from two places: a reason of one's own stands in no way, what somebody else wrote is never taken for read (W2).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepReason } from '../src/workflow/state/drafts/keep-reason.ts';
import type { StateTestbed } from './support/state-testbed.ts';
import { addTyped, openPage, openStateTestbed } from './support/state-testbed.ts';

let testbed: StateTestbed;
before(async () => {
  testbed = await openStateTestbed();
});
after(() => testbed.close());

test('W2: a reason that is given at the review, or in the row, does not stand in the way of whoever edits that draft, and is kept', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const id = await addTyped(page);
  const { form, drafts, review } = page.state;
  const draft = drafts.find(id);
  assert.ok(draft !== undefined);
  form.edit(draft);
  await review.open();
  const answer = { rule: 'interaction:a+b', reason: 'WILL_MONITOR', text: null } as const;
  assert.equal(await page.state.review.answer(id, [answer]), null);
  assert.equal(form.dirty, false, 'nothing was typed');
  page.state.review.close();
  form.set({ refills: '2' });
  const answered = drafts.find(id);
  assert.ok(answered !== undefined);
  assert.ok((await keepReason(page.state, answered, { duplicateReason: 'Dose change' })).ok);
  const outcome = await form.submit();
  assert.ok(outcome.done === 'changed', form.error?.code);
  assert.deepEqual(
    [
      outcome.draft.fillsAllowed,
      outcome.draft.screeningAnswers.map(({ rule }) => rule),
      outcome.draft.duplicateReason,
    ],
    [3, [answer.rule], 'Dose change'],
  );
});

test('W2: a reason that is given elsewhere on the page does not take what another window changed for what was read in the form', async () => {
  const page = await openPage(await testbed.session(), await testbed.patient());
  const id = await addTyped(page);
  const { form, drafts } = page.state;
  const draft = drafts.find(id);
  assert.ok(draft !== undefined);
  form.edit(draft);
  form.set({ refills: '2' });
  const other = await openPage(await testbed.session(), draft.patient?.id ?? '');
  const theirs = other.state.drafts.find(id);
  assert.ok(theirs !== undefined);
  other.state.form.edit(theirs);
  other.state.form.set({ dispenseQuantity: '60', daysSupply: '60' });
  assert.equal((await other.state.form.submit()).done, 'changed');
  // Another tab has told of it.
  await drafts.load();
  const changed = drafts.find(id);
  assert.ok(changed !== undefined);
  assert.ok((await keepReason(page.state, changed, { duplicateReason: 'Dose change' })).ok);
  assert.equal((await form.submit()).done, 'refused');
  assert.equal(form.elsewhere?.now?.dispenseQuantity, '60');
  assert.equal(drafts.find(id)?.dispenseQuantity, '60', 'nothing is written over unseen');
  assert.equal(form.values.refills, '2');
});
