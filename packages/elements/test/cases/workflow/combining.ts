// Recent orders, and adding to one that has not left, in a real browser: offered, read, signed by a person, exactly once (W4, W5).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { orderNumberText } from '@pestle/rules/order-number';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { newPatient, prescribed } from '@pestle/testbed/elements/records';
import type { Locator } from 'playwright-core';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import type { Practice, WorkflowPage } from '../../support/workflow.ts';
import { heardNames, initial, openWorkflow, workflowOf } from '../../support/workflow.ts';

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const recentOf = ({ page }: WorkflowPage): Locator => page.getByRole('region', { name: 'Recent orders' });
const offerOf = ({ page }: WorkflowPage): Locator =>
  page.getByRole('region', { name: 'Add to an order that is not yet sent?' });

/** A patient whose lisinopril waits for their choice of a pharmacy, and a page with metformin to send. */
async function openWaiting(
  over: Readonly<Record<string, string>> = {},
): Promise<{ patientId: string; orderId: string; workflow: WorkflowPage }> {
  const patientId = await newPatient(practice.ask);
  await prescribed(practice.ask, patientId, practice.lisinopril, null);
  const [order] = await practice.ordersOf(patientId);
  const workflow = await openWorkflow(testbed, {
    'patient-id': patientId,
    'enable-order': 'true',
    'pharmacy-id': practice.local.id,
    'enable-combine-and-duplicate': 'true',
    'initial-prescriptions': initial(practice.metformin),
    ...over,
  });
  await workflow.pending.first().waitFor();
  return { patientId, orderId: order?.id ?? '', workflow };
}

