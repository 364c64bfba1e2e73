// What no drug file holds, in a real browser: offered where the practice allows it, of ingredients from the list, marked wherever it stands, and in the message to the pharmacy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { directions, keys, options, pick, search } from '../../support/form-page.ts';
import { heldAnswer } from '../../support/held-answer.ts';
import { onePractice, oneTestbed } from '../../support/one-testbed.ts';
import { type Practice, toReview } from '../../support/workflow.ts';
import { beginWriting, letWrite, writeIngredient } from '../../support/writing.ts';

const LINE = /lisinopril 2% \/ metFORMIN 5% topical cream .*\[written by hand\]/;
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

let testbed: Testbed;
let practice: Practice;
before(async () => {
  testbed = await oneTestbed();
  practice = await onePractice();
});

const open = async (over: Readonly<Record<string, string>> = {}) =>
  await practice.openOrder({ 'initial-prescriptions': '', ...over });

/** What the pharmacy was sent, as soon as it was. */
async function messageOf(orderId: string): Promise<string> {
  for (let round = 0; round < 200; round += 1) {
    const { order } = await practice.ask<{
      order: { fills: { transmissions: { body: string | null }[] }[] };
    }>('query($id: ID!) { order(id: $id) { fills { transmissions { body } } } }', { id: orderId });
    const body = order.fills[0]?.transmissions[0]?.body;
    if (body != null) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new assert.AssertionError({ message: 'nothing was sent' });
}

describe('what no drug file holds', () => {
  // Other cases of the process have a practice that does not allow it.
  before(() => letWrite(testbed, true));
  after(() => letWrite(testbed, false));

  test('it is offered at the end of the search, never chosen by itself, and nowhere that the practice or the page does not allow it', async () => {
    const { workflow } = await open();
    const { page } = workflow;
    await search(page).fill('lisinopril');
    const offer = page.getByRole('option', { name: 'Write “lisinopril” by hand' });
    await offer.waitFor();
    assert.match((await options(page).last().textContent()) ?? '', /^Write “lisinopril” by hand$/);
    await keys(page, 'Enter');
    assert.equal(await page.locator('#writing-kind').count(), 0);
    await workflow.set('allow-off-catalog-search', 'false');
    await search(page).fill('lisinopril 1');
    await page
      .getByRole('group', { name: /templates|catalog/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('option', { name: /^Write / }).count(), 0);
    await page.close();
    await letWrite(testbed, false);
    const closed = await open();
    await search(closed.workflow.page).fill('qqqwww');
    await closed.workflow.text(/^Nothing found\./).waitFor();
    assert.equal(await closed.workflow.page.getByRole('option').count(), 0);
    await closed.workflow.page.close();
    await letWrite(testbed, true);
  });

  test('W2: begun without a network it is whole once the network is back: with its first ingredient, and what was searched for', async () => {
    const context = await testbed.contextOf();
    const { workflow } = await practice.openOrder({ 'initial-prescriptions': '' }, { context });
    const { page } = workflow;
    await search(page).fill('stronger pill');
    const offer = page.getByRole('option', { name: /^Write “stronger pill” by hand/ });
    await offer.waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await offer.click();
    await workflow.button('Try again').waitFor();
    // Whoever cannot wait for the network goes back to the search, which holds what was typed.
    await workflow.button('Clear').click();
    assert.equal(await search(page).inputValue(), 'stronger pill');
    await search(page).and(page.locator(':focus')).waitFor();
    await search(page).click();
    await offer.click();
    await workflow.button('Try again').waitFor();
    await context.setOffline(false);
    const ingredient = page.getByRole('combobox', { name: 'Ingredient' });
    await ingredient.waitFor();
    assert.equal(await ingredient.inputValue(), 'stronger pill');
    await writeIngredient(page, 1, { name: 'metformin', strength: '625 mg' });
    await page.getByLabel('Dose form').selectOption('Oral Tablet');
    await workflow.button('Prescribe this').click();
    await workflow.button(/^Change /).waitFor();
    await context.close();
  });

  test('W7: a controlled ingredient cannot be chosen and says why; what is missing is named and led to; the name is no way around the list', async () => {
    const { workflow } = await open();
    const { page } = workflow;
    await beginWriting(page, search(page), 'pain pill');
    const ingredient = page.getByRole('combobox', { name: 'Ingredient' });
    assert.equal(await ingredient.inputValue(), 'pain pill', 'what was searched for stands there');
    await ingredient.fill('oxycodone');
    const refused = page.getByRole('option', { name: /^oxycodone/ });
    await refused.waitFor();
    assert.equal(await refused.getAttribute('aria-disabled'), 'true');
    assert.match((await refused.textContent()) ?? '', /Schedule II/);
    await refused.click({ force: true });
    await workflow.button('Prescribe this').click();
    await workflow.text('This ingredient cannot be prescribed here.').waitFor();
    assert.ok(await ingredient.evaluate((node) => node.matches(':focus')));
    await workflow.text('Choose its dose form.').waitFor();
    await writeIngredient(page, 1, { name: 'metformin', strength: '625 mg' });
    await page.getByLabel('Dose form').selectOption('Oral Tablet');
    assert.equal(await page.getByLabel('Dispensed in').inputValue(), 'Tablet', 'the form says its unit');
    await page.getByLabel(/^Also known as/).fill('lisinopril plus');
    await workflow.button('Prescribe this').click();
    await workflow.text(/^The name mentions a drug that is not among the ingredients/).waitFor();
    assert.ok(await page.getByLabel(/^Also known as/).evaluate((node) => node.matches(':focus')));
    await page.close();
  });

  test('E5: whoever writes on, or chooses something else, while the answer is awaited is not given what they wrote before', async () => {
    const { workflow } = await open();
    const { page } = workflow;
    await beginWriting(page, search(page), 'stronger pill');
    await writeIngredient(page, 1, { name: 'metformin', strength: '625 mg' });
    await page.getByLabel('Dose form').selectOption('Oral Tablet');
    const first = await heldAnswer(page, '625 mg');
    await workflow.button('Prescribe this').click();
    await first.asked;
    await page.getByLabel(/^Strength/).fill('750 mg');
    await first.release();
    const second = await heldAnswer(page, '750 mg');
    await workflow.button('Prescribe this').click();
    await second.asked;
    await workflow.button('Back to the search').click();
    await pick(page, 'lisinopril 10 mg oral tablet');
    await second.release();
    await page.waitForLoadState('networkidle');
    assert.equal(await workflow.button(/^Change /).count(), 1);
    await workflow.button(/^Change lisinopril 10/).waitFor();
    await page.close();
  });

  test('by keys alone a compound is written, marked in card, order and review, and the pharmacy gets what it is made of', async () => {
    const { workflow, patientId } = await open();
    const { page } = workflow;
    await search(page).focus();
    await page.keyboard.type('heart cream');
    await page.getByRole('option', { name: /^Write / }).waitFor();
    await keys(page, 'ArrowUp', 'Enter');
    await page.locator('#writing-kind').waitFor();
    await page.waitForFunction(() => {
      const root = document.querySelector('svc-prescribe-workflow')?.shadowRoot;
      return root?.querySelector('*')?.shadowRoot?.activeElement?.id === 'writing-kind';
    });
    await page.keyboard.type('A comp');
    assert.equal(await page.locator('#writing-kind').inputValue(), 'COMPOUND');
    assert.equal(await page.locator('#writing-name').inputValue(), 'heart cream');
    await page.locator('#writing-name').fill('Heart cream');
    const first = await writeIngredient(page, 1, { name: 'lisinopril', strength: '2 %' });
    await first.getByLabel(/^Amount that goes in/).fill('0.6');
    await first.getByLabel(/^Unit of the amount/).selectOption('Gram');
    await workflow.button('Add an ingredient').press('Enter');
    await writeIngredient(page, 2, { name: 'metformin', strength: '5 %' });
    await page.getByLabel('Dose form').selectOption('Topical Cream');
    assert.equal(await page.getByLabel('Dispensed in').inputValue(), 'Gram');
    await keys(page, 'Control+Enter');
    await workflow.button(/^Change /).waitFor();
    assert.match(plain((await page.locator('.treatment').first().innerText()).replaceAll('\n', ' ')), LINE);
    await directions(page).fill('apply thin layer to affected area bid');
    await page.getByLabel(/^Quantity/).fill('30');
    await page.getByLabel(/^Days supply/).fill('15');
    await keys(page, 'Control+Enter');
    await workflow.pending.first().waitFor();
    assert.match(plain(await workflow.pending.first().innerText()), LINE);
    const confirm = await toReview(workflow, 'Send Order');
    const review = plain(await page.getByRole('region', { name: 'Review and sign' }).innerText());
    assert.match(review, LINE);
    assert.match(review, /Made of: lisinopril 2% \(0\.6 grams\), metformin 5%/);
    assert.match(review, /Name on the message: Compound: /);
    await confirm.click();
    await workflow.text(/^Order: /).waitFor();
    const [order] = await practice.ordersOf(patientId);
    const sent = await messageOf(order?.id ?? '');
    assert.match(sent, /<CompoundInformation>[\s\S]*lisinopril[\s\S]*<\/CompoundInformation>/i);
    assert.match(sent, /<Value>0\.6<\/Value>/);
    await page.close();
  });
});
