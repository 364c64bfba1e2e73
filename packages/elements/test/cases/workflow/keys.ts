// How many keys a prescription takes, counted one by one, and that no key which is held does two things (U1, W4).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { directions, pick } from '../../support/form-page.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { openWorkflow, WORKFLOW, workflowOf } from '../../support/workflow.ts';

/** From the focus in the search to what was sent, reason and review included. */
const REPEAT_KEYS_MAX = 8;
const NEW_KEYS_MAX = 34;

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

/** A person's keyboard. Every letter is a key, and so is every combination. */
class Keys {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.count += 1;
      await this.#page.keyboard.press(name);
    }
  }

  async type(text: string): Promise<void> {
    this.count += text.length;
    await this.#page.keyboard.type(text);
  }
}

/** The page of a patient whose preferred pharmacy is known; its search has the focus. */
async function openSearch(over: object = {}): Promise<{
  readonly patientId: string;
  readonly workflow: WorkflowPage;
  readonly search: Locator;
}> {
  const patientId = await newPatient(practice.ask, { preferredPharmacyId: practice.local.id, allergies: [] });
  if ('before' in over) await prescribed(practice.ask, patientId, String(over.before));
  const workflow = await openWorkflow(testbed, {
    'patient-id': patientId,
    'enable-order': 'true',
    'enable-local-pickup': 'true',
  });
  await workflow.text(practice.local.name).waitFor();
  const search = workflow.page.getByRole('combobox', { name: /^Search medication/ });
  await search.focus();
  return { patientId, workflow, search };
}

/** The line of the list that Enter takes. */
async function highlighted(search: Locator, line: RegExp): Promise<void> {
  const id = await search.getAttribute('aria-activedescendant');
  assert.ok(id !== null, 'a line is highlighted');
  assert.match(await search.page().locator(`[id="${id}"]`).innerText(), line);
}

const hasFocus = async (place: Locator): Promise<void> => {
  await place.waitFor();
  await place.and(place.page().locator(':focus')).waitFor();
};

/** From the review, whose heading has the focus, to what was sent. */
async function sign(
  keys: Keys,
  { workflow, patientId }: Awaited<ReturnType<typeof openSearch>>,
): Promise<void> {
  const before = (await sentOf(patientId)).length;
  await hasFocus(workflow.page.getByRole('heading', { name: 'Review and sign' }));
  const confirm = workflow.button(`Sign and send 1 prescription to ${practice.local.name}`);
  assert.ok(await confirm.isVisible());
  // Enter where the review begins signs nothing.
  await workflow.page.keyboard.press('Enter');
  await keys.press('Tab', 'Tab');
  await hasFocus(confirm);
  assert.equal((await sentOf(patientId)).length, before, 'nothing is sent before it is signed');
  await keys.press('Enter');
  await workflow.text(/^Order: /).waitFor();
  assert.equal((await sentOf(patientId)).length, before + 1);
}

interface SentFill {
  readonly name: string;
  readonly dispenseQuantity: string;
  readonly daysSupply: number | null;
  readonly fillsAllowed: number;
  readonly instructions: string;
}

/** What is on orders of this patient by now. */
async function sentOf(patientId: string): Promise<readonly SentFill[]> {
  const { prescriptions } = await practice.ask<{
    prescriptions: { nodes: (Omit<SentFill, 'name'> & { treatment: { name: string } })[] };
  }>(
    'query($p: String!) { prescriptions(patientId: $p) { nodes { dispenseQuantity daysSupply fillsAllowed instructions treatment { name } } } }',
    { p: patientId },
  );
  return prescriptions.nodes.map(({ treatment: { name }, ...fill }) => ({ name, ...fill }));
}