describe('enable-combine-and-duplicate', () => {
  test('enable-combine-and-duplicate: a card of the recent orders, each with its number, medicines, status, pharmacy and who signed it', async () => {
    const patientId = await newPatient(practice.ask);
    await prescribed(practice.ask, patientId, practice.lisinopril, practice.local.id);
    await prescribed(practice.ask, patientId, practice.metformin, null);
    const workflow = await openWorkflow(testbed, {
      'patient-id': patientId,
      'enable-combine-and-duplicate': 'true',
    });
    const rows = recentOf(workflow).locator('.list > li');
    await rows.nth(1).waitFor();
    const [newest = '', older = ''] = await rows.allInnerTexts();
    const [first, second] = await practice.ordersOf(patientId);
    assert.match(newest, /metFORMIN[\s\S]*Patient to choose/);
    assert.ok(first !== undefined && second !== undefined);
    assert.ok(newest.includes(orderNumberText(first.number)), newest);
    assert.ok(older.includes(orderNumberText(second.number)), older);
    assert.match(older, new RegExp(`lisinopril[\\s\\S]*${practice.local.name}[\\s\\S]*Rivera`));
    await workflow.set('patient-id', await newPatient(practice.ask));
    await recentOf(workflow).waitFor({ state: 'detached' });
    await workflow.page.close();
  });

  test('E5: of two workflows of two patients on one page, each shows its own recent orders only', async () => {
    const [one, other] = [await newPatient(practice.ask), await newPatient(practice.ask)];
    await prescribed(practice.ask, one, practice.lisinopril, null);
    await prescribed(practice.ask, other, practice.metformin, null);
    const tag = (id: string): string =>
      `<svc-prescribe-workflow patient-id="${id}" enable-combine-and-duplicate></svc-prescribe-workflow>`;
    const { page } = await openWorkflow(testbed, {}, { tag: tag(one) + tag(other) });
    const cards = page.getByRole('region', { name: 'Recent orders' });
    await cards.nth(1).waitFor();
    const texts = await cards.allInnerTexts();
    assert.deepEqual(
      texts.map((text) => [/lisinopril/.test(text), /metFORMIN/.test(text)]),
      [
        [true, false],
        [false, true],
      ],
    );
    await page.close();
  });

  test('svc-order-combined: offered with old and new on Send, read in the review, signed once, and told in place of svc-order-created', async () => {
    const { workflow, patientId, orderId } = await openWaiting({ 'external-order-id': '00018' });
    const { page } = workflow;
    await workflow.button('Send Order').click();
    const offer = offerOf(workflow);
    await offer.waitFor();
    assert.ok(await offer.getByRole('heading').evaluate((node) => node.matches(':focus')));
    assert.match(
      await offer.innerText(),
      /To be added:[\s\S]*metFORMIN[\s\S]*On it already:[\s\S]*lisinopril/,
    );
    // By keyboard alone.
    await page.keyboard.press('Tab');
    assert.match(
      await page.evaluate<string>(focusedText),
      /^Add to the order of .* whose pharmacy the patient chooses$/,
    );
    await page.keyboard.press('Enter');
    const confirm = workflow.button(/^Sign /);
    await confirm.waitFor();
    assert.equal(await confirm.textContent(), 'Sign 1 prescription and add it to the patient’s open order');
    const review = await page.getByRole('region', { name: 'Review and sign' }).innerText();
    assert.match(review, /The order of .* whose pharmacy the patient chooses, with:\s+lisinopril/);
    assert.ok(review.includes(`This goes to the order’s own pharmacy, not to ${practice.local.name}.`));
    assert.ok(review.includes('The order has no number of this page, and keeps none: 00018 is not used.'));
    await confirm.click({ clickCount: 3, delay: 5 });
    await workflow.text('Added to an order of this patient that had not left.').waitFor();
    assert.deepEqual(
      (await heardNames(workflow)).filter((name) => !/draft|ready/.test(name)),
      ['svc-order-combined', 'svc-prescriptions-created', 'svc-prescribe-success'],
    );
    const [combined] = await workflow.heard('svc-order-combined');
    assert.equal(combined?.detail['orderId'], orderId);
    assert.deepEqual(
      (await practice.ordersOf(patientId)).map(({ id }) => id),
      [orderId],
    );
    await page.close();
  });

  test('enable-combine-and-duplicate: an order that leaves under the review refuses in words, and one act more sends a new order', async () => {
    const { workflow, patientId, orderId } = await openWaiting();
    await workflow.button('Send Order').click();
    await offerOf(workflow).getByRole('button').first().click();
    const confirm = workflow.button(/^Sign /);
    await confirm.waitFor();
    await practice.ask('mutation($o: ID!, $p: ID!) { selectPharmacy(orderId: $o, pharmacyId: $p) { id } }', {
      o: orderId,
      p: practice.local.id,
    });
    // It leaves at once.
    await until(async () => {
      const { order } = await practice.ask<{ order: { state: string } }>(
        'query($o: ID!) { order(id: $o) { state } }',
        { o: orderId },
      );
      return order.state === 'PLACED';
    });
    await confirm.click();
    await workflow.text(/^Nothing was sent\. The order that this was to be added to has just left/).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 1);
    await workflow.button(`Sign and send 1 prescription to ${practice.local.name}`).click();
    await workflow.text(/^Order: /).waitFor();
    assert.equal((await practice.ordersOf(patientId)).length, 2);
    await workflow.page.close();
  });

  test('enable-combine-and-duplicate: no script of the page can sign what joins an order', async () => {
    const { workflow, orderId } = await openWaiting();
    await workflow.button('Send Order').click();
    await offerOf(workflow).getByRole('button').first().click();
    await workflow.button(/^Sign /).waitFor();
    await workflowOf(workflow.page).element.evaluate(async (node) => {
      const root = node.shadowRoot?.firstElementChild?.shadowRoot;
      root?.querySelector<HTMLElement>('#confirm')?.click();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    const { order } = await practice.ask<{ order: { fills: unknown[] } }>(
      'query($o: ID!) { order(id: $o) { fills { id } } }',
      { o: orderId },
    );
    assert.equal(order.fills.length, 1);
    await workflow.page.close();
  });
});

/** The text of what has the focus, through every root. */
const focusedText = `(() => {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found?.textContent?.trim() ?? '';
})()`;

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 2_000; round += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('did not happen');
}
