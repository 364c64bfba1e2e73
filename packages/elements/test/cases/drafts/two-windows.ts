// A draft that two windows change, in a real browser: who changed what is told, what was typed stays, and nothing is written over unseen (W2).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { assertAccessible } from '@pestle/testbed/browser/browser';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { changeElsewhere, deleteElsewhere, type KeptDraft, keptDrafts } from '../../support/elsewhere.ts';
import { directions, open, pick } from '../../support/form-page.ts';
import { onePractice } from '../../support/one-testbed.ts';
import type { Practice } from '../../support/workflow.ts';

let practice: Practice;
before(async () => {
  practice = await onePractice();
});

const TYPED = 'Take 1 tablet by mouth every evening.';
const AGAIN = 'Say why it is prescribed again.';

const kept = (patientId: string): Promise<readonly KeptDraft[]> => keptDrafts(practice.ask, patientId);

const told = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: /changed this on|not in the order any more/ });
const quantity = (page: Page): Locator => page.getByLabel(/^Quantity/);

describe('a draft that another window changes meanwhile', () => {
  test('W2: the form tells who changed what, keeps what was typed, and the next press saves on what it told', async () => {
    const { workflow, patientId } = await practice.openOrder();
    const { page } = workflow;
    await workflow.button(/^Edit lisinopril/).click();
    await directions(page).fill(TYPED);
    for (const elsewhere of [60, 90]) {
      await changeElsewhere(practice.ask, patientId, elsewhere);
      await directions(page).press('Control+Enter');
      await told(page)
        .filter({ hasText: `Dispense ${elsewhere} tablets` })
        .waitFor();
      const words = await told(page).innerText();
      assert.match(words, /^Elena Rivera changed this on \S+ at \d+:\d\d [AP]M\. It now reads:/);
      assert.match(words, /Take 1 tablet by mouth once daily\./);
      assert.match(words, /Changed: Quantity, Days supply\./);
      assert.equal(await directions(page).inputValue(), TYPED);
      assert.equal(await quantity(page).inputValue(), '30');
      const [draft] = await kept(patientId);
      assert.equal(draft?.dispenseQuantity, String(elsewhere), 'nothing is written over unseen');
    }
    await assertAccessible(page, 'a draft that was changed elsewhere');
    await directions(page).press('Control+Enter');
    await workflow.pending.getByText(TYPED).waitFor();
    const drafts = await kept(patientId);
    assert.deepEqual(
      drafts.map(({ instructions, dispenseQuantity }) => [instructions, dispenseQuantity]),
      [[TYPED, '30']],
    );
    assert.equal(await told(page).count(), 0);
    // What was told is over with it, also where the same draft is opened once more.
    await workflow.button(/^Edit lisinopril/).click();
    await directions(page).waitFor();
    assert.equal(await told(page).count(), 0);
    await page.close();
  });

  test('W2: what was deleted elsewhere is told, and the next press adds what was typed as new', async () => {
    const { workflow, patientId } = await practice.openOrder();
    const { page } = workflow;
    await workflow.button(/^Edit lisinopril/).click();
    await directions(page).fill(TYPED);
    const id = await deleteElsewhere(practice.ask, patientId);
    await directions(page).press('Control+Enter');
    await told(page).waitFor();
    assert.equal(await directions(page).inputValue(), TYPED);
    assert.deepEqual(await kept(patientId), []);
    await directions(page).press('Control+Enter');
    await workflow.pending.getByText(TYPED).waitFor();
    const drafts = await kept(patientId);
    assert.deepEqual(
      drafts.map((draft) => [draft.instructions, draft.id === id]),
      [[TYPED, false]],
    );
    await page.close();
  });

  test('W2: what asks why it is prescribed again is not written over unseen either', async () => {
    const patientId = await newPatient(practice.ask);
    await prescribed(practice.ask, patientId, practice.lisinopril);
    const page = await open('', { patientId });
    await pick(page, 'lisinopril 10 mg oral tablet');
    await directions(page).fill(TYPED);
    await quantity(page).fill('30');
    await page.getByLabel('Days supply').fill('30');
    await directions(page).press('Control+Enter');
    await page.getByRole('group', { name: /^Already prescribed by / }).waitFor();
    await changeElsewhere(practice.ask, patientId, 90);
    await page.getByRole('radio', { name: 'Lost or stolen' }).check();
    await directions(page).press('Control+Enter');
    await told(page).filter({ hasText: 'Dispense 90 tablets' }).waitFor();
    assert.equal((await kept(patientId))[0]?.dispenseQuantity, '90');
    assert.equal(await page.getByText(AGAIN).count(), 0);
    await directions(page).press('Control+Enter');
    await page.getByText('Prescribed again because: Lost or stolen').waitFor();
    assert.equal((await kept(patientId))[0]?.dispenseQuantity, '30');
    await page.close();
  });
});

test('W2: what is typed while a medicine is being saved changes that one with the next press, and makes no second', async () => {
  const patientId = await newPatient(practice.ask);
  const page = await open('', { patientId });
  await pick(page, 'lisinopril 10 mg oral tablet');
  await directions(page).fill('Take 1 tablet by mouth once daily.');
  await quantity(page).fill('30');
  await page.getByLabel('Days supply').fill('30');
  let held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().headers()['idempotency-key'] !== undefined) await held.promise;
    await route.continue();
  });
  for (const more of ['evening', 'morning']) {
    held = Promise.withResolvers();
    const asked = page.waitForRequest((request) => 'idempotency-key' in request.headers());
    await directions(page).press('Control+Enter');
    await asked;
    await directions(page).fill(`Take 1 tablet by mouth every ${more}.`);
    held.resolve();
    await page.getByRole('heading', { name: 'Edit prescription' }).waitFor();
    await page.getByRole('button', { name: 'Keep changes' }).waitFor();
  }
  await directions(page).press('Control+Enter');
  await page
    .getByRole('region', { name: /^Pending Order/ })
    .getByText('every morning')
    .waitFor();
  const drafts = await kept(patientId);
  assert.deepEqual(
    drafts.map(({ instructions }) => instructions),
    ['Take 1 tablet by mouth every morning.'],
  );
  await page.close();
});