describe('the keys of a prescriber, from the search to what was sent', () => {
  test('U1: a repeat takes 8 keys at most, with the reason why it is repeated so soon', async () => {
    const opened = await openSearch({ before: practice.metformin });
    const { workflow, search } = opened;
    const keys = new Keys(workflow.page);
    await keys.press('ArrowDown');
    await highlighted(search, /^metFORMIN.* 500\smg/);
    await keys.press('Enter');
    await workflow.button(/^Change metFORMIN/).waitFor();
    await keys.press('Control+Shift+Enter');
    // It was prescribed a moment ago. The first reason has the focus, and none is chosen by that.
    await hasFocus(workflow.page.getByRole('radio').first());
    assert.equal(await workflow.page.getByRole('radio', { checked: true }).count(), 0);
    assert.ok(await workflow.text(/^Already prescribed by /).isVisible());
    await keys.press('Space', 'Control+Shift+Enter');
    await sign(keys, opened);
    assert.ok(keys.count <= REPEAT_KEYS_MAX, `${keys.count} keys`);
    await workflow.page.close();
  });

  test('U1: lisinopril 10 mg, 1 daily, 90, 3 refills, with its name in full, takes 34 keys at most', async () => {
    const opened = await openSearch();
    const { workflow, search, patientId } = opened;
    const { page } = workflow;
    const keys = new Keys(page);
    await keys.type('lisinopril 10');
    await page
      .getByRole('option', { name: /^lisinopril 10\smg oral tablet/ })
      .first()
      .waitFor();
    await keys.press('ArrowDown');
    await highlighted(search, /^lisinopril 10\smg oral tablet/);
    await keys.press('Enter');
    await hasFocus(page.getByLabel('Directions for the patient'));
    // The practice's template has directions of its own: these take their place.
    await keys.press('Control+a');
    await keys.type('1 daily');
    await workflow.text('Take 1 tablet by mouth once daily.').waitFor();
    await keys.press('Tab');
    await hasFocus(page.getByLabel(/^Quantity/));
    await keys.type('90');
    await keys.press('Tab', 'Tab', 'Tab');
    await hasFocus(page.getByLabel(/^Refills/));
    await keys.type('3');
    assert.equal(await page.getByLabel('Days supply').inputValue(), '90');
    await keys.press('Control+Shift+Enter');
    await sign(keys, opened);
    assert.deepEqual(await sentOf(patientId), [
      {
        name: 'lisinopril 10 mg oral tablet',
        dispenseQuantity: '90',
        daysSupply: 90,
        fillsAllowed: 4,
        instructions: 'Take 1 tablet by mouth once daily.',
      },
    ]);
    assert.ok(keys.count <= NEW_KEYS_MAX, `${keys.count} keys`);
    await page.close();
  });
});

describe('the keys of staff', () => {
  test('A2, U1: Ctrl Shift Enter adds what stands in the form, and neither signs, sends nor hands it over', async () => {
    const staff = personOf('staff');
    const patientId = await newPatient(practice.ask, {
      allergies: [],
    });
    const context = await testbed.contextOf(staff);
    const page = await testbed.open(
      testbed.client(`<${WORKFLOW} patient-id="${patientId}" enable-order="true"></${WORKFLOW}>`),
      { context, person: staff },
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      if ('idempotency-key' in request.headers()) asked.push(request.postData() ?? '');
    });
    const workflow = workflowOf(page);
    await page.getByLabel('Prescriber who will sign').selectOption({ index: 1 });
    await pick(page, 'lisinopril 10 mg oral tablet');
    await directions(page).fill('1 daily x30d');
    await workflow.text('Take 1 tablet by mouth once daily for 30 days.').waitFor();
    await directions(page).press('Control+Shift+Enter');
    await workflow.pending.first().waitFor();
    await hasFocus(page.getByRole('combobox', { name: /^Search medication/ }));
    await page.waitForLoadState('networkidle');
    assert.equal(await workflow.pending.count(), 1);
    assert.equal(await page.getByRole('heading', { name: 'Review and sign' }).count(), 0);
    assert.equal(await workflow.text(/’s desk$/).count(), 0, 'handing it over is its own press');
    assert.equal(asked.length, 1, 'the draft is all that was written');
    assert.deepEqual(await sentOf(patientId), []);
    assert.deepEqual(await practice.ordersOf(patientId), []);
    await context.close();
  });
});

describe('a key that is held does one thing', () => {
  test('W2, W4: Control, Shift and Enter held add once, ask, and answer nothing; held on they sign nothing', async () => {
    const { workflow, patientId } = await openSearch({ before: practice.metformin });
    const { page } = workflow;
    const before = (await sentOf(patientId)).length;
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await workflow.button(/^Change metFORMIN/).waitFor();
    const names = ['Control', 'Shift', 'Enter'];
    const release = async (): Promise<void> => {
      for (const name of names) await page.keyboard.up(name);
    };
    // Every time after the first, the browser says that the key is held.
    const hold = async (): Promise<void> => {
      for (const name of [...names, 'Enter', 'Enter']) await page.keyboard.down(name);
    };
    await hold();
    await hasFocus(page.getByRole('radio').first());
    await hold();
    await release();
    await page.keyboard.press('Space');
    assert.equal(
      await page.getByText('Say why it is prescribed again.').count(),
      0,
      'nothing was asked twice',
    );
    await hold();
    await hasFocus(page.getByRole('heading', { name: 'Review and sign' }));
    await hold();
    await release();
    assert.ok(await workflow.button(/^Sign and send 1 prescription/).isVisible());
    assert.equal((await sentOf(patientId)).length, before);
    await page.close();
  });
});
